"""All manual steps at once, as lines beside one picture."""

from collections.abc import Callable, Sequence
from itertools import groupby

from kivy.uix.boxlayout import BoxLayout

from companion.session.fate.guide_plan import STONE, TITLES, titled
from companion.session.fate.snapshot import FateSnapshot, GuideEntry
from ui import theme
from ui.games.fate import messages
from ui.games.fate.dice import FaceRow
from ui.games.fate.panels import SidePanel
from ui.widgets.basics import FitLabel, Icon
from ui.widgets.sheet import Row

_LINE_MM, _DIE_MM, _A_LINE = 7.0, 4.4, 4
_ACTS = {"move": "move", "place": "more", "remove": "take"}


class StoryLine(BoxLayout):
    """One step: subject, text, and rolled dice."""

    def __init__(self, step: GuideEntry, text: str) -> None:
        lines = -(-len(step.dice) // _A_LINE) or 1
        height = max(_LINE_MM, lines * _DIE_MM)
        super().__init__(spacing=theme.mm(1.4), size_hint_y=None, height=theme.mm(height))
        self.add_widget(Icon(name=_icon(step), colour=theme.INK, size_hint_x=None, width=theme.mm(4.4)))
        self.add_widget(FitLabel(text=text, max_font_mm=3.1))
        if step.dice:
            wide = theme.mm(_DIE_MM * min(len(step.dice), _A_LINE))
            self.add_widget(FaceRow(faces=list(step.dice), most=_A_LINE, size_hint_x=None, width=wide))


class StoryPanel(SidePanel):
    """All remaining steps; `step_by_step` switches to single steps."""

    def __init__(self, snapshot: FateSnapshot, step_by_step: Callable[[], None]) -> None:
        super().__init__()
        self.add_widget(self.rows)
        steps = in_short(snapshot.steps[snapshot.at :])
        lines = [StoryLine(step, messages.say(self.tr, step.title)) for step in steps]
        self.rows.show([*lines, Row(self.tr.gettext("Step by step"), step_by_step, "next")])


def in_short(steps: Sequence[GuideEntry]) -> list[GuideEntry]:
    """Join consecutive moves into one step, because the picture shows them."""
    found: list[GuideEntry] = []
    for moves, group in groupby(steps, lambda step: step.title.pattern in TITLES["move"]):
        same = list(group)
        if moves:
            acts = tuple(act for step in same for act in step.acts)
            found.append(GuideEntry(titled("move", [kind for act in acts for kind in act.pieces]), acts))
        else:
            found += same
    return found


def _icon(step: GuideEntry) -> str:
    if step.dice:
        return "attack"
    if step.acts:
        return _ACTS.get(step.acts[-1].act, "hand")
    return "stone" if step.title.pattern in STONE.values() else "hand"
