"""Set-up of a game: players, starting tiles, stack and books, read from JSON and checked."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Any, NamedTuple

from companion.games.base import N_, Sentence, Term, rule_error
from companion.games.codec import Allowed, decode, wrong
from companion.games.fairytile.board import (
    FIGURES,
    SIDES,
    TURNS,
    Cell,
    FaceUpTile,
    Figure,
    PlacedTile,
    TileFace,
    Tiles,
    TileSide,
    cell_text,
    in_order,
    placed_hexes,
    read_cell,
    white_corner,
)
from companion.games.fairytile.kingdom import Kingdom
from companion.games.fairytile.options import Options
from companion.games.fairytile.position import Box, Position
from companion.games.fairytile.sets import SAMPLE, read_pages, read_tiles

STARTING_TILES = 3
MOST_IN_STACK = 12
MOST_IN_BOOKS = 36
"""Number of starting tiles, maximum number of other tiles and of pages (FT-005, FT-012)."""
SHORT_BOOK = 9
"""Maximum number of pages of a player in a short game (A04)."""


class WrittenFairySetup(NamedTuple):
    """Set-up as JSON: the names of the fields are the keys of SCRIPT.md."""

    players: Annotated[tuple[str, ...], Allowed(N_("2 to 4 different names"))]
    start: Annotated[tuple[object, ...], Allowed(N_("3 starting tiles, each as [tile, cell, turn]"))]
    stack: Annotated[tuple[object, ...], Allowed(N_("a list of [tile, side]"))] = ()
    hidden: int = 0
    books: Mapping[str, tuple[int, ...]] | None = None
    pages_each: int | None = None
    tiles: object = SAMPLE
    pages: object = SAMPLE
    options: object = None


def read_options(written: object) -> Options:
    """Read the options of a game. Raises RuleError `bad_setup`."""
    problems: list[Sentence] = []
    options = decode(Options, {} if written is None else written, "options", problems)
    if problems:
        raise rule_error("bad_setup", problems)
    return options


def read_setup(written: object) -> Position:
    """Return the first position of a written game.

    Raises RuleError `bad_setup` naming every wrong place, `bad_tile` and `bad_page` for invalid sets.
    """
    read = _decoded(written)
    box = Box(read_tiles(read.tiles), read_pages(read.pages), read_options(read.options))
    problems = list(_people_problems(read))
    start = [placed for i, item in enumerate(read.start) if (placed := _read_start(box, item, i, problems))]
    stack = [top for i, item in enumerate(read.stack) if (top := _read_top(box, item, i, problems))]
    problems += _stack_problems(start, stack, read, box)
    if problems:
        raise rule_error("bad_setup", problems)
    kingdom, figures = _kingdom(box, start)
    players = len(read.players)
    dealt = tuple(read.books[name] for name in read.players) if read.books else ()
    sizes = [len(book) for book in dealt] or [read.pages_each or deal_size(box, players)] * players
    return Position(
        box,
        kingdom,
        (figures["princess"], figures["knight"], figures["dragon"]),
        books=tuple(tuple(range(size)) for size in sizes),
        magic=(False,) * players,
        told_pages=((),) * players,
        stack=tuple(stack),
        hidden=read.hidden,
        dealt=dealt,
    )


def seats(setup: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players' names in a written set-up."""
    return tuple(setup["players"])


def deal_size(box: Box, players: int) -> int:
    """Return the number of pages dealt to each player (FT-026, A04)."""
    each = min(len(box.pages), MOST_IN_BOOKS) // players
    return min(each, SHORT_BOOK) if box.options.short_game else each


def check_books(books: Sequence[Any]) -> None:
    """Raise RuleError `bad_setup` unless each player has a book and no page occurs twice."""
    problems = _book_problems({str(seat): book for seat, book in enumerate(books)}, None)
    if problems:
        raise rule_error("bad_setup", problems)


def _decoded(written: object) -> WrittenFairySetup:
    problems: list[Sentence] = []
    read = decode(WrittenFairySetup, written, "setup", problems)
    if problems:
        raise rule_error("bad_setup", problems)
    return read


def _people_problems(read: WrittenFairySetup) -> Iterator[Sentence]:
    players = read.players
    if not 2 <= len(players) <= 4 or not all(players) or len(set(players)) < len(players):
        yield wrong("setup.players", N_("2 to 4 different names"), list(players))
    elif read.books is not None:
        if set(read.books) != set(players):
            yield wrong("setup.books", N_("a book for every player"), sorted(read.books))
        yield from _book_problems(read.books, read.pages)


def _book_problems(books: Mapping[str, Any], pages: object) -> list[Sentence]:
    known = None if pages is None else read_pages(pages)
    problems = []
    for player, book in books.items():
        place = f"setup.books.{player}"
        if not isinstance(book, list | tuple) or not book:
            problems.append(wrong(place, N_("a list of pages"), book))
        elif strange := [page for page in book if type(page) is not int or (known and page not in known)]:
            problems.append(wrong(place, N_("pages of the set"), strange[0]))
    if problems:
        return problems
    every = list(chain(*books.values()))
    if twice := _twice(every):
        return [wrong("setup.books", N_("no page twice"), twice[0])]
    if len(every) > MOST_IN_BOOKS:
        return [wrong("setup.books", N_("at most 36 pages"), len(every))]
    return []


def _twice(values: Iterable[Any]) -> list[Any]:
    return [value for value, times in Counter(values).items() if times > 1]


def _read_start(box: Box, written: object, number: int, problems: list[Sentence]) -> PlacedTile | None:
    place = f"setup.start[{number}]"
    match written:
        case [str(tile), str(text), int(turn)] if turn in TURNS and type(turn) is int:
            if (at := read_cell(text)) is None:
                problems.append(wrong(place, N_("a cell as q,r"), text))
            elif (side := start_side(box.tiles, tile)) is None:
                problems.append(wrong(place, N_("a starting tile of the set"), tile))
            else:
                return PlacedTile(tile, side, at, turn)
        case _:
            problems.append(wrong(place, N_("[tile, cell, turn 0..5]"), written))
    return None


def start_side(tiles: Tiles, tile: str) -> TileSide | None:
    """Return the side of a tile with a figure's symbol; None for other tiles (FT-010, A01)."""
    return next((side for side in SIDES if (face := tiles.get(tile, {}).get(side)) and face.start), None)


def _read_top(box: Box, written: object, number: int, problems: list[Sentence]) -> FaceUpTile | None:
    top = read_face_up_tile(box, written)
    if top is None:
        problems.append(wrong(f"setup.stack[{number}]", N_("[tile of the set, front or back]"), written))
    return top


def read_face_up_tile(box: Box, written: object) -> FaceUpTile | None:
    """Read a tile of the set and its side from a list; return None for anything else."""
    match written:
        case [str(tile), "front" | "back" as side] if side in box.tiles.get(tile, {}):
            return FaceUpTile(tile, side)
    return None


def _stack_problems(
    start: Sequence[PlacedTile], stack: Sequence[FaceUpTile], read: WrittenFairySetup, box: Box
) -> Iterator[Sentence]:
    if len(read.start) != STARTING_TILES:
        yield wrong("setup.start", N_("3 starting tiles, each as [tile, cell, turn]"), len(read.start))
    if twice := _twice([*(placed.tile for placed in start), *(top.tile for top in stack)]):
        yield wrong("setup.stack", N_("no tile twice"), twice[0])
    elif starting := [top.tile for top in stack if start_side(box.tiles, top.tile)]:
        yield wrong("setup.stack", N_("no starting tile"), starting[0])
    if read.hidden < 0 or len(read.stack) + read.hidden > MOST_IN_STACK:
        yield wrong("setup.stack", N_("at most 12 tiles"), len(read.stack) + read.hidden)
    if read.books is None and read.pages_each is not None and not 1 <= read.pages_each <= MOST_IN_BOOKS // 2:
        yield wrong("setup.pages_each", "1..18", read.pages_each)
    if any(len(book) != read.pages_each for book in (read.books or {}).values() if read.pages_each):
        yield wrong("setup.pages_each", N_("the number of pages in every book"), read.pages_each)


def _kingdom(box: Box, start: Sequence[PlacedTile]) -> tuple[Kingdom, dict[Figure, Cell]]:
    """Return the first kingdom and the cells of the figures (FT-020 to FT-023)."""
    kingdom, figures, corners = Kingdom({}), dict[Figure, Cell](), set()
    for placed in start:
        face = box.tiles[placed.tile][placed.side]
        hexes = placed_hexes(face, placed.at, placed.turn)
        if taken := [cell for cell in hexes if cell in kingdom.cells]:
            raise _bad(N_("{tile} overlaps another starting tile on {cells}."), placed.tile, taken)
        kingdom = kingdom.with_hexes(hexes, placed)
        corners.add(white_corner(face, placed.at, placed.turn))
        if face.start:
            figures[face.start] = placed.at
    if len(figures) != len(FIGURES):
        found = sorted(box.tiles[placed.tile][placed.side].start or "-" for placed in start)
        raise rule_error(
            "bad_setup", [wrong("setup.start", N_("the princess, the knight and the dragon"), found)]
        )
    if len(corners) != 1:
        raise _bad(
            N_("The white corners do not meet in one point: {tile}."),
            " ".join(placed.tile for placed in start),
        )
    if faults := kingdom.river_faults():
        raise _bad(N_("A river does not go on between {cells}."), cells=faults[0])
    if not _one_river(kingdom, box):
        raise _bad(N_("No single river runs through all three starting tiles."))
    return kingdom, figures


def _one_river(kingdom: Kingdom, box: Box) -> bool:
    """Return whether one river connects all starting tiles (FT-021)."""
    tiles = [set(_cells(box.tiles[placed.tile][placed.side], placed)) for placed in kingdom.placed_tiles]
    return any(all(tile.intersection(river) for tile in tiles) for river in kingdom.rivers)


def _cells(face: TileFace, placed: PlacedTile) -> Iterable[Cell]:
    return placed_hexes(face, placed.at, placed.turn)


def _bad(pattern: Term, tile: str = "", cells: Sequence[Cell] = ()) -> Exception:
    values = {"tile": tile, "cells": " ".join(in_order(cells))}
    return rule_error("bad_setup", [Sentence(pattern, values)], tuple(map(cell_text, cells)))
