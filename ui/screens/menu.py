"""Menu of a running game: rules, settings, private look, table check, stored games, leave."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from kivy.app import App
from kivy.lang import Builder

from companion.games.base import N_
from ui import games, theme
from ui.screens.page import Page
from ui.widgets.page_parts import PictureButton

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class MenuTile(NamedTuple):
    """One menu item; `first` is the most common one."""

    icon: str
    text: str
    act: Callable[[], None]
    first: bool = False
    detail: str = ""


class MenuScreen(Page):
    """Menu of large pictures; without camera there is no table check."""

    def refresh_text(self) -> None:
        """Show the available items."""
        tr = App.get_running_app().tr
        self.ids.head.title = tr.gettext("Menu")
        tiles = self._tiles()
        grid = self.ids.tiles
        grid.clear_widgets()
        grid.cols = 2 if theme.portrait() else 3 if len(tiles) < 7 else 4
        for tile in tiles:
            button = PictureButton(icon=tile.icon, text=tr.gettext(tile.text), size_hint=(1, 1))
            button.detail = tr.gettext(tile.detail) if tile.detail else ""
            button.primary = tile.first
            button.bind(on_release=lambda _, act=tile.act: self.attempt(act))
            grid.add_widget(button)

    def _tiles(self) -> list[MenuTile]:
        app = App.get_running_app()
        shown, controller = app.snapshot, app.controller
        tiles = [MenuTile("board", N_("Back to the game"), app.back, first=True)]
        if shown and shown.dealt and not shown.revealed and not shown.own_hands:
            tiles.append(MenuTile("eye", games.of(shown.name).secret.menu, _opener("secret")))
        if shown and games.of(shown.name).hint_board and controller.hints.offered():
            tiles.append(MenuTile("lamp", N_("Give me a hint"), _to_hint))
        tiles.append(MenuTile("book", N_("Rules"), _opener("rules")))
        if shown and games.of(shown.name).watchable and (controller.has_camera() or controller.watched()):
            tiles.append(MenuTile("camera", N_("Camera and table"), _opener("check", resume=True)))
        return [
            *tiles,
            *self._ways(),
            MenuTile("gear", N_("Settings"), _opener("settings")),
            MenuTile("shelf", N_("All games"), _opener("games")),
            MenuTile("door", N_("Leave"), app.leave_game, detail=N_("The game stays stored.")),
        ]

    def _ways(self) -> list[MenuTile]:
        """What the game's screen offers; it is seen, so the menu closes first."""
        shown = App.get_running_app().snapshot
        name = games.of(shown.name).screen(ended=False) if shown else ""
        if not self.manager or not self.manager.has_screen(name):
            return []

        def closing(act: Callable[[], None]) -> Callable[[], None]:
            def closed() -> None:
                App.get_running_app().home()
                act()

            return closed

        return [tile._replace(act=closing(tile.act)) for tile in self.manager.get_screen(name).ways()]


def _to_hint() -> None:
    """Open the hint page so that it leads back to the game."""
    app = App.get_running_app()
    app.back()
    app.open("hint")


def _opener(page: str, **about: Any) -> Callable[[], None]:
    return lambda: App.get_running_app().open(page, **about)
