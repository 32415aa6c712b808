"""Result of an action of a duel."""

from companion.games.fabula.actions import Action
from companion.games.fabula.position import Position
from companion.games.fabula.rules import apply
from companion.session.fabula.describe import describe
from companion.session.timeline import Step


def apply_move(position: Position, action: Action) -> Step[Position]:
    """Return the result of an action. Raises RuleError if it is not legal now."""
    after = apply(position, action)
    return Step(after, describe(action, position, after))
