"""A board game for a phone whose game has no page of its own: pieces and marks by space."""

from typing import Any

from companion.games.base import Translations
from companion.session.board.snapshot import BoardSnapshot
from companion.session.seat_form import SeatForm


def public(snapshot: BoardSnapshot, _: Translations) -> dict[str, Any]:
    """Return what lies where, and what needs the eye."""
    return {
        "table": [[space, dict(counts)] for space, counts in snapshot.table.items() if counts],
    }


SEAT = SeatForm(public=public)
