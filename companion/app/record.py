"""What the journal tells of one game, as those who look back on it need it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.storage import export
from companion.storage.journal import Json, StoredEvent, StoredGame

PAUSE_S = 30 * 60.0
"""Nobody plays during a pause that is longer."""


class Record(NamedTuple):
    """The set-up and the moves that stand; `spirits` by player's name, none before they were revealed.

    `over`: the game was noted to be over, with `result` where the note has one.
    """

    setup: Json
    moves: Sequence[Json]
    spirits: Mapping[str, str]
    over: bool
    result: str


def record(game: StoredGame, events: Sequence[StoredEvent]) -> Record:
    """The record of a game. Sealed spirits are not looked at."""
    moves, at = export.line(events)
    over = export.ended(events)
    results = [event.payload["result"] for event in events if event.kind == "end"]
    return Record(
        game.setup, moves[:at], export.spirits(events) or {}, over, results[-1] if over and results else ""
    )


def minutes(times_s: Sequence[float]) -> int:
    """How long people played, from the times at which something happened; pauses do not count."""
    gaps = (after - before for before, after in pairwise(times_s))
    return round(sum(gap for gap in gaps if 0 < gap <= PAUSE_S) / 60)
