"""End screen of a duel: winner, reason, and how it went."""

from kivy.app import App

from companion.session.fabula import words
from ui.games.fabula.history import LINES
from ui.player_names import shown_name
from ui.screens.end_of_game import EndScreen
from ui.widgets.result import Count


class FabulaEndScreen(EndScreen):
    """Result and chart of the duel; the last action can still be undone."""

    def refresh_text(self) -> None:
        """Write everything again."""
        shown = self._snapshot
        if shown is None or (result := shown.position.result) is None:
            return
        tr, position, page = App.get_running_app().tr, shown.position, self.page
        winner = shown_name(shown.players[result.winner])
        pattern = tr.ngettext("{players} wins!", "{players} win together!", 1)
        self.title = pattern.format(players=winner)
        self.detail = tr.gettext(words.ENDS[result.reason]).format(player=winner)
        page.figures = self.people((shown.players[result.winner],))
        turns, cards = position.turn_number, len(position.sides[result.winner].deck)
        bases = sum(b.controller == result.winner and not b.destroyed for b in position.bases)
        page.counts = [
            Count(turns, tr.ngettext("turn", "turns", turns)),
            Count(bases, tr.ngettext("base left", "bases left", bases)),
            Count(cards, tr.ngettext("card left", "cards left", cards)),
        ]
        self.show_chart(LINES)
