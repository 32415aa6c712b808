"""Editor of a goal from blocks, with the sentence in all languages below it."""

from collections.abc import Callable, Sequence
from functools import partial

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.errors import CompanionError
from companion.games.fairytile.board import FIGURES
from companion.games.fairytile.goals import parse
from companion.games.fairytile.words import NAMES, PLACE_NAMES, SEEN, goal_sentence
from companion.i18n import LANGUAGES, say, translator
from ui import theme
from ui.games.fairytile.drafts import VERB_NAMES, VERBS, GoalBlock, goal
from ui.widgets.basics import TouchButton, text_width
from ui.widgets.page_parts import WrapLabel
from ui.widgets.rows import Row
from ui.widgets.sheet import ModalSheet

MOST = 3
"""Maximum number of blocks."""


class GoalEditor(BoxLayout):
    """Editor with a row of buttons per block; calls `changed` with the goal in its stored form."""

    def __init__(self, blocks: Sequence[GoalBlock], changed: Callable[[Sequence[GoalBlock]], object]) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(1.2))
        self._blocks, self._changed = list(blocks), changed
        for at, block in enumerate(self._blocks):
            self.add_widget(self._row(at, block))
        if len(self._blocks) < MOST:
            more = TouchButton(icon="plus", text=App.get_running_app().tr.gettext("One more part"))
            more.size_hint, more.height = (1, None), theme.text_mm(11.4)
            more.bind(on_release=lambda _: changed([*self._blocks, GoalBlock()]))
            self.add_widget(more)
        words = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.mm(1))
        words.bind(minimum_height=words.setter("height"))
        for line in _sentences(self._blocks):
            words.add_widget(WrapLabel(text=line, color=theme.SOFT))
        scroll = ScrollView(do_scroll_x=False, bar_width=theme.mm(0.8))
        scroll.add_widget(words)
        self.add_widget(scroll)

    def _row(self, at: int, block: GoalBlock) -> BoxLayout:
        tr = App.get_running_app().tr
        row = BoxLayout(size_hint_y=None, height=theme.text_mm(11.4), spacing=theme.mm(1))
        if at:
            other = block._replace(joint="or" if block.joint == "and" else "and")
            joint = tr.gettext("and") if block.joint == "and" else tr.gettext("or")
            row.add_widget(_button(joint, partial(self._put, at, other)))
        row.add_widget(_button(tr.gettext(NAMES[block.figure]), lambda: self._ask_figure(at, block)))
        row.add_widget(_button(tr.gettext(VERB_NAMES[block.verb]), lambda: self._ask_verb(at, block)))
        if block.things:
            row.add_widget(_button(tr.gettext(_thing(block.thing)), lambda: self._ask_thing(at, block)))
        if len(self._blocks) > 1:
            away = TouchButton(icon="trash")
            away.size = theme.mm(9.5), theme.text_mm(11.4)
            away.bind(on_release=lambda _: self._changed(self._blocks[:at] + self._blocks[at + 1 :]))
            row.add_widget(away)
        return row

    def _ask_figure(self, at: int, block: GoalBlock) -> None:
        tr = App.get_running_app().tr
        rows = [
            Row(
                tr.gettext(NAMES[f]),
                partial(self._put, at, block._replace(figure=f)),
                f"figure-{f}",
                f == block.figure,
            )
            for f in FIGURES
        ]
        ModalSheet(tr.gettext("Who?"), rows)

    def _ask_verb(self, at: int, block: GoalBlock) -> None:
        tr = App.get_running_app().tr
        rows = [
            Row(
                tr.gettext(VERB_NAMES[verb]),
                partial(self._put, at, block._replace(verb=verb)),
                "",
                verb == block.verb,
            )
            for verb in VERBS
        ]
        ModalSheet(tr.gettext("Does what?"), rows, columns=2)

    def _ask_thing(self, at: int, block: GoalBlock) -> None:
        tr = App.get_running_app().tr
        rows = [
            Row(tr.gettext(_thing(t)), partial(self._put, at, block._replace(thing=t)), "", t == block.thing)
            for t in block.things
        ]
        ModalSheet(tr.gettext("What?"), rows, columns=2)

    def _put(self, at: int, block: GoalBlock) -> None:
        self._changed([*self._blocks[:at], block.mended(), *self._blocks[at + 1 :]])


def _thing(name: str) -> str:
    return SEEN.get(name) or PLACE_NAMES[name]


def _sentences(blocks: Sequence[GoalBlock]) -> list[str]:
    """The goal in every language, in the order of the app's."""
    try:
        parsed = parse(goal(blocks))
    except CompanionError as error:
        return [App.get_running_app().explain(error, "fairytile")]
    return [f"{code[:2]} · {say(translator(code), [goal_sentence(parsed)])}" for code in LANGUAGES]


def _button(text: str, act: Callable[[], object]) -> TouchButton:
    """A key with more room for a longer text, and at least as wide as its longest word."""
    word = max(text_width(word, "note") for word in text.split()) + theme.mm(2.6)
    made = TouchButton(text=text, size_hint=(len(text) + 5, 1), size_hint_min_x=max(word, theme.mm(9.2)))
    made.bind(on_release=lambda _: act())
    return made
