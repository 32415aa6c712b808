from copy import deepcopy
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from companion.errors import VisionError
from companion.games import fae
from companion.games.base import Table
from companion.session.board.interpreter import Interpreter
from companion.table.observation import Observation
from companion.table.tables import differing
from companion.table.verdict import Played
from tests.bench.scenes import STANDARD, find
from tests.slow import slow_but
from tests.vision.pictures import OPENING, PILES, beyond, picture, small, state, tapped
from vision.arrays import Floats, Picture
from vision.board.figures import body_pixels
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.fae.board import DRUIDS, fae_reader
from vision.geometry import find_board
from vision.light import illumination
from vision.light.illumination import Lighting
from vision.motion import STATIC_AFTER_S

ILLEGAL, HAND = 1, 4
"""Pictures of the sequence: a druid went from 20 to 45; a hand comes from the lower edge."""


@pytest.fixture(scope="module")
def room_light() -> Lighting:
    """Half as bright, less so to the right, and warmer."""
    x = np.broadcast_to(np.linspace(0, 1, 41), (31, 41))
    gain = np.stack([0.45 + 0.15 * x, 0.5 + 0.15 * x, 0.55 + 0.15 * x], -1)
    return Lighting(gain.astype(np.float32), np.zeros_like(gain, np.float32))


def dimmed(image: Picture, room_light: Lighting, seed: int) -> Picture:
    """The picture in that light, with some noise of its own."""
    noise = np.random.default_rng(seed).normal(0, 1.5, image.shape)
    return np.clip(room_light.apply(image) + noise, 0, 255).astype(np.uint8)


def counts(reader: BoardReader) -> dict[object, int]:
    assert reader.memory is not None
    spaces = [piece.space for piece in reader.memory.pieces]
    return {space: spaces.count(space) for space in spaces}


# -- nothing happens


def test_the_same_picture_costs_no_second_look(reader: BoardReader, monkeypatch: pytest.MonkeyPatch) -> None:
    def unneeded(*_: object) -> None:
        raise AssertionError("looked for a moved camera")

    monkeypatch.setattr(illumination, "shift", unneeded)
    noise = np.random.default_rng(1).normal(0, 2, (960, 1280, 3))
    for image in (picture(OPENING, 0), np.clip(picture(OPENING, 0) + noise, 0, 255).astype(np.uint8)):
        seen = reader.look("1", 1.0, image)
        assert seen.table == state(OPENING, 0)
        assert seen.changed == frozenset()
        assert seen.trouble is None


def test_another_picture_of_the_same_table_reads_the_same(reader: BoardReader) -> None:
    """Number 2 was taken after a druid had been moved and put back."""
    seen = reader.look("2", 2.0, picture(OPENING, 2))
    assert seen.table == state(OPENING, 2) == state(OPENING, 0)


# -- a druid moves


def test_a_moved_druid_changes_its_two_spaces(reader: BoardReader) -> None:
    seen = reader.look("1", 1.0, picture(OPENING, ILLEGAL))
    assert seen.table == state(OPENING, ILLEGAL)
    assert {20, 45} <= seen.changed
    assert len(seen.changed) < 6
    assert seen.evidence is not None


def test_without_accept_the_picture_before_still_counts(reader: BoardReader) -> None:
    reader.look("1", 1.0, picture(OPENING, ILLEGAL))
    again = reader.look("1b", 1.5, picture(OPENING, ILLEGAL))
    assert {20, 45} <= again.changed
    assert again.table == state(OPENING, ILLEGAL)


def test_an_accepted_picture_is_compared_with_next(reader: BoardReader) -> None:
    reader.look("1", 1.0, picture(OPENING, ILLEGAL))
    reader.accept(state(OPENING, ILLEGAL))
    assert reader.look("1b", 1.5, picture(OPENING, ILLEGAL)).changed == frozenset()
    back = reader.look("2", 2.0, picture(OPENING, 2))
    assert back.table == state(OPENING, 2)
    assert {20, 45} <= back.changed


def test_accept_corrects_what_was_read(reader: BoardReader) -> None:
    """Said to be otherwise: one colour, one druid more, one less; each keeps or gets a place."""
    read = state(OPENING, ILLEGAL)
    reader.look("1", 1.0, picture(OPENING, ILLEGAL))
    assert reader._pending is not None
    places = {(p.space, p.kind): p.base_mm for p in reader._pending.pieces}
    ((kind, _),) = read[7].items()
    other = "yellow" if kind != "yellow" else "blue"
    said: Table = {**{s: c for s, c in read.items() if s != 9}, 7: {other: 1}, 20: {"blue": 1}}
    reader.accept(said)
    assert reader.memory is not None
    pieces = {(p.space, p.kind): p.base_mm for p in reader.memory.pieces}
    assert reader.look("1b", 1.5, picture(OPENING, ILLEGAL)).table == said
    assert pieces[7, other] == places[7, kind]
    outline = reader.plan.spaces[20].astype(np.float32)
    assert cv2.pointPolygonTest(outline, pieces[20, "blue"], True) > 0
    assert 9 not in counts(reader)


def test_the_druid_that_stood_there_stays_rather_than_one_read_in_its_shadow(reader: BoardReader) -> None:
    reader.look("1", 1.0, picture(OPENING, ILLEGAL))
    assert reader._pending is not None
    mine = next(piece for piece in reader.pieces if piece.space == 7)
    x, y = mine.base_mm
    shadow = replace(mine, base_mm=(x + 12, y))
    reader._pending = replace(reader._pending, pieces=(shadow, *reader._pending.pieces))
    reader.accept(state(OPENING, ILLEGAL))
    assert [piece for piece in reader.pieces if piece.space == 7] == [mine]


def test_a_druid_over_the_border_keeps_its_place_when_people_say_whose_it_is(reader: BoardReader) -> None:
    reader.look("1", 1.0, picture(OPENING, ILLEGAL))
    assert reader._evidence is not None and reader._pending is not None
    (found,) = [
        s for s in reader._evidence._reader.seen if s.piece.space == 45 and s.piece not in reader.pieces
    ]
    found.others[44, found.piece.kind] = 1.0
    said = {space: dict(kinds) for space, kinds in state(OPENING, ILLEGAL).items()}
    said[45] = {kind: n for kind, n in said[45].items() if kind != found.piece.kind}
    said[44] = {**said.get(44, {}), found.piece.kind: said.get(44, {}).get(found.piece.kind, 0) + 1}
    reader.accept(said)
    there = [p.base_mm for p in reader.pieces if (p.space, p.kind) == (44, found.piece.kind)]
    assert found.piece.base_mm in there


@pytest.mark.parametrize(
    "by_mm", slow_but(2, [[-8.0, -8.0], [9.0, 0.0], [-9.0, 0.0], [0.0, 9.0], [6.0, 7.0], [-6.0, -7.0]])
)
def test_a_druid_pushed_to_elsewhere_on_its_space_is_still_there(
    reader: BoardReader, by_mm: list[float]
) -> None:
    assert reader.view is not None
    image = picture(OPENING, 2)
    bases = np.array([piece.base_mm for piece in reader.pieces])
    moved = [base + by_mm for base in bases]
    roomy = [
        number
        for number, (piece, base) in enumerate(zip(reader.pieces, moved, strict=True))
        if cv2.pointPolygonTest(reader.plan.spaces[piece.space].astype(np.float32), base, True) > 7
        and np.sort(np.linalg.norm(bases - base, axis=1))[1] > 30
    ]
    for number in roomy[:3]:
        pushed = carried(reader, image, bases[number], moved[number])
        seen = reader.look(f"{number}", 2.0 + number, pushed)
        assert seen.table == state(OPENING, 2), reader.pieces[number]


def carried(reader: BoardReader, image: Picture, from_mm: Floats, to_mm: Floats) -> Picture:
    """The picture with a druid carried elsewhere on the board."""
    assert reader.view is not None
    there = reader.view.scaled(image.shape[1] / reader.view.size_px[0])
    hulls = [
        cv2.convexHull(np.rint(body_pixels(there, base[None], DRUIDS.body_mm)[0]).astype(np.int32))
        for base in (from_mm, to_mm)
    ]
    before, after = (
        np.asarray(cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), hull, 255)) for hull in hulls
    )
    step = np.rint(there.project([(*to_mm, 0.0)]) - there.project([(*from_mm, 0.0)]))[0]
    shifted = cv2.warpAffine(image, np.array([[1, 0, step[0]], [0, 1, step[1]]]), image.shape[1::-1])
    bare = cv2.inpaint(image, cv2.dilate(before, np.ones((9, 9), np.uint8)), 5, cv2.INPAINT_TELEA)
    return np.asarray(np.where(after[..., None] > 0, shifted, bare))


def test_a_druid_that_went_farther_than_it_may_be_pushed_is_not_seen_twice(reader: BoardReader) -> None:
    """Half of it could be the druid pushed aside, the other half one more that came."""
    druid = next(piece for piece in reader.pieces if piece.space == 7)
    base_mm = np.array(druid.base_mm)
    reader.look("x", 1.0, carried(reader, picture(OPENING, 0), base_mm, base_mm - [0.0, 11.0]))
    assert reader._pending is not None
    assert len(reader._pending.pieces) == len(reader.pieces)


def test_where_a_druid_left_and_none_is_seen_to_come_what_hardly_changed_is_looked_at(
    reader: BoardReader,
) -> None:
    """Specks on 45: a druid like its ground may have come there."""
    image = picture(OPENING, 0)
    number = next(number for number, piece in enumerate(reader.pieces) if piece.space == 20)
    bare = carried(reader, image, np.array(reader.pieces[number].base_mm), np.array([-100.0, -100.0]))
    for left in (image, bare):
        now = left.copy()
        for x, y in reader.layout.bases_mm(45):
            column, row = np.rint(reader.layout.view.project([(x, y, 0.0)])[0]).astype(int) * 2
            now[row : row + 2, column : column + 2] = 255
        seen = reader.look("x", 1.0, now)
        assert (45 in seen.changed) == (left is bare)


@pytest.mark.slow
def test_a_druid_that_comes_to_a_ground_of_its_own_colour_is_looked_for_and_believed(
    plan: PrintedBoard,
) -> None:
    (scene,) = find([STANDARD.parent / "fae_alike"])
    before, made = state(scene, 0), fae.Move(*scene.rows[1]["move"])
    alike = fae_reader(tapped(plan, scene), before)
    alike.look("0", 0.0, picture(scene, 0))
    alike.accept(before)
    seen = alike.look("1", 2.0, picture(scene, 1))
    assert seen.table != state(scene, 1), "the reading alone does not tell it"
    assert seen.evidence and seen.evidence.came(made.target, ["yellow"])
    verdict = Interpreter(fae).interpret(scene.positions[scene.rows[0]["number"]], seen, {})
    assert isinstance(verdict, Played) and verdict.move[:2] == made[:2]


@pytest.mark.parametrize("kind", ["blue", "purple", "red", "black"])
def test_a_score_marker_on_the_frame_is_no_druid(reader: BoardReader, kind: str) -> None:
    assert reader.view is not None
    image = picture(OPENING, 2)
    druid = next(piece for piece in reader.pieces if piece.kind == kind)
    places_mm = np.array([(*druid.base_mm, -8.0), (340.0, -4.0, -4.0)])
    at, marker = np.rint(reader.view.project(places_mm) * image.shape[1] / reader.view.size_px[0]).astype(int)
    cv2.circle(image, marker.tolist(), 7, image[at[1], at[0]].tolist(), -1, cv2.LINE_AA)
    seen = reader.look("2", 2.0, image)
    assert seen.trouble is None
    assert seen.table == state(OPENING, 2)


def test_ground_that_was_under_a_druid_is_learnt_when_it_left(reader: BoardReader) -> None:
    assert reader.memory is not None
    before = reader.memory.known.copy()
    reader.look("1", 1.0, picture(OPENING, ILLEGAL))
    reader.accept(state(OPENING, ILLEGAL))
    learnt = (reader.memory.known & ~before).ravel()
    assert learnt.sum() > 100
    labels = reader.layout.labels[learnt]
    assert (labels == reader.layout.plan.numbers[20]).mean() > 0.5


# -- light and camera


def test_a_move_in_other_light_is_read(reader: BoardReader, room_light: Lighting) -> None:
    seen = reader.look("1", 1.0, dimmed(picture(OPENING, ILLEGAL), room_light, 1))
    assert seen.trouble is None
    assert seen.table == state(OPENING, ILLEGAL)


def test_a_black_druid_that_came_is_no_deep_shadow(reader: BoardReader, room_light: Lighting) -> None:
    """A copy of one, set beside the druid of another space while the light changes."""
    assert reader.memory is not None
    (black, *_) = (piece for piece in reader.memory.pieces if piece.kind == "black")
    (beside,) = (piece for piece in reader.memory.pieces if piece.space == 26)
    bases_mm = np.array([black.base_mm, np.add(beside.base_mm, (16.0, 0.0))])
    old, new = body_pixels(reader.layout.view.scaled(2.0), bases_mm, DRUIDS.body_mm)
    image = picture(OPENING, 0).copy()
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.rint(old).astype(np.int32)), 255)
    y, x = np.nonzero(mask)
    right, down = np.rint((new - old).mean(0)).astype(int)
    image[y + down, x + right] = picture(OPENING, 0)[y, x]
    seen = reader.look("1", 1.0, dimmed(image, room_light, 1))
    assert seen.trouble is None
    assert seen.table[26] == {beside.kind: 1, "black": 1}


def test_other_light_alone_changes_nothing_and_becomes_the_usual_one(
    reader: BoardReader, room_light: Lighting
) -> None:
    seen = reader.look("2", 2.0, dimmed(picture(OPENING, 2), room_light, 2))
    assert seen.table == state(OPENING, 0)
    reader.accept(state(OPENING, 0))
    assert reader.memory is not None
    assert np.array_equal(reader.memory.bgr, reader.memory.work)
    seen = reader.look("2b", 3.0, dimmed(picture(OPENING, 2), room_light, 3))
    assert seen.changed == frozenset()
    seen = reader.look("1", 4.0, dimmed(picture(OPENING, ILLEGAL), room_light, 4))
    assert seen.table == state(OPENING, ILLEGAL)


def test_a_bumped_camera_is_followed(reader: BoardReader) -> None:
    turn = cv2.getRotationMatrix2D((640, 480), 0.4, 1.0)
    turn[:, 2] += np.array([6.0, -5.0])
    bumped = cv2.warpAffine(picture(OPENING, ILLEGAL), turn, (1280, 960), borderMode=cv2.BORDER_REPLICATE)
    corners = reader.layout.view.scaled(2).project(reader.plan.corners_mm)
    seen = reader.look("1", 1.0, np.asarray(bumped, dtype=np.uint8))
    assert seen.table == state(OPENING, ILLEGAL)
    there = corners @ turn[:, :2].T + turn[:, 2]
    found = reader.layout.view.scaled(2).project(reader.plan.corners_mm)
    assert np.abs(there - corners).max() > 8
    assert np.linalg.norm(found - there, axis=1).max() < 2.5


# -- trouble


def test_a_hand_hides_spaces_until_it_is_gone(reader: BoardReader) -> None:
    reader.look("3", 3.0, picture(OPENING, 3))
    reader.accept(state(OPENING, 3))
    seen = reader.look("4", 4.0, picture(OPENING, HAND))
    assert seen.trouble == "hand"
    assert {55, 60} <= seen.hidden
    assert len(seen.hidden) < len(reader.plan.spaces) / 2
    after = reader.look("5", 5.0, picture(OPENING, 5))
    assert after.trouble is None
    assert after.table == state(OPENING, 5)


def over_time(reader: BoardReader, image: Picture) -> list[Observation]:
    """Return the readings of a picture at once, before `STATIC_AFTER_S` and after it."""
    times_s = [100.0, 100.0 + STATIC_AFTER_S - 0.5, 100.0 + STATIC_AFTER_S + 0.5]
    return [reader.look("x", time_s, image) for time_s in times_s]


def test_a_hand_hides_pieces_however_long_it_stays(reader: BoardReader) -> None:
    for seen in over_time(reader, picture(OPENING, HAND)):
        assert {55, 60} <= seen.hidden
        assert seen.table == {} or all(seen.table[s] == state(OPENING, 0)[s] for s in seen.hidden)


def test_what_lies_long_beside_pieces_is_part_of_the_table(reader: BoardReader) -> None:
    image = picture(OPENING, 0)
    middle = reader.layout.view.project([*reader.board.holes[1].mean(0), 0.0]) * 2
    cv2.circle(image, np.rint(middle).astype(int).tolist(), 24, (255, 255, 255), -1)
    found = over_time(reader, image)
    assert [bool(seen.hidden) for seen in found] == [True, True, False]
    assert found[-1].trouble is None


def test_the_light_beside_the_board_is_that_of_the_last_picture(reader: BoardReader) -> None:
    """A shadow at the picture's edge is no arm that passes by."""
    for number, gain in enumerate((0.5, 1.0), 1):
        image = picture(OPENING, 0)
        image[:60, 400:800] = np.rint(image[:60, 400:800] * gain)
        seen = reader.look(f"{number}", 2.0 * number, image)
        assert seen.trouble is None
        reader.accept(seen.table)
        assert reader.memory is not None
        assert beyond(cv2.absdiff(reader.memory.work, small(image)), 12) == 0


@pytest.mark.parametrize(
    "image", [picture(PILES, 0), np.zeros((960, 1280, 3), np.uint8)], ids=["other", "dark"]
)
def test_a_board_out_of_view_is_lost_and_found_again(reader: BoardReader, image: Picture) -> None:
    lost = reader.look("x", 1.0, image)
    assert lost.trouble == "board_lost"
    assert lost.table == {}
    assert reader.look("1", 2.0, picture(OPENING, ILLEGAL)).table == state(OPENING, ILLEGAL)


def test_a_first_picture_without_a_board_is_an_error(plan: PrintedBoard) -> None:
    reader = fae_reader(partial(find_board.from_markers, plan))
    with pytest.raises(VisionError) as error:
        reader.look("0", 0.0, np.full((960, 1280, 3), 120, np.uint8))
    assert error.value.code == "no_board"
    assert reader.memory is None
    reader.accept({})


# -- in the middle of a game


def test_play_goes_on_from_a_known_position(middle: tuple[BoardReader, Observation]) -> None:
    reader = deepcopy(middle[0])
    reader.accept(state(PILES, 0))
    seen = reader.look("2", 2.0, picture(PILES, 2))
    assert seen.trouble is None
    assert seen.table == state(PILES, 2)
    assert differing(state(PILES, 0), state(PILES, 2)) <= seen.changed
    before = sum(counts(middle[0]).values())
    assert before == sum(sum(c.values()) for c in state(PILES, 0).values())


def test_the_hand_there_is_noticed_too(middle: tuple[BoardReader, Observation]) -> None:
    reader = deepcopy(middle[0])
    reader.accept(state(PILES, 0))
    assert reader.look("1", 1.0, picture(PILES, 1)).trouble == "hand"


def test_equal_pictures_give_equal_readings(
    plan: PrintedBoard, middle: tuple[BoardReader, Observation]
) -> None:
    again = fae_reader(tapped(plan, PILES), state(PILES, 0))
    again.look("0", 0.0, picture(PILES, 0))
    assert again.memory is not None
    assert middle[0].memory is not None
    assert again.memory.pieces == middle[0].memory.pieces
