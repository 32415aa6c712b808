"""Acts of players and monsters, one frozen value each; dice and drawn cards are part of the act."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from companion.games.fate.position import Action, DieFace, Face, Hex


class Move(NamedTuple):
    """Move action of the hero whose turn it is (F-054).

    `path` are the hexes entered, the last one is `to`; the shortest path if left out. `aside` are the hexes
    for surviving pieces that Wrecking Ball shoves away, in order; `mana` names the cards that get the mana
    of the movement (`cards` in older files). `prevent` are cards with which heroes who are shoved away
    prevent the damage, each with its `hero` (F-066).
    """

    to: Hex
    path: tuple[Hex, ...] = ()
    aside: tuple[Hex, ...] = ()
    cards: Mapping[int, int] = {}
    mana: Mapping[int, int] = {}
    prevent: tuple["Use", ...] = ()


class Use(NamedTuple):
    """Use of a card's effect: event, ability, equipment or 0 for the hero card (F-065, F-070).

    `option` picks one of several effects. `mana` is the amount paid if the card offers a choice, or card ->
    mana: the cards that pay or get it. `monsters` are targets, `hexes` the hexes a monster is moved to or the
    mountain that is mined, `dice` the faces rolled. `path`, `aside` and `prevent` belong to a movement, as in
    `Move`. `heal` is card -> damage removed (0 is the hero), `hero` another hero concerned, `drawn` the
    number of event cards really drawn. `discard` are event cards paid. `amount` is damage put on a second
    monster, `stored` damage taken out of a store. `rolled` are the misses that were rolled again. `uses` are
    effects inside the roll that this effect makes. In the monster turn `hero` is the one who uses the card.

    Older files say `cards` for `heal` and for mana by card, `hexes` for the end of a movement and then
    `aside`, `amount` for `stored`: `healed`, `mana_by_card`, `to`, `away` and `taken` read both.
    """

    card: int
    option: int = 0
    mana: int | Mapping[int, int] = 0
    monsters: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()
    dice: tuple[Face, ...] = ()
    cards: Mapping[int, int] = {}
    hero: str = ""
    drawn: int = 0
    discard: tuple[int, ...] = ()
    amount: int = 0
    uses: tuple["Use", ...] = ()
    path: tuple[Hex, ...] = ()
    aside: tuple[Hex, ...] = ()
    heal: Mapping[int, int] = {}
    stored: int = 0
    rolled: tuple[Face, ...] = ()
    prevent: tuple["Use", ...] = ()

    @property
    def paid(self) -> int:
        """Mana paid if the card offers a choice."""
        return self.mana if isinstance(self.mana, int) else sum(self.mana.values())

    @property
    def mana_by_card(self) -> Mapping[int, int]:
        """Mana paid or received, by card."""
        return self.cards if isinstance(self.mana, int) else self.mana

    @property
    def healed(self) -> Mapping[int, int]:
        """Damage removed, by card; 0 is the hero."""
        return self.heal or self.cards

    @property
    def to(self) -> Hex:
        """Last hex of a movement; "" if it was not given."""
        return next(iter(self.path[-1:] or self.hexes), "")

    @property
    def away(self) -> tuple[Hex, ...]:
        """Hexes to which pieces are shoved away."""
        return self.aside or (() if self.path else self.hexes[1:])

    @property
    def taken(self) -> int:
        """Damage taken out of a store; 0 is all of it."""
        return self.stored or self.amount


class Attack(NamedTuple):
    """Attack action against a monster; `uses` are effects inside it (F-072), `free` was granted by a card."""

    monster: str
    dice: tuple[Face, ...]
    uses: tuple[Use, ...] = ()
    free: bool = False


class Prepare(NamedTuple):
    """Draw an event card (F-057)."""


class Focus(NamedTuple):
    """Put 1 mana on an own card (F-058)."""

    card: int


class Mend(NamedTuple):
    """Remove damage, by card number; 0 is the hero (F-059)."""

    heal: Mapping[int, int]


class Practice(NamedTuple):
    """Gain 1 experience (F-060)."""


class Spend(NamedTuple):
    """Place an action marker and give the action up (F-095)."""

    action: Action


class Share(NamedTuple):
    """Give gold of the hero whose turn it is to another one (F-074)."""

    hero: str
    gold: int


class TakeMarkers(NamedTuple):
    """Take markers of F-017 on the hex the hero is on or has passed: amounts by card, 0 is the hero."""

    hex: Hex
    cards: Mapping[int, int]


class Discard(NamedTuple):
    """Discard event cards unused, at any time (F-063); `hero` is their owner outside the own turn."""

    cards: tuple[int, ...]
    hero: str = ""


class Quest(NamedTuple):
    """Complete the visible quest: the equipment comes into play, `next` is the card below it (F-094).

    `discard` are event cards it costs, `hexes` the hexes of the monsters it brings, `kill` the monster
    whose gold is given up, the cheapest one if left out (F-095). Outside the own turn `hero` is its owner.
    """

    next: int | None = None
    discard: tuple[int, ...] = ()
    hexes: tuple[Hex, ...] = ()
    hero: str = ""
    kill: str = ""


class Progress(NamedTuple):
    """Manual progress on the visible quest."""

    amount: int


class EndTurn(NamedTuple):
    """End of a hero's turn (F-080 to F-084).

    `upgrade`: None, "ability" (the top one is taken), "hero" or the number of an own ability that is
    flipped. `under`: the pile whose top card goes to the bottom. `next_ability`, `next_equipment`: the
    cards that are on top afterwards, if they were unknown; `between` is the ability that was on top
    after an upgrade and went under at once. `discard`: event cards discarded for the hand limit before
    the draw.
    """

    upgrade: Literal["ability", "hero"] | int | None = None
    under: Literal["ability", "equipment"] | None = None
    next_ability: int | None = None
    next_equipment: int | None = None
    discard: tuple[int, ...] = ()
    between: int | None = None


class RuneStone(NamedTuple):
    """Steps 1 and 2 of the monster turn: the stone moves on, and the monster die, if used, was rolled."""

    die: DieFace | None = None


class Ambush(NamedTuple):
    """Hex of each hero's goblin (F-245); heroes without one are left out."""

    hexes: Mapping[str, Hex]


class Hold(NamedTuple):
    """A hero's card keeps a monster from moving in step 3 (Suppressive Fire, F-276)."""

    hero: str
    card: int
    monster: str


class Walk(NamedTuple):
    """Step 3: all monsters move (F-250 ff.)."""


class MonsterAttack(NamedTuple):
    """One attack of a monster on a hero it may choose; `prevent` are cards used, by number (F-318).

    The red Seer has no `hero` and no dice (F-386).
    """

    monster: str
    hero: str = ""
    dice: tuple[Face, ...] = ()
    prevent: tuple[Use, ...] = ()


class Draw(NamedTuple):
    """Step 5: cards the player `turn` drew; the last one was placed if one could be (F-340, F-343)."""

    card: int


class Correct(NamedTuple):
    """Manual correction of one number or piece; only the range of the value is checked.

    `what`: "hex", "damage", "gold", "mana", "hand", "town", "place", "remove", ...; `who` a hero's id, a
    monster's id, a card number of hero `who` in `card`; see `companion.games.fate.correct`.
    """

    what: str
    who: str = ""
    card: int = 0
    value: int | str = 0


Act: TypeAlias = (
    Move | Use | Attack | Prepare | Focus | Mend | Practice | Spend | Share | TakeMarkers | Discard | Quest
    | Progress | EndTurn | RuneStone | Ambush | Hold | Walk | MonsterAttack | Draw | Correct
)  # fmt: skip
