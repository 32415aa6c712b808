"""User interface of noughts and crosses."""

from collections.abc import Sequence
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.games.base import Rules, Space, Table
from companion.session.answering import Answered, Answering
from companion.session.messages import Reveal
from companion.session.view import Answer
from tests.noughts import rules
from tests.noughts.session import NoughtsSnapshot
from ui import theme
from ui.game_ui import GameUi
from ui.screens.message import of_prompt
from ui.screens.play import MessageBar, PlayScreen
from ui.services import Where
from ui.tile import Tile
from ui.widgets.basics import TouchButton
from ui.widgets.painted import Painted

SIGNS = {"nought": "O", "cross": "X"}


class NoughtsScreen(PlayScreen):
    """Screen with nine buttons, a message, and buttons for undo, redo, reveal and menu."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bar = MessageBar(size_hint_y=None, height=theme.mm(12))
        self.spaces = {
            space: TouchButton(size_hint=(1, 1), on_release=lambda _, space=space: self.take(space))
            for space in rules.SPACES
        }
        self.buttons = {
            name: TouchButton(icon=icon, size_hint=(1, 1), on_release=lambda _, act=act: act())
            for name, icon, act in (
                ("undo", "undo", self.undo),
                ("redo", "redo", self.redo),
                ("reveal", "eye", self.reveal),
                ("menu", "menu", self.menu),
            )
        }
        grid, foot = GridLayout(cols=3, spacing=theme.mm(2)), BoxLayout(spacing=theme.mm(2))
        foot.size_hint_y, foot.height = None, theme.mm(12)
        for widget in self.spaces.values():
            grid.add_widget(widget)
        for widget in self.buttons.values():
            foot.add_widget(widget)
        box = BoxLayout(orientation="vertical", padding=theme.mm(2), spacing=theme.mm(2))
        for widget in (self.bar, grid, foot):
            box.add_widget(widget)
        self.ids.message = self.bar
        self.add_widget(box)

    def take(self, space: int) -> None:
        """Take a touched space."""
        shown = self.snapshot
        found = Answering(shown.decisions).touch(space)
        if isinstance(found, Answered):
            self.tell(Answer(shown.game, *found))
        elif shown.decisions and (reason := shown.decisions[0].why_not((), space)) and reason.text:
            self.flash(str(reason.text))

    def reveal(self) -> None:
        """Show the lucky spaces."""
        self.tell(Reveal(self.snapshot.game))

    def refresh_text(self) -> None:
        """Show the current snapshot."""
        shown: NoughtsSnapshot | None = self.snapshot
        if shown is None:
            return
        tr = App.get_running_app().tr
        self.say(of_prompt(tr, shown.prompt))
        for space, button in self.spaces.items():
            button.text = "".join(SIGNS[kind] for kind in shown.assumed_table.get(space, {}))
            button.chosen = space in shown.line
        self.buttons["undo"].disabled = not shown.can_undo
        self.buttons["redo"].disabled = not shown.can_redo
        self.buttons["reveal"].disabled = not (shown.over and shown.dealt) or bool(shown.revealed)


class PastNoughts(Painted):
    """Board of a past game, without touch."""

    position: Any = None

    def look_at(self, position: rules.Position, where: Where) -> None:
        self.position = position
        self.repaint_soon()

    def paint(self) -> None:
        table, step = rules.table(self.position), min(self.size) / 3
        for number, space in enumerate(rules.SPACES):
            x, y = self.x + step * (number % 3 + 0.5), self.top - step * (number // 3 + 0.5)
            self.box((x - step * 0.45, y - step * 0.45), (step * 0.9, step * 0.9), theme.SURFACE, 2)
            for kind in table.get(space, {}):
                self.text(SIGNS[kind], x, y, step * 0.7, theme.INK)


def hint_board(table: Table, spaces: Sequence[Space], ways: Sequence[tuple[Space, ...]]) -> Widget:
    """Return a board that marks spaces with "?" or ways with numbers."""
    made, at = GridLayout(cols=3), {way[0]: str(i) for i, way in enumerate(ways, 1) if way}
    for space in rules.SPACES:
        sign = "".join(SIGNS[kind] for kind in table.get(space, {}))
        made.add_widget(Label(text=sign or at.get(space, "?" if space in spaces else "")))
    return made


TILE = Tile("board")


def manifest(of: Rules[Any, Any]) -> GameUi:
    """Return the UI manifest for these rules."""
    return GameUi(name=of.name, play=NoughtsScreen, past_board=PastNoughts, hint_board=hint_board)
