"""Position as one line of text: its fields as JSON, without those that have their default."""

import json
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from companion.errors import RuleError
from companion.games.base import N_, Sentence, rule_error
from companion.games.codec import decode, encode, parsed, wrong
from companion.games.fairytile.board import (
    FIGURES,
    SIDES,
    TURNS,
    Cell,
    FaceUpTile,
    Figure,
    PlacedTile,
    cell_text,
    placed_hexes,
    read_cell,
)
from companion.games.fairytile.judge import Done
from companion.games.fairytile.kingdom import Kingdom
from companion.games.fairytile.options import DEFAULTS, Options
from companion.games.fairytile.position import Box, Position
from companion.games.fairytile.sets import (
    SAMPLE,
    pages_object,
    read_pages,
    read_tiles,
    sentences_of,
    tiles_object,
)


class WrittenDone(NamedTuple):
    """Adventure of this turn as JSON; `crossed` holds cells as q,r."""

    figure: Figure | None = None
    crossed: tuple[tuple[str, ...], ...] = ()


class WrittenPosition(NamedTuple):
    """Position as JSON: the names of the fields are the keys of stored games.

    `laid` holds lists of tile, side, cell and turn, `stack` lists of tile and side.
    """

    laid: tuple[tuple[object, ...], ...]
    figures: tuple[str, ...]
    books: tuple[tuple[int, ...], ...]
    magic: tuple[bool, ...]
    told: tuple[tuple[int, ...], ...]
    stack: tuple[tuple[object, ...], ...] = ()
    hidden: int = 0
    dealt: tuple[tuple[int, ...], ...] = ()
    out: tuple[int, ...] = ()
    turn: int = 0
    done: tuple[WrittenDone, ...] = ()
    told_now: bool = False
    tiles: object = SAMPLE
    pages: object = SAMPLE
    options: Options = DEFAULTS


def dump(p: Position) -> str:
    """Write a position as one line of text, the same line for equal positions."""
    written = WrittenPosition(
        laid=tuple((*placed[:2], cell_text(placed.at), placed.turn) for placed in p.kingdom.placed_tiles),
        figures=tuple(map(cell_text, p.figures)),
        books=p.books,
        magic=p.magic,
        told=p.told_pages,
        stack=p.stack,
        hidden=p.hidden,
        dealt=p.dealt,
        out=p.out,
        turn=p.turn,
        done=tuple(
            WrittenDone(figure, tuple(tuple(map(cell_text, way)) for way in ways)) for figure, ways in p.done
        ),
        told_now=p.page_told_this_turn,
        tiles=tiles_object(p.box.tiles),
        pages=pages_object(p.box.pages),
        options=p.box.options,
    )
    return json.dumps(_listed(written), ensure_ascii=True, separators=(",", ":"))


def _listed(written: WrittenPosition) -> Any:
    plain = written._replace(
        laid=tuple(map(tuple, written.laid)), stack=tuple(tuple(top) for top in written.stack)
    )
    return encode(plain)


def load(text: str) -> Position:
    """Read a line written by `dump`. Raises RuleError `bad_position` naming every wrong place."""
    written = parsed(text)
    problems: list[Sentence] = []
    read = decode(WrittenPosition, written, "position", problems)
    if not problems:
        try:
            box = Box(read_tiles(read.tiles), read_pages(read.pages), read.options)
        except RuleError as error:
            raise rule_error("bad_position", sentences_of(error)) from error
        problems += _problems(read, box)
    if problems:
        raise rule_error("bad_position", problems)
    kingdom = _kingdom(read, box)
    princess, knight, dragon = map(_cell, read.figures)
    return Position(
        box,
        kingdom,
        (princess, knight, dragon),
        read.books,
        read.magic,
        read.told,
        tuple(FaceUpTile(*top) for top in read.stack),  # type: ignore[arg-type]  # checked above
        read.hidden,
        read.dealt,
        read.out,
        read.turn,
        tuple(Done(figure, tuple(tuple(map(_cell, way)) for way in ways)) for figure, ways in read.done),
        read.told_now,
    )


def _cell(text: str) -> Cell:
    cell = read_cell(text)
    assert cell
    return cell


def _kingdom(read: WrittenPosition, box: Box) -> Kingdom:
    kingdom = Kingdom({})
    for tile, side, at, turn in read.laid:
        placed = PlacedTile(tile, side, _cell(str(at)), turn)  # type: ignore[arg-type]  # checked
        face = box.tiles[placed.tile][placed.side]
        kingdom = kingdom.with_hexes(placed_hexes(face, placed.at, placed.turn), placed)
    return kingdom


def _problems(read: WrittenPosition, box: Box) -> Iterator[Sentence]:
    for place, tiles in (("laid", read.laid), ("stack", read.stack)):
        for number, tile in enumerate(tiles):
            if not _is_tile(tile, place, box.tiles):
                yield wrong(f"position.{place}[{number}]", N_("a tile of the set"), list(tile))
                return
    cells = [
        read_cell(text) for text in chain(read.figures, *(way for done in read.done for way in done.crossed))
    ]
    if len(read.figures) != len(FIGURES) or None in cells:
        yield wrong("position.figures", N_("a cell as q,r"), list(read.figures))
    elif not set(cells) <= _kingdom(read, box).cells.keys():
        yield wrong("position.figures", N_("cells of the kingdom"), list(read.figures))
    players = len(read.books)
    sizes = {len(read.magic), len(read.told), players, *([len(read.dealt)] if read.dealt else [])}
    if not 2 <= players <= 4 or len(sizes) != 1:
        yield wrong("position.books", N_("as many as players"), players)
    elif any(read.dealt) and any(
        i >= len(book) for left, book in zip(read.books, read.dealt, strict=True) for i in left
    ):
        yield wrong("position.dealt", N_("every page left"), list(map(len, read.dealt)))
    if not {read.turn, *read.out} <= set(range(players)) or read.hidden < 0:
        yield wrong("position.turn", f"0..{players - 1}", read.turn)


def _is_tile(tile: tuple[object, ...], place: str, tiles: Mapping[str, Any]) -> bool:
    match tile:
        case [str(name), str(side), str(at), int(turn)] if place == "laid":
            known = read_cell(at) is not None and turn in TURNS and type(turn) is int
        case [str(name), str(side)] if place == "stack":
            known = True
        case _:
            return False
    return known and side in SIDES and side in tiles.get(name, {})
