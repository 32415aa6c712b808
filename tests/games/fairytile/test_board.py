"""The lattice and tiles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.fairytile.board import (
    CLOCK,
    TILE,
    TURNS,
    Hex,
    TileFace,
    cell_text,
    corner,
    distance,
    hex_kind,
    neighbour,
    neighbours,
    opposite,
    placed_hexes,
    read_cell,
    tile_cells,
    turned,
    turned_clock,
    white_corner,
)  # fmt: skip
from companion.games.fairytile.geometry import HEX_MM, centre_mm, corner_mm, outline_mm, side_mm

CELLS = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
FACE = TileFace((Hex("castle", (3, 9)), Hex("forest", (3, 9)), Hex("plain")), "princess")


def test_sides_of_the_interface() -> None:
    named = {clock: neighbour((0, 0), clock) for clock in CLOCK}
    assert named == {1: (1, -1), 3: (1, 0), 5: (0, 1), 7: (-1, 1), 9: (-1, 0), 11: (0, -1)}
    assert neighbours((0, 0)) == tuple(named.values())


@given(CELLS, st.sampled_from(CLOCK))
def test_there_and_back(cell: tuple[int, int], clock: int) -> None:
    there = neighbour(cell, clock)
    assert neighbour(there, opposite(clock)) == cell
    assert distance(cell, there) == 1
    assert there in neighbours(cell)


@given(CELLS, st.integers(-7, 13), st.sampled_from(CLOCK))
def test_turning_cells_and_sides_agree(cell: tuple[int, int], turn: int, clock: int) -> None:
    assert turned(neighbour(cell, clock), turn) == neighbour(turned(cell, turn), turned_clock(clock, turn))


def test_b_of_a_tile_turned_once_lies_at_five_o_clock() -> None:
    assert tile_cells((0, 0), 0) == TILE
    assert tile_cells((0, 0), 1)[1] == neighbour((0, 0), 5)
    assert tile_cells((4, -2), 2) == ((4, -2), (3, -1), (3, -2))


def test_rivers_turn_with_their_tile() -> None:
    hexes = placed_hexes(FACE, (0, 0), 1)
    assert hexes == {(0, 0): Hex("castle", (5, 11)), (0, 1): Hex("forest", (5, 11)), (-1, 1): Hex("plain")}


@pytest.mark.parametrize(("number", "clocks"), [(0, (11, 1)), (1, (1, 3)), (2, (3, 5)), (5, (9, 11))])
def test_a_corner_lies_between_its_two_sides(number: int, clocks: tuple[int, int]) -> None:
    assert corner((2, 2), number) == {(2, 2), *(neighbour((2, 2), clock) for clock in clocks)}


def test_white_corners_of_the_usual_start_meet() -> None:
    corners = {white_corner(FACE, at, turn) for at, turn in (((0, 0), 3), ((1, 0), 5), ((0, 1), 1))}
    assert corners == {frozenset({(0, 0), (1, 0), (0, 1)})}


@given(CELLS)
def test_cells_are_written_and_read(cell: tuple[int, int]) -> None:
    assert read_cell(cell_text(cell)) == cell


@pytest.mark.parametrize(
    "text", ["", "1", "1;2", "1,2,3", "01,0", "-0,0", "+1,0", " 1,0", "1.0,0", "1,0\n", "1000,0", "\u0661,0"]
)
def test_what_is_no_cell(text: str) -> None:
    assert read_cell(text) is None


def test_cells_far_away() -> None:
    assert read_cell("999,-999") == (999, -999)


def test_kinds() -> None:
    assert hex_kind(FACE.hexes[0]) == "castle 3 9"
    assert hex_kind(FACE.hexes[2]) == "plain"


@given(CELLS, st.sampled_from(TURNS))
def test_millimetres(cell: tuple[int, int], number: int) -> None:
    x, y = centre_mm(cell)
    for clock in CLOCK:
        bx, by = centre_mm(neighbour(cell, clock))
        assert ((bx - x) ** 2 + (by - y) ** 2) ** 0.5 == pytest.approx(HEX_MM)
        sx, sy = side_mm(cell, clock)
        assert ((sx - x) ** 2 + (sy - y) ** 2) ** 0.5 == pytest.approx(HEX_MM / 2)
    points = {tuple(round(v, 6) for v in corner_mm(other, n)) for other in neighbours(cell) for n in TURNS}
    assert tuple(round(v, 6) for v in corner_mm(cell, number)) in points


def test_a_tile_has_twelve_corners() -> None:
    points = outline_mm()
    assert len({(round(x, 3), round(y, 3)) for x, y in points}) == 12
    area = sum(x * v - u * y for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True)) / 2
    assert area == pytest.approx(3 * HEX_MM**2 * 3**0.5 / 2)
