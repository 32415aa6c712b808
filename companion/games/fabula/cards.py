"""What a card is: its numbers and its text in the effect language of CARDS.md."""

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
"""What can happen; FB-108."""

Keyword: TypeAlias = Literal["swift", "evasive", "rooted", "peaceful", "passive"]
"""swift: never Preparing. evasive: cannot be blocked. rooted: does not attack. peaceful: does not influence.
passive: neither blocks nor defends."""

Who: TypeAlias = Literal["self", "host", "target", "target2", "you", "opponent", "both", "event"]
"""What an effect is about; "event" is the card that set the ability off."""

Deed: TypeAlias = Literal[
    "draw", "discard", "damage", "heal", "destroy", "banish", "return", "tap", "restore", "change",
    "resources", "cap", "move_damage", "token", "counter", "control", "attach", "search", "prevent",
]  # fmt: skip
"""What an effect does."""


class Selector(NamedTuple):
    """Cards that fit. `whose` is seen from the controller of the text; `other` leaves the card itself out."""

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
    """At least `least` and at most `most` of `cards` are there; `turn` says whose turn it must be."""

    cards: Selector | None = None
    least: Amount = 1
    most: Amount | None = None
    turn: Literal["", "own", "enemy"] = ""


class Cost(NamedTuple):
    """What an activated ability takes: resources, tapping, damage to itself, or its own sacrifice."""

    resources: Amount = 0
    tap: bool = False
    damage: Amount = 0
    sacrifice: bool = False


class CardEffect(NamedTuple):
    """One deed. `on` are all cards that fit a selector, or one party: left out, it is the first target, or
    you where the deed is about a player. `n` counts for every card that fits `per`.

    `until` is how long changed numbers, control and prevention last. `to` is where a card goes that is
    returned or found. `source` is where moved damage comes from, or the modification that is attached.
    `token` is the card a token shows. `look` is how many cards of the deck a search sees.
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
    """What holds as long as the card is there, for itself, its host or every card that fits (FB-106)."""

    on: Literal["self", "host"] | Selector = "self"
    offence: Number = 0
    life: Number = 0
    influence: Number = 0
    restoration: Number = 0
    keyword: Keyword | None = None


class Ability(NamedTuple):
    """A text of a permanent: triggered with `when`, activated with `cost`, passive with `passive` (FB-106).

    `of` are the cards whose events count, `timing` is for activated abilities of bases and modifications,
    `once` a turn.
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
    """A card as it is printed; FB-100 to FB-103. `hosts` is what a modification may be attached to [B19],
    None where it needs no host.

    `text` is shown; a card with a text but without anything in the effect language is handled by players.
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
        """Whether the players have to do what the text says."""
        return bool(self.text) and not self.effects and not self.abilities
