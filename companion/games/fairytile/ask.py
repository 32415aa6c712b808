"""Questions about a kingdom: legal moves, placements, lines of sight, goals (SCRIPT.md)."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from companion.games.base import N_, Sentence, rule_error
from companion.games.codec import Allowed, decode, wrong
from companion.games.fairytile.acts import read_adventure
from companion.games.fairytile.board import (
    FIGURES,
    SIDES,
    Cell,
    FaceUpTile,
    Figure,
    Hex,
    TileFace,
    cell_text,
    in_order,
    read_cell,
)
from companion.games.fairytile.goals import Goal
from companion.games.fairytile.judge import fulfilled
from companion.games.fairytile.kingdom import Kingdom
from companion.games.fairytile.moves import reach
from companion.games.fairytile.placements import placements
from companion.games.fairytile.position import Adventure, Box, PlaceTile, Position
from companion.games.fairytile.rules import apply
from companion.games.fairytile.sets import read_face, read_goal, read_hex
from companion.games.fairytile.setup import read_options

MOST_CELLS = 300
MOST_GOALS = 200
"""Maximum number of cells and goals in one question."""

Answer = dict[str, Any]
_CELL = N_("a cell as q,r")


class WrittenQuestion(NamedTuple):
    """Question as JSON: the names of the fields are the keys of SCRIPT.md."""

    kingdom: Mapping[str, object]
    figures: Annotated[Mapping[Figure, str], Allowed(N_("a cell for each of the three figures"))]
    tile: object = None
    done: Annotated[tuple[object, ...], Allowed(N_("a list of adventures"))] = ()
    pages: Annotated[tuple[object, ...], Allowed(N_("a list of goals"))] = ()
    options: object = None


NOTHING: Answer = {"moves": None, "placements": None, "sees": None, "great": None, "pages": None}
"""Answer to a question that is refused."""


def answer(document: object) -> Answer:
    """Answer a question.

    Raises RuleError `bad_setup`, `bad_tile` or `bad_page` for invalid parts, and the codes of the rules for
    adventures that are not legal.
    """
    problems: list[Sentence] = []
    read = decode(WrittenQuestion, document, "ask", problems)
    if problems:
        raise rule_error("bad_setup", problems)
    kingdom = _read_kingdom(read.kingdom)
    figures = _read_figures(read.figures, kingdom)
    tile = None if read.tile is None else read_face(read.tile, "ask.tile")
    goals = _read_goals(read.pages)
    faces: dict[str, TileFace] = {}
    done = [_read_done(item, i, faces) for i, item in enumerate(read.done)]
    box = Box({name: {SIDES[0]: face} for name, face in faces.items()}, {}, read_options(read.options))
    p = Position(
        box,
        kingdom,
        figures,
        books=((0,), (0,)),
        magic=(True, False),
        told_pages=((), ()),
        stack=tuple(FaceUpTile(name, SIDES[0]) for name in faces),
    )
    for adventure in done:
        p = apply(p, adventure)
    return _answer(p, tile, goals)


def _answer(p: Position, tile: TileFace | None, goals: list[Goal]) -> Answer:
    options = p.box.options
    spots = placements(p.kingdom, tile, options.free_placement_when_stuck) if tile else []
    return {
        "moves": {
            figure: in_order(reach(p.kingdom, figure, at, options)) for figure, at in p.figure_cells.items()
        },
        "placements": [[cell_text(at), turn] for at, turn in spots],
        "sees": {figure: in_order(p.kingdom.sees(at)) for figure, at in p.figure_cells.items()},
        "great": {what: [in_order(group) for group in groups] for what, groups in p.kingdom.great().items()},
        "pages": [fulfilled(goal, p.moment) for goal in goals],
    }


def _read_kingdom(written: Mapping[str, object]) -> Kingdom:
    if not 0 < len(written) <= MOST_CELLS:
        raise rule_error("bad_setup", [wrong("ask.kingdom", N_("1 to 300 cells"), len(written))])
    cells: dict[Cell, Hex] = {}
    for text, hex_ in written.items():
        if (cell := read_cell(text)) is None:
            raise rule_error("bad_setup", [wrong("ask.kingdom", _CELL, text)])
        cells[cell] = read_hex(hex_, f"ask.kingdom.{text}")
    kingdom = Kingdom(cells)
    if faults := kingdom.river_faults():
        river, dry = map(cell_text, faults[0])
        pattern = N_("ask.kingdom: {river} has a river towards {dry}; expected it to continue there.")
        raise rule_error("bad_setup", [Sentence(pattern, {"river": river, "dry": dry})], (river, dry))
    return kingdom


def _read_figures(written: Mapping[Figure, str], kingdom: Kingdom) -> tuple[Cell, Cell, Cell]:
    problems, found = [], []
    for figure in FIGURES:
        cell = read_cell(written.get(figure, ""))
        if cell is None or cell not in kingdom.cells:
            problems.append(wrong(f"ask.figures.{figure}", N_("a cell of the kingdom"), written.get(figure)))
        else:
            found.append(cell)
    if problems:
        raise rule_error("bad_setup", problems)
    princess, knight, dragon = found
    return princess, knight, dragon


def _read_goals(written: tuple[object, ...]) -> list[Goal]:
    if len(written) > MOST_GOALS:
        raise rule_error("bad_setup", [wrong("ask.pages", N_("at most 200 pages"), len(written))])
    return [read_goal(goal, f"ask.pages[{i}]")[1] for i, goal in enumerate(written)]


def _read_done(written: object, number: int, faces: dict[str, TileFace]) -> Adventure:
    """Read an adventure of this turn; add the face of its tile to `faces` under its number."""
    place = f"ask.done[{number}]"
    if not isinstance(written, dict) or "place" not in written:
        return read_adventure(written, place)
    adventure = read_adventure({key: value for key, value in written.items() if key != "tile"}, place)
    if "tile" not in written:
        raise rule_error("bad_setup", [wrong(f"{place}.tile", N_("the tile laid"), None)])
    if not isinstance(adventure, PlaceTile) or adventure.shows:
        raise rule_error("bad_setup", [wrong(f"{place}.shows", N_("no such key"), written["shows"])])
    faces[str(number)] = read_face(written["tile"], f"{place}.tile")
    return adventure
