"""Happenings of an act, in order, for display, guidance and explanation."""

from typing import Literal, NamedTuple, TypeAlias

from companion.games.fate.position import DieFace, Face, Hex, Position


class Moved(NamedTuple):
    """A hero (`id` and `kind` are the hero's id) or monster moved; `path` from source to target."""

    id: str
    kind: str
    path: tuple[Hex, ...]
    why: Literal["walk", "charge", "swap", "rotate", "push", "act", "card", "correct"]


class Stayed(NamedTuple):
    """A monster did not move; `reason` is a sentence key such as "adjacent"."""

    id: str
    reason: Literal["adjacent", "blocked", "held"]


class Placed(NamedTuple):
    """A monster came from the supply."""

    id: str
    kind: str
    level: int
    hex: Hex
    card: int | None = None


class Removed(NamedTuple):
    """A monster went back to the supply."""

    id: str
    kind: str
    hex: Hex
    why: Literal["killed", "entered", "correct"]


class Town(NamedTuple):
    """Town pieces lost (negative) or added."""

    pieces: int
    why: Literal["entered", "legend", "knocked_out", "card", "correct"]


class Damaged(NamedTuple):
    """Damage put on a hero or monster, after armour and prevention (F-159, F-160)."""

    id: str
    amount: int
    dice: tuple[Face, ...] = ()


class KnockedOut(NamedTuple):
    """A hero goes to Grimheim (F-400)."""

    hero: str
    source: Hex


class Gained(NamedTuple):
    """Gold or experience of a hero; negative if paid."""

    hero: str
    gold: int


class Healed(NamedTuple):
    """Damage was removed from the hero (card 0) or from a card of the hero (F-059, F-449)."""

    hero: str
    card: int
    amount: int


class Loaded(NamedTuple):
    """Mana, or with `what` "tokens" arrows, gold or stored damage, was put on a card; negative if paid."""

    hero: str
    card: int
    amount: int
    what: Literal["mana", "tokens", "damage"] = "mana"


class Hand(NamedTuple):
    """Event cards drawn, or with a negative number discarded or played."""

    hero: str
    cards: int


class Took(NamedTuple):
    """A card came into play or was flipped (F-092, F-094)."""

    hero: str
    card: int


class Stone(NamedTuple):
    """The Rune Stone entered a space."""

    step: int
    kind: Literal["plain", "skull", "reinforcement"]
    die: DieFace | None


class Drawn(NamedTuple):
    """A monster card was drawn; not placed if it went under the deck (F-343). Card 0: none fits (F-348)."""

    card: int
    player: int
    placed: bool


class Over(NamedTuple):
    """End of the game."""

    result: Literal["won", "lost"]


Happening: TypeAlias = (
    Moved | Stayed | Placed | Removed | Town | Damaged | KnockedOut | Gained | Healed | Loaded | Hand | Took
    | Stone | Drawn | Over
)  # fmt: skip


class Applied(NamedTuple):
    """Position after an act, and its happenings."""

    position: Position
    happenings: tuple[Happening, ...] = ()
