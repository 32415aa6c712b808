"""Actions of players as immutable values.

The lower-case names of the classes and the names of their fields are keys of the written format (SCRIPT.md):
renaming one changes the format.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple, TypeAlias

from companion.games.codec import within
from companion.games.fabula.position import Id

Shows: TypeAlias = Mapping[Id, str]
"""Newly revealed cards by id, for decks that exist on the table only."""

NOTHING: Shows = {}
"""Empty default. A plain dict, as actions are pickled for the process that computes advice."""


class Next(NamedTuple):
    """Let both players pass until the stack is empty, then end the phase."""


class Pass(NamedTuple):
    """Pass the priority."""


class Restore(NamedTuple):
    """Untap own cards, paying for each (FB-043)."""

    restore: tuple[Id, ...]


class Play(NamedTuple):
    """Play a card from the hand (FB-046, FB-109)."""

    play: Id
    targets: tuple[Id, ...] = ()
    shows: Shows = NOTHING


class Attach(NamedTuple):
    """Attach a modification, or move it to another host (FB-114, FB-116)."""

    attach: Id
    to: Id


class Activate(NamedTuple):
    """Use an ability of a card, counted from 0 (FB-107)."""

    activate: Id
    ability: int = 0
    targets: tuple[Id, ...] = ()


class Attack(NamedTuple):
    """Attack: the attacked base of each ally (FB-060)."""

    attack: Mapping[Id, Id]


class Block(NamedTuple):
    """Block: the attacker of each blocker, in the order of their fights (FB-063, FB-069)."""

    block: Mapping[Id, Id]


class Order(NamedTuple):
    """Order the blockers of attackers (FB-069)."""

    order: Mapping[Id, tuple[Id, ...]]


class Influence(NamedTuple):
    """Influence: the influenced base of each ally (FB-080)."""

    influence: Mapping[Id, Id]


class Defend(NamedTuple):
    """Defend: the influenced base of each defending ally (FB-082)."""

    defend: Mapping[Id, Id]


class Discard(NamedTuple):
    """Discard cards from the hand (FB-049)."""

    discard: tuple[Id, ...]
    shows: Shows = NOTHING


class Choose(NamedTuple):
    """Choose the targets of a triggered ability."""

    choose: tuple[Id, ...]


class Concede(NamedTuple):
    """Give up: the named player, else the one who decides."""

    concede: str = ""


class Mulligan(NamedTuple):
    """Change the opening hand: positions, from 1, of cards to put under the deck (FB-025)."""

    mulligan: tuple[int, ...]


class Place(NamedTuple):
    """Place the bases: by player the centre, then the outskirts; revealed together (FB-023)."""

    place: Mapping[str, tuple[Id, ...]]


class Adjustment(NamedTuple):
    """Manual change of a card or of the resources of a player; fields left out stay unchanged."""

    card: Id = ""
    zone: Literal["", "battle", "hand", "discard", "banished", "deck_top", "deck_bottom"] = ""
    controller: str = ""
    tapped: bool | None = None
    preparing: bool | None = None
    damage: Annotated[int, within(0, 999)] | None = None
    destroyed: bool | None = None
    host: Id | None = None
    offence: int = 0
    life: int = 0
    influence: int = 0
    player: str = ""
    resources: Annotated[int, within(0, 999)] | None = None
    draw: Annotated[int, within(0, 99)] = 0


class Adjust(NamedTuple):
    """Record changes that players made by hand.

    They carried out a text outside the effect language, or corrected a mistake.
    """

    adjust: tuple[Adjustment, ...]
    shows: Shows = NOTHING


Action: TypeAlias = (
    Next | Pass | Restore | Play | Attach | Activate | Attack | Block | Order | Influence | Defend
    | Discard | Choose | Concede | Mulligan | Place | Adjust
)  # fmt: skip
