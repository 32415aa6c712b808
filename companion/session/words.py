"""What every game says at a table."""

from collections.abc import Mapping

from companion.games.base import N_

TROUBLE: Mapping[str, str] = {
    "hand": N_("A hand is over the table."),
    "motion": N_("Waiting until nothing moves."),
    "board_lost": N_("The board is out of sight."),
    "guide": N_("Waiting for the next step."),
}
