"""Page of the phones: a code for each seat, whether its phone is there, codes for onlookers and own Wi-Fi."""

from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.session.snapshot import Snapshot
from ui import theme
from ui.boards import people as people_art
from ui.boards.art import WHITE
from ui.player_names import figures, shown_name
from ui.screens.page import Page
from ui.widgets.basics import Icon, PanelBox, Text, TouchButton
from ui.widgets.page_parts import PageHead, PictureButton, WrapLabel
from ui.widgets.qr import QrCode
from ui.widgets.rows import RowList

_LOOK_S = 0.3
_FIGURE_MM = 11.0
"""Height of a seat beyond its two lines of text."""
_RENEW_S = 540.0
"""Seconds after which a shown code is replaced by a new one; each is valid for 600 s."""


def turn(on: bool) -> None:
    """Turn the phones on or off, and remember it. Raises CompanionError."""
    app = App.get_running_app()
    phones = app.controller.phones
    if not on:
        phones.turn_off()
        app.prefer(phones=False)
        return
    try:
        phones.turn_on()
    finally:  # the phones of before may be unreadable, but new ones are served
        if phones.on:
            app.prefer(phones=True)


def to_be_seated(snapshot: Snapshot) -> bool:
    """Return true if a game of several people begins with phones turned on and no phone at any seat."""
    phones = App.get_running_app().controller.phones
    alone = len(snapshot.players) - len(snapshot.bots) < 2
    return bool(phones.on and not (alone or snapshot.played or snapshot.over or phones.seated()))


class PhonesPage(Page):
    """All seats, or one code: that of `player`, of the `onlookers`, or of the machine's own `wifi`.

    A code is made when it is shown and forgotten when it is not shown any longer. With `moves` it is for
    another phone of a player who has one.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.player, self.onlookers, self.wifi, self.moves = "", False, False, False
        self._making = False
        self._codes: Sequence[str] = ()
        self._networks: Sequence[str] = ()
        self._network = 0
        self._seen: object = None
        self._ticks = self.lifetime.trigger(lambda _: self._look(), _LOOK_S, repeat=True)
        self._renewal = self.lifetime.trigger(lambda _: self._renew(), _RENEW_S)
        self.bind(on_enter=lambda _: self._ticks())
        self.bind(problem=lambda *_: self.refresh_text())

    def open(
        self,
        player: str = "",
        onlookers: bool = False,
        wifi: bool = False,
        moves: bool = False,
        **about: Any,
    ) -> None:
        """Show all seats, the code of a player's seat, that of onlookers, or that of the own Wi-Fi."""
        self.player, self.onlookers, self.wifi, self._network = player, onlookers, wifi, 0
        self.moves = moves
        self._making = False
        self._invite()
        super().open(**about)

    def state(self) -> dict[str, Any]:
        """Return whose code is shown, without the code."""
        return {
            "player": self.player,
            "onlookers": self.onlookers,
            "wifi": self.wifi,
            "moves": self.moves,
        }

    def stop(self) -> None:
        """Forget the code."""
        super().stop()
        self._codes, self._seen = (), None
        self.clear_widgets()

    def refresh_text(self) -> None:
        """Rebuild the page."""
        phones, tr = App.get_running_app().controller.phones, App.get_running_app().tr
        self._seen = self._found()
        page = BoxLayout(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2.4))
        titles = {
            bool(self.player): shown_name(self.player),
            self.onlookers: tr.gettext("For onlookers"),
            self.wifi: tr.gettext("Our own Wi-Fi"),
        }
        page.add_widget(PageHead(title=titles.get(True, tr.gettext("Phones")), icon="phone"))
        if not phones.on:
            parts = self._off()
        elif not self._networks:
            parts = self._no_network()
        elif self._codes:
            parts = self._code()
        elif self.player:
            parts = self._phone()
        else:
            parts = self._seats()
        for part in parts:
            page.add_widget(part)
        self.clear_widgets()
        self.add_widget(page)

    def turn(self, on: bool) -> None:
        """Turn the phones on or off."""
        self.attempt(partial(turn, on))
        self._invite()
        self.refresh_text()

    def make_network(self) -> None:
        """Start to make a Wi-Fi of the machine's own; its code is shown once it is there."""
        self._making = True
        App.get_running_app().controller.phones.make_network()
        self.refresh_text()

    def other_network(self, by: int) -> None:
        """Show the code for another network."""
        self._network = (self._network + by) % len(self._codes)
        self.refresh_text()

    def remove(self) -> None:
        """Forget the phone of this seat, and show a code for another one."""
        if self.attempt(partial(App.get_running_app().controller.phones.remove, self.player)):
            self._renew()

    def move(self) -> None:
        """Show a code for another phone of this seat."""
        App.get_running_app().open("phones", player=self.player, moves=True)

    def _found(self) -> object:
        """State of the phones that the page shows."""
        app = App.get_running_app()
        phones = app.controller.phones
        players = app.snapshot.players if app.snapshot else ()
        return phones.on, phones.own_network(), dict(phones.seated()), players

    def _look(self) -> None:
        """Follow phones that come and go, and networks."""
        app = App.get_running_app()
        phones = app.controller.phones
        wifi = bool(phones.own_network().code)
        came = not phones.awaited(self.player) if self.moves else phones.seated().get(self.player)
        if self._codes and self.player and came:
            app.sound("score")
            app.back()
        elif self.wifi and not wifi:
            app.back()
        elif self._making and wifi:
            app.open("phones", wifi=True)
        elif tuple(phones.watch_addresses()) != self._networks:
            self._renew()
        elif self._found() != self._seen:
            self.refresh_text()

    def _invite(self) -> None:
        """Make the code that is to be shown; one for a seat only if it has no phone yet."""
        phones = App.get_running_app().controller.phones
        self._networks, self._codes = tuple(phones.watch_addresses()), ()
        self._renewal.cancel()
        if self.onlookers:
            self._codes = self._networks
        elif self.wifi:
            self._codes = tuple(code for code in [phones.own_network().code] if code)
        elif self.player and (self.moves or self.player not in phones.seated()):
            self._codes = tuple(phones.invite(self.player, moves=self.moves))
            self._renewal()
        self._network = min(self._network, max(0, len(self._codes) - 1))

    def _renew(self) -> None:
        self._invite()
        self.refresh_text()

    def _off(self) -> list[Widget]:
        tr = App.get_running_app().tr
        words = tr.gettext(
            "Each person's own secrets and decisions on their phone, without an app and without the internet."
        )
        key = TouchButton(icon="phone", text=tr.gettext("Turn on"), primary=True, size_hint=(1, None))
        key.bind(on_release=lambda _: self.turn(True))
        return [_message(self.problem or words, bool(self.problem)), key]

    def _no_network(self) -> list[Widget]:
        app = App.get_running_app()
        phones, tr, line = app.controller.phones, app.tr, _line()
        own, can_make = phones.own_network(), phones.can_make_network()
        line.add_widget(self._off_key())
        if own.busy:
            return [_message(tr.gettext("One moment …")), line]
        if own.problem:
            words = app.explain(own.problem)
        elif can_make:
            words = tr.gettext(
                "This machine is in no network. Join the Wi-Fi that the phones are in, or make one here."
            )
        else:
            words = tr.gettext("This machine is in no network. Join the Wi-Fi that the phones are in.")
        if app.controller.machine.has_networks():
            key = TouchButton(icon="wifi", text=tr.gettext("Network"), size_hint=(1, 1), primary=not can_make)
            key.bind(on_release=lambda _: app.open("networks"))
            line.add_widget(key)
        if not can_make:
            return [_message(words, bad=True), line]
        make = TouchButton(icon="wifi", text=tr.gettext("Make our own Wi-Fi"), primary=True)
        make.size_hint = (1, None)
        make.bind(on_release=lambda _: self.make_network())
        return [_message(words, bad=True), make, line]

    def _seats(self) -> list[Widget]:
        app = App.get_running_app()
        tr, shown, line = app.tr, app.snapshot, _line()
        people = [name for name in shown.players if name not in shown.bots] if shown else []
        onlookers = TouchButton(
            icon=_foot_icon("people"), text=tr.gettext("For onlookers"), size_hint=(1.6, 1)
        )
        onlookers.bind(on_release=lambda _: app.open("phones", onlookers=True))
        line.add_widget(self._off_key())
        line.add_widget(onlookers)
        if not people:
            words = tr.gettext("Start a game: then each person finds a code here.")
            return [_message(words), *self._wifi_line(), line]
        said = self.problem or tr.gettext("Touch a person to connect their phone.")
        words = WrapLabel(text=said, em="body")
        words.color = theme.BAD if self.problem else theme.INK
        seats = RowList()
        seats.show([self._seat(player) for player in people], 1 if theme.portrait() else 2)
        play = TouchButton(
            icon=_foot_icon("play"), text=tr.gettext("Play now"), primary=True, size_hint=(1, 1)
        )
        play.bind(on_release=lambda _: app.home())
        line.add_widget(play)
        return [words, *self._wifi_line(), seats, line]

    def _wifi_line(self) -> list[Widget]:
        """A key for the code of the own Wi-Fi, if there is one."""
        app = App.get_running_app()
        if not app.controller.phones.own_network().code:
            return []
        line = _line()
        key = TouchButton(icon="wifi", text=app.tr.gettext("Code of our Wi-Fi"), size_hint=(1, 1))
        key.bind(on_release=lambda _: app.open("phones", wifi=True))
        line.add_widget(key)
        return [line]

    def _seat(self, player: str) -> PictureButton:
        app = App.get_running_app()
        person = figures(app, app.snapshot.players)[player]
        tile = PictureButton(icon=people_art.picture(person.colour), text=shown_name(player))
        tile.tint, tile.detail, tile.size_hint = WHITE, self._state(player), (1, None)
        tile.height = theme.mm(_FIGURE_MM) + 3 * theme.em("body")
        tile.bind(on_release=lambda _: app.open("phones", player=player))
        return tile

    def _state(self, player: str) -> str:
        app = App.get_running_app()
        states = {
            None: app.tr.gettext("no phone"),
            True: app.tr.gettext("phone connected"),
            False: app.tr.gettext("phone away"),
        }
        return str(states[app.controller.phones.seated().get(player)])

    def _code(self) -> list[Widget]:
        tr, code = App.get_running_app().tr, self._codes[self._network]
        body = BoxLayout(orientation="vertical" if theme.portrait() else "horizontal", spacing=theme.mm(2.4))
        side = PanelBox(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2))
        scan = WrapLabel(text=tr.gettext("Scan this with the camera of your phone."), em="body", bold=True)
        side.add_widget(Widget())
        side.add_widget(scan)
        if self.onlookers:
            words = tr.gettext("It shows the game without secrets. Anybody may scan it.")
        elif self.wifi:
            words = tr.gettext(
                "It joins the Wi-Fi of this table, which has no internet. If the phone asks, stay connected."
            )
        else:
            words = tr.gettext("The phone must be in the same Wi-Fi. The code is for one phone only.")
        side.add_widget(WrapLabel(text=words, color=theme.SOFT))
        if self.onlookers:
            side.add_widget(WrapLabel(text=code))
        if self.wifi:
            side.add_widget(WrapLabel(text=self._wifi_words()))
        if len(self._codes) > 1:
            side.add_widget(self._networks_line())
        side.add_widget(Widget())
        if self.wifi:
            side.add_widget(self._next_key())
        side.size_hint = (1, 0.6) if theme.portrait() else (0.9, 1)
        body.add_widget(QrCode(text=code))
        body.add_widget(side)
        return [body]

    def _wifi_words(self) -> str:
        """Name and password, for a phone that reads no codes."""
        app = App.get_running_app()
        own = app.controller.phones.own_network()
        words: str = app.tr.gettext("Name: {name}\nPassword: {password}")
        return words.format(name=own.name, password=own.password)

    def _next_key(self) -> TouchButton:
        app = App.get_running_app()
        key = TouchButton(
            text=app.tr.gettext("Next"), primary=True, size_hint=(1, None), height=_line().height
        )
        key.bind(on_release=lambda _: app.back())
        return key

    def _networks_line(self) -> BoxLayout:
        """Keys for the other networks, and the address in the one whose code is shown."""
        line, tr = _line(), App.get_running_app().tr
        about = tr.gettext("Shows the code for another network.")
        host = Text(text=urlsplit(self._codes[self._network]).hostname or "", em="note", halign="center")
        for icon, by in (("back", -1), ("next", 1)):
            key = TouchButton(icon=icon, about=about)
            key.bind(on_release=lambda _, by=by: self.other_network(by))
            line.add_widget(key)
        line.add_widget(host, index=1)
        return line

    def _phone(self) -> list[Widget]:
        tr = App.get_running_app().tr
        key = TouchButton(icon="trash", text=tr.gettext("Remove this phone"))
        key.size_hint = (1, None)
        key.bind(on_release=lambda _: self.remove())
        here = App.get_running_app().controller.phones.seated().get(self.player)
        words = (
            tr.gettext("This phone is connected.")
            if here
            else tr.gettext("This phone is away. It comes back by itself when its page is open.")
        )
        other = TouchButton(icon="phone", text=tr.gettext("Open on another phone"), primary=True)
        other.size_hint = (1, None)
        other.bind(on_release=lambda _: self.move())
        return [_message(self.problem or words, bool(self.problem)), other, key]

    def _off_key(self) -> TouchButton:
        key = TouchButton(
            icon=_foot_icon("cross"),
            text=App.get_running_app().tr.gettext("Turn the phones off"),
            size_hint=(1.6, 1),
        )
        key.bind(on_release=lambda _: self.turn(False))
        return key


def _message(words: str, bad: bool = False) -> PanelBox:
    """A sentence beside the sign of a phone."""
    upright = theme.portrait()
    box = PanelBox(padding=theme.mm(4), spacing=theme.mm(4))
    box.orientation = "vertical" if upright else "horizontal"
    middle = {"center_x" if upright else "center_y": 0.5}
    box.add_widget(Icon(name="phone", colour=theme.SOFT, size_hint=(0.5, 0.5), pos_hint=middle))
    place = {"halign": "center", "valign": "top"} if upright else {}
    box.add_widget(Text(text=words, color=theme.BAD if bad else theme.INK, **place))
    return box


def _line() -> BoxLayout:
    """A line of keys that may have two lines of small words each."""
    height = max(theme.mm(11), 2.6 * theme.em("note") + theme.mm(2.6))
    return BoxLayout(spacing=theme.mm(2), size_hint_y=None, height=height)


def _foot_icon(name: str) -> str:
    """Leave the room to the words in an upright window."""
    return "" if theme.portrait() else name
