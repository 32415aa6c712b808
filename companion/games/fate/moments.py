"""Rules that an act brought into play: the ids that a player who learns the game is told about."""

from collections.abc import Mapping

from companion.games.fate.acts import (
    Act,
    Correct,
)
from companion.games.fate.hero_moments import HERO_MOMENTS
from companion.games.fate.moment_step import Predicate, Step
from companion.games.fate.monster_moments import MONSTER_MOMENTS
from companion.games.fate.position import Position
from companion.games.fate.rules import apply

MOMENTS: Mapping[str, Predicate] = {**MONSTER_MOMENTS, **HERO_MOMENTS}
"""When each rule is in play, the most surprising first."""


def moments(before: Position, act: Act, after: Position) -> tuple[str, ...]:
    """Return the ids of RULES.md that a legal act brought into play, the most surprising first.

    All of them follow from what lies on the table; corrections by hand bring nothing into play.
    """
    if isinstance(act, Correct):
        return ()
    step = Step(before, act, after, apply(before, act).happenings)
    return tuple(rule for rule, happened in MOMENTS.items() if happened(step))
