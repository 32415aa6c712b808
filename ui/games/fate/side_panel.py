"""Choice of the side panel of Fate's board."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

from kivy.uix.widget import Widget

from companion.games.fate.position import GRIMHEIM, Face, Hex
from companion.session.fate.dialogs.dialog import AskHex, Dialog, Question
from companion.session.fate.snapshot import FateSnapshot
from ui.games.fate.app_act import AppAct, HeroActPanel
from ui.games.fate.dialog_host import DialogHost
from ui.games.fate.film import FilmPanel
from ui.games.fate.hero import HeroPanel
from ui.games.fate.monster import MonsterPanel
from ui.games.fate.panels import AskPanel, ChoicePanel, LogPanel
from ui.games.fate.pictures import PicturesPanel, TablePanel, answer_picture, way_picture


class FatePanelHost(DialogHost, Protocol):
    """Interface of the play screen for its panels."""

    hero_panel: HeroPanel
    tab: str
    dialog: Dialog | None
    looked_at: str
    previewed: str
    act_shown: AppAct | None

    def answer(self, answer: Any) -> None:
        """Answer the question of the action."""

    def roll(self) -> None:
        """Let the app roll the dice of the action."""

    def choose(self, index: int, dice: Sequence[Face] = ()) -> None:
        """Choose an answer of the open choice."""

    def go_to(self, number: int) -> None:
        """Undo everything after an action of the log."""

    def close(self) -> None:
        """Close the details."""

    def correct_at(self, place: Hex) -> None:
        """Open the corrections of a hex."""


def panel(screen: FatePanelHost, snapshot: FateSnapshot, map_px: float) -> Widget:
    """Make or fill the present panel: log, question, piece, manual steps, choice, or hero.

    `map_px` is the width of the board in pixels, which pictures in a panel are cut from.
    """
    position = snapshot.position
    if screen.tab == "log":
        return LogPanel(snapshot, screen.go_to)
    if screen.act_shown:
        return HeroActPanel(screen.act_shown)
    if screen.tab == "turn":
        if screen.dialog and not (screen.begun and on_board_only(screen.dialog.ask)):
            picture = partial(answer_picture, snapshot, map_px)
            way = partial(way_picture, snapshot, map_px)
            return AskPanel(snapshot, screen.dialog, screen.answer, screen.roll, picture, way)
        if monster := next((m for m in position.monsters if m.id == screen.previewed), None):
            return MonsterPanel(position, monster, lambda: screen.correct_at(monster.hex), screen.close)
        if screen.looked_at:
            return _hero_panel(screen, snapshot)
        if snapshot.stage in ("guide", "repair") and snapshot.done < len(snapshot.steps):
            return FilmPanel(snapshot)
        choice = snapshot.choice
        if choice and (len(choice.options) > 1 or snapshot.differences):
            if snapshot.differences and choice.what == "table":
                return TablePanel(snapshot, choice, screen.choose, map_px)
            if any(option.spaces for option in choice.options) and not choice.dice:
                return PicturesPanel(snapshot, choice, screen.choose, map_px)
            return ChoicePanel(position, choice, screen.choose)
        if snapshot.over:
            return LogPanel(snapshot, screen.go_to)
    return _hero_panel(screen, snapshot)


def on_board_only(ask: Question | None) -> bool:
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
