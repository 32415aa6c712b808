"""What people and monsters do, one frozen value each. Dice and cards drawn are part of the act (outcomes)."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from companion.games.fate.position import Action, DieFace, Face, Hex


class Move(NamedTuple):
    """Move action of the hero whose turn it is (F-054).

    `path` are the hexes entered, the last one is `to`; the shortest way when left out. `aside` is where
    those go who stand in the way of Wrecking Ball and live, in order; `mana` says which cards get the mana
    the movement brings (`cards` in older files). `prevent` are cards with which heroes who are shoved away
    prevent the damage, each with its `hero` (F-066).
    """

    to: Hex
    path: tuple[Hex, ...] = ()
    aside: tuple[Hex, ...] = ()
    cards: Mapping[int, int] = {}
    mana: Mapping[int, int] = {}
    prevent: tuple["Use", ...] = ()


class Use(NamedTuple):
    """A card's effect: event, ability, equipment or 0 for the hero card (F-065, F-070).

    `option` picks one of several effects. `mana` is how much is paid where the card lets choose, or card ->
    mana: which cards pay or get it. `monsters` are targets, `hexes` where a monster is moved or which
    mountain is mined, `dice` what was rolled. `path`, `aside` and `prevent` belong to a movement, as in
    `Move`. `heal` is card -> damage taken off (0 is the hero), `hero` another hero concerned, `drawn` how
    many event cards were really drawn. `discard` are event cards paid. `amount` is damage put on a second
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
        """Mana paid where the card lets choose."""
        return self.mana if isinstance(self.mana, int) else sum(self.mana.values())

    @property
    def mana_by_card(self) -> Mapping[int, int]:
        """Which cards pay or get mana."""
        return self.cards if isinstance(self.mana, int) else self.mana

    @property
    def healed(self) -> Mapping[int, int]:
        """Damage taken off, by card."""
        return self.heal or self.cards

    @property
    def to(self) -> Hex:
        """Where a movement ends; "" where that was not said."""
        return next(iter(self.path[-1:] or self.hexes), "")

    @property
    def away(self) -> tuple[Hex, ...]:
        """Where those go who are shoved away."""
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
    """1 mana onto an own card (F-058)."""

    card: int


class Mend(NamedTuple):
    """Damage removed by card number, 0 is the hero (F-059)."""

    heal: Mapping[int, int]


class Practice(NamedTuple):
    """1 experience (F-060)."""


class Spend(NamedTuple):
    """An action marker is placed and the action given up (F-095)."""

    action: Action


class Share(NamedTuple):
    """Gold from the hero whose turn it is to another one (F-074)."""

    hero: str
    gold: int


class TakeMarkers(NamedTuple):
    """Markers of F-017 taken on the hex the hero is on or has passed: amounts by card, 0 is the hero."""

    hex: Hex
    cards: Mapping[int, int]


class Discard(NamedTuple):
    """Event cards discarded unused, at any time (F-063); `hero` is whose they are out of the own turn."""

    cards: tuple[int, ...]
    hero: str = ""


class Quest(NamedTuple):
    """The visible quest is done: the equipment comes into play, `next` is the card below it (F-094).

    `discard` are event cards it costs, `hexes` where the monsters appear that it brings, `kill` the monster
    whose gold is given up, the cheapest one when left out (F-095). Out of the own turn `hero` is who did it.
    """

    next: int | None = None
    discard: tuple[int, ...] = ()
    hexes: tuple[Hex, ...] = ()
    hero: str = ""
    kill: str = ""


class Progress(NamedTuple):
    """Progress on the visible quest, ticked by hand."""

    amount: int


class EndTurn(NamedTuple):
    """End of a hero's turn (F-080 to F-084).

    `upgrade`: None, "ability" (the top one is taken), "hero" or the number of an own ability that is
    flipped. `under`: which pile's top card goes to the bottom. `next_ability`, `next_equipment`: the
    cards that are on top afterwards where they were unknown; `between` is the ability that was on top
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
    """Steps 1 and 2 of the monster turn: the stone moves on, the monster die was rolled if it is used."""

    die: DieFace | None = None


class Ambush(NamedTuple):
    """Hex of each hero's goblin (F-245); heroes without one are left out."""

    hexes: Mapping[str, Hex]


class Hold(NamedTuple):
    """A hero's card keeps a monster from moving in step 3 (Suppressive Fire)."""

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
    """Step 5: cards the player `turn` drew, the last one was placed if any could be (F-340, F-343)."""

    card: int


class Correct(NamedTuple):
    """A correction by hand of one number or piece; nothing is checked but what the value may be.

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
