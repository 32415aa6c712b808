"""State of a game of Fate: frozen values that hold everything the rules need."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from companion.games.fate.geometry import GRIMHEIM as GRIMHEIM

Hex: TypeAlias = str
"""A hex as "x,y"; `GRIMHEIM` is the one area of seven hexes (F-020)."""

Action: TypeAlias = Literal["move", "attack", "prepare", "focus", "mend", "practice"]
Face: TypeAlias = Literal["hit", "cover", "blank", "rune"]
"""A face of the attack die; "cover" hits unless the defender has cover (F-154 to F-157)."""

DieFace: TypeAlias = Literal["maneuver_cw", "maneuver_ccw", "attack", "push", "charge", "ambush"]
Colour: TypeAlias = Literal["yellow", "red"]
Phase: TypeAlias = Literal["heroes", "die", "ambush", "walk", "attacks", "reinforcements", "over"]
"""The heroes' turn, or the next step of the monster turn (F-050, F-200).

"heroes": hero `turn` acts. "die": the Rune Stone has to move, and the monster die, if used, to be rolled.
"ambush": the hexes of the goblins have to be chosen. "walk": step 3 is next. "attacks": monsters of
`to_attack` still have attacks. "reinforcements": player `turn` draws. "over": `result` is set.
"""


class Options(NamedTuple):
    """Options that the players choose before the game (F-032, F-210, F-420 to F-423, F-274).

    `to_the_letter`: cards are read by their printed words. Games begun before this option existed keep
    the older reading: a kick may leave its target on its hex, In Charge may wait, and the next two have no
    effect. `mail_first`: Dwarf Mail takes the first damage of a monster turn automatically (F-066).
    `strikes_when_knocked_out`: Dreadnought II strikes an attacker who has just knocked its bearer out.
    `tiara_in_passing`: passing through the Dark Forest counts as entering it (F-096).
    """

    track: Literal["short", "long"] = "short"
    monster_die: bool = False
    dear_upgrades: bool = False
    no_start_kit: bool = False
    legend_swaps_legend: bool = True
    to_the_letter: bool = False
    mail_first: bool = True
    strikes_when_knocked_out: bool = True
    tiara_in_passing: bool = True


class MonsterDeck(NamedTuple):
    """Monster cards face down: shuffled ones on top of those put under the deck, next first.

    The order of `shuffled` is unknown: a draw is an outcome that is passed in (F-033).
    """

    shuffled: frozenset[int]
    under: tuple[int, ...] = ()


class Monster(NamedTuple):
    """A monster on the board. `id` is its name in this game ("m12"), `level` 1 or 2 for legends, else 0.

    `bounty` is gold placed on it; `held`: it does not move in the coming or running step 3 (F-276).
    """

    id: str
    kind: str
    hex: Hex
    level: int = 0
    damage: int = 0
    bounty: int = 0
    held: bool = False


class CardState(NamedTuple):
    """An ability or equipment card in play. `number` is the printed one of the visible side.

    `tokens` are arrows, gold or stored damage on it; `used` has a bit (1 << option) for each of
    its effects used in this turn (F-065).
    """

    number: int
    damage: int = 0
    mana: int = 0
    tokens: int = 0
    used: int = 0


class Kill(NamedTuple):
    """A kill whose gold may still be given up for the visible quest, and that gold (F-095)."""

    monster: str
    gold: int


class Hero(NamedTuple):
    """A hero, with the cards, gold and piles of the player.

    `hand` is the number of event cards held; the cards themselves are the player's secret. `ability` and
    `equipment` are the cards on top of their piles, None if a pile is empty; `abilities_left` and
    `equipment_left` count the pile. `upgrades` counts those bought. `actions` are the action spaces with
    a marker, `quest` the progress on the visible quest, `passed` the hexes entered in this turn.
    A covered main weapon stays in `cards`; the last one counts (F-097). `kills` are those of this turn that
    may pay for the quest. `move_over`: something else was done since the move action (F-065). `held` is the
    monster that Suppressive Fire of this hero holds in this monster turn, `held_last` that of the last one.
    """

    id: str
    player: str
    hex: Hex = GRIMHEIM
    damage: int = 0
    gold: int = 0
    level: int = 1
    cards: tuple[CardState, ...] = ()
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
    kills: tuple[Kill, ...] = ()
    move_over: bool = False
    held: str = ""
    held_last: str = ""


class PendingAttacks(NamedTuple):
    """Attacks a monster still has to make in this step 4 (F-300, F-383)."""

    monster: str
    attacks: int


class Attacked(NamedTuple):
    """The attack just made: who attacked whom; it may be answered until something else happens (F-071)."""

    monster: str
    heroes: tuple[str, ...]


class Position(NamedTuple):
    """Complete state of a game. `heroes` in player order, `monsters` in order of arrival.

    `town` counts town pieces with the Well (F-030). `step` is the space of the Rune Stone, from 1.
    `turn` is an index into `heroes`. `markers` are those of F-017 by hex. `legend_cards` are next to the
    board. `die` is the face that counts in this monster turn. `attacks_begun`: the time between steps 3
    and 4 is over. `attacked` is the attack just made. `held_before` and `held_now` are in older files only:
    monsters that nobody's Suppressive Fire may hold in this monster turn and in the next one.
    """

    options: Options
    heroes: tuple[Hero, ...]
    monsters: tuple[Monster, ...] = ()
    town: int = 4
    step: int = 1
    phase: Phase = "heroes"
    turn: int = 0
    yellow: MonsterDeck = MonsterDeck(frozenset())
    red: MonsterDeck = MonsterDeck(frozenset())
    legend_cards: tuple[int, ...] = ()
    markers: Mapping[Hex, int] = {}
    die: DieFace | None = None
    to_attack: tuple[PendingAttacks, ...] = ()
    held_before: frozenset[str] = frozenset()
    held_now: frozenset[str] = frozenset()
    next_monster: int = 1
    result: Literal["won", "lost"] | None = None
    attacks_begun: bool = False
    attacked: Attacked | None = None
