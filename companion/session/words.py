"""Sentences common to all games."""

from collections.abc import Mapping

from companion.games.base import N_

DONE, WAS_IT = N_("Done"), N_("Was it this move, {player}?")
WHICH, YOUR_TURN = N_("Which move was it, {player}?"), N_("{player}, it is your turn.")
YOURS, THEIRS = N_("Your turn"), N_("{player} has the turn.")
GO_THERE = N_("Go there")
NOT_AS_EXPECTED, UNCLEAR = N_("The table is not as expected."), N_("I cannot recognise the pieces here.")
THINKS, FOLLOW = N_("{player} is thinking."), N_("{player}'s move: follow the arrow.")
OVER = N_("The game is over.")
CALM = ("hand", "motion")
"""Troubles of every move, beside which the turn is shown."""
TROUBLE: Mapping[str, str] = {
    "hand": N_("A hand is over the table."),
    "motion": N_("Waiting until nothing moves."),
    "board_lost": N_("The board is out of sight."),
    "blurred": N_("The picture is not sharp: focus the camera or clean it."),
    "dark": N_("Too dark: switch on a lamp."),
    "covered": N_("The picture is black: uncover the lens, or switch on a lamp."),
    "far": N_("The board is far away: move the camera closer."),
    "cut_off": N_("The board is cut off: move the camera until all of it is in view."),
    "unclear": N_("I cannot tell the pieces from the board: check where the board is, and the light."),
    "guide": N_("Waiting for the next step."),
    "unfinished": N_("The move is not finished yet."),
}
