"""The simulated Fate table is checked by its pictures alone: flattened by the six points people tap.

Tests of one seed and tilt stand together, as what is painted is kept for the next.
"""

import time
from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.base import Table
from companion.table.guide import GuideStep
from tests.slow import slow_but
from tests.vision.pictures import beyond
from vision.arrays import Picture
from vision.fate.simulated import FateFrame, SimulatedFateTable
from vision.simulated import SimulatedCamera, stage

# Written down again from the board's measures, not taken from the code under test.
PX_PER_MM = 4
TAPPED = ["9,1", "17,1", "17,9", "9,17", "1,17", "1,9"]
HUES = {
    "goblin": (35, 70), "brute": (35, 75), "troll": (35, 85), "sprite": (18, 32), "elemental": (5, 17),
    "jotunn": (172, 184), "imp": (145, 170), "skeleton": (125, 155),
}  # fmt: skip
"""OpenCV hues 0..180 (red goes on to 184); the draugr's tile is nearly black."""
MONSTERS = (*HUES, "draugr")
HERO_HUES = {"bjorn": (40, 85), "alva": (100, 125), "embla": (5, 20), "boldur": (0, 12)}
CROWD: Table = {
    **{f"{x},{y}": {kind: 1} for y in (5, 12) for x, kind in zip(range(5, 14), MONSTERS, strict=True)},
    "6,7": {"surt": 1}, "12,10": {"nidhuggr": 1}, "13,9": {"embla": 1}, "G": {"bjorn": 1, "alva": 1},
    "8,14": {"boldur": 1},
}  # fmt: skip


def centre(hex_: str) -> tuple[float, float]:
    x, y = map(int, hex_.split(","))
    return 305 + 34 * ((x - 9) + (y - 9) / 2), 255 + 29.4449 * (y - 9)


def board_to_px(frame: FateFrame) -> NDArray[np.float64]:
    spots = np.array([centre(hex_) for hex_ in TAPPED])
    return np.asarray(cv2.findHomography(spots, frame.corners_px)[0])


def flat(frame: FateFrame) -> Picture:
    """The board seen from above, from the map rectangle's top left corner."""
    back = np.diag([PX_PER_MM, PX_PER_MM, 1]) @ np.linalg.inv(board_to_px(frame))
    size = 610 * PX_PER_MM, 510 * PX_PER_MM
    return np.asarray(cv2.warpPerspective(frame.picture, back, size), np.uint8)


def around(board: Picture, x_mm: float, y_mm: float, radius_mm: float) -> Picture:
    x, y, r = round(x_mm * PX_PER_MM), round(y_mm * PX_PER_MM), round(radius_mm * PX_PER_MM)
    return board[y - r : y + r, x - r : x + r]


def hsv(pixels: Picture) -> NDArray[np.int64]:
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV).reshape(-1, 3).astype(int))


def first(table: SimulatedFateTable) -> FateFrame:
    return next(table.frames([], 5.0))


@pytest.fixture(scope="module", params=slow_but(1, [1, 3]))
def crowd(request: pytest.FixtureRequest) -> tuple[SimulatedFateTable, FateFrame, Picture]:
    table = SimulatedFateTable(CROWD, request.param, tilt_deg=20)
    frame = first(table)
    return table, frame, flat(frame)


@pytest.mark.slow
def test_equal_seeds_give_equal_pictures() -> None:
    few: Table = {"12,6": {"goblin": 1}, "G": {"alva": 1}}
    one = first(SimulatedFateTable(few, 4)).picture
    stage._painted.cache_clear()
    again, other = (first(SimulatedFateTable(few, seed)).picture for seed in (4, 5))
    assert one.shape == (960, 1280, 3)
    assert np.array_equal(one, again)
    assert cv2.absdiff(one, other).mean() > 10


def test_the_six_points_are_the_corners_of_the_field(
    crowd: tuple[SimulatedFateTable, FateFrame, Picture],
) -> None:
    """They are the images of the hexes' centres: a flat board maps exactly, and inside the picture."""
    _, frame, _ = crowd
    spots = np.array([[centre(hex_)] for hex_ in TAPPED])
    mapped = cv2.perspectiveTransform(spots, board_to_px(frame))[:, 0]
    assert np.abs(mapped - frame.corners_px).max() < 0.01
    assert ((frame.corners_px > 0) & (frame.corners_px < (1280, 960))).all()


def test_the_ground_is_where_the_map_says(crowd: tuple[SimulatedFateTable, FateFrame, Picture]) -> None:
    _, _, board = crowd
    lake, snow, grass, ash = (
        around(board, *centre(hex_), 9).reshape(-1, 3).mean(0) for hex_ in ("17,4", "15,2", "12,6", "12,15")
    )
    assert lake[0] > lake[2] + 25
    assert snow.min() > max(grass.max(), ash.max())
    assert grass[1] > grass[2] + 10 > grass[0]
    assert np.ptp(ash) < 40


def test_every_tile_has_its_colour_and_a_white_letter(
    crowd: tuple[SimulatedFateTable, FateFrame, Picture],
) -> None:
    table, _, board = crowd
    for hex_, standing in table.pieces.items():
        for piece in standing:
            if piece.kind not in MONSTERS:
                continue
            pixels = hsv(around(board, piece.x_mm, piece.y_mm, 4.5))
            white = (pixels[:, 1] < 70) & (pixels[:, 2] > 140)
            assert 0.1 < white.mean() < 0.7, (hex_, piece)
            printed = pixels[(pixels[:, 1] > 110) & (pixels[:, 2] > 30)]
            if piece.kind == "draugr":
                assert np.median(pixels[~white, 2]) < 90
                continue
            hue = float(np.median((printed[:, 0] + 8) % 180) - 8)
            low, high = HUES[piece.kind]
            assert low <= (hue if hue > 4 or piece.kind != "jotunn" else hue + 180) <= high, (hex_, piece)


def test_greens_differ_in_brightness(crowd: tuple[SimulatedFateTable, FateFrame, Picture]) -> None:
    table, _, board = crowd
    bright = {}
    for standing in table.pieces.values():
        for piece in standing:
            if piece.kind in ("goblin", "brute", "troll"):
                pixels = hsv(around(board, piece.x_mm, piece.y_mm, 8))
                bright[piece.kind] = float(np.median(pixels[pixels[:, 1] > 80, 2]))
    assert bright["goblin"] > bright["brute"] + 15 > bright["troll"] + 30


def test_pieces_lie_apart_on_their_hexes(crowd: tuple[SimulatedFateTable, FateFrame, Picture]) -> None:
    table, _, _ = crowd
    spots = {hex_: (p.x_mm, p.y_mm) for hex_, standing in table.pieces.items() for p in standing}
    assert {table.pieces[hex_][0].kind for hex_ in ("9,8", "10,8", "8,9", "9,9", "10,9", "8,10", "9,10")
            if table.pieces[hex_]} == {"bjorn", "alva"}  # fmt: skip
    off = {hex_: float(np.hypot(*(np.array(spot) - centre(hex_)))) for hex_, spot in spots.items()}
    outside = [far for hex_, far in off.items() if table.pieces[hex_][0].kind not in ("bjorn", "alva")]
    assert max(outside) <= 5.0
    assert max(outside) > 3.0
    everyone = np.array(list(spots.values()))
    gaps = np.linalg.norm(everyone[:, None] - everyone[None], axis=2)
    assert gaps[~np.eye(len(everyone), dtype=bool)].min() > 20


def test_what_is_beside_the_pieces_is_shown() -> None:
    table = SimulatedFateTable({"12,6": {"surt": 1}, "5,12": {"imp": 1}}, 1, tilt_deg=20)

    def dressed(**new: object) -> Picture:
        state = {"town": 4, "step": 1, "damage": {}, "levels": {}, **new}
        table.dress(**state)  # type: ignore[arg-type]  # the values are given by each test below
        return flat(first(table))

    def change(**new: object) -> Picture:
        return np.asarray(cv2.absdiff(dressed(**new), before).max(axis=2))

    before = dressed()
    surt, imp = table.pieces["12,6"][0], table.pieces["5,12"][0]
    assert (around(change(damage={"5,12": 3}), imp.x_mm, imp.y_mm, 6) > 60).mean() > 0.2
    assert (around(change(levels={"surt": 2}), surt.x_mm, surt.y_mm, 17) > 60).mean() > 0.1
    town = change(town=10)
    assert (around(town, *centre("9,9"), 50) > 40).mean() > 0.05
    assert (around(town, *centre("4,9"), 40) > 60).mean() < 0.001


@pytest.mark.parametrize("seed", [1])
def test_heroes_stand_upright(seed: int) -> None:
    """Half way up the figure its colour is seen; far from straight above that is not over its base."""
    table = SimulatedFateTable(
        {"12,6": {"alva": 1}, "6,12": {"bjorn": 1}, "12,9": {"embla": 1}}, seed, tilt_deg=35
    )
    frame = first(table)
    bare = first(SimulatedFateTable({}, seed, tilt_deg=35))
    for standing in table.pieces.values():
        for piece in standing:
            low, high = table._view.pixels(
                np.array([[piece.x_mm, piece.y_mm, 3.0], [piece.x_mm, piece.y_mm, 29.0]])
            )
            assert low[1] - high[1] > 15
            x, y = (0.5 * (low + high)).round().astype(int)
            pixels = hsv(frame.picture[y - 2 : y + 3, x - 2 : x + 3])
            first_hue, last_hue = HERO_HUES[piece.kind]
            assert first_hue <= float(np.median(pixels[:, 0])) <= last_hue, piece
            assert cv2.absdiff(frame.picture, bare.picture)[y, x].max() > 20


@pytest.mark.slow
def test_hands_carry_pieces_and_are_seen() -> None:
    table = SimulatedFateTable({"12,6": {"goblin": 1}, "5,12": {"imp": 1}, "G": {"alva": 1}}, 2, rest_s=0.4)
    acts: list[GuideStep | list[GuideStep]] = [
        GuideStep("move", "12,6", "13,6", {"goblin": 1}),
        [GuideStep("remove", "5,12", None, {"imp": 1}), GuideStep("place", "4,7", None, {"troll": 1})],
        GuideStep("move", "G", "8,12", {"alva": 1}),
        GuideStep("move", "8,12", "G", {"alva": 1}),
    ]
    frames = list(table.frames(acts, 3.0))
    assert frames[-1].truth == {"13,6": {"goblin": 1}, "4,7": {"troll": 1}, "G": {"alva": 1}}
    assert sorted(table.kinds_by_hex.values()) == ["alva", "goblin", "troll"]
    still = [frame for frame in frames if not frame.hand_in_view]
    assert {tuple(sorted(frame.truth)) for frame in still} >= {
        ("12,6", "5,12", "G"), ("13,6", "5,12", "G"), ("13,6", "4,7", "G"), ("13,6", "4,7", "8,12"),
    }  # fmt: skip
    rests = [now.picture for before, now in pairwise(frames) if before.hand_in_view > now.hand_in_view]
    rests.insert(0, frames[0].picture)
    covered = [min(beyond(cv2.absdiff(frame.picture, known), 45) for known in rests) for frame in frames]
    in_view = [frame.hand_in_view for frame in frames]
    assert all(seen or pixels < 20 for seen, pixels in zip(in_view, covered, strict=True))
    assert sum(pixels > 600 for pixels in covered) > 0.7 * sum(in_view)


def test_two_pieces_may_share_a_hex_while_hands_swap_them() -> None:
    table = SimulatedFateTable({"5,6": {"goblin": 1}, "6,6": {"surt": 1}}, 2)
    swap = [GuideStep("move", "5,6", "6,6", {"goblin": 1}), GuideStep("move", "6,6", "5,6", {"surt": 1})]
    assert list(table.frames([swap], 4.0))[-1].truth == {"6,6": {"goblin": 1}, "5,6": {"surt": 1}}


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (GuideStep("remove", "5,6", None, {"troll": 1}), "needs a troll on space 5,6"),
        (GuideStep("move", "5,6", "1,1", {"goblin": 1}), "needs a space from 9,1 to 9,17"),
        (GuideStep("remove", "G", None, {"alva": 1}), "needs a alva"),
    ],
)
def test_an_act_that_cannot_be_done_is_refused(act: GuideStep, told: str) -> None:
    table = SimulatedFateTable({"5,6": {"goblin": 1}}, 2)
    with pytest.raises(ValueError, match=told):
        list(table.frames([act], 4.0))


def test_it_is_a_camera_and_fast_enough_to_be_watched() -> None:
    table = SimulatedFateTable(CROWD, 2, rest_s=0.5)
    camera = SimulatedCamera(table, [GuideStep("move", "5,5", "4,6", {"goblin": 1})], fps=10)
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    start_s = time.process_time()  # other work on the machine does not count
    count = sum(1 for _ in iter(camera.read, None))
    took_s = time.process_time() - start_s
    cv2.setNumThreads(threads)
    assert count > 20
    assert count / took_s > 20
