"""Constants of the interpretation of board games: one field each, with unit, range and source.

"Measured" means measured: tests/bench/watch_scenes.py, the accuracy on pictures with known content, and no
derivation. A remark after it explains the size, but does not derive it. Nats are natural logarithms of a
likelihood ratio or probability ratio; a prior is the number of nats by which an explanation is less probable
than "nothing happened".
"""

from dataclasses import dataclass
from math import log

from companion.table.observation import CERTAIN_NATS


@dataclass(frozen=True, slots=True)
class InterpreterParams:
    """Limits and priors that weigh the explanations of a picture."""

    slip_nats: float = -log(0.02)
    """Largest misfit that may be a slip of the reading, in nats, above 0. An explanation that fits worse is
    examined further. Derived: an error of this size has a probability of 2 %, the complement of
    `accept_probability`."""

    accept_probability: float = 0.98
    """Minimum probability of an explanation, 0..1; below it the players are asked. Derived: at most one wrong
    decision in 50 by the model's own figures."""

    move_prior_nats: float = 2.0
    """Prior of each move, in nats, above 0. Measured."""

    mistake_prior_nats: float = 6.0
    """Prior of a mistake of the players, in nats, above `move_prior_nats`. Measured."""

    gap_prior_nats: float = 8.0
    """Prior of a gap in the pictures between several moves, in nats, above 0. Measured."""

    wander_prior_nats: float = 8.0
    """Prior of pieces that were shifted within a space where nothing happened, in nats, above 0. Measured."""

    taking_prior_nats: float = 6.0
    """Prior of a picture taken after some, but not all, leftovers of a space were removed, in nats, above 0.
    Measured."""

    unknown_prior_nats: float = 20.0
    """Prior of a change that no explanation covers, in nats, above all other priors. Measured; the size is
    that of the evidence for one clearly visible piece (`CERTAIN_NATS`)."""

    other_piece_nats: float = 4.0
    """Nats for each piece that an unknown change affects, above 0. Derived: such a piece may have one of five
    to ten kinds at one of five to ten places, ln 25 = 3.2 to ln 100 = 4.6."""

    added_piece_nats: float = 5.0
    """Additional nats for each piece more than before in an unknown change, above 0. Measured; players bring
    no pieces from outside the board."""

    fit_window_nats: float = 30.0
    """Explanations at most this much less probable than the best one are fitted to the picture, in nats,
    above 0. Measured."""

    max_fitted: int = 5
    """Maximum number of explanations that are fitted to one picture, 1 or more. Measured; limits the time of
    an interpretation."""

    max_changed_spaces: int = 24
    """Maximum number of spaces that players change between two pictures; above it the picture counts as not
    understood. Measured."""

    max_moves: int = 3
    """Maximum number of moves in a row that explain one picture, 1 or more. Measured; limits the time of an
    interpretation."""

    beam_width: int = 8
    """Number of the most probable sequences that the beam search extends by one move, 1 or more. Measured;
    limits the time of an interpretation."""

    group_size: int = 2
    """Minimum number of clearly visible pieces that left, some of them towards the target, from which a
    disappearance is no reading error. Measured."""

    crowd_size: int = 5
    """Number of pieces on a space from which one may be hidden behind the others. Measured."""

    few_size: int = 3
    """Number of pieces on a space below which a gap between them may be read as one more. Measured."""

    plain_nats: float = 0.75 * CERTAIN_NATS
    """Evidence above which a detection cannot be a shadow, in nats, 0..`CERTAIN_NATS`. Measured."""

    shown_nats: float = CERTAIN_NATS / 4
    """Largest misfit with which a picture still shows a given table, in nats, 0..`CERTAIN_NATS`. Measured; a
    quarter of the evidence for one clearly visible piece."""


PARAMS = InterpreterParams()
