"""The end: who has told a whole book, and all told pages as one story, in the order of their numbers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.errors import CompanionError
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Reveal, Undo
from ui.games.fairytile import story
from ui.screens.start_game import rematch

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class FairyEndScreen(Screen):
    """The result and the epilogue; the last act can still be taken back."""

    won = BooleanProperty(False)
    title = StringProperty("")
    detail = StringProperty("")
    stored = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._snapshot: FairySnapshot | None = None
        super().__init__(**kwargs)

    def show(self, snapshot: FairySnapshot) -> None:
        """Take a snapshot of a finished game; one that tells nothing new disturbs nothing."""
        before, self._snapshot = self._snapshot, snapshot
        if before and (before.game, before.position) == (snapshot.game, snapshot.position):
            if snapshot.problem and snapshot.problem is not before.problem:
                self.detail = App.get_running_app().explain(snapshot.problem)
            return
        self.stored = snapshot.stored_as or 0
        self.refresh_text()
        app = App.get_running_app()
        app.sound("win" if self.won else "wrong")
        app.say_aloud(self.title, needed=False)
        if snapshot.dealt and not snapshot.revealed:
            self.attempt(lambda: app.controller.tell(Reveal(snapshot.game)))

    def rematch(self) -> None:
        """The same people once more."""
        self.attempt(lambda: rematch(App.get_running_app()))

    def undo(self) -> None:
        """Take the last act back: the game goes on."""
        if shown := self._snapshot:
            self.attempt(lambda: App.get_running_app().controller.tell(Undo(shown.game)))

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do something that may be refused; the refusal is shown. Whether it was done."""
        try:
            act()
        except CompanionError as error:
            self.detail = App.get_running_app().explain(error)
            return False
        return True

    def refresh_text(self) -> None:
        """Write everything again."""
        snapshot = self._snapshot
        if snapshot is None:
            return
        tr = App.get_running_app().tr
        self.won = bool(snapshot.winner)
        self.title = (
            tr.gettext("{player} has told the whole book and wins!").format(player=snapshot.winner)
            if self.won
            else tr.gettext("Nobody could finish the story.")
        )
        pages = story.epilogue(snapshot)
        self.detail = tr.ngettext("{n} page was told.", "{n} pages were told.", len(pages)).format(
            n=len(pages)
        )
        self.ids.story.clear_widgets()
        self.ids.story.add_widget(story.StoryView(pages, newest=False))
