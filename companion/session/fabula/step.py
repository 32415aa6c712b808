"""Result of an action of a duel."""

from dataclasses import dataclass

from companion.games.base import Sentence
from companion.games.fabula.actions import Action
from companion.games.fabula.position import Position
from companion.games.fabula.rules import apply
from companion.session.fabula.log_text import log_sentences
from companion.session.timeline import Step


@dataclass(frozen=True, slots=True)
class FabulaStep(Step[Position]):
    """Result of an action: position and log sentences."""

    log: tuple[Sentence, ...] = ()


def apply_move(position: Position, action: Action) -> FabulaStep:
    """Return the result of an action. Raises RuleError if it is not legal now."""
    after = apply(position, action)
    return FabulaStep(after, log_sentences(position, action, after))
