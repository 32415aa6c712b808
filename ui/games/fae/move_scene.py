"""A move on the screen: the group walks, each ritual rings and sends its points, then come the words."""

from gettext import NullTranslations
from itertools import takewhile
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
    """Return the sentences of the app's moves since the last move of a person."""
    turns = list(takewhile(lambda turn: turn.player in snapshot.bots, reversed(snapshot.log)))
    return " ".join(
        say(tr, describe(turn.move, turn.before, turn.rituals, turn.player)) for turn in reversed(turns)
    )
