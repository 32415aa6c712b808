"""Session of Reversi: the one of any board game; a touch lays a disc on a square."""

from companion.session.board.session import board_session

from . import rules

SESSION = board_session(
    rules, rules.RULES, reasons=rules.REASONS, turns=rules.TURNS, touches=lambda move: (move.space,)
)
