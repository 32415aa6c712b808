"""End screen of Fate: common victory or defeat, and how it went."""

from kivy.app import App
from kivy.utils import get_color_from_hex

from companion.session.fate.snapshot import FateSnapshot
from ui.boards.art import ART, Fill, Inked, arc
from ui.boards.things import thing
from ui.games.fate.history import LINES
from ui.screens.end_of_game import EndScreen
from ui.widgets.result import Count

ART["fate-fallen"] = [
    Fill(arc(0.5, 0.5, 0.5, 0, 360, 64), get_color_from_hex("#120c0a")),
    Fill(arc(0.5, 0.5, 0.47, 0, 360, 64), get_color_from_hex("#4a1d14")),
    Inked(thing("flame"), get_color_from_hex("#e0762a"), (0.2, 0.36), 0.5),
    Inked(thing("house"), get_color_from_hex("#120c0a"), (0.12, 0.12), 0.46),
    Inked(thing("house"), get_color_from_hex("#120c0a"), (0.5, 0.16), 0.34),
    Inked(thing("fluffy-flame"), get_color_from_hex("#f0a422"), (0.42, 0.2), 0.3),
]
"""The town in flames."""


class FateEndScreen(EndScreen):
    """Result and chart of the game; the last action can still be undone."""

    def announce(self, snapshot: FateSnapshot) -> None:
        """Announce the result; victory and defeat have different sounds."""
        if self.page.fallen:
            App.get_running_app().sound("wrong")
        else:
            super().announce(snapshot)

    def refresh_text(self) -> None:
        """Write everything again."""
        if self._snapshot is None:
            return
        tr, position, page = App.get_running_app().tr, self._snapshot.position, self.page
        won = position.result == "won"
        page.fallen = not won
        self.title = tr.gettext("Grimheim is saved!") if won else tr.gettext("Grimheim has fallen.")
        page.figures = self.people(self._snapshot.players) if won else ["fate-fallen"]
        rounds, houses = position.step - 1, position.town  # the stone begins on space 1
        gold = sum(hero.gold for hero in position.heroes)
        page.counts = [
            Count(rounds, tr.ngettext("round", "rounds", rounds)),
            Count(houses, tr.ngettext("house left", "houses left", houses)),
            Count(gold, tr.gettext("gold")),
        ]
        self.show_chart(LINES)
