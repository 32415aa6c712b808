"""Which rules of Fábula apply to what is on the screen; no widgets here."""

from collections.abc import Mapping

from companion.session.fabula.snapshot import Asks, FabulaSnapshot
from ui.games.base import Applies

ICONS: Mapping[str, str] = {}
_APPLIES: Mapping[Asks, tuple[Applies, ...]] = {}


def topics(snapshot: FabulaSnapshot) -> tuple[Applies, ...]:
    """The most important first."""
    return _APPLIES.get(snapshot.asks, ())
