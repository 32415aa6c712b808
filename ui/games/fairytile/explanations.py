"""Explanations of what is on the screens of Fairy Tile: lands, figures, the next tile, told pages, keys."""

from collections.abc import Mapping
from gettext import NullTranslations
from typing import NamedTuple

from companion.games import fairytile
from companion.games.base import N_
from companion.games.fairytile.board import Cell, Figure
from companion.games.fairytile.kingdom import GREAT, Kingdom
from companion.games.fairytile.words import NAMES
from companion.session.fairytile.reasons import GOING
from ui.explanation import About

LANDS: Mapping[str, tuple[str, str]] = {
    "plain": (N_("Plain"), "FT-160"),
    "forest": (N_("Forest"), "FT-160"),
    "mountain": (N_("Mountain"), "FT-053"),
    "castle": (N_("Castle"), "FT-061"),
}
"""Name of each land, and the rule that matters most there."""


class KeyWords(NamedTuple):
    """Words of a key: what it does, and why it is disabled; message keys with the rule of each."""

    about: str
    why_not: str = ""
    rule: str = ""


TURN = KeyWords(
    N_("Lays the tile in the next way that fits here."), N_("The tile fits here in one way only.")
)
UNPLACED = KeyWords(TURN.about, N_("First put the tile on a green mark."))
TELL = KeyWords(
    N_("Lays your page open, if all of it is true, and gives you the next one."),
    N_("You tell a page after an adventure, one page in a turn."),
    "FT-110",
)
PUT_BACK = KeyWords(N_("Puts the tile back onto the stack. Nothing was done."))
GIVE_UP = KeyWords(N_("Takes you out of the game if your page can never come true."))
TURN_PAGE = KeyWords(
    N_("Puts your page under your book. The magic token gives two adventures later."),
    N_("A page is turned only before the first adventure of a turn."),
    "FT-045",
)
LAY = KeyWords(N_("Lays the tile where it is shown."), UNPLACED.why_not)
END_TURN = KeyWords(
    N_("Ends your turn: the next player goes on."),
    N_("A turn ends after an adventure, or with a turned page."),
    "FT-040",
)


def ruled(tr: NullTranslations, sentence: str, rule: str) -> str:
    """Name the topic of a rule after a sentence, if there is one."""
    book = fairytile.RULES.book()
    titles = (topic.title for topic in book.values() for each in topic.rules if rule in each.ids)
    if not rule or not (title := next(titles, "")):
        return sentence
    return tr.gettext("{sentence} Rule: {topic}.").format(sentence=sentence, topic=tr.gettext(title))


def figure(tr: NullTranslations, name: Figure) -> About:
    """Explain a figure: how it moves."""
    belongs = tr.gettext("This figure belongs to everybody.")
    return About(tr.gettext(NAMES[name]), f"{tr.gettext(GOING[name])} {belongs}", name)


def land(tr: NullTranslations, kingdom: Kingdom, cell: Cell) -> About | None:
    """Explain a cell of the kingdom: its land, what is great about it, and its river."""
    hex_ = kingdom.cells.get(cell)
    if hex_ is None:
        return None
    name, rule = LANDS[hex_.terrain]
    words = []
    if hex_.terrain in GREAT and any(cell in group for group in kingdom.groups(hex_.terrain)):
        words.append(tr.gettext("It is great: at least three connected lands of this kind."))
        rule = "FT-180"
    if hex_.river:
        great = cell in kingdom.where("great river")
        river = (
            N_("A great river runs here, through five lands or more.") if great else N_("A river runs here.")
        )
        words.append(tr.gettext(river))
    return About(tr.gettext(name), " ".join(words), rule=rule)


def place(tr: NullTranslations) -> About:
    """Explain a place where the tile in hand may lie."""
    return About(tr.gettext("Place for the tile"), tr.gettext("The tile fits here."), rule="FT-093")


def next_tile(tr: NullTranslations, left: int) -> About:
    """Explain the stack."""
    words = tr.ngettext("{n} tile is left.", "{n} tiles are left.", left).format(n=left)
    touch = tr.gettext("Touch it to lay the top one.") if left else ""
    return About(tr.gettext("Next tile"), f"{words} {touch}".strip(), rule="FT-042" if left else "FT-097")


def told_pages(tr: NullTranslations, name: str, told: int, pages: int, magic: bool) -> About:
    """Explain the bookmarks of a player, and the magic token if it shows magic."""
    words = tr.gettext("{told} of {pages} pages are told.").format(told=told, pages=pages)
    if magic:
        star = tr.gettext("The magic token is good for a second adventure.")
        return About(name, f"{words} {star}", rule="FT-130")
    return About(name, words, rule="FT-140")
