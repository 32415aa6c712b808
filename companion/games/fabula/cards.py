"""Definition of cards: their numbers and their texts in the effect language of CARDS.md."""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple, TypeAlias

from companion.games.base import N_
from companion.games.codec import Allowed, within
from companion.games.fabula.formats import Rarity

Type: TypeAlias = Literal["ally", "manoeuvre", "modification", "base"]

Number: TypeAlias = Annotated[int, within(-99, 99)]
Amount: TypeAlias = Annotated[int, within(0, 99)]
Text: TypeAlias = Annotated[
    str | Mapping[str, str], Allowed(N_("a text, or an object of languages and texts"))
]

Trigger: TypeAlias = Literal[
    "enters", "leaves", "dies", "attacks", "blocks", "influences", "damaged", "tapped", "attached",
    "played", "turn_begins", "turn_ends", "base_lost", "base_won",
]  # fmt: skip
"""Event that triggers an ability (FB-108)."""

Keyword: TypeAlias = Literal["swift", "evasive", "rooted", "peaceful", "passive"]
"""Keyword of a card.

swift: never Preparing. evasive: cannot be blocked. rooted: does not attack. peaceful: does not influence.
passive: neither blocks nor defends."""

Who: TypeAlias = Literal["self", "host", "target", "target2", "you", "opponent", "both", "event"]
"""Party of an effect; "event" is the card that triggered the ability."""

Deed: TypeAlias = Literal[
    "draw", "discard", "damage", "heal", "destroy", "banish", "return", "tap", "restore", "change",
    "resources", "cap", "move_damage", "token", "counter", "control", "attach", "search", "prevent",
]  # fmt: skip
"""Kind of an effect."""


class Selector(NamedTuple):
    """Filter for cards.

    `whose` is relative to the controller of the text; `other` excludes the card of the text itself.
    """

    what: Literal["ally", "modification", "manoeuvre", "base", "permanent", "card"] = "ally"
    whose: Literal["own", "enemy", "any"] = "any"
    zone: Literal["battle", "territory", "stack", "discard", "hand", "deck"] = "battle"
    state: Literal["", "tapped", "untapped", "preparing", "damaged", "attacking", "blocking"] = ""
    position: Literal["", "centre", "outskirt"] = ""
    kind: str = ""
    color: str = ""
    most_cost: Amount | None = None
    least_offence: Number | None = None
    other: bool = False


class Condition(NamedTuple):
    """Condition: `least` to `most` cards fit `cards`, and it is the turn of `turn`."""

    cards: Selector | None = None
    least: Amount = 1
    most: Amount | None = None
    turn: Literal["", "own", "enemy"] = ""


class Cost(NamedTuple):
    """Cost of an activated ability: resources; tapping, damage or sacrifice of its card."""

    resources: Amount = 0
    tap: bool = False
    damage: Amount = 0
    sacrifice: bool = False


class CardEffect(NamedTuple):
    """One effect of a text.

    `on` are all cards that fit a selector, or one party; the default is the first target, or "you" if `do`
    is about a player. `n` is multiplied by the number of cards that fit `per`.

    `until` is the duration of changed numbers, control and prevention. `to` is the zone of a returned or
    found card. `source` is the origin of moved damage, or the modification to attach. `token` is the card
    of a new token. `look` is the number of cards of the deck a search sees.
    """

    do: Deed
    on: Who | Selector | None = None
    n: Amount = 1
    per: Selector | None = None
    offence: Number = 0
    life: Number = 0
    influence: Number = 0
    keyword: Keyword | None = None
    until: Literal["turn", "always"] = "turn"
    to: Literal["hand", "deck_top", "deck_bottom", "battle", "discard"] = "hand"
    source: Who = "self"
    token: str = ""
    look: Amount = 5
    find: Selector | None = None


class Passive(NamedTuple):
    """Passive effect of a card in play, on itself, its host or all cards that fit (FB-106)."""

    on: Literal["self", "host"] | Selector = "self"
    offence: Number = 0
    life: Number = 0
    influence: Number = 0
    restoration: Number = 0
    keyword: Keyword | None = None


class Ability(NamedTuple):
    """Ability of a permanent: triggered, activated or passive (FB-106).

    Exactly one of `when`, `cost` and `passive` is set and makes the ability one of the three kinds. `of` are
    the cards whose events count, `timing` limits activated abilities of bases and modifications, `once`
    limits the ability to once per turn.
    """

    when: Trigger | None = None
    of: Literal["self", "host", "you", "opponent"] | Selector = "self"
    cost: Cost | None = None
    passive: tuple[Passive, ...] = ()
    only_if: Condition | None = None
    timing: Literal["action", "any"] = "action"
    once: bool = False
    targets: tuple[Selector, ...] = ()
    effects: tuple[CardEffect, ...] = ()


class CardDefinition(NamedTuple):
    """Printed card (FB-100 to FB-103).

    `hosts` are the possible hosts of a modification [B19], None if it needs no host. `text` is for display;
    players carry it out by hand if the card has neither effects nor abilities.
    """

    type: Type
    colors: tuple[Annotated[str, Allowed(N_("a colour"))], ...] = ()
    rarity: Rarity = "common"
    cost: Amount = 0
    offence: Number = 0
    life: Amount = 0
    influence: Number = 0
    restoration_cost: Amount = 1
    attach_cost: Amount = 0
    kind: str = ""
    hosts: Selector | None = Selector()
    token: bool = False
    unique: bool = False
    targets: tuple[Selector, ...] = ()
    only_if: Condition | None = None
    effects: tuple[CardEffect, ...] = ()
    abilities: tuple[Ability, ...] = ()
    name: Text = ""
    text: Text = ""

    @property
    def by_players(self) -> bool:
        """True if players must carry out the text by hand."""
        return bool(self.text) and not self.effects and not self.abilities
