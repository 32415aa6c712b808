"""Where an action led."""

from dataclasses import dataclass

from companion.games.base import Sentence
from companion.games.fabula.actions import Action
from companion.games.fabula.position import Position
from companion.games.fabula.rules import apply
from companion.session.fabula.log_text import log_sentences
from companion.session.timeline import Stand


@dataclass(frozen=True, slots=True)
class FabulaStand(Stand[Position]):
    """The position, and what the log says about the way there."""

    log: tuple[Sentence, ...] = ()


def led_to(position: Position, action: Action) -> FabulaStand:
    """Where an action leads. Raises RuleError when it is not legal now."""
    after = apply(position, action)
    return FabulaStand(after, log_sentences(position, action, after))
