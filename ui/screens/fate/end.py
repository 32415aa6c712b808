"""The end of a game of Fate: won or lost together, and how the heroes stand."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.games.fate.books import max_health
from companion.games.fate.heroes import NAMES
from companion.session.fate.snapshot import Snapshot
from ui.boards import fate_art
from ui.widgets.basics import Panel

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class FateEndRow(Panel):
    """A hero: figure, player and what was gained."""

    figure = StringProperty("")
    hero = StringProperty("")
    player = StringProperty("")
    facts = StringProperty("")


class FateEndScreen(Screen):
    """The result; the last act can still be taken back."""

    won = BooleanProperty(False)
    title = StringProperty("")
    detail = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._snapshot: Snapshot | None = None
        super().__init__(**kwargs)

    def show(self, snapshot: Snapshot) -> None:
        """Take a snapshot of a finished game."""
        self._snapshot = snapshot
        self.refresh_text()

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
            facts = tr.gettext(
                "Health {left} of {health} · cards {cards} · upgrades {upgrades} · gold {gold}"
            )
            row = FateEndRow(figure=fate_art.picture(hero.id), hero=NAMES[hero.id], player=hero.player)
            row.facts = facts.format(
                left=max_health(hero) - hero.damage,
                health=max_health(hero),
                cards=len(hero.cards),
                upgrades=hero.upgrades,
                gold=hero.gold,
            )
            self.ids.rows.add_widget(row)
