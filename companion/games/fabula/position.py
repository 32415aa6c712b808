"""A duel at one moment: frozen values that hold everything the rules need to go on.

A card in a duel has an id: "Ana/1" is the first card of Ana's deck, "Ana/c" her centre, "Ana/o1" an outskirt,
"Ana/t1" a token. Which card an id is stands in `names`; a name that is missing is not known: a card that was
never shown, or one that the seat may not see.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from companion.games.fabula.cards import CardDefinition, Keyword
from companion.games.fabula.formats import Format, Options

Id: TypeAlias = str
Player: TypeAlias = int
"""0 is who begins."""

Phase: TypeAlias = Literal["bases", "mulligan", "restoration", "action", "offence", "influence", "end"]
"""FB-040; the first two are before the first turn. Drawing happens by itself."""

Declaration: TypeAlias = Literal["attack", "block", "order", "influence", "defend"]
EndReason: TypeAlias = Literal["centre_conquered", "centre_destroyed", "deck_out", "conceded"]


class CardChange(NamedTuple):
    """Numbers, a keyword or a shield that a permanent has from an effect, for this turn or for good."""

    offence: int = 0
    life: int = 0
    influence: int = 0
    keyword: Keyword | None = None
    prevent: int = 0
    until: Literal["turn", "always"] = "turn"


class Permanent(NamedTuple):
    """A card in the battle zone. `back_to` gets it again at the end of the turn, `host` is what it is on."""

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
    """A card in the territory zone of its owner; `centre` or outskirt (FB-021). Damage stays (FB-051)."""

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
    """Something on the stack: a card being played, or ability number `ability` of `source`.

    `id` is the card's, or one of its own such as "Ana/3#7". `event` is the card that set it off.
    """

    id: Id
    source: Id
    controller: Player
    ability: int | None = None
    targets: tuple[Id, ...] = ()
    event: Id = ""
    name: str = ""


class Due(NamedTuple):
    """What a player must decide before anything else: cards to discard, or targets of a triggered ability."""

    player: Player
    what: Literal["discard", "choose"]
    n: int = 1
    item: Id = ""


class PlayerSide(NamedTuple):
    """What belongs to one player. `deck` is top first; `turns` counts own turns begun (FB-031)."""

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
    """Who won, and why."""

    winner: Player
    reason: EndReason


class Combat(NamedTuple):
    """What was declared in this turn: who attacks or influences which base, who stands in the way.

    `blocks` are the blockers of each attacker in the order of their fights (FB-069); an attacker in it stays
    blocked when they leave [B11].
    """

    declared: frozenset[Declaration] = frozenset()
    attacks: Mapping[Id, Id] = {}
    blocks: Mapping[Id, tuple[Id, ...]] = {}
    influences: Mapping[Id, Id] = {}
    defends: Mapping[Id, Id] = {}


class Position(NamedTuple):
    """Everything the rules need. `battle` in order of arrival, `stack` bottom first.

    `turn` is whose turn it is, `turn_number` counts over both players. `priority` may act, `passes` counts
    passes in a row. `serial` numbers tokens and abilities on the stack.
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
