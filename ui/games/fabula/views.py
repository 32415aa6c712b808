"""View models of the duel table: cards, bases and sides as plain values; no widgets here."""

from typing import Literal, NamedTuple, TypeAlias

Mark: TypeAlias = Literal["", "can", "chosen", "target", "wrong"]
"""Reason of a mark: touchable, chosen, possible target, wrongly placed."""


Pointing: TypeAlias = Literal["attack", "block", "influence", "target"]


class Number(NamedTuple):
    """A number of a card: art, present value, and whether that is more (1) or less (-1) than printed."""

    icon: str
    value: int
    change: int = 0


class CardPrint(NamedTuple):
    """All that is printed on a card: `card` and `kind` name its picture; `type_line`, `text` and `rarity` are
    only on large ones. A face-down one has no name.
    """

    card: str = ""
    name: str = ""
    type: str = ""
    kind: str = ""
    colours: tuple[str, ...] = ()
    cost: int | None = None
    numbers: tuple[Number, ...] = ()
    type_line: str = ""
    text: str = ""
    rarity: str = ""


class BasePrint(NamedTuple):
    """All that is printed on a base; one nobody knows has no `card`."""

    card: str = ""
    colours: tuple[str, ...] = ()
    resistance: int = 0
    hurt: bool = False
    centre: bool = False


class CardView(NamedTuple):
    """A card on the table or in hand, with the cards attached under it; `dim`: it cannot be played."""

    id: str
    shown: CardPrint = CardPrint()
    tapped: bool = False
    preparing: bool = False
    under: tuple["CardView", ...] = ()
    mark: Mark = ""
    note: str = ""
    dim: bool = False


class BaseView(NamedTuple):
    """A base on its place; `taken` by the other player, `gone` when destroyed."""

    id: str
    shown: BasePrint = BasePrint()
    taken: bool = False
    gone: bool = False
    mark: Mark = ""
    note: str = ""


class SideView(NamedTuple):
    """One player's side: counts of hidden cards, resources, bases from the left and the battle zone.

    `shown` is the name in the language in use.
    """

    player: str = ""
    person: str = ""
    acting: bool = False
    hand: int = 0
    deck: int = 0
    discard: int = 0
    banished: int = 0
    resources: int = 0
    most: int = 0
    bases: tuple[BaseView, ...] = ()
    battle: tuple[CardView, ...] = ()
    shown: str = ""


class Arrow(NamedTuple):
    """Arrow from one card to another: an attack, a block or a target."""

    source: str
    target: str
    kind: Pointing = "attack"


class FaceView(NamedTuple):
    """A card from near; `small` are lines about its present state."""

    shown: CardPrint
    small: tuple[str, ...] = ()
