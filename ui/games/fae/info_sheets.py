"""Sheets that explain: a space, the rituals that are left, the score track."""

from collections.abc import Mapping
from gettext import NullTranslations

from companion.games import fae
from companion.games.fae import board
from companion.i18n import listed
from companion.session.fae import words
from ui import theme
from ui.games.fae.ritual_story import RitualStory
from ui.games.fae.score_track import ScoreTrack
from ui.games.fae.scoreboard import RitualView
from ui.widgets.sheet import ModalSheet


def space(tr: NullTranslations, position: fae.Position, number: int) -> ModalSheet:
    """Show a space: terrain, druids, and a picture of the ritual that would happen there now."""
    ritual = fae.ritual_at(position, number)
    name = words.terrain(tr, board.TERRAIN_OF[number])
    rows = []
    if ritual:
        counts = dict(fae.contents(position, number))
        rows.append(RitualStory(ritual=ritual, counts=counts, size_hint_y=None, height=theme.mm(38)))
    return ModalSheet(name[:1].upper() + name[1:], rows, _sentence(tr, position, number, ritual))


def cards(tr: NullTranslations, left: int) -> ModalSheet:
    """Show the remaining ritual cards, next one first."""
    rows = []
    for card in board.RITUAL_CARDS[len(board.RITUAL_CARDS) - left :]:
        row = RitualView(card=card, size_hint_y=None, height=theme.mm(13.5))
        row.speak()
        rows.append(row)
    return ModalSheet(tr.gettext("Rituals left"), rows, columns=1 if theme.portrait() else 2)


def track(tr: NullTranslations, scores: Mapping[str, int], gains: Mapping[str, int]) -> ModalSheet:
    """Show the score track; the markers moved last are highlighted."""
    rows = [ScoreTrack(scores=dict(scores), moved=tuple(gains), size_hint_y=None, height=theme.mm(36))]
    return ModalSheet(tr.gettext("Score track"), rows, tr.gettext("The markers stand like this."))


def _sentence(tr: NullTranslations, position: fae.Position, number: int, ritual: fae.Ritual | None) -> str:
    if ritual is None and fae.size(position, number):
        return tr.gettext("No ritual is left.")
    if ritual is None:
        return tr.gettext("No druid is here, and none may come here any more.")
    if ritual.cursed:
        return tr.gettext("The next card curses this terrain: a ritual here now would take all druids away.")
    if not ritual.scored:
        return tr.gettext("A ritual here now would bring no points.")
    colours = listed([words.COLOURS[colour] for colour in ritual.scored]).say(tr)
    if ritual.blessed:
        pattern = tr.ngettext(
            "The next card blesses this terrain: a ritual here now would bring {n} point for {colours}.",
            "The next card blesses this terrain: a ritual here now would bring {n} points for {colours}.",
            ritual.value,
        )
    else:
        pattern = tr.ngettext(
            "A ritual here now would bring {n} point for {colours}.",
            "A ritual here now would bring {n} points for {colours}.",
            ritual.value,
        )
    return pattern.format(n=ritual.value, colours=colours)
