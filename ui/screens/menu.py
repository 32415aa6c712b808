"""Menu of a running game: rules, settings, private look, table check, stored games, leave."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.games.base import N_
from ui import all_games, theme
from ui.explanation import About
from ui.player_names import shown_name
from ui.screens.page import Page
from ui.widgets.rows import Row

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class MenuItem(NamedTuple):
    """One menu item."""

    icon: str
    text: str
    act: Callable[[], None]
    about: str = ""
    """Sentence that explains it (a message key)."""


class MenuScreen(Page):
    """A list of what can be done beside the game's picture; without camera there is no table check."""

    picture = StringProperty("")
    title = StringProperty("")
    said = StringProperty("")

    def refresh_text(self) -> None:
        """Show the available items; the first leads back to the game."""
        app = App.get_running_app()
        if app.snapshot:
            game = all_games.of(app.snapshot.name)
            self.picture, self.title = game.tile, game.title
            people = ", ".join(map(shown_name, app.snapshot.players))
            moves = app.tr.ngettext("{n} move", "{n} moves", app.snapshot.played)
            said = moves.format(n=app.snapshot.played)
            self.said = said if theme.portrait() else f"{people} · {said}"
        self.ids.tiles.show([self._row(item) for item in self._items()])

    def _row(self, item: MenuItem) -> Row:
        tr = App.get_running_app().tr
        text = tr.gettext(item.text)
        about = About(text, tr.gettext(item.about)) if item.about else None
        return Row(text, lambda: self.attempt(item.act), item.icon, about=about)

    def _items(self) -> list[MenuItem]:
        app = App.get_running_app()
        shown, controller = app.snapshot, app.controller
        items = []
        if shown and shown.dealt and not shown.revealed and not shown.own_hands:
            about = N_("Shows a secret to one person alone.")
            items.append(MenuItem("eye", all_games.of(shown.name).secret.menu, _opener("secret"), about))
        screen = self._play_screen()
        if screen and "hint" not in screen.ids and screen.offers_hint():
            about = N_("Shows where to look first, then good moves with a reason.")
            items.append(MenuItem("lamp", N_("Give me a hint"), _to_hint, about))
        about = N_("All rules in short sentences. Those that matter now come first.")
        items.append(MenuItem("book", N_("Rules"), _opener("rules"), about))
        if shown and all_games.of(shown.name).watchable and (controller.has_camera() or controller.watched()):
            about = N_("Shows what the camera sees, and whether the table is right.")
            items.append(MenuItem("camera", N_("Camera and table"), _opener("check", resume=True), about))
        if controller.watched():
            about = N_("Keeps the last ten seconds of pictures, so that the mistake can be found.")
            items.append(MenuItem("warn", N_("That was wrong"), _keep_moment, about))
            about = N_("Takes five pictures while you play and counts what was read right.")
            items.append(MenuItem("gauge", N_("How well does it see?"), _opener("table_test"), about))
        return [
            *items,
            *self._ways(),
            MenuItem(
                "phone",
                N_("Phones"),
                _opener("phones"),
                N_("Each person can use a phone at the table. A code on the screen connects it."),
            ),
            MenuItem(
                "gear", N_("Settings"), _opener("settings"), N_("Language, sound, light and text size.")
            ),
            MenuItem(
                "shelf",
                N_("Stored games"),
                _opener("games"),
                N_("Lists all games: go on, look back or watch them again."),
            ),
            MenuItem("door", N_("Leave"), app.leave_game, N_("Leaves the game. It stays stored.")),
        ]

    def _ways(self) -> list[MenuItem]:
        """Return what the game's screen offers; it is seen, so the menu closes first."""

        def closing(act: Callable[[], None]) -> Callable[[], None]:
            def closed() -> None:
                App.get_running_app().home()
                act()

            return closed

        screen = self._play_screen()
        return [tile._replace(act=closing(tile.act)) for tile in screen.ways()] if screen else []

    def _play_screen(self) -> Any:
        """Return the screen of the running game; None if there is none yet."""
        shown = App.get_running_app().snapshot
        name = all_games.of(shown.name).screen(ended=False) if shown else ""
        return self.manager.get_screen(name) if self.manager and self.manager.has_screen(name) else None


def _keep_moment() -> None:
    """Keep the last seconds and go back to the game."""
    app = App.get_running_app()
    app.controller.moments.keep()
    app.home()
    app.tell_kept()


def _to_hint() -> None:
    """Open the hint page so that it leads back to the game."""
    app = App.get_running_app()
    app.back()
    app.open("hint")


def _opener(page: str, **about: Any) -> Callable[[], None]:
    return lambda: App.get_running_app().open(page, **about)
