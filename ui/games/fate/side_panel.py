"""Choice of the side panel of Fate's board."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

from kivy.uix.widget import Widget

from companion.games.fate.position import Face, Hex
from companion.session.fate.messages import Back
from companion.session.fate.snapshot import FateSnapshot
from companion.session.messages import Message
from ui.games.fate.dialog import Dialog, DialogHost
from ui.games.fate.hero import HeroPanel
from ui.games.fate.monster import MonsterPanel
from ui.games.fate.panels import AskPanel, ChoicePanel, LogPanel, StepsPanel
from ui.games.fate.pictures import PicturesPanel, TablePanel, answer_picture, step_picture, way_picture
from ui.games.fate.story import StoryPanel


class FatePanelHost(DialogHost, Protocol):
    """Interface of the play screen for its panels."""

    hero_panel: HeroPanel
    tab: str
    dialog: Dialog | None
    looked_at: str
    previewed: str

    def answer(self, answer: Any) -> None:
        """Answer the question of the action."""

    def roll(self) -> None:
        """Let the app roll the dice of the action."""

    def choose(self, index: int, dice: Sequence[Face] = ()) -> None:
        """Choose an answer of the open choice."""

    def tell(self, message: Message) -> None:
        """Send a message to the game."""

    def go_to(self, number: int) -> None:
        """Undo everything after an action of the log."""

    def look_at(self, hero: str) -> None:
        """Show the sheet of a hero."""

    def close(self) -> None:
        """Close the details."""

    def correct_at(self, place: Hex) -> None:
        """Open the corrections of a hex."""

    def step_by_step(self) -> None:
        """Show single steps from now on."""

    def do_all(self) -> None:
        """Count all remaining steps as done."""


def panel(screen: FatePanelHost, snapshot: FateSnapshot, map_px: float) -> Widget:
    """Make or fill the present panel: log, question, piece, manual steps, choice, or hero.

    `map_px` is the width of the board in pixels, which pictures in a panel are cut from.
    """
    position = snapshot.position
    if screen.tab == "log":
        return LogPanel(snapshot, screen.go_to)
    if screen.tab == "turn":
        if screen.dialog:
            picture = partial(answer_picture, snapshot, map_px)
            way = partial(way_picture, snapshot, map_px)
            return AskPanel(snapshot, screen.dialog, screen.answer, screen.roll, picture, way)
        if monster := next((m for m in position.monsters if m.id == screen.previewed), None):
            return MonsterPanel(position, monster, lambda: screen.correct_at(monster.hex), screen.close)
        if screen.looked_at:
            return _hero_panel(screen, snapshot)
        if snapshot.stage == "guide" and snapshot.together:
            return StoryPanel(snapshot, screen.step_by_step)
        if snapshot.stage in ("guide", "repair") and snapshot.at < len(snapshot.steps):
            back = Back(snapshot.game)
            step = step_picture(snapshot, map_px)
            return StepsPanel(snapshot, lambda: screen.tell(back), screen.do_all, step)
        choice = snapshot.choice
        if choice and (len(choice.options) > 1 or snapshot.differences):
            if snapshot.differences and choice.what == "table":
                return TablePanel(snapshot, choice, screen.choose, map_px)
            if any(option.spaces for option in choice.options) and not choice.dice:
                return PicturesPanel(snapshot, choice, screen.choose, map_px)
            return ChoicePanel(choice, screen.choose)
        if snapshot.over:
            return LogPanel(snapshot, screen.go_to)
    return _hero_panel(screen, snapshot)


def _hero_panel(screen: FatePanelHost, snapshot: FateSnapshot) -> Widget:
    """Panel of the selected hero, else of the one to act."""
    position = snapshot.position
    acting = position.heroes[position.turn if position.phase == "heroes" else 0]
    hero = next((hero for hero in position.heroes if hero.id == screen.looked_at), acting)
    active = position.phase == "heroes" and snapshot.stage == "heroes" and hero.id == acting.id

    def look_at(id: str) -> None:
        screen.close() if id == acting.id else screen.look_at(id)

    screen.hero_panel.show(position, hero, look_at, active)
    return screen.hero_panel
