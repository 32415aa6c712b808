"""Rules topics of Fábula that apply to the present screen; no widgets here."""

from collections.abc import Mapping

from companion.session.fabula.snapshot import Asks, FabulaSnapshot
from ui.game_ui import Applies

ICONS: Mapping[str, str] = {
    "aim": "star",
    "deck": "fb-deck",
    "setup": "fb-base",
    "resources": "fb-cost",
    "turn": "fb-turn",
    "offence": "fb-offence",
    "influence": "fb-influence",
    "cards": "fb-card",
    "stack": "fb-stack",
    "modifications": "fb-modification",
    "zones": "fb-discard",
}
_APPLIES: Mapping[Asks, tuple[Applies, ...]] = {
    "bases": (Applies("setup", "FB-023"),),
    "mulligan": (Applies("setup", "FB-025"),),
    "restore": (Applies("turn", "FB-043"), Applies("resources")),
    "act": (Applies("cards", "FB-104"), Applies("resources"), Applies("modifications")),
    "answer": (Applies("stack", "FB-110"), Applies("cards", "FB-109")),
    "attack": (Applies("offence", "FB-060"),),
    "block": (Applies("offence", "FB-063"),),
    "order": (Applies("offence", "FB-069"),),
    "fight": (Applies("offence", "FB-067"), Applies("influence"), Applies("stack")),
    "influence": (Applies("influence", "FB-080"),),
    "defend": (Applies("influence", "FB-082"),),
    "discard": (Applies("turn", "FB-049"), Applies("zones")),
    "choose": (Applies("cards", "FB-108"),),
    "search": (Applies("zones"),),
    "end": (Applies("turn", "FB-049"),),
    "over": (Applies("aim", "FB-002"),),
}
"""Topics by the present question."""


def topics(snapshot: FabulaSnapshot) -> tuple[Applies, ...]:
    """Topics that apply, most important first."""
    return _APPLIES[snapshot.asks]
