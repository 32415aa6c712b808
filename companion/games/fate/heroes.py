"""The four heroes and their printed cards, by number: values, effects, quests, and text in our own words."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple, TypeAlias

from companion.games.base import N_, Sentence, Term, rule_error
from companion.games.fate.position import Action

When: TypeAlias = Literal[
    "free", "attack", "roll", "after_move", "after_attack", "damaged", "walk", "after_walk", "attacked"
]
"""Time at which an effect is used: as a free action; inside an own attack action; after any own roll; after
an own move or attack action; before damage is put on the hero; in step 3; between steps 3 and 4; after
a monster attacked the hero.
"""

Pile: TypeAlias = Literal["hero", "ability", "equipment", "event"]
Per: TypeAlias = Literal["rune", "distance", "adjacent", "stored"]

ATTACK_RANGE = -1
"""Value of `CardEffect.reach` for the hero's attack range instead of a fixed distance."""

MANA_PAID = -1
"""Value of `CardEffect.damage` and `CardEffect.targets`: the amount of mana paid."""

LEGEND_RANK = 4
ALL = 99
"""Value of `CardEffect.heal`: everything."""


class CardEffect(NamedTuple):
    """One effect a player may choose: time, limit, costs, targets and result.

    `limit` is once a turn for the card ("turn", F-065), for this effect ("option"), or "none"; damage
    prevention is once per damage event instead (F-066). Costs: `mana` (to `mana_max` where the player
    chooses), `any_mana` from any own cards, damage on the card itself (`durability`, F-067), `tokens`, an
    `action` given up (F-095), `discard` event cards, gold (`pays`), `hurt_self` unpreventable damage.
    Targets: up to `targets` monsters within `reach` whose rank, health left, place and damage fit.
    `damage` is dealt, or `roll` dice are rolled for it; `forest_damage` is added in a forest. `heals` names
    the targets of healing and repair: this hero, a hero within 1, that or an equipment card, each own
    card, an own equipment card, or this card.
    """

    when: When = "free"
    limit: Literal["turn", "option", "none"] = "turn"
    label: Term = Term()
    mana: int = 0
    mana_max: int = 0
    any_mana: int = 0
    durability: int = 0
    tokens: int = 0
    action: Action | None = None
    discard: int = 0
    pays: int = 0
    hurt_self: int = 0
    in_grimheim: bool = False
    mountains: int = 0
    reach: int = 0
    targets: int = 1
    min_rank: int = 1
    max_rank: int = LEGEND_RANK
    max_left: int = 0
    closer: bool = False
    undamaged: bool = False
    adjacent: bool = False
    damage: int = 0
    forest_damage: int = 0
    unpreventable: bool = False
    roll: int = 0
    kill: bool = False
    push: int = 0
    swap: bool = False
    bounty: int = 0
    hold: bool = False
    heal: int = 0
    heals: Literal["self", "hero", "any", "each", "equipment", "card"] = "self"
    move: int = 0
    forest_step: bool = False
    to_location: bool = False
    move_bonus: int = 0
    range_bonus: int = 0
    gold: int = 0
    mana_gain: int = 0
    draw: int = 0
    draw_to: int = 0
    town: int = 0
    grant: Action | None = None
    add_damage: int = 0
    per: Per | None = None
    min_runes: int = 0
    add_dice: int = 0
    reroll: bool = False
    split: bool = False
    splash: bool = False
    carry: Literal["behind", "chain", "clockwise"] | None = None
    mine: bool = False
    prevent: int = 0
    counter: int = 0
    monster_turn: bool = False
    complete_quest: bool = False


class Always(NamedTuple):
    """Bonus of a card to every own attack action that fits; `source` is an ability that granted it."""

    add_damage: int = 0
    add_dice: int = 0
    per: Per | None = None
    min_distance: int = 0
    faction: str = ""
    source: int = 0


class Task(NamedTuple):
    """The quest of an equipment card (F-094): costs and conditions, or a count up to `need`.

    `at` is a terrain, "road", "Grimheim" or a location. `counts`: kills, gold of kills ("worth"), dice
    rolled, hexes entered, or the end of a movement. `forgo`: the gold of the kill is given up. `in_passing`:
    an option of the game decides if passing through is enough.
    """

    text: Term
    action: Action | None = None
    at: str = ""
    gold: int = 0
    discard: int = 0
    alone: bool = False
    spawn: str = ""
    spawns: int = 0
    counts: Literal["kills", "worth", "dice", "entered", "ended"] | None = None
    need: int = 1
    rank: int = 0
    kinds: tuple[str, ...] = ()
    faction: str = ""
    min_distance: int = 0
    max_distance: int = 0
    forgo: bool = False
    in_passing: bool = False
    or_enter: str = ""
    beside: str = ""
    mountains: int = 0
    crowd: int = 0


class PrintedCard(NamedTuple):
    """One side of a card, or the hero card (number 0).

    `strength`, `health`, `range_bonus`, `move` and `armour` are added while it is in play; `mana` is
    generated at the end of turn (F-082), `range` the attack range of a weapon, `copies` the number of an
    event, `tokens` what it comes with. `traits` are lasting abilities by name.
    """

    number: int
    pile: Pile
    name: Term
    text: Term
    level: int = 0
    strength: int = 0
    health: int = 0
    move: int = 0
    armour: int = 0
    range: int = 0
    range_bonus: int = 0
    mana: int = 0
    durability: int = 0
    main: bool = False
    tokens: int = 0
    copies: int = 0
    end_draw: int = 0
    hand_limit: int = 4
    traits: tuple[str, ...] = ()
    always: tuple[Always, ...] = ()
    uses: tuple[CardEffect, ...] = ()
    quest: Task | None = None

    @property
    def uses_mana(self) -> bool:
        """True if mana may be put on it (F-058)."""
        return bool(self.mana or "rune_mana" in self.traits or any(use.mana for use in self.uses))


def _terms(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: Term(value) if key in ("name", "text", "label") else value for key, value in row.items()}


def _task(row: dict[str, Any]) -> Task:
    return Task(**_terms(row) | {"kinds": tuple(row.get("kinds", ()))})


def _printed(row: dict[str, Any]) -> PrintedCard:
    return PrintedCard(
        **_terms(row)
        | {
            "traits": tuple(row.get("traits", ())),
            "always": tuple(Always(**effect) for effect in row.get("always", ())),
            "uses": tuple(CardEffect(**_terms(effect)) for effect in row.get("uses", ())),
            "quest": _task(row["quest"]) if "quest" in row else None,
        }
    )


_data: dict[str, Any] = json.loads(
    resources.files(__package__).joinpath("data/heroes.json").read_text("utf-8")
)

HEROES: tuple[str, ...] = tuple(row["id"] for row in _data["heroes"])
NAMES: Mapping[str, Term] = {row["id"]: Term(row["name"]) for row in _data["heroes"]}

HERO_CARDS: Mapping[str, tuple[PrintedCard, PrintedCard]] = {
    row["id"]: (_printed(row["cards"][0]), _printed(row["cards"][1])) for row in _data["heroes"]
}
"""Both sides of the hero card, by hero."""

CARDS: Mapping[str, Mapping[int, PrintedCard]] = {
    row["id"]: {card["number"]: _printed(card) for card in row["cards"] if card["number"]}
    for row in _data["heroes"]
}
"""Printed cards by hero and number; both sides of an ability have numbers of their own."""


@cache
def pile(hero: str, name: Pile) -> tuple[PrintedCard, ...]:
    """Return all cards of a pile; of abilities the sides of level I."""
    return tuple(card for card in CARDS[hero].values() if card.pile == name and card.level < 2)


def printed(hero: str, number: int, level: int = 1) -> PrintedCard:
    """Return the printed card; 0 is the hero card at `level`. Raises RuleError `unknown_card`."""
    if number == 0:
        return HERO_CARDS[hero][level - 1]
    try:
        return CARDS[hero][number]
    except KeyError:
        pattern = N_("{hero} has no card {found}; expected a number from 3 to {last}.")
        values = {"hero": NAMES[hero], "found": number, "last": max(CARDS[hero])}
        raise rule_error("unknown_card", [Sentence(pattern, values)]) from None


def other_side(hero: str, ability: int) -> int:
    """Return the number on the back of an ability card: levels I and II follow each other."""
    return ability + 1 if printed(hero, ability).level == 1 else ability - 1


def card_name(hero: str, number: int) -> Sentence:
    """Return the name of a card for translation."""
    return Sentence(printed(hero, number).name)


def card_text(hero: str, number: int, level: int = 1) -> Sentence:
    """Return the text of a card in our own words."""
    return Sentence(printed(hero, number, level).text)


def effect_label(hero: str, number: int, option: int = 0, level: int = 1) -> Sentence:
    """Return the button label of an effect: the effect if a card has several, else the card's name."""
    card = printed(hero, number, level)
    return Sentence(card.uses[option].label or card.name)
