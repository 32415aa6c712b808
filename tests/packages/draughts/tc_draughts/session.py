"""Session of draughts: the one of any board game."""

from companion.session.board.session import board_session

from . import rules

SESSION = board_session(rules, rules.RULES, reasons=rules.REASONS)
