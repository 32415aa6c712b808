"""How well does it see my table? People judge what the camera read in five pictures of their game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from ui import all_games, theme
from ui.screens.page import Page
from ui.services import PicturePoint
from ui.table_test_service import PICTURES, Judged, SeenThing, tallies, totals
from ui.widgets.marked_picture import Mark
from ui.widgets.marked_picture import MarkedPicture as MarkedPicture  # for the kv file
from ui.widgets.page_parts import PageHead as PageHead  # for the kv file
from ui.widgets.rows import Row
from ui.widgets.rows import RowList as RowList  # for the kv file
from ui.widgets.split import Split as Split  # for the kv file

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

REACH_MM = 5.0
"""Farthest that a touch may be from the mark it means."""
MOST_NAMED = 8
"""Number of things in a picture up to which those with art are named, too."""
_READ = [1.0, 1.0, 1.0, 1.0]
"""Light on every board: green is not seen on a meadow."""


class TableTestPage(Page):
    """The test of a game: one picture a touch, judged by touches, then the figures.

    `taken` pictures were taken; the last one is shown until the next one or the figures.
    """

    said, action, touched_name = StringProperty(""), StringProperty(""), StringProperty("")
    taken = NumericProperty(0)
    done = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._game, self._judged = 0, list[Judged]()
        super().__init__(**kwargs)

    def open(self, judged: Sequence[Judged] = (), done: bool = False, **about: Any) -> None:
        """Go on with the test of the running game, or begin one."""
        shown = App.get_running_app().snapshot
        if shown and shown.game != self._game:
            self._game, self._judged, self.done = shown.game, list(judged), done
        super().open(**about)
        self._show()

    def state(self) -> dict[str, Any]:
        """Arguments that restore the page."""
        return {"judged": tuple(self._judged), "done": self.done}

    def refresh_text(self) -> None:
        """Write all texts again."""
        tr = App.get_running_app().tr
        self.taken = len(self._judged)
        last = self.taken == PICTURES
        if self.done:
            self.said, self.action = self._summary(), tr.gettext("Once more")
        elif not self.taken:
            self.said = tr.gettext("Play on. Now and then take a picture; say what is wrong in it.")
            self.action = tr.gettext("Take a picture")
        else:
            self.said = tr.gettext("Touch what is wrong, and every place where something is missing.")
            self.action = tr.gettext("To the figures") if last else tr.gettext("Take the next picture")
        self.touched_name = ""
        self._list()
        self._show()

    def go_on(self) -> None:
        """Take the next picture; after the last one show the figures, after these begin again."""
        if self.done:
            self._judged, self.done = [], False
        elif self._judged and not self._keep():
            return
        elif len(self._judged) == PICTURES:
            self.done = True
        else:
            self.attempt(lambda: self._judged.append(Judged(App.get_running_app().controller.moments.take())))
        self.refresh_text()

    def touched(self, place: PicturePoint) -> None:
        """Say that a mark is wrong, or right after all, or that something is missing at a place."""
        if self.done or not self._judged:
            return
        now, width_px = self._judged[-1], self.ids.picture.frame[2]
        number = now.touch(place, theme.mm(REACH_MM) / width_px)
        tr = App.get_running_app().tr
        if number is None:
            self.touched_name = tr.gettext("Missing: {n}").format(n=len(now.missed))
        else:
            said = tr.gettext("{name}: wrong") if number in now.wrong else tr.gettext("{name}: right")
            self.touched_name = said.format(name=self._name(now.picture.things[number]))
        self._show()

    def _keep(self) -> bool:
        """Keep the shown picture if something is wrong in it; it is judged now, so a second try goes on."""
        now = self._judged[-1]
        if now.picture.capture is not None and (now.wrong or now.missed):
            now.kept = self.attempt(lambda: App.get_running_app().controller.moments.keep_judged(now))
            now.picture.capture = None
            return now.kept
        now.picture.capture = None  # up to 5 MB
        return True

    def _summary(self) -> str:
        tr = App.get_running_app().tr
        right, wrong, missed = totals(self._judged)
        total = right + wrong + missed
        if not total:
            return str(tr.gettext("Nothing was read, and nothing was missing."))
        said = tr.gettext("{percent} % right: {right} right, {wrong} wrong, {missed} missed.").format(
            percent=round(100 * right / total), right=right, wrong=wrong, missed=missed
        )
        count = sum(one.kept for one in self._judged)
        kept = tr.ngettext("{n} picture is kept.", "{n} pictures are kept.", count)
        return f"{said} {kept.format(n=count)}" if count else str(said)

    def _list(self) -> None:
        tr = App.get_running_app().tr
        rows = []
        if self.done:
            for name, count in tallies(self._judged, self._name).items():
                words = tr.gettext("{name}: {right} of {all} right")
                all_ = count.right + count.wrong
                icon = "cross" if count.wrong else "check"
                said = words.format(name=name, right=count.right, all=all_)
                rows.append(Row(said, lambda: None, icon))
        self.ids.figures.show(rows)

    def _show(self) -> None:
        picture = self.ids.picture
        if not self._judged:
            picture.picture, picture.marks = None, []
            return
        now = self._judged[-1]
        named = len(now.picture.things) <= MOST_NAMED
        picture.picture = now.picture.picture
        picture.marks = [
            *(self._mark(now, number, named) for number in range(len(now.picture.things))),
            *(Mark(place, theme.ASK, "help") for place in now.missed),
        ]

    def _mark(self, now: Judged, number: int, named: bool) -> Mark:
        thing = now.picture.things[number]
        icon, _ = self._pictured(thing)
        text = self._name(thing) if named or not icon else ""
        if number in now.wrong:
            return Mark(thing.place, theme.BAD, "cross", text)
        return Mark(thing.place, _READ, icon, text)

    def _pictured(self, thing: SeenThing) -> tuple[str, str]:
        shown = App.get_running_app().snapshot
        return all_games.of(shown.name).pictured(thing.kind) if shown else ("", "")

    def _name(self, thing: SeenThing) -> str:
        """The name of a thing, as people say it."""
        _, words = self._pictured(thing)
        if words:
            return str(App.get_running_app().tr.gettext(words))
        return thing.name or thing.kind.replace("_", " ").capitalize()
