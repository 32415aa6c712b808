"""Position of a duel as immutable values.

The names of the fields are keys of stored positions: renaming one changes the format.

A card in a duel has an id: "Ana/1" is the first card of Ana's deck, "Ana/c" her centre, "Ana/o1" an outskirt,
"Ana/t1" a token. `Position.names` maps ids to cards; an id without a name is unknown: a card that was never
revealed, or one that the seat may not see.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from companion.games.fabula.cards import CardDefinition, Keyword
from companion.games.fabula.formats import Format, Options

Id: TypeAlias = str
Player: TypeAlias = int
"""Index of a player; 0 begins."""

Phase: TypeAlias = Literal["bases", "mulligan", "restoration", "action", "offence", "influence", "end"]
"""Phase of a turn (FB-040); the first two precede the first turn.

Drawing is automatic and has no phase."""

Declaration: TypeAlias = Literal["attack", "block", "order", "influence", "defend"]
EndReason: TypeAlias = Literal["centre_conquered", "centre_destroyed", "deck_out", "conceded"]


class CardChange(NamedTuple):
    """Change of a permanent or base by an effect: numbers, a keyword or damage prevention."""

    offence: int = 0
    life: int = 0
    influence: int = 0
    keyword: Keyword | None = None
    prevent: int = 0
    until: Literal["turn", "always"] = "turn"


class Permanent(NamedTuple):
    """Card in the battle zone.

    `back_to` is the player who regains control at the end of the turn, `host` the card it is attached to,
    `used` the abilities used in this turn.
    """

    id: Id
    controller: Player
    tapped: bool = False
    preparing: bool = False
    damage: int = 0
    host: Id = ""
    changes: tuple[CardChange, ...] = ()
    back_to: Player | None = None
    used: frozenset[int] = frozenset()


class Base(NamedTuple):
    """Base in the territory zone of its owner (FB-021); its damage is permanent (FB-051)."""

    id: Id
    owner: Player
    controller: Player
    centre: bool = False
    damage: int = 0
    destroyed: bool = False
    tapped: bool = False
    changes: tuple[CardChange, ...] = ()
    used: frozenset[int] = frozenset()


class Item(NamedTuple):
    """Item on the stack: a card being played, or ability number `ability` of `source`.

    `id` is that of the card, or for an ability its own, such as "Ana/3#7". `event` is the card that
    triggered the ability.
    """

    id: Id
    source: Id
    controller: Player
    ability: int | None = None
    targets: tuple[Id, ...] = ()
    event: Id = ""
    name: str = ""


class Due(NamedTuple):
    """Decision due before any other action: discards, or targets of a triggered ability."""

    player: Player
    what: Literal["discard", "choose"]
    n: int = 1
    item: Id = ""


class PlayerSide(NamedTuple):
    """Cards and resources of one player.

    `deck` is top first; `turns` counts the own turns begun (FB-031).
    """

    name: str
    deck: tuple[Id, ...]
    hand: tuple[Id, ...] = ()
    discard: tuple[Id, ...] = ()
    banished: tuple[Id, ...] = ()
    resources: int = 0
    cap_bonus: int = 0
    turns: int = 0
    exposed: bool = False


class DuelResult(NamedTuple):
    """Result of a finished duel."""

    winner: Player
    reason: EndReason


class Combat(NamedTuple):
    """Declarations of this turn: the base of each attacker, influencer and defender; blocks.

    `blocks` are the blockers of each attacker in the order of their fights (FB-069); an attacker in it stays
    blocked if they leave [B11].
    """

    declared: frozenset[Declaration] = frozenset()
    attacks: Mapping[Id, Id] = {}
    blocks: Mapping[Id, tuple[Id, ...]] = {}
    influences: Mapping[Id, Id] = {}
    defends: Mapping[Id, Id] = {}


class Position(NamedTuple):
    """Complete state of a duel. `battle` is in order of arrival, `stack` bottom first.

    `turn` is the player whose turn it is, `turn_number` counts the turns of both players. `priority` is the
    player who may act, `passes` counts passes in a row. `serial` numbers tokens and abilities on the stack.
    """

    format: Format
    options: Options
    cards: Mapping[str, CardDefinition]
    names: Mapping[Id, str]
    sides: tuple[PlayerSide, ...]
    bases: tuple[Base, ...]
    battle: tuple[Permanent, ...] = ()
    stack: tuple[Item, ...] = ()
    turn: Player = 0
    turn_number: int = 1
    phase: Phase = "restoration"
    priority: Player = 0
    passes: int = 0
    combat: Combat = Combat()
    due: tuple[Due, ...] = ()
    serial: int = 0
    result: DuelResult | None = None
