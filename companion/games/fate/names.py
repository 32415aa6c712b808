"""English names of heroes and monsters, which are their keys in the catalogues."""

from collections.abc import Mapping

from companion.games.base import N_, Sentence

NAMES: Mapping[str, str] = {
    "bjorn": N_("Bjorn"),
    "alva": N_("Alva"),
    "embla": N_("Embla"),
    "boldur": N_("Boldur"),
    "goblin": N_("Goblin"),
    "brute": N_("Brute"),
    "troll": N_("Troll"),
    "sprite": N_("Sprite"),
    "elemental": N_("Elemental"),
    "jotunn": N_("Jötunn"),
    "imp": N_("Imp"),
    "skeleton": N_("Skeleton"),
    "draugr": N_("Draugr"),
    "queen_of_the_dead": N_("Queen of the Dead"),
    "seer_of_odin": N_("Seer of Odin"),
    "grendel": N_("Grendel"),
    "hrungbald": N_("Hrungbald"),
    "surt": N_("Surt"),
    "nidhuggr": N_("Nidhuggr"),
}
"""Heroes and monsters by kind."""

_RANKS = {1: N_("level 1"), 2: N_("level 2")}


def title(kind: str, level: int = 0) -> Sentence:
    """Return the name of a kind of piece, with the level of a legend."""
    if not level:
        return Sentence(NAMES.get(kind, kind))
    return Sentence("{monster} ({rank})", {"monster": NAMES.get(kind, kind), "rank": _RANKS[level]})
