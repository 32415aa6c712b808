"""A move on the screen: the group walks, each ritual rings and sends its points, then come the words."""

from gettext import NullTranslations
from typing import Any

from companion.i18n import say
from companion.session.fae.describe import describe
from companion.session.fae.snapshot import FaeLogEntry, FaeSnapshot
from ui.boards import walk
from ui.games.fae import board_map
from ui.games.fae.points_animation import FLIGHT_S, RitualFlight

WALK_S = walk.seconds(1)
"""Duration of a group's way."""
_LEAST_S, _WORDS_S = 1.0, 1.5
"""Minimum duration of a move, and time to read what its rituals brought."""


def seconds(snapshot: FaeSnapshot) -> float:
    """Return the duration of the last move."""
    rituals = snapshot.log[-1].rituals if snapshot.log else ()
    return max(_LEAST_S, WALK_S + FLIGHT_S * len(rituals) + (_WORDS_S if rituals else 0))


def rituals(turn: FaeLogEntry, board: Any, scores: Any) -> list[RitualFlight]:
    """Return the rituals of a move with their places on the `board` and those of the `scores`."""
    return [
        RitualFlight(
            board.seen(board_map.CENTRES[ritual.space]),
            f"+{ritual.value}",
            tuple(scores.place(colour) for colour in ritual.scored),
        )
        for ritual in turn.rituals
    ]


def app_did(tr: NullTranslations, snapshot: FaeSnapshot) -> str:
    """Return the last move in words if the app made it."""
    turn = snapshot.log[-1] if snapshot.log else None
    if turn is None or turn.player not in snapshot.bots:
        return ""
    return say(tr, describe(turn.move, turn.before, turn.rituals, turn.player))
