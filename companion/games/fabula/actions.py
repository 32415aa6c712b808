"""What players do, as frozen values; each is named like the key it is written with (SCRIPT.md)."""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple, TypeAlias

from companion.games.codec import within
from companion.games.fabula.position import Id

Shows: TypeAlias = Mapping[Id, str]
"""Which cards ids are that nobody knew before: cards of decks that lie on the table only."""


NOTHING: Shows = {}
"""A plain dict: actions are pickled on their way to and from the process that thinks."""


class Next(NamedTuple):
    """Both pass until the stack is empty, then the phase ends."""


class Pass(NamedTuple):
    """The player with priority passes."""


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
    """Allies and the bases they attack (FB-060)."""

    attack: Mapping[Id, Id]


class Block(NamedTuple):
    """Allies and the attackers they block; several of one attacker fight in this order (FB-063, FB-069)."""

    block: Mapping[Id, Id]


class Order(NamedTuple):
    """For attackers, the order of their blockers (FB-069)."""

    order: Mapping[Id, tuple[Id, ...]]


class Influence(NamedTuple):
    """Allies and the bases they influence (FB-080)."""

    influence: Mapping[Id, Id]


class Defend(NamedTuple):
    """Allies and the influenced bases they defend (FB-082)."""

    defend: Mapping[Id, Id]


class Discard(NamedTuple):
    """Cards from the hand that go to the discard (FB-049)."""

    discard: tuple[Id, ...]
    shows: Shows = NOTHING


class Choose(NamedTuple):
    """The targets of a triggered ability."""

    choose: tuple[Id, ...]


class Concede(NamedTuple):
    """A player gives up: the one named, else the one who decides."""

    concede: str = ""


class Mulligan(NamedTuple):
    """Positions in the opening hand, from 1, that go under the deck in this order (FB-025)."""

    mulligan: tuple[int, ...]


class Place(NamedTuple):
    """By player, which base goes to the centre and to each outskirt; shown together (FB-023) [B05]."""

    place: Mapping[str, tuple[Id, ...]]


class Adjustment(NamedTuple):
    """What players changed on a card, or in the resources of a player; what is left out stays."""

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
    """Players did what a card says that is not in the effect language, or put right what went wrong."""

    adjust: tuple[Adjustment, ...]
    shows: Shows = NOTHING


Action: TypeAlias = (
    Next | Pass | Restore | Play | Attach | Activate | Attack | Block | Order | Influence | Defend
    | Discard | Choose | Concede | Mulligan | Place | Adjust
)  # fmt: skip
