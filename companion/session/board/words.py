"""Sentences about any board game."""

from companion.games.base import N_, Sentence, Space, Term
from companion.i18n import listed
from companion.table.guide import GuideStep

_GUIDE = {
    "place": N_("Put this on the marked space: {pieces}."),
    "remove": N_("Take this off the marked space: {pieces}."),
    "move": N_("Move this along the arrow: {pieces}."),
    "turn_over": N_("Turn this over on the marked space: {pieces}."),
    "exchange": N_("Exchange the pieces on the two marked spaces."),
}
_MISSED = N_("{player} misses a turn.")


def guide(step: GuideStep) -> Sentence:
    """Return the instruction for a step; a kind of piece is translated if a catalogue has it."""
    named = [
        Sentence("{n} {kind}" if n > 1 else "{kind}", {"n": n, "kind": Term(kind)})
        for kind, n in step.pieces.items()
    ]
    pattern = _GUIDE.get(step.act, N_("Make the table look like the screen."))
    return Sentence(pattern, {"pieces": listed(named)} if "{pieces}" in pattern else {})


def way_said(player: str, way: tuple[Space, ...]) -> Sentence:
    """Say a player's move by its spaces; without any the turn was missed."""
    if not way:
        return Sentence(_MISSED, {"player": player})
    return Sentence("{player}: {way}", {"player": player, "way": " → ".join(map(str, way))})
