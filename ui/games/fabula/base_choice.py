"""Choice of the centre: every base with its picture and what it does."""

from collections.abc import Callable
from math import isfinite
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout

from companion.games.fabula.cards import CardDefinition
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id
from companion.session.fabula import words
from companion.session.fabula.snapshot import FabulaSnapshot
from ui import theme
from ui.explanation import About
from ui.games.fabula import card_paint, card_print, explanations
from ui.games.fabula.panels import DuelPanel
from ui.games.fabula.views import BasePrint, BaseView
from ui.player_names import shown_name
from ui.widgets.basics import Key, Text, largest_em, text_height
from ui.widgets.painted import Painted

_LEAST_MM = 12.4


class BasePicture(Painted):
    """A base as it will lie on the table."""

    def __init__(self, shown: BasePrint, **kwargs: Any) -> None:
        self._shown = shown
        super().__init__(**kwargs)

    def paint(self) -> None:
        """Draw the base."""
        x, y = self.middle
        wide, high = (theme.mm(side) for side in card_print.BASE_MM)
        card_paint.base(self, BaseView("", self._shown), (x - wide / 2, y - high / 2, wide, high))


class BaseKey(Key):
    """A base that may become the centre: its picture, name and text."""

    def __init__(self, name: str, card: CardDefinition, resistance: int) -> None:
        app = App.get_running_app()
        self._name, self._card = name, card
        super().__init__(text=words.card_name(name, card, app.language), size_hint=(1, None))
        effect = words.in_language(card.text, app.language)
        self._effect = effect or app.tr.gettext("It has no effect of its own.")
        picture = BasePicture(BasePrint(name, card.colors, resistance, centre=True), size_hint=(None, 1))
        picture.width = theme.mm(card_print.BASE_MM[0])
        self._title = Text(text=self.text, bold=True, size_hint_y=None)
        self._said = Text(text=self._effect, em="note", color=theme.SOFT, size_hint_y=None)
        beside = BoxLayout(orientation="vertical")
        for part in (self._title, self._said):
            beside.add_widget(part)
        self.add_widget(picture)
        self.add_widget(beside)
        self.bind(width=self._measure)
        self._measure()

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the base and its numbers."""
        app = App.get_running_app()
        return explanations.card(app.tr, self._name, self._card, app.language)

    def _measure(self, *_: Any) -> None:
        room = self.width - theme.mm(card_print.BASE_MM[0] + 4.2)
        self._title.em = largest_em(self.text, room, 6 * theme.em("body"), "body", "note")
        for part in (self._title, self._said):
            high = text_height(part.text, part.em, room, bold=part.bold)
            part.height = high if isfinite(high) else 2 * theme.em("body")
        self.height = max(theme.mm(_LEAST_MM), self._title.height + self._said.height + theme.mm(2.4))


class BasesPanel(DuelPanel):
    """Choice of a player's centre; `keys` are the keys of the bases by id. Equal bases share one key."""

    def __init__(self, snapshot: FabulaSnapshot, player: str, chosen: Callable[[Id], None]) -> None:
        super().__init__()
        self.size_hint = 1, 1
        pattern = self.tr.gettext("{player}: which base is your centre?")
        if len(snapshot.players) - len(snapshot.bots) > 1:
            pattern = self.tr.gettext("{player}: which base is your centre? The other looks away.")
        self.line(pattern.format(player=shown_name(player)), bold=True)
        duel, position = Duel(snapshot.position), snapshot.position
        own = {
            id_: name for id_, name in snapshot.bases.items() if snapshot.players[duel.owner(id_)] == player
        }
        first = {name: id_ for id_, name in reversed(own.items())}
        made: dict[str, BaseKey] = {}
        for name in dict.fromkeys(own.values()):
            key = BaseKey(name, position.cards[name], position.format.centre_resistance)
            key.bind(on_release=lambda _, id_=first[name]: chosen(id_))
            made[name] = key
        self.keys = {id_: made[name] for id_, name in own.items()}
        self.show(list(made.values()), 1 if theme.portrait() else 2)
