"""Teach the user's own board or pieces: photo, corners, name, and a test at once."""

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder

from companion.errors import CompanionError, VisionError
from ui import background
from ui.capture import TablePreview
from ui.screens.page import Page
from ui.screens.teach_choice import LearntTile, TeachChoice, TeachTile
from ui.screens.teach_state import NAMES, TITLES, LearntSort, TeachState, not_found_again, refused
from ui.screens.teach_table import TeachTable
from ui.services import PicturePoint, TableLook
from ui.widgets.keyboard import NameSheet
from ui.widgets.rows import Row, RowList
from ui.widgets.sheet import Dialog
from ui.widgets.table_picture import inside

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class TeachScreen(Page):
    """Choice of the lesson and list of learnt sets; then a `TeachState`, step by step."""

    def __init__(self, **kwargs: Any) -> None:
        self.lesson: TeachState | None = None
        self.worker: threading.Thread | None = None
        self._refusal: CompanionError | None = None
        self._table: Any = None
        self._shown = False
        super().__init__(**kwargs)
        self.preview = TablePreview(self._live, self._live_failed, self.lifetime)
        self.bind(on_pre_leave=lambda _: self._left())

    def open(self, lesson: TeachState | None = None, **about: Any) -> None:
        """Continue a lesson, or begin one."""
        self.lesson, self._shown = lesson, True
        if lesson:
            lesson.page = self
        super().open(**about)

    def state(self) -> dict[str, Any]:
        """The lesson under way."""
        return {"lesson": self.lesson}

    def refresh_text(self) -> None:
        """Show the step."""
        if not self._shown:
            return
        self.ids.body.clear_widgets()
        if self.lesson is None:
            self.preview.close()
            self._show_choice()
        else:
            self._show_step(self.lesson)

    def begin(self, game: str, sort: LearntSort) -> None:
        """Begin a lesson."""
        self.lesson, self._refusal = TeachState(game, sort, page=self), None
        self.refresh_text()

    def next(self) -> None:
        """Go on to the next step."""
        lesson, teacher = self.lesson, self._teacher
        assert lesson
        self._refusal = None
        if lesson.step == "photo":
            look = App.get_running_app().controller.table_check.latest()
            corners = look.corners if look else ()
            self.preview.close()
            self._work(
                lambda: teacher.capture(lesson.game), lambda picture: lesson.photographed(picture, corners)
            )
        elif lesson.step == "corners":
            lesson.corners = list(self._table.ids.picture.corners)
            self._work(lambda: teacher.spaces(lesson.corners), lesson.found)
        elif lesson.step == "where":
            lesson.step = "name"
            self.refresh_text()
        elif lesson.step == "test":
            self.finish()

    def finish(self) -> None:
        """End the lesson."""
        self.lesson, self._refusal = None, None
        self.refresh_text()

    def again(self) -> None:
        """Take another picture; the learnt samples stay until the same name is learnt again."""
        assert self.lesson
        self._refusal = None
        self.lesson.again()
        self.refresh_text()

    def named(self, name: str) -> str:
        """Learn under this name and test at once."""
        lesson, teacher = self.lesson, self._teacher
        assert lesson

        def learn() -> Any:
            accuracies: Any = ()
            if lesson.sort == "pieces":
                accuracies = teacher.learn_pieces(lesson.corners, lesson.table, name)
            else:
                teacher.learn_board(lesson.corners, name)
            try:
                return tuple(accuracies), teacher.test(name)
            except VisionError as error:
                raise not_found_again() from error

        self._work(learn, lambda found: lesson.learnt(name, *found))
        return ""

    def touched(self, place: PicturePoint) -> None:
        """Handle a touch of the picture: set the chosen kind on that space."""
        lesson = self.lesson
        if lesson and lesson.step == "where":
            for space, outline in lesson.outlines.items():
                if inside(place, outline):
                    lesson.touch(space)
            self._table.mark(lesson)

    @property
    def _teacher(self) -> Any:
        return App.get_running_app().controller.teacher

    def _work(self, act: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Run slow work in the background, then show the next step or the error."""
        lesson = self.lesson
        assert lesson
        if lesson.busy:
            return
        lesson.busy = self._table.busy = True

        def done(found: Any, refusal: CompanionError | None) -> None:
            lesson.busy = False
            if refusal is None:
                then(found)
            lesson.page.show(lesson, refusal)

        self.worker = background.run(act, done)

    def show(self, lesson: TeachState, refusal: CompanionError | None) -> None:
        """Show the result, unless the user went on to something else."""
        if lesson is self.lesson:
            self._refusal = refusal
            self.refresh_text()

    def _show_choice(self) -> None:
        choice = TeachChoice()
        for tile in choice.tiles():
            tile.bind(on_release=self._chosen)
            choice.ids.tiles.add_widget(tile)
        for known in choice.known(self._teacher):
            known.ids.use.bind(on_release=lambda _, it=known: self._do(it.take))
            known.ids.forget.bind(on_release=lambda _, it=known: self._ask_to_forget(it))
            choice.ids.known.add_widget(known)
        self.ids.body.add_widget(choice)

    def _chosen(self, tile: TeachTile) -> None:
        if tile.page:
            App.get_running_app().open(tile.page)
        else:
            self.begin(tile.game, tile.sort)

    def _ask_to_forget(self, known: LearntTile) -> None:
        tr = App.get_running_app().tr
        delete = Row(tr.gettext("Delete"), lambda: self._do(known.forget))
        Dialog(known.text, "", tr.gettext("Keep"), delete)

    def _do(self, act: Callable[[], object]) -> None:
        self.attempt(act)
        self.refresh_text()

    def _show_step(self, lesson: TeachState) -> None:
        tr = App.get_running_app().tr
        self._table = table = TeachTable(busy=lesson.busy)
        self.ids.body.add_widget(table)
        table.ids.head.title = tr.gettext(TITLES[lesson.sort])
        table.ids.again.bind(on_release=lambda _: self.again())
        table.ids.next.bind(on_release=lambda _: self.next())
        table.ids.picture.bind(on_place=lambda _, place: self.touched(place))
        icon, text = lesson.said()
        table.icon, table.status = icon, tr.gettext(text)
        if self._refusal:
            table.icon, table.status, table.wrong = "warn", refused(tr, self._refusal), True
        table.ids.picture.picture = lesson.close_up if lesson.step == "where" else lesson.picture
        if lesson.step == "photo":
            table.next_icon, table.next_text = "camera", tr.gettext("Take the picture")
            self.attempt(lambda: self.preview.open(lesson.game))
        elif lesson.step == "corners":
            table.ids.picture.dashed, table.ids.picture.corners = True, lesson.corners
        elif lesson.step == "where":
            table.show_kinds(lesson)
        elif lesson.step == "name":
            self._show_names(lesson)
        else:
            table.show_test(lesson)

    def _show_names(self, lesson: TeachState) -> None:
        tr = App.get_running_app().tr
        known = self._teacher.learnt(lesson.sort, lesson.game)
        names = dict.fromkeys((*NAMES, *known))
        rows = [Row(tr.gettext(name), partial(self.named, name), icon="save") for name in names]
        title = tr.gettext(lesson.said()[1])
        rows.append(Row(tr.gettext("Another name"), lambda: NameSheet(title, "", self.named), icon="text"))
        listed = RowList()
        listed.show(rows)
        self._table.ids.slot.add_widget(listed)
        self._table.ready = False

    def _live(self, look: TableLook) -> None:
        """Show the live picture before the photo."""
        lesson, picture = self.lesson, self._table.ids.picture
        if lesson is None or lesson.step != "photo" or self._table.busy or look.picture is picture.picture:
            return
        picture.picture = look.picture
        if not self._refusal:
            tr = App.get_running_app().tr
            light = [hint for hint in look.hints if hint.about in ("light", "focus")]
            text = light[0].sentence.say(tr) if light else tr.gettext(lesson.said()[1])
            self._table.status, self._table.wrong = text, bool(light)

    def _live_failed(self, error: CompanionError) -> None:
        self._table.status, self._table.wrong = App.get_running_app().explain(error), True

    def _left(self) -> None:
        self._shown = False
        self.preview.close()
