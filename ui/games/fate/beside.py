"""What stands beside the board of Fate."""

from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.session.fate.messages import Back
from companion.session.fate.snapshot import FateSnapshot
from ui.games.fate.hero import HeroPanel
from ui.games.fate.monster import MonsterPanel
from ui.games.fate.panels import AskPanel, ChoicePanel, LogPanel, StepsPanel
from ui.games.fate.pictures import PicturesPanel, TablePanel, answer_picture, step_picture, way_picture
from ui.games.fate.story import StoryPanel

if TYPE_CHECKING:
    from ui.games.fate.play import FatePlayScreen


def panel(screen: "FatePlayScreen", snapshot: FateSnapshot) -> Widget:
    """What is shown: the log, what is asked, a piece looked at, what hands do, a choice, or a hero."""
    position = snapshot.position
    map_px = max(200.0, screen.ids.board.still_box[2])
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


def _hero_panel(screen: "FatePlayScreen", snapshot: FateSnapshot) -> Widget:
    """The hero looked at, else the one to act."""
    position = snapshot.position
    acting = position.heroes[position.turn if position.phase == "heroes" else 0]
    hero = next((hero for hero in position.heroes if hero.id == screen.looked_at), acting)
    active = position.phase == "heroes" and snapshot.stage == "heroes" and hero.id == acting.id

    def look_at(id: str) -> None:
        screen.close() if id == acting.id else screen.look_at(id)

    return HeroPanel(position, hero, screen, look_at, active)
