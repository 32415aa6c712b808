"""Choice of the side panel of Fate's board."""

from functools import partial
from typing import Protocol

from kivy.uix.widget import Widget

from companion.games.fate.position import GRIMHEIM, Hex
from companion.session.answering import Answered
from companion.session.fate.dialogs.dialog import AskHex, Question
from companion.session.fate.snapshot import FateSnapshot
from ui.games.fate.app_act import AppAct, HeroActPanel
from ui.games.fate.checklist import ChecklistPanel
from ui.games.fate.dialog_host import DialogHost
from ui.games.fate.film import FilmPanel
from ui.games.fate.hero import HeroPanel
from ui.games.fate.monster import MonsterPanel
from ui.games.fate.panels import AskPanel, ChoicePanel, DicePanel
from ui.games.fate.pictures import PicturesPanel, TablePanel, answer_picture, way_picture
from ui.games.fate.setup_panel import SetupPanel


class FatePanelHost(DialogHost, Protocol):
    """Interface of the play screen for its panels."""

    hero_panel: HeroPanel
    looked_at: str
    previewed: str
    act_shown: AppAct | None

    @property
    def ask(self) -> Question | None:
        """The open question of an act."""

    def answer(self, answer: Answered) -> None:
        """Send an answer."""

    def tapped(self, place: Hex) -> None:
        """Handle a touch of a hex of the board."""

    def tick(self, row: int) -> None:
        """Tick a row of the changes of the monsters' turn."""

    def choose(self, index: int) -> None:
        """Choose an answer of the open choice."""

    def close(self) -> None:
        """Close the details."""


def panel(screen: FatePanelHost, snapshot: FateSnapshot, map_px: float) -> Widget:
    """Make or fill the present panel: question, piece, manual steps, choice, or hero.

    `map_px` is the width of the board in pixels, which pictures in a panel are cut from.
    """
    position = snapshot.position
    if screen.act_shown:
        return HeroActPanel(screen.act_shown)
    ask = screen.ask
    if ask and not (screen.begun and on_board_only(ask)):
        picture = partial(answer_picture, snapshot, map_px)
        way = partial(way_picture, snapshot, map_px)
        rolls = any(one.id == "roll" for one in snapshot.decisions)
        return AskPanel(snapshot, ask, rolls, screen.answer, screen.tapped, picture, way)
    if monster := next((m for m in position.monsters if m.id == screen.previewed), None):
        return MonsterPanel(position, monster, lambda: screen.correct(monster.hex), screen.close)
    if screen.looked_at:
        return _hero_panel(screen, snapshot)
    if snapshot.stage in ("guide", "repair") and snapshot.done < len(snapshot.steps):
        if snapshot.setting_up and all(one.what in ("stone", "come", "town") for one in snapshot.steps):
            return SetupPanel(snapshot)
        step = snapshot.steps[snapshot.done]
        return (
            ChecklistPanel(step, screen.tick if snapshot.at_table else None)
            if step.changes
            else FilmPanel(snapshot)
        )
    choice = snapshot.choice
    if choice and choice.dice:
        return DicePanel(choice.dice, screen.answer)
    if choice and (len(choice.options) > 1 or snapshot.differences):
        if snapshot.differences and choice.what == "table":
            return TablePanel(snapshot, choice, screen.choose, map_px)
        if any(option.spaces for option in choice.options):
            return PicturesPanel(snapshot, choice, screen.choose, map_px)
        return ChoicePanel(position, choice, screen.choose)
    return _hero_panel(screen, snapshot)


def on_board_only(ask: Question) -> bool:
    """Return true for a question that is answered on the board only, with nothing to add beside it."""
    return isinstance(ask, AskHex) and not (ask.attack or ask.enough or GRIMHEIM in ask.hexes)


def _hero_panel(screen: FatePanelHost, snapshot: FateSnapshot) -> Widget:
    """Panel of the selected hero, else of the one to act."""
    position = snapshot.position
    acting = position.heroes[position.turn if position.phase == "heroes" else 0]
    hero = next((hero for hero in position.heroes if hero.id == screen.looked_at), acting)
    playing = position.phase == "heroes" and snapshot.stage == "heroes" and not snapshot.thinking
    active = playing and hero.id == acting.id
    screen.hero_panel.show(position, hero, active)
    return screen.hero_panel
