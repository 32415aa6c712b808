"""The acts of a game as lines of the log; no widgets here."""

from collections.abc import Iterator

from companion.games import fairytile
from companion.games.fairytile.board import placed_hexes
from companion.games.fairytile.position import (
    Act,
    FinishTurn,
    GiveUp,
    Move,
    PlaceTile,
    Position,
    Tell,
    TurnPage,
)
from companion.session.fairytile.snapshot import FairySnapshot
from ui.widgets.log import LogLine


def lines(snapshot: FairySnapshot) -> Iterator[LogLine]:
    """Log line of every action, with its picture."""
    for line in (*snapshot.log, *snapshot.undone):
        pictures, gains = _signs(line.act, line.before)
        yield LogLine(line.number, line.player, pictures, gains, undone=line.number > len(snapshot.log))


def after(snapshot: FairySnapshot, number: int) -> Position:
    """Position after `number` actions."""
    acts = (*snapshot.log, *snapshot.undone)
    if number == len(snapshot.log):
        return snapshot.position
    if number < len(acts):
        return acts[number].before
    return fairytile.RULES.apply(acts[-1].before, acts[-1].act)


def _land(terrain: str) -> tuple[str, str]:
    return f"land-{terrain}", ""


def _signs(act: Act, before: Position) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    match act:
        case Move(figure, to):
            return ((f"figure-{figure}", ""), (_land(before.kingdom.cells[to].terrain))), ()
        case PlaceTile():
            tile = act.tile or next(iter(before.stack), None)
            if tile is None:
                return (("ft-tile", ""),), ()
            hexes = placed_hexes(before.box.face(tile), act.at, act.turn).values()
            return tuple(_land(hex_.terrain) for hex_ in hexes), ()
        case Tell(page):
            return (), (("ft-tell", str(page)),)
        case TurnPage():
            return (("ft-turn-page", ""),), (("ft-magic", ""),)
        case GiveUp():
            return (("door", ""),), ()
        case FinishTurn():
            return (("next", ""),), ()
