"""App manifest of noughts and crosses: past games only, as it has no camera."""

from dataclasses import replace
from typing import Any

from companion.app.archive.history import PastGame
from companion.app.archive.record import Record
from companion.app.base import AppGame
from companion.games.base import N_, Rules, Sentence
from tests.noughts import rules
from ui.services import History, KeyMoment, ReplayStep


def _positions(record: Record) -> list[rules.Position]:
    positions = [rules.read_setup(record.setup)]
    for move in record.moves:
        positions.append(rules.apply(positions[-1], rules.read_move(move)))
    return positions


def _result(known: History, record: Record) -> History:
    ended = rules.result(_positions(record)[-1], known.players, record.secrets)
    over = record.over
    return replace(
        known,
        finished=over,
        winners=tuple(ended["winners"]) if over else (),
        points=ended["points"] if over else {},
        secrets=dict(record.secrets),
    )


def _course(known: History, record: Record) -> History:
    moves = len(record.moves)
    last = KeyMoment(moves, Sentence(N_("The game is over.")), moves)
    return replace(_result(known, record), moments=(last,) if record.over else ())


def _replay(record: Record) -> list[ReplayStep]:
    return [ReplayStep(position, {}) for position in _positions(record)]


def past(of: Rules[Any, Any]) -> PastGame:
    """Return the review functions; a game with a secret ends with its reveal."""
    return PastGame(_result, _course, _replay, ended=("reveal",) if of.secret else ("end",))


GAME = AppGame()
