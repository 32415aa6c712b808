"""Names of the keys that end a step of the turn, as the screens and the lesson write them."""

from collections.abc import Mapping

from companion.games.base import N_
from companion.games.fabula import possible
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Position

AFTER_CARDS: Mapping[str, str] = {
    "attack": N_("To the attack"),
    "influence": N_("To the influence"),
    "end": N_("End the turn"),
}
"""Key of who plays no more cards, by what follows."""
CENTRE = N_("This is my centre")
CHOSEN: Mapping[str, str] = {
    "attack": N_("Attack"),
    "influence": N_("Influence"),
    "block": N_("Block"),
    "defend": N_("Defend"),
    "restore": N_("Restore"),
}
"""Key that sends what was chosen, by what is asked."""


def after_cards(position: Position) -> str:
    """Return what follows when no more cards are played, "end" for nothing else: "attack", "influence"."""
    duel = Duel(position)
    if not possible.attackable(duel):
        return "end"
    if possible.attackers(duel):
        return "attack"
    return "influence" if possible.influencers(duel) else "end"
