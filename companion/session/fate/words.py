"""What pieces, dice and steps of Fate are called; screens and logs translate these words."""

from collections.abc import Mapping

from companion.games.base import N_

NAMES: Mapping[str, str] = {
    "bjorn": N_("Bjorn"),
    "alva": N_("Alva"),
    "embla": N_("Embla"),
    "boldur": N_("Boldur"),
    "goblin": N_("goblin"),
    "brute": N_("brute"),
    "troll": N_("troll"),
    "sprite": N_("sprite"),
    "elemental": N_("elemental"),
    "jotunn": N_("Jötunn"),
    "imp": N_("imp"),
    "skeleton": N_("skeleton"),
    "draugr": N_("draugr"),
    "queen_of_the_dead": N_("Queen of the Dead"),
    "seer_of_odin": N_("Seer of Odin"),
    "grendel": N_("Grendel"),
    "hrungbald": N_("Hrungbald"),
    "surt": N_("Surt"),
    "nidhuggr": N_("Nidhuggr"),
}
"""Heroes and monsters by kind."""

FACES: Mapping[str, str] = {
    "hit": N_("hit"),
    "cover": N_("hit without cover"),
    "blank": N_("blank"),
    "rune": N_("rune"),
}

DIE_FACES: Mapping[str, str] = {
    "maneuver_cw": N_("maneuver clockwise"),
    "maneuver_ccw": N_("maneuver counter-clockwise"),
    "attack": N_("attack"),
    "push": N_("push"),
    "charge": N_("charge"),
    "ambush": N_("ambush"),
}


def name(kind: str) -> str:
    """What a kind of piece is called, in English; its key in the catalogues."""
    return NAMES.get(kind, kind)
