"""Sentences of Fae, in the terms of the rulebook.

The board prints no numbers, so sentences say "the marked space" and the screen and lights mark it.
"""

from collections.abc import Mapping
from gettext import NullTranslations

from companion.games.base import N_, Sentence, counted
from companion.i18n import listed
from companion.session.words import NOT_AS_EXPECTED, OVER
from companion.table.guide import GuideStep

COLOURS = {
    "red": N_("Red"),
    "blue": N_("Blue"),
    "yellow": N_("Yellow"),
    "purple": N_("Purple"),
    "black": N_("Black"),
}

TERRAINS = {
    "forest": N_("forest"),
    "hills": N_("hills"),
    "mountains": N_("mountains"),
    "mushrooms": N_("mushrooms"),
}

REASONS = {
    "empty_source": N_("There are no druids to move on this space."),
    "empty_target": N_("Druids only move to a space where other druids stand."),
    "same_space": N_("Choose another space to move to."),
    "not_adjacent": N_("These spaces do not touch."),
    "across_lake": N_("Druids cross rivers, but no lake."),
    "too_many_druids": N_("Seven druids or more stay where they are."),
    "split_group": N_("All druids of a land go together."),
    "several_moves": N_("Only one group moves in a turn."),
    "other_move": N_("The app moves here: follow the arrow."),
    "ritual_order": N_("Touch each marked space once."),
    "game_over": OVER,
    "unknown_space": N_("This is no space of the board."),
    "bad_setup": N_("In every region stands one druid of each colour, each on a space of its own."),
    "several_changes": NOT_AS_EXPECTED,
    "unexplained": NOT_AS_EXPECTED,
}
"""One sentence for each reason why a move or a table is not legal, by code."""


def colour(tr: NullTranslations, code: str) -> str:
    """The name of a colour."""
    return tr.gettext(COLOURS[code])


def terrain(tr: NullTranslations, code: str) -> str:
    """The name of a terrain."""
    return tr.gettext(TERRAINS[code])


def pieces(counts: Mapping[str, int]) -> Sentence:
    """Return druids by colour in words: "1 red druid and 2 blue druids"."""
    named = {
        "red": counted("{n} red druid", "{n} red druids", counts.get("red", 0)),
        "blue": counted("{n} blue druid", "{n} blue druids", counts.get("blue", 0)),
        "yellow": counted("{n} yellow druid", "{n} yellow druids", counts.get("yellow", 0)),
        "purple": counted("{n} purple druid", "{n} purple druids", counts.get("purple", 0)),
        "black": counted("{n} black druid", "{n} black druids", counts.get("black", 0)),
    }
    return listed([named[code] for code in COLOURS if counts.get(code)])


def won(player: str, points: int) -> Sentence:
    """Return who wins, with how many points."""
    return counted("{player} wins with {n} point.", "{player} wins with {n} points.", points, player=player)


_GUIDE: Mapping[str, str] = {
    "place": N_("Put {pieces} on the marked space."),
    "remove": N_("Take {pieces} off the marked space."),
    "move": N_("Move {pieces} along the arrow."),
    "turn_over": N_("Turn over {pieces} on the marked space."),
    "exchange": N_("Exchange the pieces on the two marked spaces."),
}


def guide(step: GuideStep) -> Sentence:
    """Return the instruction for a step."""
    pattern = _GUIDE[step.act]
    return Sentence(pattern, {"pieces": pieces(step.pieces)} if "{pieces}" in pattern else {})
