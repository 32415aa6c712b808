"""The moves of a game as lines of the log; no widgets here."""

from collections.abc import Iterator

from companion.games import fae
from companion.session.fae.snapshot import FaeLogEntry, FaeSnapshot
from ui.games.fae.scoreboard import gains_of
from ui.widgets.log import LogLine


def lines(snapshot: FaeSnapshot) -> Iterator[LogLine]:
    """Log line of every move: moved druids, and points of its rituals."""
    for turn in (*snapshot.log, *snapshot.undone):
        moved = fae.contents(turn.before, turn.move.source)
        gains = tuple((f"druid-{colour}", f"+{n}") for colour, n in gains_of(turn.rituals).items())
        if turn.rituals and not gains:
            gains = (("ritual", ""),)
        yield LogLine(
            turn.number,
            turn.player,
            tuple((f"druid-{colour}", str(n) if n > 1 else "") for colour, n in moved.items()),
            gains,
            undone=turn.number > len(snapshot.log),
        )


def after(snapshot: FaeSnapshot, number: int) -> tuple[fae.Position | None, FaeLogEntry | None]:
    """Position after `number` moves, and the last of them."""
    turns = (*snapshot.log, *snapshot.undone)
    last = turns[number - 1] if number else None
    if number == len(snapshot.log):
        return snapshot.position, last
    if number < len(turns):
        return turns[number].before, last
    assert last
    return fae.apply(last.before, last.move), last
