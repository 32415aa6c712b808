"""All that hands do at once, told in lines beside the one picture of it."""

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout

from companion.session.fate.guide_plan import STONE
from companion.session.fate.snapshot import FateSnapshot, Step
from ui import theme
from ui.games.fate import words
from ui.games.fate.dice import FaceRow
from ui.games.fate.panels import SidePanel
from ui.widgets.basics import FitLabel, Icon
from ui.widgets.sheet import ROW_MM, Row, button

_LINE_MM, _DICE_MM = 8.4, 5.5
_ACTS = {"move": "move", "place": "more", "remove": "take"}


class StoryLine(BoxLayout):
    """One step: what it is about, what it says, and the dice that were rolled."""

    def __init__(self, step: Step, text: str) -> None:
        height = theme.mm(_LINE_MM + (_DICE_MM if step.dice else 0))
        super().__init__(orientation="vertical", size_hint_y=None, height=height)
        line = BoxLayout(spacing=theme.mm(1.6), size_hint_y=None, height=theme.mm(_LINE_MM))
        line.add_widget(Icon(name=_icon(step), colour=theme.TEXT, size_hint_x=None, width=theme.mm(5)))
        line.add_widget(FitLabel(text=text, max_font_mm=3.2))
        self.add_widget(line)
        if step.dice:
            self.add_widget(FaceRow(faces=list(step.dice)))


class StoryPanel(SidePanel):
    """All steps that are left; `singly` is for people who want one after the other."""

    def __init__(self, snapshot: FateSnapshot, singly: Callable[[], None]) -> None:
        super().__init__()
        self.add_widget(self.rows)
        steps = snapshot.steps[snapshot.at :]
        self.rows.show([StoryLine(step, words.say(self.tr, step.title)) for step in steps])
        one = button(Row(self.tr.gettext("Step by step"), singly, "next"))
        one.size_hint_y, one.height = None, theme.mm(ROW_MM)
        self.add_widget(one)


def _icon(step: Step) -> str:
    if step.dice:
        return "attack"
    if step.acts:
        return _ACTS.get(step.acts[-1].act, "hand")
    return "stone" if step.title.pattern in STONE.values() else "hand"
