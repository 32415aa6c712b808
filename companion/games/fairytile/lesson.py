"""The guided first round of Fairy Tile: a figure, the page, a tile, and magic.

Pages are secret, so no step says what is on one or if it can be told.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

from companion.games.base import N_, Sentence
from companion.games.fairytile import autoplay
from companion.games.fairytile.board import FIGURES, Cell, Figure, cell_text
from companion.games.fairytile.position import Act, FinishTurn, Move, PlaceTile, Position, Tell
from companion.games.fairytile.rules import finished, reachable, spots
from companion.games.lesson import Lesson, Saying, Step

_TURNS_EACH = 3
"""Turns of every player after which the first round is over."""
LOOK = "look"
"""Key of the step that ends once the book was held."""
STACK, PLACE, MAIN = "stack", "place", "main"
"""Touches that lay a tile: the stack, any place for it, and the key that lays it or ends a turn."""


@cache
def _friendly() -> dict[str, Any]:
    file = resources.files("companion.games.fairytile").joinpath("data", "lesson.json")
    return dict(json.loads(file.read_text("utf-8")))


def opening(names: Sequence[str], _: Sequence[str]) -> dict[str, Any]:
    """Return a set-up in which the first pages of everybody can come true in one or two adventures."""
    stack, pages = _friendly()["stack"], _friendly()["pages"]
    each = len(pages) // len(names)
    books = {name: pages[seat :: len(names)][:each] for seat, name in enumerate(names)}
    return {"players": list(names), "start": autoplay.start_object(), "stack": stack, "books": books}


def _way(p: Position, figure: Figure) -> tuple[str, ...]:
    """Return the lands to touch for a move of a figure to where it sees others, but alone."""
    here, others = p.figure_cells[figure], {cell for name, cell in p.figure_cells.items() if name != figure}

    def worth(cell: Cell) -> tuple[bool, int, bool, Cell]:
        seen = len(p.kingdom.sees(cell) & others)
        changed = p.kingdom.cells[cell].terrain != p.kingdom.cells[here].terrain
        return cell not in others, seen, changed, cell

    return cell_text(here), cell_text(max(reachable(p, figure), key=worth))


def _figure(p: Position) -> Saying | None:
    say, then = Sentence(N_("Touch a figure.")), Sentence(N_("Now touch a check mark: it goes there."))
    why = Sentence(N_("Your page is a small story: make it happen."))
    ways = tuple(_way(p, figure) for figure in FIGURES if reachable(p, figure))
    return Saying(say, why, ways, then=(then,)) if ways and not p.done else None


def _look(p: Position) -> Saying | None:
    say = Sentence(N_("Hold your book: a check shows what came true."))
    why = Sentence(N_("A figure sees in six straight lines, up to a gap."))
    return Saying(say, why, keys=("page",)) if p.done and not p.page_told_this_turn else None


def _tell(p: Position) -> Saying | None:
    say = Sentence(N_("All true? Touch Tell. If not, End turn."))
    why = Sentence(N_("Then the next player goes on, with the same figures."))
    return Saying(say, why, keys=("first", MAIN)) if p.done and not p.page_told_this_turn else None


def _end(p: Position) -> Saying | None:
    say = Sentence(N_("Your page is told. Touch End turn."))
    why = Sentence(N_("The next page waits for your next turn."))
    return Saying(say, why, keys=(MAIN,)) if p.page_told_this_turn and not finished(p) else None


def _tile(p: Position) -> Saying | None:
    say = Sentence(N_("Or lay a tile: touch it."))
    then = Sentence(N_("Now touch a green mark.")), Sentence(N_("Now touch Lay it."))
    why = Sentence(N_("On the board, touch it again to turn it."))
    fits = p.hidden if not p.stack else spots(p)
    return Saying(say, why, ((STACK, PLACE, MAIN),), then=then) if fits and not p.done else None


def _after_tile(p: Position) -> Saying | None:
    say = Sentence(N_("Is your page true now? Tell, or End turn."))
    why = Sentence(N_("Figures may see more. Laying a tile is not a visit."))
    laid = p.done and p.done[-1].figure is None and not p.page_told_this_turn
    return Saying(say, why, keys=("first", MAIN)) if laid else None


def _magic(p: Position) -> Saying | None:
    say = Sentence(N_("Hold Turn page: for pages that are too hard."))
    why = Sentence(N_("It takes your whole turn, and brings the magic token."))
    return None if p.done else Saying(say, why, keys=("second",))


def _books(_: Position) -> Saying:
    say = Sentence(N_("Touch a name: read the story so far."))
    why = Sentence(N_("The first to tell all pages wins."))
    return Saying(say, why, keys=("players",))


def _over(past: Sequence[Position]) -> bool:
    turns = sum(before.turn != after.turn for before, after in pairwise(past))
    return finished(past[-1]) or turns >= _TURNS_EACH * past[0].players


def _ended(_: Position, move: Act, __: Position) -> bool:
    return isinstance(move, FinishTurn)


def _told_or_ended(_: Position, move: Act, __: Position) -> bool:
    return isinstance(move, Tell | FinishTurn)


LESSON: Lesson[Position, Act] = Lesson(
    steps=(
        Step("figure", _figure, lambda _, move, __: isinstance(move, Move)),
        Step(LOOK, _look, _told_or_ended, reads=True),
        Step("tell", _tell, _told_or_ended),
        Step("close", _end, _ended),
        Step("tile", _tile, lambda _, move, __: isinstance(move, PlaceTile)),
        Step("after", _after_tile, lambda before, *_: _after_tile(before) is not None),
        Step("magic", _magic, reads=True),
        Step("books", _books, reads=True),
    ),
    over=_over,
    farewell=Saying(
        Sentence(N_("Well done! Tell all your pages!")),
        Sentence(N_("Hold anything you wonder about: it says what it is.")),
    ),
    opening=opening,
)
