"""Pace of the pieces that walk over a board, the same in every game."""

from ui import theme

_STEP_S, _LEAST_S, _MOST_S = 0.12, 0.35, 0.6
_LIFT_MM = 2.0


def seconds(steps: int) -> float:
    """Return the duration of a way of so many steps."""
    return min(_MOST_S, max(_LEAST_S, _STEP_S * steps))


def lift(share: float) -> float:
    """Return how many pixels a piece is above the board after a share of its way, 0..1."""
    return 4 * theme.mm(_LIFT_MM) * share * (1 - share)
