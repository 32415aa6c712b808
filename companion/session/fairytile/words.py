"""Sentences of Fairy Tile, without names of cells: the screen marks them."""

from companion.games.base import N_, Sentence, Translations
from companion.games.fairytile.position import Box
from companion.games.fairytile.sets import sample_pages, sample_texts
from companion.games.fairytile.words import NAMES
from companion.session.words import NOT_AS_EXPECTED, OVER
from companion.table.guide import GuideStep

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
    "game_over": OVER,
    "bad_page": N_("This is no goal of a page."),
    "bad_tile": N_("This is no tile."),
    "bad_setup": N_("Not the next tile, or the wrong side is up."),
    "taken_back": N_("The figure is back where it came from: undo its move, or end the turn first."),
    "other_move": N_("The app moves here: follow the arrow."),
    "unexplained": NOT_AS_EXPECTED,
}
"""One sentence for each reason why something is not possible."""
ASKED = {
    "princess": N_("The princess: one step, and a jump from castle to castle before or after it."),
    "knight": N_("The knight: two steps, to a land that does not touch his own."),
    "dragon": N_("The dragon: straight ahead, as far as there is land."),
}
"""One sentence for each figure: how it moves."""


def story_text(tr: Translations, box: Box, page: int) -> str:
    """Story text of a page; "" if only the printed card has it."""
    ours = box.pages.get(page) == sample_pages().get(page)
    return tr.gettext(sample_texts()[page]) if ours else ""


def guide(step: GuideStep) -> Sentence:
    """Return the instruction of a manual step."""
    figure = next((NAMES[kind] for kind in step.pieces if kind in NAMES), None)
    if figure:
        app, people = N_("Move along the arrow: {figure}"), N_("Put back: {figure}")
        return Sentence(app if step.player else people, {"figure": figure})
    if step.act == "remove":
        return Sentence(N_("Take the last tile back onto the stack."))
    return Sentence(N_("Lay the tile as shown."))
