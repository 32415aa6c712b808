"""Past games of the board games that have no review of their own; the attribute is the name of the game."""

from companion.app.archive.history import PastGame
from companion.app.board.history import board_past
from companion.games import registry
from companion.games.board_rules import BoardRules


def __getattr__(name: str) -> PastGame:
    rules = registry.rules(name) if name in registry.registered() else None
    if not isinstance(rules, BoardRules):
        raise AttributeError(name)
    return board_past(rules, rules.winners, rules.touches, rules.points)
