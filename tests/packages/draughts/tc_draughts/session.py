"""Session of draughts: the one of any board game; the squares of a path are touched one after another."""

from companion.session.board.session import board_session

from . import rules

SESSION = board_session(rules, rules.RULES, reasons=rules.REASONS, touches=lambda move: move.path)
