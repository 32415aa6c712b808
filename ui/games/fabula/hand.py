"""Hands kept by the app: visible to one player while a finger holds, else only numbered backs."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from kivy.app import App
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.fabula.cards import CardDefinition
from companion.session.fabula import words
from companion.session.fabula.snapshot import FabulaSnapshot
from ui import theme
from ui.games.fabula import action_drafts, player_side, small_card
from ui.games.fabula.card_face import CardFace
from ui.games.fabula.panels import DuelPanel, hand_rows
from ui.games.fabula.views import CardView
from ui.widgets.basics import TouchButton
from ui.widgets.painted import Painted
from ui.widgets.secret import HoldToSee
from ui.widgets.sheet import Row

_ASPECT = 0.75


class HandCards(Painted):
    """Cards with their numbers, as large as they fit."""

    def __init__(self, views: Sequence[CardView], **kwargs: Any) -> None:
        self._views = views
        super().__init__(**kwargs)

    def paint(self) -> None:
        """Draw the cards in rows."""
        count = max(1, len(self._views))
        columns = max(range(1, count + 1), key=lambda n: self._card_high(n, count))
        high = self._card_high(columns, count)
        gap, wide = theme.mm(1.2), high * _ASPECT
        rows = -(-count // columns)
        left = self.x + (self.width - columns * (wide + gap) + gap) / 2
        top = self.y + (self.height + rows * (high + gap) - gap) / 2
        for number, view in enumerate(self._views):
            row, column = divmod(number, columns)
            x, y = left + column * (wide + gap), top - (row + 1) * high - row * gap
            small_card.card(self, view, (x, y, wide, high))
            self.draw("shadow", x + 0.14 * wide, y + 0.5 * high, 0.3 * wide, theme.ON_ACCENT)
            self.text(str(number + 1), x + 0.14 * wide, y + 0.5 * high, 0.22 * wide, theme.ACCENT)

    def _card_high(self, columns: int, count: int) -> float:
        rows, gap = -(-count // columns), theme.mm(1.2)
        high = (self.height - gap * (rows - 1)) / rows
        return float(min(high, (self.width - gap * (columns - 1)) / columns / _ASPECT))


def secret_hand(values: Any, dear: Callable[[CardDefinition], bool] = lambda _: False) -> Widget:
    """Private view of a hand: pairs of id and name; cards in `dear` cannot be paid and are dim."""
    app = App.get_running_app()
    cards = app.snapshot.position.cards
    if not isinstance(values, list):
        return HandCards(())
    return HandCards([_view(id_, name, cards[name], app.language, dear) for id_, name in values])


def _view(
    id_: str, name: str, card: CardDefinition, language: str, dear: Callable[[CardDefinition], bool]
) -> CardView:
    called, numbers = words.card_name(name, card, language), player_side.printed(card)
    return CardView(id_, called, card.type, card.colors, card.cost, numbers, dim=dear(card))


class HandPanel(DuelPanel):
    """Hand of who decides, open to a person alone at the table; else the player holds to see, then taps
    the number of a card.
    """

    def __init__(
        self,
        snapshot: FabulaSnapshot,
        title: str,
        chosen: Callable[[int], None],
        picked: Collection[int] = (),
    ) -> None:
        super().__init__()
        player = snapshot.players[snapshot.decider]
        self.line(title, 9 if len(title) > 28 else 5.5, bold=True)
        if action_drafts.alone(snapshot):
            self.show(list(hand_rows(snapshot, self.language, chosen, picked)))
        else:
            if snapshot.in_app:
                ask = partial(_ask, snapshot, player)
                self.add_widget(
                    HoldToSee(owner=player, ask=ask, words=self.tr.gettext("Hold to see your hand"))
                )
            self._numbers(len(snapshot.position.sides[snapshot.decider].hand), chosen, picked)
            if not snapshot.in_app:
                self.add_widget(Widget())

    def _numbers(self, count: int, chosen: Callable[[int], None], picked: Collection[int]) -> None:
        grid = GridLayout(cols=4, spacing=theme.mm(1), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for number in range(1, count + 1):
            made = TouchButton(text=str(number), chosen=number in picked, size_hint=(1, None), font_mm=4.4)
            made.height = theme.mm(9.8)
            made.bind(on_release=lambda _, number=number: chosen(number))
            grid.add_widget(made)
        self.add_widget(grid)


class PrivateCardPanel(DuelPanel):
    """One card of a secret hand, with its actions."""

    def __init__(
        self, snapshot: FabulaSnapshot, number: int, play: Callable[[], None], back: Callable[[], None]
    ) -> None:
        super().__init__()
        player = snapshot.players[snapshot.decider]
        self.line(self.tr.gettext("Card {n} of your hand").format(n=number), 5.5, bold=True)

        def ask() -> Widget:
            name = App.get_running_app().controller.show_secret(player)[number - 1][1]
            return CardFace(player_side.face_in_hand(self.tr, snapshot, name, self.language))

        self.add_widget(HoldToSee(owner=player, ask=ask, words=self.tr.gettext("Hold to see this card")))
        self.foot(Row(self.tr.gettext("Play it"), play, "play", chosen=True), Row("", back, "back"))


def _ask(snapshot: FabulaSnapshot, player: str) -> Widget:
    hand = App.get_running_app().controller.show_secret(player)
    return secret_hand(hand, partial(action_drafts.too_dear, snapshot))
