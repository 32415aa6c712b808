"""Sheets that explain: the rituals that are left, the score track."""

from collections.abc import Mapping
from gettext import NullTranslations

from companion.games.fae import board
from ui import theme
from ui.games.fae.score_track import ScoreTrack
from ui.games.fae.scoreboard import RitualView
from ui.widgets.sheet import ModalSheet


def cards(tr: NullTranslations, left: int) -> ModalSheet:
    """Show the remaining ritual cards, next one first."""
    rows = []
    for card in board.RITUAL_CARDS[len(board.RITUAL_CARDS) - left :]:
        row = RitualView(card=card, size_hint_y=None, height=theme.mm(13.5))
        rows.append(row)
    return ModalSheet(tr.gettext("Rituals left"), rows, columns=1 if theme.portrait() else 2)


def track(tr: NullTranslations, scores: Mapping[str, int], gains: Mapping[str, int]) -> ModalSheet:
    """Show the score track; the markers moved last are highlighted."""
    rows = [ScoreTrack(scores=dict(scores), moved=tuple(gains), size_hint_y=None, height=theme.mm(36))]
    return ModalSheet(tr.gettext("Score track"), rows, tr.gettext("The markers stand like this."))
