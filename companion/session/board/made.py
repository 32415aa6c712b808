"""Sessions of the board games that have none of their own; the attribute is the name of the game."""

from companion.games import registry
from companion.games.board_rules import BoardRules
from companion.session.base import SessionManifest
from companion.session.board.session import board_session


def __getattr__(name: str) -> SessionManifest:
    rules = registry.rules(name) if name in registry.registered() else None
    if not isinstance(rules, BoardRules):
        raise AttributeError(name)
    return board_session(rules.game, rules, reasons=rules.reasons, turns=rules.turns, touches=rules.touches)
