"""End screen of Fate: common victory or defeat, and the state of the heroes."""

from pathlib import Path

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty

from companion.games.fate.hero_stats import max_health
from companion.games.fate.heroes import NAMES
from companion.session.fate.snapshot import FateSnapshot
from ui.games.fate import art
from ui.games.fate.history import LINES
from ui.games.fate.time_track import TimeTrack as TimeTrack  # for the kv file
from ui.player_names import shown_name
from ui.screens.end_of_game import EndScreen
from ui.widgets.basics import PanelBox
from ui.widgets.history_chart import HistoryChart

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class FateEndRow(PanelBox):
    """A hero: figure, player, health, cards and gold."""

    figure = StringProperty("")
    hero = StringProperty("")
    player = StringProperty("")
    health = StringProperty("")
    cards = StringProperty("")
    gold = StringProperty("")


class FateEndScreen(EndScreen):
    """Result and chart of the game; the last action can still be undone."""

    won = BooleanProperty(False)

    def announce(self, snapshot: FateSnapshot) -> None:
        """Announce the result; victory and defeat have different sounds."""
        App.get_running_app().sound("win" if self.won else "wrong")

    def refresh_text(self) -> None:
        """Write everything again."""
        if self._snapshot is None:
            return
        tr, position = App.get_running_app().tr, self._snapshot.position
        self.won = position.result == "won"
        self.title = tr.gettext("Grimheim is saved!") if self.won else tr.gettext("Grimheim has fallen.")
        self.detail = tr.gettext("Space {step} of the time track · town pieces left: {town}").format(
            step=position.step, town=position.town
        )
        self.ids.track.show(position)
        self.ids.rows.clear_widgets()
        for hero in position.heroes:
            row = FateEndRow(figure=art.picture(hero.id), hero=NAMES[hero.id], player=shown_name(hero.player))
            row.health = f"{max_health(hero) - hero.damage}/{max_health(hero)}"
            row.cards, row.gold = str(len(hero.cards)), str(hero.gold)
            self.ids.rows.add_widget(row)
        self.ids.history_chart.clear_widgets()
        if self.stored:
            chart, archive = HistoryChart(), App.get_running_app().controller.archive
            if self.attempt(lambda: chart.show(archive.history(int(self.stored)), LINES)):
                self.ids.history_chart.add_widget(chart)
