"""Claims of the lesson of Fairy Tile, checked by RULES.md; ways of figures by the second reader, `oracle`."""

from collections.abc import Mapping, Sequence

from companion.games.fairytile.board import read_cell
from companion.games.fairytile.lesson import MAIN, STACK
from companion.games.fairytile.position import Act, Move, PlaceTile, Position
from companion.games.fairytile.rules import adventures, finished
from companion.games.lesson import Saying
from tests.games.fairytile import oracle
from tests.games.fairytile.moment_claims import figures, land, options, spot
from tests.games.lessons import Claim

MOST_MOVES = 60
"""Maximum number of acts until the lesson ends: four players, three turns, at most five acts in a turn."""


def moves(position: Position, way: Sequence[object]) -> list[Act]:
    """Legal acts that begin by touching these: the stack, or a figure and where it goes."""
    found = adventures(position)
    if way[0] == STACK:
        return [act for act in found if isinstance(act, PlaceTile)]
    here, there = (read_cell(str(space)) for space in way)
    return [
        act
        for act in found
        if isinstance(act, Move) and act.to == there and position.figure_cells[act.figure] == here
    ]


def _begins(p: Position) -> bool:
    """A turn with nothing done, of somebody who has pages left."""
    return not p.done and not finished(p) and bool(p.books[p.turn])


def _figure_goes(p: Position, saying: Saying) -> bool:
    """A figure stands where each way begins and can go where it ends (FT-060 to FT-083)."""
    kingdom, where = land(p.kingdom), figures(p)
    for way in saying.ways:
        here, there = (spot(cell) for space in way if (cell := read_cell(str(space))))
        at = [who for who, place in where.items() if place == here]
        ends = {path[-1] for who in at for path in oracle.ways(kingdom, who, here, options(p))}
        if there not in ends:
            return False
    return _begins(p) and bool(saying.ways)


def _may_tell(p: Position, saying: Saying) -> bool:
    """An adventure is over and no page told (FT-041, FT-113); somebody else is next (FT-031)."""
    return bool(p.done) and not p.page_told_this_turn and len(p.out) < p.players - 1


SELDOM = frozenset({"close"})
"""Only a good choice among the ways makes the page true, so that it can be told."""
CLAIMS: Mapping[str, Claim] = {
    "figure": _figure_goes,
    "look": lambda p, saying: _may_tell(p, saying) and saying.keys == ("page",),
    "tell": lambda p, saying: _may_tell(p, saying) and saying.keys == ("first", MAIN),
    "close": lambda p, saying: p.page_told_this_turn and bool(p.books[p.turn]) and saying.keys == (MAIN,),
    "tile": lambda p, saying: _begins(p) and bool(moves(p, saying.ways[0])),
    "after": lambda p, saying: _may_tell(p, saying) and p.done[-1].figure is None,
    "books": lambda p, saying: not finished(p) and saying.keys == ("players",),
    "magic": lambda p, saying: _begins(p) and saying.keys == ("second",),
}
