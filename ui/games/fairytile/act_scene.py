"""Acts of the app on the screen: how long each is seen, its page, and what it did in one line."""

from collections.abc import Mapping
from gettext import NullTranslations
from itertools import takewhile

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.games.base import N_, player_name
from companion.games.fairytile.position import Act, FinishTurn, GiveUp, Move, PlaceTile, Tell, TurnPage
from companion.games.fairytile.words import NAMES
from companion.session.fairytile.snapshot import FairySnapshot
from ui import theme
from ui.games.fairytile import page_photo
from ui.games.fairytile.scenes import SceneView
from ui.games.fairytile.story import NarratedPage
from ui.player_names import shown_name
from ui.widgets.basics import PanelBox, Text

_SECONDS: Mapping[type, float] = {Move: 1.0, PlaceTile: 1.2, Tell: 3.0, TurnPage: 1.0, GiveUp: 1.5}
"""How long an act is seen; the end of a turn needs no time."""
_HIGH_MM, _WIDE = 58.0, 0.8
"""Height of a told page, and its maximum width as a share of the screen."""
_DONE: Mapping[type, str] = {
    PlaceTile: N_("a tile"),
    Tell: N_("page {page} told"),
    TurnPage: N_("a page turned"),
    GiveUp: N_("given up"),
}


def seconds(snapshot: FairySnapshot) -> float:
    """Return how long the last act is seen."""
    return _SECONDS.get(type(snapshot.log[-1].act), 0.0) if snapshot.log else 0.0


def app_did(tr: NullTranslations, snapshot: FairySnapshot) -> str:
    """Return in one line what the app did in its last turn; "" if a person has acted since."""
    lines = list(takewhile(lambda line: line.player in snapshot.bots, reversed(snapshot.log)))
    acts = [line.act for line in reversed(lines) if line.player == lines[0].player]
    done = " · ".join(_done(tr, act) for act in acts if not isinstance(act, FinishTurn))
    pattern = tr.gettext("{player}: {acts}")
    return pattern.format(player=player_name(tr, lines[0].player), acts=done) if done else ""


def _done(tr: NullTranslations, act: Act) -> str:
    if isinstance(act, Move):
        return tr.gettext(NAMES[act.figure])
    return tr.gettext(_DONE[type(act)]).format(page=getattr(act, "page", ""))


class ToldPage(FloatLayout):
    """A page that the app told: its picture, beside or below it who told it and its words."""

    def __init__(self, one: NarratedPage) -> None:
        super().__init__()
        upright = theme.portrait()
        sheet = PanelBox(orientation="vertical" if upright else "horizontal", spacing=theme.mm(3))
        sheet.padding = theme.mm(3)
        sheet.size_hint, sheet.height = (0.92 if upright else _WIDE, None), theme.mm(_HIGH_MM)
        sheet.pos_hint = {"center_x": 0.5, "center_y": 0.5}
        sheet.add_widget(page_photo.shown(one.photo) or SceneView(goal=one.goal))
        words: Widget = BoxLayout(orientation="vertical", spacing=theme.mm(1))
        title = App.get_running_app().tr.gettext("{player} tells page {page}.")
        title = title.format(player=shown_name(one.player), page=one.page)
        words.add_widget(Text(text=title, em="body", bold=True, color=theme.SOFT, size_hint_y=0.3))
        words.add_widget(Text(text=one.text, em="body"))
        sheet.add_widget(words)
        self.add_widget(sheet)
