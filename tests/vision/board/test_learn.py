import re
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from companion.errors import RuleError
from companion.games import fae
from companion.games.base import Kind, Space, Table
from companion.games.fae.board import COLOURS, REGION_OF
from companion.table.observation import Observation
from tests.games.fae.openings import druids
from tests.vision.pictures import OPENING, PILES, camera, picture, state
from vision.arrays import FloatMap, Picture
from vision.base import PlacedPiece
from vision.board.colours import to_bins
from vision.board.figures import body_pixels
from vision.board.learn import _refined, _swapped, place
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.board.scene import Layout, gains
from vision.fae.board import DRUIDS, fae_reader
from vision.fae.simulated import SimulatedFaeTable
from vision.geometry import find_board
from vision.geometry.find_board import Locate

BARE, WRONG = 12, 33
"""Spaces of different regions."""


def read(plan: PrintedBoard, image: Picture, corners_px: np.ndarray) -> Observation:
    return fae_reader(partial(find_board.from_taps, plan, taps_px=corners_px)).look("0", 0.0, image)


def set_up(table: Table) -> dict[int, str]:
    return {int(space): kind for space, counts in table.items() for kind in counts}


def painted_over(reader: BoardReader, image: Picture, space: int) -> Picture:
    """The picture without the druid of a space: its surroundings are painted over it."""
    assert reader.memory is not None
    base_mm = next(piece.base_mm for piece in reader.memory.pieces if piece.space == space)
    view = reader.layout.view.scaled(image.shape[1] / reader.layout.view.size_px[0])
    body = np.rint(body_pixels(view, np.array([base_mm]), DRUIDS.body_mm)[0]).astype(np.int32)
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(body), 255)
    mask = np.asarray(cv2.dilate(mask, np.ones((9, 9), np.uint8)), dtype=np.uint8)
    return np.asarray(cv2.inpaint(image, mask, 5, cv2.INPAINT_TELEA), dtype=np.uint8)


def test_the_set_up_is_read_right(opening: tuple[BoardReader, Observation]) -> None:
    seen = opening[1]
    assert seen.table == state(OPENING, 0)
    assert set(seen.confidence) == set(state(OPENING, 0))
    assert min(seen.confidence.values()) > 0.95
    fae.start(set_up(seen.table), 2)


def test_a_known_position_is_taken_as_given(middle: tuple[BoardReader, Observation]) -> None:
    reader, seen = middle
    assert seen.table == state(PILES, 0)
    assert reader.memory is not None
    bases = np.array([piece.base_mm for piece in reader.memory.pieces])
    gaps = np.linalg.norm(bases[:, None] - bases[None], axis=-1)
    assert gaps[~np.eye(len(bases), dtype=bool)].min() > 5


def test_two_druids_of_a_space_are_not_taken_for_each_other(middle: tuple[BoardReader, Observation]) -> None:
    reader, _ = middle
    layout, learnt, gain = reader.layout, reader.learnt, learnt_gain(reader)
    right = list(reader.pieces)
    by_space: dict[Space, dict[Kind, PlacedPiece]] = {}
    for piece in right:
        by_space.setdefault(piece.space, {})[piece.kind] = piece
    changed = 0
    for kinds in by_space.values():
        if len(kinds) > 1:
            one, two = list(kinds.values())[:2]
            swapped = {one: replace(one, base_mm=two.base_mm), two: replace(two, base_mm=one.base_mm)}
            pieces = [swapped.get(piece, piece) for piece in right]
            assert {*_swapped(layout, gain, learnt.shape, pieces)} == {*right}
            changed += 1
    assert changed > 2


def learnt_gain(reader: BoardReader) -> FloatMap:
    """Return the gain of a druid of each kind in every pixel, (kinds, h * w)."""
    layout, learnt = reader.layout, reader.learnt
    assert reader.memory is not None
    bins = to_bins(reader.memory.lab).ravel()
    return gains(np.clip(learnt.palette.take(bins, 1) - learnt.grounds.of(layout.labels, bins), -6, 6))


def test_druids_whose_places_are_rough_are_found_nearby(middle: tuple[BoardReader, Observation]) -> None:
    reader, _ = middle
    off_mm = np.random.default_rng(2).uniform(-3, 3, (len(reader.pieces), 2))
    rough = [
        replace(piece, base_mm=(piece.base_mm[0] + x, piece.base_mm[1] + y))
        for piece, (x, y) in zip(reader.pieces, off_mm.tolist(), strict=True)
    ]
    polished = _refined(reader.layout, learnt_gain(reader), reader.learnt.shape, rough)
    missed_mm = [np.subtract(a.base_mm, b.base_mm) for a, b in zip(polished, reader.pieces, strict=True)]
    assert np.median(np.linalg.norm(missed_mm, axis=1)) < 0.5 * np.median(np.linalg.norm(off_mm, axis=1))


def test_the_edge_of_a_druid_is_none_of_its_kind(plan: PrintedBoard) -> None:
    """Somewhat wider than they usually are, two stand on a space; of the one behind little is seen."""
    layout, shape = Layout(plan, DRUIDS, camera(plan, width=640, distance_mm=600)), DRUIDS.start_shape
    places = layout.bases_mm(45)
    front = places[np.linalg.norm(places - places.mean(0), axis=1).argmin()]
    behind = places[np.linalg.norm(places - front, axis=1).argmax()]
    gain = np.full((len(DRUIDS.names), layout.labels.size), -1.0, np.float32)
    purple = DRUIDS.names.index("purple")
    for base, shown in ((front, 1.0), (behind, 0.35)):
        body = layout.body_index(base[None])[0][shape[purple] > 0.5]
        rows = np.sort(body)[: round(shown * len(body))]
        gain[purple, layout.around(rows.astype(np.int32), 2)] = 8.0
    placed = place(layout, gain, shape, {45: {"purple": 2}})
    far_mm = min(np.linalg.norm(np.subtract(piece.base_mm, behind)) for piece in placed)
    assert far_mm < 7


@pytest.mark.parametrize("which", ["opening", "middle"])
def test_learnt_colours_tell_the_pieces_apart(which: str, request: pytest.FixtureRequest) -> None:
    reader: BoardReader = request.getfixturevalue(which)[0]
    learnt = reader.learnt
    assert learnt.palette.shape[0] == len(COLOURS)
    assert np.exp(learnt.palette.astype(np.float64)).sum(1) == pytest.approx(1, abs=1e-3)
    assert learnt.usual > 0
    for one, density in zip(COLOURS, learnt.palette, strict=True):
        for other, rival in zip(COLOURS, learnt.palette, strict=True):
            if one != other:  # nats for each pixel of a druid that it is no druid of the other colour
                assert (np.exp(density) * (density - rival)).sum() > 0.5, (one, other)


def test_a_druid_painted_over_is_missed(opening: tuple[BoardReader, Observation], located: Locate) -> None:
    image = painted_over(opening[0], picture(OPENING, 0), BARE)
    seen = fae_reader(located).look("0", 0.0, image)
    assert seen.table == {space: counts for space, counts in state(OPENING, 0).items() if space != BARE}
    with pytest.raises(RuleError) as error:
        fae.start(set_up(seen.table), 2)
    assert error.value.code == "bad_setup"
    assert error.value.params["spaces"] == (BARE,)
    assert f"Region {REGION_OF[BARE]}: expected one druid on space {BARE}, found none." in str(error.value)


@pytest.mark.slow
def test_a_missing_and_a_wrong_druid_are_read_as_they_are(plan: PrintedBoard) -> None:
    right = druids(1)
    wrong = next(kind for kind in COLOURS if kind != right[WRONG])
    lying: Table = {s: {wrong if s == WRONG else kind: 1} for s, kind in right.items() if s != BARE}
    frame = next(SimulatedFaeTable(lying, 3, rest_s=0.2).frames([], 5))
    seen = read(plan, frame.picture, frame.corners_px)
    assert seen.table == lying
    with pytest.raises(RuleError) as error:
        fae.start(set_up(seen.table), 2)
    assert error.value.code == "bad_setup"
    twin = next(s for s, kind in right.items() if kind == wrong and REGION_OF[s] == REGION_OF[WRONG])
    spaces = error.value.params["spaces"]
    assert isinstance(spaces, tuple)
    assert set(spaces) == {BARE, WRONG, twin}
    assert re.search(
        f"Region {REGION_OF[WRONG]}: expected one {wrong} druid, found 2 on spaces", str(error.value)
    )


@pytest.mark.slow
def test_another_colour_is_sooner_believed_where_its_own_druid_stands_elsewhere_instead(
    plan: PrintedBoard,
) -> None:
    """There are as many druids of each colour as regions: one too many here is one too few there."""
    right = druids(1)
    mine, wrong = right[WRONG], next(kind for kind in COLOURS if kind != right[WRONG])
    elsewhere = next(s for s, kind in right.items() if kind == wrong and REGION_OF[s] != REGION_OF[WRONG])

    def least_share(others: dict[int, str]) -> float:
        """Return the number of spots of another colour from which a druid is read as that colour."""
        shown = [
            next(
                SimulatedFaeTable({s: {k: 1} for s, k in {**right, **others, WRONG: kind}.items()}, 3).frames(
                    [], 5
                )
            )
            for kind in (mine, wrong)
        ]
        size = shown[0].picture.shape[1::-1]
        chance = np.random.default_rng(3).random((300, 400), np.float32)
        spots = np.asarray(cv2.resize(chance, size, interpolation=cv2.INTER_NEAREST))
        low, high = 0.0, 1.0
        while high - low > 1 / 16:
            share = (low + high) / 2
            image = np.where(spots[..., None] < share, shown[1].picture, shown[0].picture)
            seen = read(plan, image, shown[0].corners_px).table[WRONG]
            low, high = (low, share) if seen == {wrong: 1} else (share, high)
        return high

    assert least_share({elsewhere: mine}) < least_share({}) < 1


def test_a_druid_that_went_elsewhere_unseen_is_found_there(located: Locate) -> None:
    """Number 1 of the sequence shows a druid of space 20 on space 45."""
    reader = fae_reader(located, state(OPENING, 0))
    assert reader.look("1", 0.0, picture(OPENING, 1)).table == state(OPENING, 1)
    assert state(OPENING, 1) != state(OPENING, 0)


def test_a_druid_that_is_found_nowhere_is_missing(
    opening: tuple[BoardReader, Observation], located: Locate
) -> None:
    image = painted_over(opening[0], picture(OPENING, 0), BARE)
    seen = fae_reader(located, state(OPENING, 0)).look("0", 0.0, image)
    assert seen.table == {space: counts for space, counts in state(OPENING, 0).items() if space != BARE}
