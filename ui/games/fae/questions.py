"""Questions with pictures: which of several moves was played, and which pieces are wrong."""

from collections.abc import Callable

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games import fae
from companion.session.answering import Answered, lettered
from companion.session.fae.snapshot import FaeSnapshot
from ui import theme
from ui.games.fae.board import SpaceMark
from ui.games.fae.popup import FaePopup
from ui.widgets.basics import Icon, PanelBox, TouchButton
from ui.widgets.lines import Lines

MOST = 4
"""Maximum number of pictures beside the board; more moves in doubt are distinguished by letters only."""


def wanted(snapshot: FaeSnapshot) -> bool:
    """Return true if a question or a difference can be shown in pictures."""
    return bool(snapshot.doubt) or bool(_is_wrong(snapshot) and wrong_spaces(snapshot))


def panel(snapshot: FaeSnapshot, answer: Callable[[Answered], None]) -> Widget:
    """Panel beside the board while something is `wanted`."""
    if snapshot.doubt:
        return _doubts(snapshot, answer)
    return _sides(snapshot, wrong_spaces(snapshot))


def _is_wrong(snapshot: FaeSnapshot) -> bool:
    return snapshot.illegal is not None or snapshot.phase == "put_back"


def wrong_spaces(snapshot: FaeSnapshot) -> tuple[int, ...]:
    """Spaces that must be corrected next."""
    step = snapshot.step
    if step is None or step.space is None:
        return ()
    return tuple(int(space) for space in (step.space, step.target) if space is not None)


def _doubts(snapshot: FaeSnapshot, answer: Callable[[Answered], None]) -> Widget:
    """Question which move was played, if any."""
    box = BoxLayout(orientation="vertical", spacing=theme.mm(1.4))
    position, few = snapshot.position, len(snapshot.doubt) <= MOST
    box.add_widget(_pictures(snapshot, position, answer) if position and few else Widget())
    none = TouchButton(icon="cross", text=App.get_running_app().tr.gettext("No druid was moved"))
    none.size_hint, none.height = (1, None), theme.mm(12)
    none.bind(on_release=lambda _: answer(Answered("none", ())))
    box.add_widget(none)
    return box


def _pictures(snapshot: FaeSnapshot, position: fae.Position, answer: Callable[[Answered], None]) -> Widget:
    """A picture of each move to tap."""
    count = len(snapshot.doubt)
    grid = GridLayout(cols=count if theme.portrait() else (count + 1) // 2, spacing=theme.mm(1.4))
    letters = lettered([move[:2] for move in snapshot.doubt])
    for move, (space, letter) in zip(snapshot.doubt, letters, strict=True):
        table = {**fae.table(position), **fae.changed(position, move)}
        shown = FaePopup(around=move[:2], guide_arrow=(move.source, move.target))
        shown.marks = (SpaceMark(int(space), "ask", letter),)
        shown.show({int(space): counts for space, counts in table.items()}, None)
        button = TouchButton(size_hint=(1, 1))
        button.clear_widgets()
        button.add_widget(shown)
        button.bind(on_release=lambda _, move=move: answer(Answered("which", move[:2])))
        grid.add_widget(button)
    return grid


def _sides(snapshot: FaeSnapshot, spaces: tuple[int, ...]) -> Widget:
    """Present and expected pieces side by side."""
    tr = App.get_running_app().tr
    box = BoxLayout(orientation="horizontal" if theme.portrait() else "vertical", spacing=theme.mm(1.4))
    arrow = (spaces[0], spaces[1]) if len(spaces) == 2 else None
    for icon, text, colour, table, way in (
        ("cross", tr.gettext("On the table"), theme.BAD, snapshot.assumed_table, arrow),
        ("check", tr.gettext("As it should be"), theme.GOOD, snapshot.table, None),
    ):
        side = PanelBox(orientation="vertical", padding=theme.mm(1), spacing=theme.mm(0.6))
        head = BoxLayout(size_hint_y=None, spacing=theme.mm(1))
        head.bind(minimum_height=head.setter("height"))
        mark = Icon(name=icon, colour=colour, size_hint=(None, None), size=(theme.mm(4.6), theme.text_mm(5)))
        mark.pos_hint = {"center_y": 0.5}
        head.add_widget(mark)
        head.add_widget(Lines(em="note", text=text, bold=True, pos_hint={"center_y": 0.5}))
        side.add_widget(head)
        shown = FaePopup(around=spaces, guide_arrow=way)
        shown.show({int(space): counts for space, counts in table.items()}, None)
        side.add_widget(shown)
        box.add_widget(side)
    return box
