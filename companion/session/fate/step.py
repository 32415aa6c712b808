"""Result of an act of Fate."""

from dataclasses import dataclass

from companion.games import fate
from companion.games.fate.acts import Act
from companion.games.fate.happenings import Happening
from companion.games.fate.hero_turn import answers as answers_attack
from companion.games.fate.position import Position
from companion.session.fate.describe import describe
from companion.session.timeline import Step


@dataclass(frozen=True, slots=True)
class FateStep(Step[Position]):
    """Result of an act, and its happenings."""

    happenings: tuple[Happening, ...] = ()


def in_turn(position: Position, act: Act) -> bool:
    """Return whether an act belongs to a hero's own turn and does not answer an attack."""
    return position.phase == "heroes" and not answers_attack(position, act)


def apply_move(position: Position, act: Act) -> FateStep:
    """Return the result of an act. Raises RuleError if it is not legal now."""
    after, happenings = fate.apply(position, act)
    return FateStep(after, describe(act, position, happenings), happenings)
