"""Teaching on a play screen: the guided first round, and rules at the moment they matter."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kivy.app import App

from companion.errors import CompanionError
from companion.games import registry, rulebook
from companion.games.base import Sentence
from companion.games.lesson import END, LessonView, Saying
from companion.i18n import say
from companion.session.messages import Read
from companion.session.snapshot import Snapshot
from ui.lifetime import Lifetime
from ui.widgets.rows import Row
from ui.widgets.spotlight import Box, Spot, Spotlight
from ui.widgets.teacher_strip import Said

_REMARK_S = 1.6
"""Time for which the teacher says how the last move was, in seconds."""
_REFUSED = 3
"""Tips put away in a row after which people are asked whether they want any."""


class TaughtScreen(Protocol):
    """The part of a play screen that teaching needs."""

    snapshot: Any
    exhibiting: bool
    bar: Any
    ids: Any
    lifetime: Lifetime

    def add_widget(self, widget: Any) -> None:
        """Add the spotlight."""

    def get_parent_window(self) -> Any:
        """Return the window; None while another page is shown."""

    def refresh_text(self) -> None:
        """Show everything again."""

    def teaching_area(self, spots: Sequence[Spot]) -> Box | None:
        """Part of the window that is dimmed around these places; None to dim nothing."""

    def spot_of(self, space: Any) -> Spot | None:
        """Place of a space in the window; None if it is not seen."""

    def box_of(self, control: str) -> Box | None:
        """Place of a control in the window; None if it is not seen."""

    def touched_spaces(self) -> Sequence[Any]:
        """Spaces that were touched so far for the move that is being made."""


@dataclass(slots=True)
class _Remark:
    """Feedback on the last move, shown for `_REMARK_S`; `well`: the move was as the lesson wanted."""

    text: Sentence
    well: bool


class Teaching:
    """The teacher of a play screen: its texts stand where the message bar is, its light shows what to touch.

    A remark on the last move goes before the next step of a lesson. Outside a lesson it tells a rule that the
    last move brought into play, until the next touch.
    """

    def __init__(self, screen: TaughtScreen) -> None:
        self._screen = screen
        self.light = Spotlight()
        self._view: LessonView | None = None
        self._rule = ""
        self._put_away = 0
        self._remark: _Remark | None = None
        self._made = 0
        self._said: object = None
        self._wanted = False
        self._end_remark: Any = None

    @property
    def lesson(self) -> LessonView | None:
        """Present step of the lesson."""
        return self._view

    @property
    def rule(self) -> str:
        """Id of the rule that is told; "" for none."""
        return self._rule

    def follow(self, before: Snapshot | None, snapshot: Snapshot) -> None:
        """Take a new snapshot: its lesson, and a rule that its last move brought into play."""
        self._view = view = snapshot.lesson
        if before is None or before.game != snapshot.game or snapshot.played < before.played:
            self._rule, self._remark, self._made = "", None, view.made if view else 0
        elif snapshot.played > before.played:
            if before.turn not in snapshot.bots:
                self._rule = ""  # while the app plays, what was told can be read to its end
            if view and view.remark and view.made > self._made:
                self._remark, self._made = _Remark(view.remark, view.well), view.made
                self._wait()
            elif before.turn not in snapshot.bots and not snapshot.learning:
                self._explain(snapshot)

    def touched(self, touch: Any) -> None:
        """Go on with a touch: what was said was read, and what the lesson asks to touch is found."""
        if self._screen.bar.collide_point(*touch.pos):
            return
        wanted, remark = self._wanted and self._view, self._remark
        if self._rule or remark:
            self._rule, self._remark = "", None
            self._screen.refresh_text()
        if not wanted or not wanted.reads or remark:
            return
        if wanted.key == END or any(spot.holds(*touch.pos) for spot in self.light.spots):
            self._read(wanted.key)

    def said(self, wanted: bool) -> Said | None:
        """Return what the teacher says now, and point at it; not `wanted`: something else comes first."""
        screen = self._screen
        view = self._view
        busy = self._remark or self._rule or screen.exhibiting
        self._wanted = bool(view and view.saying) and wanted and not busy
        self._place()
        if self._remark and view and wanted:
            return self._speak(self._remark, self._told(view, self._remark))
        if self._wanted and view and view.saying:
            begun = len(screen.touched_spaces())
            return self._speak((view.key, view.saying, begun), self._step(view, view.saying, begun))
        if self._rule and wanted:
            return self._speak(self._rule, self._tip(self._rule))
        self._said = None
        return None

    def move(self) -> None:
        """Follow a board that moves or gets another size."""
        if self._wanted or self.light.spots:
            self._place()

    def leave(self) -> None:
        """Ask whether the lesson shall end, or put a tip away."""
        from ui.widgets.sheet import Dialog  # needs a window

        tr = App.get_running_app().tr
        if self._rule:
            self._rule = ""
            self._put_away += 1
            if self._put_away == _REFUSED:
                self._put_away = 0
                row = Row(tr.gettext("No more tips"), self._no_more)
                Dialog(tr.gettext("No more tips?"), "", tr.gettext("Go on with them"), row)
            self._screen.refresh_text()
        elif self._view and self._view.key == END:
            self._read(END)
        elif self._view:
            text = tr.gettext("The game goes on as it is. You can go on with the lesson in the menu.")
            row = Row(tr.gettext("Stop it"), lambda: self._read(END))
            Dialog(tr.gettext("Stop the lesson?"), text, tr.gettext("Stay in it"), row)

    def _wait(self) -> None:
        """Let the remark go after a moment."""
        if self._end_remark is None:
            self._end_remark = self._screen.lifetime.trigger(lambda _: self._go_on(), _REMARK_S)
        self._end_remark.cancel()
        self._end_remark()

    def _go_on(self) -> None:
        if self._remark:
            self._remark = None
            self._screen.refresh_text()

    def _place(self) -> None:
        """Light what is meant where it is seen now."""
        screen, light = self._screen, self.light
        if not light.parent:
            screen.add_widget(light)
            board = screen.ids.get("board")
            for part in filter(None, (light, board)):
                part.bind(pos=lambda *_: self.move(), size=lambda *_: self.move())
        saying = self._view.saying if self._wanted and self._view else None
        spots = tuple(dict.fromkeys(self._spots(saying))) if saying else ()
        light.light(screen.teaching_area(spots) if spots else None, spots, bool(screen.touched_spaces()))

    def _explain(self, snapshot: Snapshot) -> None:
        """Explain what the people at the table were not told yet: one rule a move."""
        app = App.get_running_app()
        if not app.controller.profiles.preferences().explain_rules:
            return
        people = [name for name in snapshot.players if name not in snapshot.bots]
        book = registry.rules(snapshot.name).book()
        new = app.controller.profiles.unexplained(snapshot.name, people, snapshot.moments)
        self._rule = next((rule for rule in new if rulebook.sentence_of(book, rule)), "")
        if self._rule:
            try:
                app.controller.profiles.explained(snapshot.name, people, [self._rule])
            except CompanionError as error:
                app.overlay.notice(app.explain(error))

    def _tip(self, rule: str) -> Said:
        tr = App.get_running_app().tr
        book = registry.rules(self._screen.snapshot.name).book()
        found = rulebook.sentence_of(book, rule)
        return Said(tr.gettext(found.text) if found else "")

    def _told(self, view: LessonView, remark: _Remark) -> Said:
        done = view.silent().number
        tr = App.get_running_app().tr
        return Said(say(tr, [remark.text]), "", done, view.count, remark.well)

    def _step(self, view: LessonView, saying: Saying, begun: int) -> Said:
        tr = App.get_running_app().tr
        text = say(tr, [saying.after(begun)])
        return Said(text, say(tr, [saying.why]), view.number, view.count, view.key == END)

    def _speak(self, about: object, said: Said) -> Said:
        """Say something aloud once."""
        if about != self._said and self._screen.get_parent_window():
            App.get_running_app().say_aloud(said.text)
        self._said = about
        return said

    def _spots(self, saying: Saying) -> Iterator[Spot]:
        """Places to touch next: of the ways that begin as people touched, else of all."""
        screen, ways = self._screen, saying.ways
        begun = tuple(screen.touched_spaces())
        going: Sequence[Sequence[object]] = [
            w for w in ways if w[: len(begun)] == begun and len(w) > len(begun)
        ]
        at = len(begun) if going else 0
        for space in dict.fromkeys(way[at] for way in going or ways):
            if spot := screen.spot_of(space):
                yield spot
        for key in saying.keys:
            if box := screen.box_of(key):
                yield box.spot

    def _no_more(self) -> None:
        app = App.get_running_app()
        app.prefer(explain_rules=False)
        app.overlay.notice(app.tr.gettext("Settings, Games turns the tips on again."))

    def _read(self, key: str) -> None:
        App.get_running_app().controller.tell(Read(self._screen.snapshot.game, key))
