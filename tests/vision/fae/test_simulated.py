"""The simulated table of Fae; tests of one seed stand together, as what is painted is kept for the next."""

from collections.abc import Iterator
from itertools import islice

import cv2
import numpy as np
import pytest

from companion.errors import VisionError
from companion.games.base import Table
from companion.games.fae.board import CENTRES, COLOURS, FRAME_MM, MAP_MM, POLYGONS, SPACES
from companion.table.guide import GuideStep
from tests.bench import simulated_speed
from tests.vision.pictures import beyond
from vision.fae.simulated import FaeFrame, SimulatedFaeTable
from vision.simulated import PieceOnTable, SimulatedCamera, stage
from vision.simulated.view import Size

OPENING: Table = {space: {COLOURS[space % 5]: 1} for space in SPACES}
MOVE = GuideStep("move", 1, 2, player="Ana")
SIZE = Size(MAP_MM, FRAME_MM)


def shown(seed: int, acts: list[GuideStep], fps: float = 2.5) -> list[FaeFrame]:
    return list(SimulatedFaeTable(OPENING, seed, rest_s=0.4).frames(acts, fps))


def depth_mm(standing: PieceOnTable, space: int) -> float:
    outline = (np.array(POLYGONS[space]) * MAP_MM).astype(np.float32)
    return float(cv2.pointPolygonTest(outline, (standing.x_mm, standing.y_mm), True))


def closest_mm(table: SimulatedFaeTable) -> float:
    spots = np.array([(p.x_mm, p.y_mm) for standing in table.pieces.values() for p in standing])
    gaps = np.linalg.norm(spots[:, None] - spots[None], axis=2)
    return float(gaps[~np.eye(len(spots), dtype=bool)].min())


@pytest.fixture(scope="module")
def one_move() -> list[FaeFrame]:
    return shown(3, [MOVE])


@pytest.mark.slow
def test_equal_seeds_give_equal_pictures(one_move: list[FaeFrame]) -> None:
    stage._painted.cache_clear()
    again = shown(3, [MOVE])
    assert len(again) == len(one_move)
    assert all(np.array_equal(a.picture, b.picture) for a, b in zip(again, one_move, strict=True))


@pytest.mark.slow
def test_another_seed_gives_another_table(one_move: list[FaeFrame]) -> None:
    other = shown(4, [])
    assert np.abs(other[0].corners_px - one_move[0].corners_px).max() > 5
    assert cv2.absdiff(other[0].picture, one_move[0].picture).mean() > 10


@pytest.mark.slow
def test_an_arm_that_reaches_in_beside_the_camera_is_drawn() -> None:
    """Its shoulder is behind the camera."""
    frames = shown(4, [GuideStep("move", 47, 46, player="Ana")], fps=8.0)
    carried = [frame for frame in frames if sum(map(len, frame.truth.values())) < len(OPENING)]
    covered = [(cv2.absdiff(each.picture, frames[0].picture).max(2) > 100).mean() for each in carried]
    assert len(covered) > 2
    assert min(covered) > 0.03, "a shadow alone is darker by less"


def test_pictures_are_those_of_a_camera(one_move: list[FaeFrame]) -> None:
    assert {frame.picture.shape for frame in one_move} == {(960, 1280, 3)}
    assert {frame.picture.dtype for frame in one_move} == {np.dtype(np.uint8)}
    assert np.allclose(np.diff([frame.time_s for frame in one_move]), 0.4)
    noise = cv2.absdiff(one_move[0].picture, one_move[1].picture)
    assert 0.5 < noise.mean() < 10


def test_a_hand_carries_the_druids(one_move: list[FaeFrame]) -> None:
    before, after = one_move[0].truth, one_move[-1].truth
    assert before == OPENING
    assert 1 not in after
    assert after[2] == {COLOURS[1]: 1, COLOURS[2]: 1}
    held = [frame for frame in one_move if sum(sum(c.values()) for c in frame.truth.values()) == 59]
    assert held
    assert all(frame.hand_in_view for frame in held)


def test_the_hand_is_seen_when_said_and_only_then(one_move: list[FaeFrame]) -> None:
    first, last = one_move[0].picture, one_move[-1].picture
    assert not one_move[0].hand_in_view
    assert not one_move[-1].hand_in_view
    for frame in one_move:
        from_both = np.minimum(cv2.absdiff(frame.picture, first), cv2.absdiff(frame.picture, last))
        covered = beyond(from_both, 40)
        if frame.hand_in_view:
            assert covered > 200
        else:
            assert covered < 20


def test_the_next_act_is_asked_for_when_the_one_before_is_done() -> None:
    table = SimulatedFaeTable(OPENING, 4, rest_s=0.2)

    def acts() -> Iterator[GuideStep]:
        yield GuideStep("move", 1, 2)
        assert table.truth[2] == {COLOURS[1]: 1, COLOURS[2]: 1}
        yield GuideStep("remove", 2, pieces={COLOURS[2]: 1})
        assert table.truth[2] == {COLOURS[1]: 1}
        yield GuideStep("look")
        yield GuideStep("place", 1, pieces={"red": 2})
        assert table.truth[1] == {"red": 2}
        yield GuideStep("remove", 1)
        assert 1 not in table.truth

    assert sum(frame.hand_in_view for frame in table.frames(acts(), 4)) > 8


def test_pieces_stand_apart_and_inside_their_space() -> None:
    groups: Table = {space: {"red": 2, "blue": 1, "black": 1} for space in SPACES}
    table = SimulatedFaeTable(groups, 4)
    assert closest_mm(table) >= 13
    assert all(depth_mm(p, space) > 0 for space, standing in table.pieces.items() for p in standing)


@pytest.mark.parametrize("space", [28, 34, 17])
def test_the_largest_group_fits_into_the_smallest_spaces(space: int) -> None:
    group = {"red": 6, "blue": 6, "black": 6}
    full: Table = {s: group if s == space else {"blue": 1} for s in SPACES}
    table = SimulatedFaeTable(full, 4)
    assert table.truth[space] == full[space]
    assert closest_mm(table) >= 13
    assert min(depth_mm(p, space) for p in table.pieces[space]) > -15


def test_a_piece_that_is_not_there_cannot_be_taken() -> None:
    with pytest.raises(ValueError, match="needs a yellow on space 1"):
        shown(4, [GuideStep("remove", 1, pieces={"yellow": 1})])


def test_markers_lie_beside_the_board_where_they_must(one_move: list[FaeFrame]) -> None:
    frame = one_move[0]
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    found, ids, _ = detector.detectMarkers(frame.picture)
    corners = {int(i): c.reshape(4, 2) for i, c in zip(ids.ravel(), found, strict=True)}
    assert sorted(corners) == [0, 1, 2, 3]
    board = cv2.getPerspectiveTransform(
        SIZE.corners_mm().astype(np.float32), frame.corners_px.astype(np.float32)
    )
    outer_mm = SIZE.corners_mm(36)[:, None].astype(np.float32)
    outer_px = cv2.perspectiveTransform(outer_mm, board)[:, 0]
    # The cards lie on the table, 3 mm below the board.
    assert all(np.linalg.norm(corners[i][i] - outer_px[i]) < 8 for i in range(4))


@pytest.mark.slow
def test_bumps_and_daylight_change_the_picture_when_asked() -> None:
    table = SimulatedFaeTable(OPENING, 4, rest_s=0.3, nudges=1.0, light_drift=True)
    frames = list(table.frames([MOVE], 2))
    moved = np.abs(frames[-1].corners_px - frames[0].corners_px).max()
    assert 1 < moved < 60


def test_the_camera_gives_frames_until_the_play_is_over() -> None:
    camera = SimulatedCamera(SimulatedFaeTable(OPENING, 4, rest_s=0.4), [], fps=5)
    frames = list(iter(camera.read, None))
    assert [(frame.name, frame.time_s) for frame in frames if frame] == [("000000", 0.0), ("000001", 0.2)]
    camera.close()
    assert camera.read() is None


def test_the_camera_can_be_unplugged() -> None:
    camera = SimulatedCamera(SimulatedFaeTable(OPENING, 4), [], unplug_after=2)
    assert [frame is not None for frame in islice(iter(camera.read, None), 2)] == [True, True]
    with pytest.raises(VisionError, match="unplugged after 2 pictures"):
        camera.read()


@pytest.mark.slow
def test_tall_pieces_lean_away_from_the_camera() -> None:
    table = SimulatedFaeTable({}, 8, tilt_deg=35)
    view = table._view
    spots = np.array([CENTRES[space] for space in SPACES]) * MAP_MM
    foot = view.pixels(np.column_stack([spots, np.zeros(60)]))
    top = view.pixels(np.column_stack([spots, np.full(60, 24.0)]))
    assert (top[:, 1] < foot[:, 1] - 10).all()


@pytest.mark.slow
def test_it_is_fast_enough_to_be_watched() -> None:
    assert simulated_speed.measure(pictures=60)["pictures_per_second"] > 8
