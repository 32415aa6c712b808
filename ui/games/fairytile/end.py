"""End screen: the winner, and all narrated pages as one story in the order of their numbers."""

from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty

from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Reveal
from ui.games.fairytile import story
from ui.player_names import shown_name
from ui.screens.end_of_game import EndScreen

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class FairyEndScreen(EndScreen):
    """The result and the epilogue; the last action can still be undone."""

    won = BooleanProperty(False)

    def announce(self, snapshot: FairySnapshot) -> None:
        """Announce the winner, and reveal the remaining pages."""
        app = App.get_running_app()
        app.sound("win" if self.won else "wrong")
        app.say_aloud(self.title, needed=False)
        if snapshot.dealt and not snapshot.revealed:
            self.attempt(lambda: app.controller.tell(Reveal(snapshot.game)))

    def refresh_text(self) -> None:
        """Write everything again."""
        snapshot = self._snapshot
        if snapshot is None:
            return
        tr = App.get_running_app().tr
        self.won = bool(snapshot.winner)
        self.title = (
            tr.gettext("{player} has told the whole book and wins!").format(
                player=shown_name(snapshot.winner)
            )
            if self.won
            else tr.gettext("Nobody could finish the story.")
        )
        pages = story.epilogue(snapshot)
        self.detail = tr.ngettext("{n} page was told.", "{n} pages were told.", len(pages)).format(
            n=len(pages)
        )
        self.ids.story.clear_widgets()
        self.ids.story.add_widget(story.StoryView(pages, newest=False))
