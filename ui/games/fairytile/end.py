"""End screen: the winner, and all narrated pages as one story in the order of their numbers."""

from kivy.app import App

from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Reveal
from ui.games.fairytile import story
from ui.player_names import shown_name
from ui.screens.end_of_game import EndScreen
from ui.widgets.result import Count


class FairyEndScreen(EndScreen):
    """The result and the epilogue; the last action can still be undone."""

    def announce(self, snapshot: FairySnapshot) -> None:
        """Announce the winner, and reveal the remaining pages."""
        app = App.get_running_app()
        app.sound("win" if snapshot.winner else "wrong")
        app.say_aloud(self.title, needed=False)
        if snapshot.dealt and not snapshot.revealed:
            self.attempt(lambda: app.controller.tell(Reveal(snapshot.game)))

    def refresh_text(self) -> None:
        """Write everything again."""
        snapshot = self._snapshot
        if snapshot is None:
            return
        tr, page = App.get_running_app().tr, self.page
        winner = snapshot.winner
        page.fallen = not winner
        page.figures = self.people((winner,)) if winner else []
        if winner:
            pattern = tr.ngettext("{players} wins!", "{players} win together!", 1)
            self.title = pattern.format(players=shown_name(winner))
            self.detail = tr.gettext("The whole book is told.")
        else:
            self.title, self.detail = tr.gettext("Nobody could finish the story."), ""
        pages, moves = story.epilogue(snapshot), snapshot.played
        page.counts = [
            Count(len(pages), tr.ngettext("page told", "pages told", len(pages))),
            Count(moves, tr.ngettext("turn", "turns", moves)),
        ]
        page.show_course((story.StoryView(pages, newest=False),))
