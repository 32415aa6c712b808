"""Sentences of Fairy Tile, without names of cells: the screen marks them."""

from companion.games.base import N_

REASONS = {
    "not_reachable": N_("The figure cannot go there."),
    "overlap": N_("There is already a tile."),
    "too_few_edges": N_("A tile must touch the kingdom with two sides next to each other."),
    "river_mismatch": N_("The river must continue here, or must not begin."),
    "stack_empty": N_("There are no more tiles."),
    "no_magic": N_("Only one adventure a turn without magic."),
    "cannot_tell": N_("Not all of your page is true now: hold your book to see what is missing."),
    "told_already": N_("You can tell only one page a turn."),
    "nothing_done": N_("First go on an adventure, or turn a page."),
    "game_over": N_("The game is over."),
    "bad_page": N_("This is no goal of a page."),
    "bad_tile": N_("This is no tile."),
    "bad_setup": N_("This is not the next tile, or not its side."),
    "taken_back": N_("The figure is back where it came from: undo its move, or end the turn first."),
    "other_move": N_("The app moves here: follow the arrow."),
    "unexplained": N_("The table is not as expected."),
}
"""One sentence for each reason why something is not possible."""
