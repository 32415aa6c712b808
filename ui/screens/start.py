"""Start page: the games in large pictures, stored games to resume, and devices."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from gettext import NullTranslations
from math import ceil
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.games import registry
from companion.games.base import N_
from companion.i18n import say
from companion.i18n.error_text import translated_text
from companion.storage import clock
from ui import games, theme
from ui.backup_service import StoredBackup
from ui.boards.art import WHITE
from ui.player_names import shown_name
from ui.screens import start_game
from ui.screens.page import Page
from ui.services import DeviceStatus, SavedGame
from ui.widgets.basics import Key, TouchButton
from ui.widgets.history_chart import begun
from ui.widgets.page_parts import PictureButton, WrapLabel
from ui.widgets.sheet import ModalSheet, Row

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

AT_ONCE = 8
"""Maximum number of stored games to resume; the page of all games has the others."""
LEAST_TILE_MM = (17.0, 22.0)
"""Minimum width and height of a game's tile, in which its title can be read."""
LOOK_EVERY_S = 2.0
"""Seconds between two queries of the devices' status."""
_DEVICES = {
    "camera": ("camera", N_("Camera")),
    "lights": ("lamp", N_("Lights")),
    "buttons": ("button", N_("Buttons")),
    "reader": ("tag", N_("Card reader")),
    "broker": ("home", N_("MQTT broker")),
}
_BADGES = {
    "ok": ("check", theme.GOOD),
    "twin": ("panel", theme.SOFT),
    "starting": ("less", theme.SOFT),
    "missing": ("warn", theme.BAD),
}
_MEANINGS = {
    ("camera", "ok"): N_("The camera is connected and can watch the table."),
    ("camera", "twin"): N_("No camera is set up. Play by touch, or watch a game at the simulated table."),
    ("camera", "starting"): N_("The camera does not answer yet. Wait a moment, or play by touch."),
    ("camera", "missing"): N_("The camera does not answer. Check its cable, or play by touch."),
    ("lights", "ok"): N_("The lights around the board are connected."),
    ("lights", "twin"): N_("No lights are set up. The screen draws them around the board."),
    ("lights", "missing"): N_("The lights do not answer. Check their plug; the game goes on without."),
    ("buttons", "ok"): N_("The buttons beside the board are connected."),
    ("buttons", "twin"): N_("No buttons are set up. Those on the screen do the same."),
    ("buttons", "missing"): N_("The buttons do not answer. Check their cable, or use those on the screen."),
    ("reader", "ok"): N_("The card reader is connected."),
    ("reader", "missing"): N_(
        "The card reader does not answer. Check its cable; touch the screen meanwhile."
    ),
    ("broker", "ok"): N_("The MQTT broker receives the state of the game."),
    ("broker", "missing"): N_(
        "The MQTT broker does not answer. Check that it runs, and [mqtt] in the settings; the game goes on "
        "without."
    ),
}
_SET_UP: Mapping[str, tuple[str, Mapping[str, Any]]] = {"reader": ("tags", {}), "broker": ("settings", {})}
"""Pages that set up a device; other devices have a part of the set-up page."""
_FOOT = (
    ("games", "shelf", N_("Games")),
    ("statistics", "chart", N_("Statistics")),
    ("teach", "teach", N_("Teach")),
    ("settings", "gear", N_("Settings")),
)


def _when(tr: NullTranslations, when: str) -> str:
    """Date and time; today and yesterday in words while the clock knows the date."""
    if not clock.is_set():
        return begun(when, tr)
    day, _, time = when.partition(" ")
    today = date.today()
    if day == today.isoformat():
        return " ".join((tr.gettext("Today"), time))
    if day == (today - timedelta(days=1)).isoformat():
        return " ".join((tr.gettext("Yesterday"), time))
    return begun(when, tr)


def _try_again() -> None:
    """Leave safe mode: restart with all devices."""
    app = App.get_running_app()
    app.controller.devices.try_again()
    app.stop()


def _explain_left_out() -> None:
    """Show the file and line of each error."""
    tr = App.get_running_app().tr
    reasons = [
        WrapLabel(text=translated_text(tr, error), font_mm=3.2) for error in registry.left_out().values()
    ]
    ModalSheet(tr.gettext("Left out"), reasons)


class SignButton(TouchButton):
    """A device, with its status as a badge of distinct shape."""

    badge = StringProperty("")
    badge_colour = ListProperty(theme.INK)


class GoOnButton(Key):
    """A stored game: picture, players and progress."""

    detail = StringProperty("")


class GameTiles(ScrollView):
    """A tile for every game, as large as possible; they scroll if there are many."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(do_scroll_x=False, scroll_distance=theme.mm(2), bar_width=theme.mm(0.8), **kwargs)
        self._grid = GridLayout(cols=1, spacing=theme.mm(2.4), size_hint_y=None)
        self._grid.bind(minimum_height=self._grid.setter("height"))
        self.add_widget(self._grid)
        self.bind(size=lambda *_: self._lay_out())

    def show(self, tiles: Sequence[PictureButton]) -> None:
        """Replace the tiles."""
        self._grid.clear_widgets()
        for tile in tiles:
            tile.size_hint = (1, None)
            self._grid.add_widget(tile)
        self._lay_out()

    def _lay_out(self) -> None:
        tiles, gap = self._grid.children, theme.mm(2.4)
        abreast = max(1, int((self.width + gap) / (theme.mm(LEAST_TILE_MM[0]) + gap)))
        lines = ceil(len(tiles) / abreast) or 1
        self._grid.cols = ceil(len(tiles) / lines) or 1
        for tile in tiles:
            tile.height = max(theme.mm(LEAST_TILE_MM[1]), (self.height - gap * (lines - 1)) / lines)
            tile.picture_share = 7 if lines == 1 else 2


class StartNotice(BoxLayout):
    """A notice about a problem, with a button that explains or solves it."""

    why = StringProperty("")
    icon = StringProperty("")
    text = StringProperty("")
    act = ObjectProperty(None)


class StartScreen(Page):
    """Start page: a tile for every game, stored games, and the status of devices."""

    saved: Sequence[SavedGame] = ()
    signs: Sequence[DeviceStatus] = ()
    offer: StoredBackup | None = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._ticks = self.lifetime.trigger(self._look, LOOK_EVERY_S, repeat=True)
        self.bind(on_enter=lambda _: self._ticks())

    def open(self, problem: str = "", **about: Any) -> None:
        """Reload games and devices; `problem` is the last refusal."""
        self.saved, self.signs = (), App.get_running_app().controller.devices.signs()
        self.attempt(self._look_for_games)
        problem = problem or self.problem
        super().open(**about)
        self.problem = problem

    def refresh_text(self) -> None:
        """Rebuild the page."""
        self._show_notice()
        self._show_signs()
        self._show_tiles()
        self._show_saved()
        self._show_foot()

    def explain(self, sign: DeviceStatus) -> None:
        """Explain the status of a device and what to do."""
        tr = App.get_running_app().tr
        text = tr.gettext(_MEANINGS[sign.device, sign.state])
        page, about = _SET_UP.get(sign.device, ("set_up", {"part": sign.device}))
        lead = Row(tr.gettext("Set it up"), lambda: App.get_running_app().open(page, **about), "gear")
        ModalSheet(tr.gettext(_DEVICES[sign.device][1]), (lead,), f"{text}\n{sign.detail}".strip())

    def resume(self, game: SavedGame) -> None:
        """Resume a stored game, with the table kind used last for this game."""
        app = App.get_running_app()
        table = start_game.plan_for(app, games.of(game.game)).table
        self.attempt(lambda: app.controller.resume(game.id, table))

    def ask_delete(self, game: SavedGame) -> None:
        """Delete a stored game, after a confirmation."""
        app = App.get_running_app()
        tr = app.tr

        def delete() -> None:
            self.attempt(lambda: app.controller.archive.delete(game.id))
            self.open(self.problem)

        text = tr.gettext("Delete this game? It cannot be brought back.")
        keep = Row(tr.gettext("Keep"), lambda: None, "check")
        rows = [Row(tr.gettext("Delete"), delete, "trash"), keep]
        ModalSheet(", ".join(map(shown_name, game.players)), rows, text)

    def _look_for_games(self) -> None:
        stored = App.get_running_app().controller.archive.saved_games()
        shown = games.tiles()  # a stored game's may have been removed
        self.saved = [game for game in stored if game.game in shown][:AT_ONCE]

    def _look(self, _: float) -> None:
        signs = App.get_running_app().controller.devices.signs()
        if list(signs) != list(self.signs):
            self.signs = signs
            self._show_signs()
        offer = App.get_running_app().controller.backups.offer()
        if offer != self.offer:
            self.offer = offer
            self._show_notice()

    def _show_notice(self) -> None:
        app, box = App.get_running_app(), self.ids.notice
        box.clear_widgets()
        if why := app.controller.devices.left_alone():
            again = app.tr.gettext("Try again")
            box.add_widget(StartNotice(why=say(app.tr, [why]), icon="redo", text=again, act=_try_again))
        if offer := self.offer:
            pattern = app.tr.gettext("There is a backup on the USB stick: {when}")
            ask = partial(app.open, "backup", restore=offer.file)
            why = pattern.format(when=_when(app.tr, offer.when))
            box.add_widget(StartNotice(why=why, icon="undo", text=app.tr.gettext("Restore"), act=ask))
        if left_out := registry.left_out():
            pattern = app.tr.ngettext(
                "A game cannot be loaded: {games}.", "Games cannot be loaded: {games}.", len(left_out)
            )
            why = pattern.format(games=", ".join(left_out))
            more = app.tr.gettext("Why?")
            box.add_widget(StartNotice(why=why, icon="help", text=more, act=_explain_left_out))

    def _show_signs(self) -> None:
        box = self.ids.signs
        box.clear_widgets()
        for sign in self.signs:
            badge, colour = _BADGES[sign.state]
            button = SignButton(icon=_DEVICES[sign.device][0], badge=badge, badge_colour=colour)
            button.bind(on_release=lambda _, sign=sign: self.explain(sign))
            box.add_widget(button)
        language = TouchButton(text=App.get_running_app().language[:2].upper())
        language.size = (theme.mm(10), theme.mm(10))
        language.bind(on_release=lambda _: App.get_running_app().next_language())
        box.add_widget(language)

    def _show_tiles(self) -> None:
        app, tiles = App.get_running_app(), []
        for name, shown in games.tiles().items():
            tile = PictureButton(icon=shown.icon, text=registry.rules(name).title, font_mm=6, tint=WHITE)
            tile.bind(on_release=lambda _, game=name: app.open("new", game=game))
            tiles.append(tile)
        self.ids.tiles.show(tiles)

    def _show_saved(self) -> None:
        tr, box = App.get_running_app().tr, self.ids.go_on
        box.opacity, box.disabled = (1, False) if self.saved else (0, True)
        box.size_hint = ((1, 0.5) if theme.portrait() else (0.85, 1)) if self.saved else (None, None)
        if not self.saved:
            box.size = (0, 0)
        rows, tiles = [], games.tiles()
        for game in self.saved:
            line = BoxLayout(spacing=theme.mm(1), size_hint_y=None, height=theme.mm(14.5))
            moves = tr.ngettext("{n} move", "{n} moves", game.moves).format(n=game.moves)
            button = GoOnButton(icon=tiles[game.game].icon, text=", ".join(map(shown_name, game.players)))
            button.detail = f"{moves} · {_when(tr, game.when)}"
            button.size_hint = (1, 1)
            button.bind(on_release=lambda _, game=game: self.resume(game))
            line.add_widget(button)
            trash = TouchButton(icon="trash", size_hint=(None, 1), width=theme.mm(9.5))
            trash.bind(on_release=lambda _, game=game: self.ask_delete(game))
            line.add_widget(trash)
            rows.append(line)
        self.ids.saved.show(rows)

    def _show_foot(self) -> None:
        app, box = App.get_running_app(), self.ids.foot
        box.clear_widgets()
        for page, icon, words in _FOOT:
            kind = PictureButton if theme.portrait() else TouchButton
            button = kind(icon=icon, text=app.tr.gettext(words), size_hint=(1, 1), font_mm=3.2)
            button.bind(on_release=partial(lambda page, _: app.open(page), page))
            box.add_widget(button)
