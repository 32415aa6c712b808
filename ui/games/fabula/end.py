"""End screen of a duel: winner, reason, remaining bases and cards, and the chart."""

from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty

from companion.session.fabula import words
from ui.boards import people as people_art
from ui.games.fabula.history import LINES
from ui.player_names import figures, shown_name
from ui.screens.end_of_game import EndScreen
from ui.widgets.basics import PanelBox
from ui.widgets.history_chart import HistoryChart

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class FabulaEndRow(PanelBox):
    """A player: bases that stand, cards left."""

    figure = StringProperty("")
    player = StringProperty("")
    deck = StringProperty("")
    bases = StringProperty("")
    cards = StringProperty("")
    winner = BooleanProperty(False)


class FabulaEndScreen(EndScreen):
    """Result and chart of the duel; the last action can still be undone."""

    def refresh_text(self) -> None:
        """Write everything again."""
        app, shown = App.get_running_app(), self._snapshot
        if shown is None or (result := shown.position.result) is None:
            return
        tr, position = app.tr, shown.position
        winner = shown_name(shown.players[result.winner])
        pattern = tr.ngettext("{players} wins!", "{players} win together!", 1)
        self.title = pattern.format(players=winner)
        why = tr.gettext(words.ENDS[result.reason]).format(player=winner)
        turn = tr.gettext("Turn {n}").format(n=position.turn_number)
        self.detail = f"{why} · {turn}"
        people = figures(app, shown.players)
        self.ids.rows.clear_widgets()
        for seat, side in enumerate(position.sides):
            row = FabulaEndRow(player=shown_name(side.name), winner=seat == result.winner)
            if side.name in people:
                row.figure = people_art.picture(people[side.name].colour)
            standing = [b for b in position.bases if b.controller == seat and not b.destroyed]
            row.bases, row.cards = str(len(standing)), str(len(side.deck))
            resources = tr.gettext("Allies and modifications in play: {n}")
            row.deck = resources.format(n=sum(p.controller == seat for p in position.battle))
            self.ids.rows.add_widget(row)
        self.ids.history_chart.clear_widgets()
        if self.stored:
            chart, archive = HistoryChart(), app.controller.archive
            if self.attempt(lambda: chart.show(archive.history(int(self.stored)), LINES)):
                self.ids.history_chart.add_widget(chart)
