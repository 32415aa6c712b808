"""Names of pieces, dice and steps of Fate; screens and logs translate them."""

from collections.abc import Mapping

from companion.games.base import N_, Translations
from companion.games.fate.names import NAMES as NAMES
from companion.games.fate.names import title as title
from companion.table.compare import Difference

FACES: Mapping[str, str] = {
    "hit": N_("axes"),
    "cover": N_("axes with a tree"),
    "blank": N_("empty"),
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


RESULTS: Mapping[str, str] = {"won": N_("Grimheim stands: you win."), "lost": N_("Grimheim has fallen.")}
"""How the game has ended."""

CORRECTED: Mapping[str, str] = {
    "damage": N_("damage"),
    "mana": N_("mana"),
    "tokens": N_("tokens"),
    "gold": N_("gold"),
    "hand": N_("event cards"),
    "quest": N_("progress of the quest"),
    "upgrades": N_("upgrades"),
    "level": N_("level"),
    "take": N_("card taken"),
    "lose": N_("card lost"),
    "ability": N_("top ability"),
    "equipment": N_("top equipment"),
    "action": N_("action marker"),
    "turn": N_("turn"),
    "bounty": N_("bounty"),
    "step": N_("Rune Stone"),
    "markers": N_("markers"),
    "deck": N_("monster deck"),
}
"""Values that are corrected by hand without a move on the board."""


def name(kind: str) -> str:
    """Return the English name of a kind of piece, which is its key in the catalogues."""
    return NAMES.get(kind, kind)


def kind(tr: Translations, name: str) -> str:
    """Return the translated name of a piece, capitalised."""
    word = tr.gettext(NAMES.get(name, name))
    return word[:1].upper() + word[1:]


def difference(tr: Translations, found: Difference) -> str:
    """Return a difference in one line."""
    seen, expected = found.seen, found.expected
    if seen is None:
        return tr.gettext("{expected} is missing").format(expected=kind(tr, expected or ""))
    if expected is None:
        return tr.gettext("{seen} does not belong here").format(seen=kind(tr, seen))
    return tr.gettext("{seen} instead of {expected}").format(seen=kind(tr, seen), expected=kind(tr, expected))
