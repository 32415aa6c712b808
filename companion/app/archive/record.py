"""One game's journal entries in the form that its review needs."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from companion.games.base import N_
from companion.storage import export
from companion.storage.failure import failure
from companion.storage.journal import Json, StoredEvent, StoredGame

PAUSE_S = 30 * 60.0
"""Longest gap between two events, in seconds, that counts as playing time."""


class Record(NamedTuple):
    """Set-up and valid moves of a game.

    `secrets` by player's name, none before they were revealed.
    `over`: the game was marked as over, with `result` if the mark has one.
    """

    setup: Json
    moves: Sequence[Json]
    secrets: Mapping[str, Any]
    over: bool
    result: str


def record(game: StoredGame, events: Sequence[StoredEvent], ends: Collection[str]) -> Record:
    """Return the record of an installed game that events of the kinds `ends` end.

    Sealed secrets are not opened.
    """
    moves, at = export.line(events)
    over = export.ended(events, ends)
    notes = [str(event.payload.get("result", "")) for event in events if event.kind == "end"]
    return Record(game.setup, moves[:at], _secrets(game, events), over, notes[-1] if over and notes else "")


def _secrets(game: StoredGame, events: Sequence[StoredEvent]) -> Mapping[str, Any]:
    secrets = export.revealed(game.name, events)
    players = export.players(game)
    if secrets and secrets.keys() != set(players):
        raise failure("bad_event", _BAD_REVEAL, expected=", ".join(players), found=", ".join(secrets))
    return secrets


def minutes(times_s: Sequence[float]) -> int:
    """Minutes played, from the times of the events; gaps longer than `PAUSE_S` do not count."""
    gaps = (after - before for before, after in pairwise(times_s))
    return round(sum(gap for gap in gaps if 0 < gap <= PAUSE_S) / 60)


_BAD_REVEAL = N_("Secrets revealed: expected those of {expected}, found those of {found}.")
