"""Fronts and backs of tiles that lie where they lay."""

from typing import Any

import pytest

from companion.games.fairytile.board import Hex, PlacedTile, Sheet, Shown, TileFace, placed_hexes, tile_cells
from companion.session.fairytile.own_sets import OwnSet
from ui.services import RgbPicture

PICTURE = RgbPicture(100, 100, bytes(30_000))
LANDS = (Hex("castle", (1, 3)), Hex("forest", (9,)), Hex("mountain"))


def sheet(*at: tuple[int, int], shift: float = 0.0, name: str = "") -> Sheet:
    tiles = tuple(Shown(PlacedTile(name, "front", cell, 0), None, LANDS) for cell in at)
    there = [cell for each in tiles for cell in tile_cells(each.placed.at, each.placed.turn)]
    px = {cell: (20.0 * cell[0] + shift, 20.0 * cell[1]) for cell in there}
    return Sheet(tiles, px)


@pytest.fixture
def lesson(open_window: Any) -> Any:
    from ui.games.fairytile.tile_lesson import Lesson

    return Lesson()


def test_names_are_given_and_backs_belong_to_the_fronts_that_lay_there(lesson: Any) -> None:
    own = OwnSet("mine", {"T1": {"front": TileFace(LANDS)}})
    lesson.taken(PICTURE, sheet((0, 0), (2, 0)), own)
    assert [shown.placed.tile for shown in lesson.tiles] == ["T2", "T3"]
    own = lesson.kept(own)
    lesson.over()
    lesson.taken(PICTURE, sheet((2, 0), (0, 0), shift=4.0), own)
    assert [(s.placed.tile, s.face) for s in lesson.tiles] == [("T3", "back"), ("T2", "back")]
    assert {name: set(sides) for name, sides in lesson.kept(own).tiles.items()} == {
        "T1": {"front"}, "T2": {"front", "back"}, "T3": {"front", "back"},
    }  # fmt: skip


def test_another_first_land_is_the_same_tile_on_the_table(lesson: Any) -> None:
    lesson.taken(PICTURE, sheet((1, -2)), OwnSet("mine"))
    laid = lesson.tiles[0].placed
    before = placed_hexes(lesson.face(0), laid.at, laid.turn)
    for _ in range(3):
        lesson.first_land(0)
        laid = lesson.tiles[0].placed
        assert placed_hexes(lesson.face(0), laid.at, laid.turn) == before
    assert lesson.tiles[0].hexes == LANDS


def test_a_touch_means_the_tile_there_and_what_is_left_out_is_none(lesson: Any) -> None:
    lesson.taken(PICTURE, sheet((0, 0), (2, 0)), OwnSet("mine"))
    there = lesson.places[2, 0]
    assert lesson.at(there) == 1
    lesson.leave_out(1)
    assert lesson.at(there) is None
    assert set(lesson.kept(OwnSet("mine")).tiles) == {"T1"}
