"""View of a lesson: picture of the table, and beside it one sentence and the choices."""

from collections.abc import Mapping
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.widget import Widget

from companion.games.base import Sentence, Space
from companion.session.base import manifest
from ui import all_games, theme
from ui.screens.teach_state import TeachState
from ui.teacher import KindAccuracy
from ui.widgets.basics import TouchButton
from ui.widgets.corners import Outline
from ui.widgets.page_parts import PictureButton, WrapLabel
from ui.widgets.rows import RowList
from ui.widgets.split import Split
from ui.widgets.table_picture import TablePicture as TablePicture  # for the kv file

KIND_MM = 19


class TeachTable(Split):
    """Picture of the table, and beside it one sentence, the choices and the next step."""

    icon, status = StringProperty(""), StringProperty("")
    wrong, busy, ready = BooleanProperty(False), BooleanProperty(False), BooleanProperty(True)
    next_icon, next_text = StringProperty("check"), StringProperty("")
    outlines = ListProperty([])

    def show_kinds(self, lesson: TeachState) -> None:
        """Show the kinds of pieces to choose from, and the marked pieces."""
        tr, kinds = App.get_running_app().tr, all_games.of(lesson.game).learnable
        lesson.kind = lesson.kind or next(iter(kinds))
        rows = RowList()
        rows.show([self._kind(lesson, kind, *kinds[kind], tr) for kind in kinds], columns=2)
        self.ids.slot.add_widget(rows)
        self.mark(lesson)

    def mark(self, lesson: TeachState) -> None:
        """Mark the labelled pieces in the picture."""
        kinds = all_games.of(lesson.game).learnable
        self.outlines = [
            Outline(lesson.outlines[space], theme.ACCENT, kinds[kind][0]) for space, kind in lesson.at.items()
        ]
        self.ready = bool(lesson.at)

    def show_test(self, lesson: TeachState) -> None:
        """Show the result of the test with the learnt samples."""
        look = lesson.look
        assert look
        self.next_text = App.get_running_app().tr.gettext("Keep it")
        self.ids.picture.picture, kinds = look.picture, all_games.of(lesson.game).learnable
        self.outlines = [Outline(look.corners, theme.GOOD)] + [
            Outline(look.outlines[space], theme.GOOD, kinds[kind][0])
            for space, found in look.pieces.items()
            for kind in found
            if space in look.outlines
        ]
        rows = RowList()
        rows.show([_line(lesson.game, accuracy, kinds) for accuracy in lesson.accuracies])
        self.ids.slot.add_widget(rows)

    def _kind(self, lesson: TeachState, kind: str, icon: str, text: str, tr: Any) -> TouchButton:
        button = PictureButton(
            icon=icon, text=tr.gettext(text), chosen=kind == lesson.kind, tint=[1, 1, 1, 1]
        )
        button.size_hint, button.height, button.em = (1, None), theme.mm(KIND_MM), "note"

        def choose(_: object) -> None:
            lesson.kind = kind
            for other in button.parent.children:
                other.chosen = other is button

        button.bind(on_release=choose)
        return button


def _line(game: str, accuracy: KindAccuracy, kinds: Mapping[str, tuple[str, str]]) -> Widget:
    """Line of a kind."""
    text = accuracy.say(
        App.get_running_app().tr, lambda kind: kinds[kind][1], lambda space: _place(game, space)
    )
    return WrapLabel(
        text=text,
        color=theme.GOOD if accuracy.right == accuracy.samples and not accuracy.doubted else theme.ACCENT,
    )


def _place(game: str, space: Space) -> str:
    """Name of a space in words."""
    sentence, worded = Sentence("{space}", {"space": space}), manifest(game).worded
    return (worded(sentence) if worded else sentence).say(App.get_running_app().tr)
