"""Acts of the app on the screen: how long each is seen, its page, and what it did in one line."""

from collections.abc import Mapping
from gettext import NullTranslations
from itertools import takewhile
from math import atan2, degrees
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.games.base import N_, player_name
from companion.games.fairytile.board import Cell, tile_cells
from companion.games.fairytile.position import FinishTurn, GiveUp, Move, PlaceTile, Tell, TurnPage
from companion.games.fairytile.words import went_sentence
from companion.i18n import say
from companion.session.fairytile.snapshot import FairyLogEntry, FairySnapshot
from ui import theme
from ui.games.fairytile import board_map, page_photo
from ui.games.fairytile.scenes import SceneView
from ui.games.fairytile.story import NarratedPage
from ui.player_names import shown_name
from ui.widgets.basics import PanelBox, Text, text_height

_SECONDS: Mapping[type, float] = {Move: 1.0, PlaceTile: 1.2, Tell: 8.0, TurnPage: 1.0, GiveUp: 1.5}
"""How long an act is seen; the end of a turn needs no time."""
TOLD_S = _SECONDS[Tell]
"""How long a told page is seen, if nobody touches."""
_HIGH_MM, _WIDE = 58.0, 0.8
"""Height of a told page, and its maximum width as a share of the screen."""
_DONE: Mapping[type, str] = {
    Tell: N_("page {page} told"),
    TurnPage: N_("a page turned"),
    GiveUp: N_("given up"),
}
_LAID = (
    N_("lays a tile on the right"),
    N_("lays a tile at the top"),
    N_("lays a tile on the left"),
    N_("lays a tile at the bottom"),
)
"""Directions in which a tile is laid, from the middle of the kingdom, counter-clockwise."""


def seconds(snapshot: FairySnapshot) -> float:
    """Return how long the last act is seen."""
    return _SECONDS.get(type(snapshot.log[-1].act), 0.0) if snapshot.log else 0.0


def app_did(tr: NullTranslations, snapshot: FairySnapshot) -> str:
    """Return in one line what the app did in its last turn; "" if a person has acted since."""
    lines = _app_turn(snapshot)
    done = " · ".join(_done(tr, line) for line in lines if not isinstance(line.act, FinishTurn))
    pattern = tr.gettext("{player}: {acts}")
    return pattern.format(player=player_name(tr, lines[0].player), acts=done) if done else ""


def app_went(snapshot: FairySnapshot) -> tuple[tuple[Cell, ...], ...]:
    """Return the way of the last move of a figure in the last turn of the app, as start and end."""
    moves = [
        (line.before.figure_cells[line.act.figure], line.act.to)
        for line in _app_turn(snapshot)
        if isinstance(line.act, Move)
    ]
    return tuple(moves[-1:])


def _app_turn(snapshot: FairySnapshot) -> list[FairyLogEntry]:
    """Return the acts of the last turn, if the app made it and no person has acted since."""
    lines = list(takewhile(lambda line: line.player in snapshot.bots, reversed(snapshot.log)))
    return [line for line in reversed(lines) if line.player == lines[0].player]


def _done(tr: NullTranslations, line: FairyLogEntry) -> str:
    act, before = line.act, line.before
    if isinstance(act, Move):
        return say(tr, [went_sentence(act.figure, before.kingdom.cells[act.to].terrain)])
    if isinstance(act, PlaceTile):
        (x, y), (from_x, from_y) = map(board_map.middle, (tile_cells(act.at, act.turn), before.kingdom.cells))
        return tr.gettext(_LAID[round(degrees(atan2(y - from_y, x - from_x)) / 90) % 4])
    return tr.gettext(_DONE[type(act)]).format(page=getattr(act, "page", ""))


class _Story(Text):
    """The words of a page, as a title where they fit, else in the size of a text."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(size=self._choose)

    def _choose(self, *_: Any) -> None:
        if self.width > theme.mm(10):
            self.em = "title" if text_height(self.text, "title", self.width) <= self.height else "body"


class ToldPage(FloatLayout):
    """A told page: its picture, beside or below it who told it and its words."""

    def __init__(self, one: NarratedPage) -> None:
        super().__init__()
        upright = theme.portrait()
        self.sheet = sheet = PanelBox(
            orientation="vertical" if upright else "horizontal", spacing=theme.mm(3)
        )
        sheet.padding = theme.mm(3)
        sheet.size_hint, sheet.height = (0.92 if upright else _WIDE, None), theme.mm(_HIGH_MM)
        sheet.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        sheet.add_widget(page_photo.shown(one.photo) or SceneView(goal=one.goal))
        words: Widget = BoxLayout(orientation="vertical", spacing=theme.mm(1))
        title = App.get_running_app().tr.gettext("{player} tells page {page}.")
        title = title.format(player=shown_name(one.player), page=one.page)
        words.add_widget(Text(text=title, em="body", bold=True, color=theme.SOFT, size_hint_y=0.3))
        words.add_widget(_Story(text=one.text, em="title"))
        sheet.add_widget(words)
        self.add_widget(sheet)
