"""Hands kept by the app: visible to one player while a finger holds, else only backs."""

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.fabula.cards import CardDefinition
from companion.session.fabula import playable
from companion.session.fabula.decisions import PLAYING
from companion.session.fabula.snapshot import FabulaSnapshot
from ui import theme
from ui.games.fabula import player_side
from ui.games.fabula.card_face import CardFace
from ui.games.fabula.fan import FAN_MM, HandFan
from ui.games.fabula.panels import DuelPanel
from ui.games.fabula.view_model import alone
from ui.games.fabula.views import CardView
from ui.widgets.basics import Text, TouchButton
from ui.widgets.rows import Row
from ui.widgets.secret import HoldToSee


def secret_hand(values: Any, dear: Callable[[CardDefinition], bool] = lambda _: False) -> Widget:
    """Private view of a hand: pairs of id and name; cards in `dear` cannot be paid and are dim."""
    app = App.get_running_app()
    return HandFan(large=True, cards=list(_faces(values if isinstance(values, list) else (), app, dear)))


def _faces(
    values: Iterable[tuple[str, str]], app: Any, dear: Callable[[CardDefinition], bool]
) -> Iterable[CardView]:
    cards = app.snapshot.position.cards
    for id_, name in values:
        shown = player_side.printed_card(name, cards[name], app.language)
        yield CardView(id_, shown, dim=dear(cards[name]))


def in_hand(snapshot: FabulaSnapshot, picked: Collection[int]) -> list[CardView]:
    """The hand of who decides as it lies below the table: open to a person alone, else face down; none if
    the cards are in the players' own hands.
    """
    if not snapshot.in_app or snapshot.over or snapshot.players[snapshot.decider] in snapshot.bots:
        return []
    hand = [CardView(str(id_)) for id_ in snapshot.position.sides[snapshot.decider].hand]
    if alone(snapshot):
        app = App.get_running_app()
        values = app.controller.show_secret(snapshot.players[snapshot.decider])
        hand = list(_faces(values, app, partial(idle, snapshot)))
    lit = alone(snapshot) and snapshot.asks in (*PLAYING, "discard")
    return [
        view._replace(mark="chosen" if number in picked else "can" if lit and not view.dim else "")
        for number, view in enumerate(hand, 1)
    ]


def idle(snapshot: FabulaSnapshot, card: CardDefinition) -> bool:
    """Return true if a card cannot be played now."""
    if snapshot.asks in ("mulligan", "discard"):
        return False
    return bool(playable.why_not(snapshot, card))


class HandPanel(DuelPanel):
    """Secret hand of who decides: the player holds to see it, then touches the backs below."""

    def __init__(
        self,
        snapshot: FabulaSnapshot,
        title: str,
        chosen: Callable[[int], None],
        picked: Collection[int] = (),
        close: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        player = snapshot.players[snapshot.decider]
        head = BoxLayout(size_hint_y=None, height=max(theme.mm(10.2), 2.6 * theme.em("body")))
        head.add_widget(Text(text=title, bold=True))
        if close:
            key = TouchButton(icon="cross")
            key.bind(on_release=lambda _: close())
            head.add_widget(key)
        self.add_widget(head)
        ask = partial(_ask, snapshot, player)
        self.add_widget(HoldToSee(owner=player, ask=ask, words=self.tr.gettext("Hold to see your hand")))
        fan = HandFan(cards=in_hand(snapshot, picked), size_hint_y=None, height=theme.mm(FAN_MM))
        fan.bind(on_card=lambda _, number: chosen(number))
        self.add_widget(fan)


class PrivateCardPanel(DuelPanel):
    """One card of a secret hand, with its actions."""

    def __init__(
        self, snapshot: FabulaSnapshot, number: int, play: Callable[[], None], back: Callable[[], None]
    ) -> None:
        super().__init__()
        player = snapshot.players[snapshot.decider]
        self.line(self.tr.gettext("Card {n} of your hand").format(n=number), bold=True)

        def ask() -> Widget:
            name = App.get_running_app().controller.show_secret(player)[number - 1][1]
            return CardFace(player_side.face_in_hand(self.tr, snapshot, name, self.language))

        self.add_widget(HoldToSee(owner=player, ask=ask, words=self.tr.gettext("Hold to see this card")))
        self.foot(
            Row(self.tr.gettext("Play it"), play, "play"), Row(self.tr.gettext("Keep it"), back, "back")
        )


def _ask(snapshot: FabulaSnapshot, player: str) -> Widget:
    hand = App.get_running_app().controller.show_secret(player)
    return secret_hand(hand, partial(idle, snapshot))
