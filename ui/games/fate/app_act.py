"""An act of a hero that the app plays: who acts, the dice, and what it does in words."""

from typing import NamedTuple, get_args

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.base import N_, Sentence
from companion.games.fate.position import Face, Hex
from companion.session.fate.snapshot import FateSnapshot
from ui import theme
from ui.games.fate import board_map, messages
from ui.games.fate.dice import FaceRow
from ui.games.fate.hero_parts import Portrait
from ui.games.fate.panels import SidePanel
from ui.widgets.page_parts import WrapLabel

_SEEN_S, _END_S = 2.5, 1.0
"""How long an act is seen without a touch, and the end of a turn."""
_PORTRAIT_MM, _DIE_MM, _A_LINE = 13.2, 11.0, 5
"""Sides of the portrait and of a die, and the number of dice in a line."""
_MOST_LINES = 2
"""Number of sentences about what follows from an act; the log has all."""
_FACES: tuple[Face, ...] = get_args(Face)
_ATTACKS = N_("{who} attacks {target}.")


class AppAct(NamedTuple):
    """An act of the app: number of the act, its hero, sentences, rolled dice, and the hexes it is about."""

    number: int
    hero: str
    lines: tuple[Sentence, ...]
    dice: tuple[Face, ...] = ()
    places: tuple[Hex, ...] = ()


def last(before: FateSnapshot, now: FateSnapshot) -> AppAct | None:
    """Return the act between two snapshots if the app's hero made it and it is told in words."""
    lines = tuple(entry.text for entry in now.log if before.played < entry.number <= now.played)
    if before.turn not in now.bots or before.stage != "heroes" or not lines:
        return None
    acting = before.position.heroes[before.position.turn]
    there = next((hero.hex for hero in now.position.heroes if hero.id == acting.id), "")
    struck = {m.id: m.damage for m in now.position.monsters}
    hurt = [m.hex for m in before.position.monsters if struck.get(m.id) != m.damage]
    places = tuple(place for place in (acting.hex, there, *hurt) if place in board_map.CENTRES)
    first = lines[0].values
    dice = tuple(face for face in _FACES for _ in range(_count(first.get(_KEYS.get(face, face)))))
    if dice:
        lines = (Sentence(_ATTACKS, {key: first[key] for key in ("who", "target")}), *lines[1:])
    return AppAct(now.played, acting.id, lines, dice, places)


_KEYS: dict[str, str] = {"hit": "hits"}
"""Names of the numbers of faces in the sentence of an attack, if they differ from the face."""


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0


def seconds(act: AppAct | None, now: FateSnapshot) -> float:
    """Return how long an act is seen; the end of a turn after which others act needs no time."""
    if act is None:
        return 0.0
    if now.turn == now.position.heroes[now.position.turn].player and act.dice == () and _ends(act):
        return _END_S if now.stage == "heroes" else 0.0
    return _SEEN_S


def _ends(act: AppAct) -> bool:
    return "ends the turn" in act.lines[0].pattern


class HeroActPanel(SidePanel):
    """The present act of the app's hero; a touch anywhere goes on."""

    def __init__(self, act: AppAct) -> None:
        super().__init__()
        self.spacing = theme.mm(2)
        first, *rest = (messages.say(self.tr, one) for one in act.lines)
        side = theme.mm(_PORTRAIT_MM)
        head = BoxLayout(spacing=theme.mm(2.4), size_hint_y=None, height=side)
        portrait = Portrait(hero=act.hero, size_hint=(None, None), size=(side, side), pos_hint={"top": 1})
        head.add_widget(portrait)
        words = WrapLabel(text=first, em="body", bold=True, pos_hint={"center_y": 0.5})
        words.bind(height=lambda _, high: setattr(head, "height", max(side, high)))
        head.add_widget(words)
        self.add_widget(head)
        if act.dice:
            dice = FaceRow(faces=list(act.dice), most=_A_LINE, side_mm=_DIE_MM, thrown=True)
            dice.size_hint_y, dice.height = None, theme.mm(_DIE_MM * (1 + (len(act.dice) > _A_LINE)))
            self.add_widget(dice)
            dice.roll()
        for text in rest[:_MOST_LINES]:
            self.add_widget(WrapLabel(text=text, em="body", color=theme.INK))
        self.add_widget(Widget())
        self.note(self.tr.gettext("Touch to go on."))
