"""Set up this table: camera, lights, buttons, lamps at the seats, sound. Every part may be skipped."""

from typing import Any

from kivy.app import App
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.games.base import N_
from ui import theme
from ui.screens.page import Page
from ui.screens.set_up_part import Part
from ui.screens.set_up_parts import PARTS
from ui.widgets.basics import Text, TouchButton
from ui.widgets.page_parts import PageHead, PictureButton

LOOK_S = 0.2
TITLE = N_("Set up this table")


class SetUpPage(Page):
    """Set-up of the table: the list of parts, or one `part`."""

    part = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._chosen: dict[str, Any] = {}
        self._shown: Part | None = None
        self._ticks = self.lifetime.trigger(lambda _: self._look(), LOOK_S, repeat=True)
        self.bind(on_enter=lambda _: self._ticks())

    def open(self, part: str = "", **about: Any) -> None:
        """Show all parts, or one."""
        self.part = part if part in PARTS else ""
        super().open(**about)

    def state(self) -> dict[str, Any]:
        """The part that is shown."""
        return {"part": self.part}

    def stop(self) -> None:
        """Stop the present part."""
        super().stop()
        self._put_away()

    def go_on(self, part: str) -> None:
        """Go to what follows a part: the next one, or the list; a second finger on its key does nothing."""
        if part != self.part:
            return
        self._put_away()
        following = [*PARTS, ""]
        self.part = following[following.index(self.part) + 1]
        self.problem = ""
        self.refresh_text()

    def show(self, part: str) -> None:
        """Show one part."""
        self.part = part
        self.refresh_text()

    def refresh_text(self) -> None:
        """Show everything anew."""
        tr = App.get_running_app().tr
        page = BoxLayout(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2))
        made = PARTS[self.part] if self.part else None
        title = tr.gettext(made.title if made else TITLE)
        page.add_widget(PageHead(title=title, icon=made.icon if made else "gear"))
        self._shown = made(self._chosen, self._attempt) if made else None
        page.add_widget(self._shown or self._all_parts())
        self._said = Text(text=self.problem, color=theme.BAD, em="note", size_hint_y=None, height=0)
        self._said.height = theme.mm(9) if self.problem else 0
        page.add_widget(self._said)
        if made:
            go_on = TouchButton(icon="next", text=tr.gettext("Go on"), primary=True, size_hint=(1, None))
            go_on.height = theme.mm(12)
            go_on.bind(on_release=lambda _, part=self.part: self.go_on(part))
            page.add_widget(go_on)
        self.clear_widgets()
        self.add_widget(page)

    def _all_parts(self) -> GridLayout:
        app = App.get_running_app()
        grid = GridLayout(cols=2 if theme.portrait() else 4, spacing=theme.mm(2.4))
        for name, part in PARTS.items():
            tile = PictureButton(icon=part.icon, text=app.tr.gettext(part.title), size_hint=(1, 1))
            tile.bind(on_release=lambda _, name=name: self.show(name))
            grid.add_widget(tile)
        cards = PictureButton(icon="tag", text=app.tr.gettext("Cards"), size_hint=(1, 1))
        cards.bind(on_release=lambda _: app.open("tags"))
        grid.add_widget(cards)
        locks = PictureButton(icon="eye", text=app.tr.gettext("Patterns"), size_hint=(1, 1))
        locks.bind(on_release=lambda _: app.open("patterns"))
        grid.add_widget(locks)
        return grid

    def _attempt(self, act: Any) -> bool:
        done = self.attempt(act)
        self._said.text, self._said.height = self.problem, theme.mm(9) if self.problem else 0
        return done

    def _look(self) -> None:
        if self._shown:
            self._shown.look()

    def _put_away(self) -> None:
        if self._shown:
            self._shown.leave()
            self._shown = None
