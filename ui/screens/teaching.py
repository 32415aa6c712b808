"""Teaching on a play screen: the guided first round, and rules at the moment they matter."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from kivy.app import App

from companion.errors import CompanionError
from companion.games import registry, rulebook
from companion.games.base import Sentence
from companion.games.lesson import END, LessonView
from companion.i18n import say
from companion.session.messages import Message, Read
from companion.session.snapshot import Snapshot
from ui.widgets.bubble import Box, BubbleOverlay, Spot

_AT_ONCE = 2
"""Maximum number of rules explained after one move."""


class TaughtScreen(Protocol):
    """The part of a play screen that teaching needs."""

    snapshot: Any
    exhibiting: bool
    ids: Any

    def add_widget(self, widget: Any) -> None:
        """Add the bubble."""

    def get_parent_window(self) -> Any:
        """Return the window; None while another page is shown."""

    def refresh_text(self) -> None:
        """Show everything again."""

    def tell(self, message: Message) -> None:
        """Send a message to the game."""

    def board_in_sight(self) -> bool:
        """Return true unless something lies over the board that people must see first."""

    def teaching_area(self) -> Box:
        """Part of the window in which words on the board may lie."""

    def spot_of(self, space: Any) -> Spot | None:
        """Place of a space in the window; None if it is not seen."""

    def box_of(self, control: str) -> Box | None:
        """Place of a control in the window; None if it is not seen."""

    def touched_spaces(self) -> Sequence[Any]:
        """Spaces that were touched so far for the move that is being made."""


class Teaching:
    """The bubble over a play screen.

    A rule of the last move takes the place of the lesson until the next touch.
    """

    def __init__(self, screen: TaughtScreen) -> None:
        self._screen = screen
        self._overlay = BubbleOverlay()
        bubble = self._overlay.bubble
        bubble.bind(on_left=lambda _: self._skip(), on_next=lambda _: self._go_on())
        self._view: LessonView | None = None
        self._rules: tuple[str, ...] = ()
        self._remark: Sentence | None = None
        self._said: object = None

    @property
    def lesson(self) -> LessonView | None:
        """Present step of the lesson."""
        return self._view

    @property
    def explaining(self) -> bool:
        """True while a rule is shown that nobody has touched away."""
        return bool(self._rules)

    def follow(self, before: Snapshot | None, snapshot: Snapshot) -> None:
        """Take a new snapshot: its lesson, and rules that its last move brought into play."""
        self._view = view = snapshot.lesson
        if before is None or before.game != snapshot.game or snapshot.played < before.played:
            self._rules, self._remark = (), None
        elif snapshot.played > before.played:
            self._remark = view.remark if view else None
            if before.turn not in snapshot.bots and not (snapshot.learning or self._rules):
                self._explain(snapshot)

    def touched(self, touch: Any) -> None:
        """Take the rules away with a touch beside the bubble: they were read."""
        shown = self._rules and self._overlay.shown
        if shown and not self._overlay.bubble.collide_point(*touch.pos):
            self._rules = ()
            self._screen.refresh_text()

    def refresh(self, wanted: bool) -> None:
        """Show or hide the bubble; it is not `wanted` while something else must be done first."""
        screen, overlay = self._screen, self._overlay
        if not overlay.parent:
            screen.add_widget(overlay)
            board = screen.ids.get("board")
            for part in filter(None, (overlay, board)):
                part.bind(pos=lambda *_: self.move(), size=lambda *_: self.move())
        if self._rules and screen.board_in_sight():
            self._show_rule(self._rules[0])
        elif self._view and wanted and not (self._rules or screen.exhibiting):
            self._show_lesson(self._view)
        else:
            overlay.hide()
            self._said = None

    def place(self) -> None:
        """Put the bubble and what it points at where the board is seen now."""
        rule = bool(self._rules)
        view = None if rule else self._view
        spots = tuple(self._spots(view)) if view else ()
        ways = view.saying.ways if view else ()
        later = tuple(spot for way in ways for space in way if (spot := self._screen.spot_of(space)))
        self._overlay.show(self._screen.teaching_area(), spots, later, dimmed=not rule)

    def move(self) -> None:
        """Follow a board that moves or gets another size."""
        if self._overlay.shown:
            self.place()

    def _explain(self, snapshot: Snapshot) -> None:
        """Explain what the people at the table were not told yet."""
        app = App.get_running_app()
        if not app.controller.profiles.preferences().explain_rules:
            return
        people = [name for name in snapshot.players if name not in snapshot.bots]
        book = registry.rules(snapshot.name).book()
        new = app.controller.profiles.unexplained(snapshot.name, people, snapshot.moments)
        self._rules = tuple(rule for rule in new if rulebook.sentence_of(book, rule))[:_AT_ONCE]
        if self._rules:
            try:
                app.controller.profiles.explained(snapshot.name, people, self._rules)
            except CompanionError as error:
                app.overlay.notice(app.explain(error))

    def _show_rule(self, rule: str) -> None:
        app, bubble = App.get_running_app(), self._overlay.bubble
        book = registry.rules(self._screen.snapshot.name).book()
        found = rulebook.sentence_of(book, rule)
        title = next((topic.title for topic in book.values() if found in topic.rules), "")
        bubble.say = app.tr.gettext(found.text) if found else ""
        bubble.why = app.tr.gettext(title) if title else ""
        bubble.skip, bubble.onward = app.tr.gettext("No more tips"), app.tr.gettext("Got it")
        bubble.number = bubble.count = 0
        self.place()
        self._speak(rule, bubble.say)

    def _show_lesson(self, view: LessonView) -> None:
        app, bubble, saying = App.get_running_app(), self._overlay.bubble, view.saying
        bubble.say = say(app.tr, [saying.say])
        bubble.why = say(app.tr, [self._remark, saying.why] if self._remark else [saying.why])
        bubble.skip = "" if view.key == END else app.tr.gettext("Skip hints")
        bubble.onward = self._onward(view)
        bubble.number, bubble.count = view.number, view.count
        self.place()
        self._speak((view.key, saying), bubble.say)

    def _onward(self, view: LessonView) -> str:
        gettext = App.get_running_app().tr.gettext
        if view.key == END:
            return str(gettext("Play on"))
        return str(gettext("Next")) if view.reads else ""

    def _speak(self, about: object, words: str) -> None:
        if about != self._said and self._screen.get_parent_window():
            App.get_running_app().say_aloud(words)
        self._said = about

    def _spots(self, view: LessonView) -> Iterator[Spot]:
        """Places to touch next: of the ways that begin as people touched, else of all."""
        screen, ways = self._screen, view.saying.ways
        begun = tuple(screen.touched_spaces())
        going: Sequence[Sequence[object]] = [
            w for w in ways if w[: len(begun)] == begun and len(w) > len(begun)
        ]
        at = len(begun) if going else 0
        for space in dict.fromkeys(way[at] for way in going or ways):
            if spot := screen.spot_of(space):
                yield spot
        for key in view.saying.keys:
            if box := screen.box_of(key):
                half_width, half_height = box.width / 2, box.height / 2
                yield Spot(box.x + half_width, box.y + half_height, half_width, half_height)

    def _go_on(self) -> None:
        if self._rules:
            self._rules = self._rules[1:]
            self._screen.refresh_text()
        elif self._view:
            self._read(self._view.key)

    def _skip(self) -> None:
        """End the lesson, or the rules from now on."""
        if self._rules:
            app, self._rules = App.get_running_app(), ()
            app.prefer(explain_rules=False)
            app.overlay.notice(app.tr.gettext("Settings, Games turns the tips on again."))
            self._screen.refresh_text()
        else:
            self._read(END)

    def _read(self, key: str) -> None:
        self._remark = None
        App.get_running_app().controller.tell(Read(self._screen.snapshot.game, key))
