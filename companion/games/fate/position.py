"""A game of Fate at one moment: frozen values that hold everything the rules need to go on."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

Hex: TypeAlias = str
"""A hex as "x,y"; `GRIMHEIM` is the one area of seven hexes (F-020)."""

GRIMHEIM: Hex = "G"

Action: TypeAlias = Literal["move", "attack", "prepare", "focus", "mend", "practice"]
Face: TypeAlias = Literal["hit", "cover", "blank", "rune"]
"""A face of the attack die; "cover" hits unless the defender has cover (F-154 to F-157)."""

DieFace: TypeAlias = Literal["maneuver_cw", "maneuver_ccw", "attack", "push", "charge", "ambush"]
Colour: TypeAlias = Literal["yellow", "red"]
Phase: TypeAlias = Literal["heroes", "die", "ambush", "walk", "attacks", "reinforcements", "over"]
"""Whose turn it is, or the step of the monster turn that comes next (F-050, F-200).

"heroes": hero `turn` acts. "die": the Rune Stone is to be moved, and the monster die rolled where it is
used. "ambush": the hexes of the goblins are to be chosen. "walk": step 3 is next. "attacks": monsters of
`to_attack` still have attacks. "reinforcements": player `turn` draws. "over": `result` is set.
"""


class Options(NamedTuple):
    """What was agreed on before the game (F-032, F-210, F-420 to F-423, F-274)."""

    track: Literal["short", "long"] = "short"
    monster_die: bool = False
    dear_upgrades: bool = False
    no_start_kit: bool = False
    legend_swaps_legend: bool = True


class Deck(NamedTuple):
    """Monster cards face down: those in unknown order on top of those put under it, next first.

    The order of `shuffled` is not known to anybody: a draw is an outcome that is passed in (F-033).
    """

    shuffled: frozenset[int]
    under: tuple[int, ...] = ()


class Monster(NamedTuple):
    """A monster on the board. `id` is its name in this game ("m12"), `level` 1 or 2 for legends, else 0.

    `bounty` is gold laid on it; `held`: it does not move in the coming or running step 3 (F-276).
    """

    id: str
    kind: str
    hex: Hex
    level: int = 0
    damage: int = 0
    bounty: int = 0
    held: bool = False


class Card(NamedTuple):
    """An ability or equipment card in play. `number` is the printed one of the visible side.

    `tokens` are arrows, gold or stored damage that lie on it; `used` has a bit (1 << option) for each of
    its effects used in this turn (F-065).
    """

    number: int
    damage: int = 0
    mana: int = 0
    tokens: int = 0
    used: int = 0


class Hero(NamedTuple):
    """A hero with the books of the player.

    `hand` is the number of event cards held: which they are is the player's secret. `ability` and
    `equipment` are the cards on top of their piles, None when a pile is empty; `abilities_left` and
    `equipment_left` count the pile. `upgrades` counts those bought. `actions` are the action spaces with
    a marker, `quest` the progress on the visible quest, `passed` the hexes entered in this turn.
    A covered main weapon stays in `cards`; the last one counts (F-097).
    """

    id: str
    player: str
    hex: Hex = GRIMHEIM
    damage: int = 0
    gold: int = 0
    level: int = 1
    cards: tuple[Card, ...] = ()
    hand: int = 0
    ability: int | None = None
    equipment: int | None = None
    abilities_under: tuple[int, ...] = ()
    equipment_under: tuple[int, ...] = ()
    seen: frozenset[int] = frozenset()
    discards: tuple[int, ...] = ()
    upgrades: int = 0
    actions: tuple[Action, ...] = ()
    quest: int = 0
    move_bonus: int = 0
    range_bonus: int = 0
    no_more_moves: bool = False
    passed: tuple[Hex, ...] = ()


class Pending(NamedTuple):
    """Attacks a monster still makes in this step 4 (F-300, F-383)."""

    monster: str
    attacks: int


class Position(NamedTuple):
    """Everything the rules need. `heroes` in player order, `monsters` in order of arrival.

    `town` counts town pieces with the Well (F-030). `step` is the space of the Rune Stone, from 1.
    `turn` is an index into `heroes`. `markers` are those of F-017 by hex. `legend_cards` lie beside the
    board. `die` is the face that counts in this monster turn. `held_now` are monsters that Suppressive Fire
    holds in this monster turn, `held_before` those it held in the last one.
    """

    options: Options
    heroes: tuple[Hero, ...]
    monsters: tuple[Monster, ...] = ()
    town: int = 4
    step: int = 1
    phase: Phase = "heroes"
    turn: int = 0
    yellow: Deck = Deck(frozenset())
    red: Deck = Deck(frozenset())
    legend_cards: tuple[int, ...] = ()
    markers: Mapping[Hex, int] = {}
    die: DieFace | None = None
    to_attack: tuple[Pending, ...] = ()
    held_before: frozenset[str] = frozenset()
    held_now: frozenset[str] = frozenset()
    next_monster: int = 1
    result: Literal["won", "lost"] | None = None
