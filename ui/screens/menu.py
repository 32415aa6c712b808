"""The menu of a running game: rules, settings, a private look, the table, the games played, and leaving."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from kivy.app import App
from kivy.lang import Builder

from companion.games.base import N_
from ui import games, theme
from ui.boards import help_icons as help_icons
from ui.controller import Controller
from ui.games.base import MenuEntry
from ui.screens.page import Page
from ui.widgets.pictured import PictureButton

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


def _entries(controller: Controller) -> list[MenuEntry]:
    """What every game has; a table that nobody watches has no camera to look at."""
    watched = controller.has_camera() or controller.latest_picture() is not None
    camera = [MenuEntry("camera", N_("Camera and table"), "check", {"resume": True})] if watched else []
    return [
        MenuEntry("book", N_("Rules"), "rules"),
        *camera,
        MenuEntry("gear", N_("Settings"), "settings"),
        MenuEntry("clock", N_("All games"), "games"),
    ]


class Tile(NamedTuple):
    """One thing to tap; `first` is the way most people want."""

    icon: str
    text: str
    act: Callable[[], None]
    first: bool = False
    detail: str = ""


class MenuScreen(Page):
    """Large pictures; what a game adds of its own comes from its face."""

    def refresh_text(self) -> None:
        """Show what can be opened now."""
        tr = App.get_running_app().tr
        self.ids.head.title = tr.gettext("Menu")
        tiles = self._tiles()
        grid = self.ids.tiles
        grid.clear_widgets()
        grid.cols = 2 if theme.portrait() else 3 if len(tiles) < 7 else 4
        for tile in tiles:
            button = PictureButton(icon=tile.icon, text=tr.gettext(tile.text), size_hint=(1, 1))
            button.detail = tr.gettext(tile.detail) if tile.detail else ""
            button.colour = theme.ACCENT if tile.first else theme.PANEL_LIGHT
            button.bind(on_release=lambda _, act=tile.act: self.attempt(act))
            grid.add_widget(button)

    def _tiles(self) -> list[Tile]:
        app = App.get_running_app()
        shown = app.snapshot
        own = games.face_of(shown).menu(shown) if shown else ()
        return [
            Tile("board", N_("Back to the game"), app.back, first=True),
            *(Tile(entry.icon, entry.text, _opener(entry)) for entry in (*own, *_entries(app.controller))),
            Tile("door", N_("Leave"), app.leave_game, detail=N_("The game stays stored.")),
        ]


def _opener(entry: MenuEntry) -> Callable[[], None]:
    return lambda: App.get_running_app().open(entry.page, **entry.about)
