"""One use of every effect of every card, with everything it changes."""

from typing import Any, NamedTuple

from companion.games.fate.acts import Act, Attack, Use
from companion.games.fate.position import Card, Face
from tests.games.fate.hero_tables import B, C, H, R


class Case(NamedTuple):
    """`cards` are in play, `changed` is all that is different afterwards; `option` of card `number`."""

    hero: str
    number: int
    act: Act
    changed: dict[str, Any]
    cards: tuple[Card | int, ...] = ()
    board: dict[str, str] = {}  # noqa: RUF012 - never changed
    fields: dict[str, Any] = {}  # noqa: RUF012 - never changed
    option: int = 0
    level: int = 1


def dealt(damage: int) -> dict[str, Any]:
    return {"damage": damage}


def bound(act: int, monster: str = "14,8", *dice: Face, **fields: Any) -> Attack:
    """An attack action with one card inside it."""
    return Attack(monster, dice, (Use(act, **fields),))


ATTACKED = {"actions": ("attack",)}
DRAUGR, TROLL, GOBLIN, BRUTE = "draugr", "troll", "goblin", "brute"
FAR = "15,8"
MANA_9 = {"mana": 9}

CASES = [
    # Bjorn: bow 15 has strength 1 and range 2, so 3 dice
    Case("bjorn", 0, bound(0, "14,8", H, B, B), {"14,8": dealt(3), "actions": ("attack", "focus")},
         (15,), {"14,8": TROLL}),
    Case("bjorn", 0, bound(0, "14,8", B, B, B, B, B), {"14,8": dealt(3), "actions": ("attack", "focus")},
         (15,), {"14,8": TROLL}, {"level": 2}, level=2),
    Case("bjorn", 3, Use(3, monsters=(FAR,)), {"card_mana": -3, FAR: dealt(3)},
         (Card(3, mana=4), 15), {FAR: TROLL}),
    Case("bjorn", 4, Use(4, mana=4, monsters=(FAR,)), {"card_mana": -4, FAR: dealt(4)},
         (Card(4, mana=4), 15), {FAR: TROLL}),
    Case("bjorn", 7, Use(7, cards={0: 1}), {"damage": -1}, (7,), fields={"damage": 3}),
    Case("bjorn", 8, Use(8, cards={0: 1, 17: 1}), {"damage": -1, "card_damage": -1}, (8, Card(17, damage=2)),
         fields={"damage": 3}),
    Case("bjorn", 13, bound(13, "14,8", H, H, H, monsters=(FAR,)), {**ATTACKED, "14,8": "gone", "gold": 1,
         FAR: dealt(1)}, (13, 15), {"14,8": GOBLIN, FAR: TROLL}),
    Case("bjorn", 14, bound(14, "14,8", H, H, H, H, H, monsters=(FAR, "16,8")), {**ATTACKED, "14,8": "gone",
         "gold": 2, FAR: "gone", "16,8": dealt(1)}, (14, 15), {"14,8": GOBLIN, FAR: GOBLIN, "16,8": TROLL}),
    Case("bjorn", 16, bound(16, FAR, R, R, H, B, B, monsters=("16,8",)), {**ATTACKED, FAR: dealt(1),
         "16,8": dealt(2)}, (16,), {FAR: TROLL, "16,8": TROLL}),
    Case("bjorn", 17, Use(17, monsters=("14,8",), dice=(H, C, R)), {"card_damage": 1, "14,8": dealt(2)},
         (17,), {"14,8": TROLL}),
    Case("bjorn", 18, bound(18, "14,8", H, B, B), {**ATTACKED, "card_damage": 1, "14,8": dealt(2)}, (18,),
         {"14,8": TROLL}),
    Case("bjorn", 19, Use(19), {"card_damage": 1, "damage": -2}, (19,), fields={"damage": 3}),
    Case("bjorn", 20, bound(20, "14,8", H, B), {**ATTACKED, "card_tokens": -1, "14,8": dealt(4)},
         (Card(20, tokens=3),), {"14,8": TROLL}),
    Case("bjorn", 23, Use(23, 1), {"card_damage": -3, "actions": ("mend",)}, (Card(23, damage=3),), option=1),
    Case("bjorn", 24, Use(24, hexes=("14,8",)), {"card_mana": -2, "hex": "14,8"}, (Card(24, mana=3),)),
    Case("bjorn", 25, Use(25, monsters=("15,2",)), {"hand": -1, "15,2": {"bounty": 2}}, (), {"15,2": TROLL}),
    Case("bjorn", 26, bound(26, "14,8", H, B), {**ATTACKED, "hand": -1, "14,8": dealt(3)}, (),
         {"14,8": TROLL}),
    Case("bjorn", 27, Use(27), {"hand": -1, "damage": -2}, fields={"damage": 3}),
    Case("bjorn", 28, Use(28, monsters=("11,10",)), {"hand": -1, "11,10": dealt(2)}, (15,), {"11,10": TROLL},
         {"hex": "12,10"}),
    Case("bjorn", 29, Use(29, monsters=("12,8",)), {"hand": -1, "gold": 2, "12,8": "gone"}, (15,),
         {"12,8": BRUTE}),
    Case("bjorn", 30, Use(30), {"hand": -1, "damage": -1, "card_damage": -2},
         (Card(17, damage=2), Card(18, damage=1)), fields={"damage": 3}),
    Case("bjorn", 31, bound(31, "14,8", H, H), {**ATTACKED, "hand": -1, "14,8": dealt(2)}, (),
         {"14,8": TROLL}),
    Case("bjorn", 32, Use(32), {"hand": -1, "range_bonus": 2}),
    Case("bjorn", 33, bound(33, "14,8", R, R), {**ATTACKED, "hand": -1, "14,8": dealt(2)}, (),
         {"14,8": TROLL}),
    Case("bjorn", 34, Use(34, hexes=("G",)), {"hand": -1, "hex": "G"}, fields={"hex": "12,8"}),
    # Alva
    Case("alva", 3, Use(3, monsters=("14,8", FAR)), {"card_mana": -3, "14,8": dealt(1), FAR: dealt(1)},
         (Card(3, mana=3), 15), {"14,8": TROLL, FAR: TROLL}),
    Case("alva", 4, Use(4, mana=2, monsters=("14,8", FAR)), {"card_mana": -2, "14,8": dealt(1),
         FAR: dealt(1)}, (Card(4, mana=3), 15), {"14,8": TROLL, FAR: TROLL}),
    Case("alva", 5, Use(5, hexes=("11,11",)), {"hex": "11,11"}, (5,), fields={"hex": "12,11"}),
    Case("alva", 6, Use(6, hexes=("12,11",)), {"hex": "12,11"}, (6,), fields={"hex": "11,11"}),
    Case("alva", 11, Use(11, monsters=(FAR,), dice=(H, B)), {FAR: dealt(1)}, (11, 15), {FAR: TROLL}),
    Case("alva", 12, Use(12, monsters=(FAR,), dice=(H, H, H, C, B)), {FAR: dealt(4)}, (12, 15),
         {FAR: TROLL}),
    Case("alva", 13, Use(13), {"card_mana": -1, "move_bonus": 1}, (Card(13, mana=2),)),
    Case("alva", 13, Use(13, 1), {"card_mana": -2, "range_bonus": 1}, (Card(13, mana=2),), option=1),
    Case("alva", 13, bound(13, "14,8", H, B, option=2), {**ATTACKED, "card_mana": -2, "14,8": dealt(3)},
         (Card(13, mana=2),), {"14,8": TROLL}, option=2),
    Case("alva", 14, Use(14), {"card_mana": -1, "move_bonus": 1}, (Card(14, mana=2),)),
    Case("alva", 14, Use(14, 1), {"card_mana": -2, "range_bonus": 1}, (Card(14, mana=2),), option=1),
    Case("alva", 14, bound(14, "14,8", H, B, option=2), {**ATTACKED, "card_mana": -2, "14,8": dealt(3)},
         (Card(14, mana=2),), {"14,8": TROLL}, option=2),
    Case("alva", 14, Use(14, 3), {"card_mana": -2, "hand": 1}, (Card(14, mana=2),), option=3),
    Case("alva", 16, Use(16), {"card_tokens": -1, "gold": 1}, (Card(16, tokens=6),)),
    Case("alva", 17, Use(17, monsters=("14,8",), dice=(H, H, B)), {"card_damage": 1, "14,8": dealt(2)},
         (17,), {"14,8": TROLL}),
    Case("alva", 18, bound(18, "14,8", H, B, B), {**ATTACKED, "card_damage": 1, "14,8": dealt(2)}, (18,),
         {"14,8": TROLL}),
    Case("alva", 20, bound(20, FAR, H, B, B, B, B, cards={3: 1}), {**ATTACKED, "card_mana": 1,
         FAR: dealt(1)}, (3, 20), {FAR: TROLL}),
    Case("alva", 21, bound(21, "14,8", H, B, monsters=("13,9",)), {**ATTACKED, "14,8": dealt(1),
         "13,9": dealt(1)}, (21,), {"14,8": TROLL, "13,9": TROLL}),
    Case("alva", 22, Use(22), {"damage": -1}, (22,), fields={"damage": 3}),
    Case("alva", 23, Attack("14,8", (H, H), (Use(23),), free=True), {"card_mana": -3, "14,8": dealt(2)},
         (Card(23, mana=3),), {"14,8": TROLL}),
    Case("alva", 25, bound(25, "14,8", H, B), {**ATTACKED, "card_mana": -3, "14,8": dealt(3)},
         (Card(25, mana=3),), {"14,8": TROLL}),
    Case("alva", 25, Use(25, 1), {"card_mana": -3, "hand": 1}, (Card(25, mana=3),), option=1),
    Case("alva", 26, Use(26, monsters=("14,8", FAR), dice=(H, H, H, B)), {"hand": -1, "14,8": dealt(2),
         FAR: dealt(1)}, (15,), {"14,8": TROLL, FAR: TROLL}),
    Case("alva", 27, bound(27, "14,8", H, H, H, B, B, B), {**ATTACKED, "hand": -1, "14,8": dealt(3)}, (),
         {"14,8": TROLL}),
    Case("alva", 28, Use(28, hexes=("15,8",)), {"hand": -1, "hex": "15,8"}),
    Case("alva", 29, Use(29, monsters=(FAR,)), {"hand": -1, FAR: {"held": True}}, (15,), {FAR: TROLL}),
    Case("alva", 30, Use(30), {"hand": -1, "card_mana": -2, "town": 1}, (Card(3, mana=1), Card(13, mana=2)),
         fields={"hex": "G"}),
    Case("alva", 31, Use(31), {"hand": -1, "damage": -2}, fields={"damage": 3}),
    Case("alva", 32, Use(32), {"hand": -1, "gold": 2}, fields={"hex": "G"}),
    Case("alva", 33, Attack("14,8", (H, H), (Use(33, discard=(26,)),), free=True), {"hand": -2,
         "14,8": dealt(2)}, (), {"14,8": TROLL}),
    Case("alva", 34, bound(34, "14,8", R, H), {**ATTACKED, "hand": -1, "14,8": dealt(2)}, (),
         {"14,8": TROLL}),
    Case("alva", 35, Use(35, monsters=("12,8",)), {"hand": -1, "gold": 1, "12,8": "gone"}, (),
         {"12,8": GOBLIN}),
    Case("alva", 36, Use(36, monsters=("15,2",)), {"hand": -1, "15,2": {"bounty": 2}}, (),
         {"15,2": "grendel 2"}),
    # Embla
    Case("embla", 5, Use(5, monsters=("14,8",)), {"gold": 1, "14,8": "gone"}, (5,), {"14,8": GOBLIN},
         {"actions": ("move",)}),
    Case("embla", 6, Use(6, monsters=("14,8",)), {"gold": 2, "14,8": "gone"}, (6,), {"14,8": BRUTE},
         {"actions": ("move",)}),
    Case("embla", 7, Use(7, hexes=("14,8",)), {"hex": "14,8"}, (7,)),
    Case("embla", 8, Use(8, hexes=("15,7",)), {"hex": "15,7"}, (8,), fields={"hex": "14,8"}),
    Case("embla", 9, bound(9, "14,8", H, H, H, monsters=("13,9",), amount=2), {**ATTACKED, "14,8": dealt(1),
         "13,9": dealt(2)}, (9,), {"14,8": TROLL, "13,9": TROLL}),
    Case("embla", 10, bound(10, "14,8", H, H, H, B, B, B, monsters=("13,9",), amount=1), {**ATTACKED,
         "14,8": dealt(2), "13,9": dealt(1)}, (10,), {"14,8": TROLL, "13,9": TROLL}),
    Case("embla", 11, Use(11, monsters=("14,8",)), {"14,8": {"damage": 2, "hex": "13,8"}, "hex": "14,8"},
         (11,), {"14,8": TROLL}),
    Case("embla", 12, Use(12, monsters=("14,8",)), {"14,8": "gone", "gold": 2, "hex": "14,8"}, (12,),
         {"14,8": BRUTE}),
    Case("embla", 13, Use(13, monsters=("14,8",), hexes=("15,8",)), {"14,8": {"damage": 1, "hex": "15,8"}},
         (13,), {"14,8": TROLL}),
    Case("embla", 14, Use(14, monsters=("14,8",), hexes=("16,8",)), {"14,8": {"damage": 2, "hex": "16,8"}},
         (14,), {"14,8": TROLL}),
    Case("embla", 16, Use(16, hero="embla"), {"card_damage": 1, "damage": -1}, (16,), fields={"damage": 3}),
    Case("embla", 17, Use(17, monsters=("14,8",)), {"14,8": dealt(1)}, (17,), {"14,8": TROLL}),
    Case("embla", 18, Use(18, hexes=("14,8",)), {"card_damage": 1, "hex": "14,8"}, (18,)),
    Case("embla", 21, bound(21, "14,8", H, B, B, B, B, monsters=("14,8",)), {**ATTACKED, "14,8": dealt(2)},
         (21,), {"14,8": TROLL}),
    Case("embla", 26, Use(26, monsters=("14,8",), dice=(H, H, H)), {"card_damage": 1, "14,8": dealt(3)},
         (26,), {"14,8": TROLL}),
    Case("embla", 27, Use(27, hexes=("14,8",)), {"hand": -1, "hex": "14,8"}),
    Case("embla", 28, Use(28, monsters=("14,8",), hexes=("15,8",)), {"hand": -1, "14,8": {"damage": 1,
         "hex": "15,8"}}, (), {"14,8": "grendel 1"}),
    Case("embla", 29, Use(29, 0, cards={0: 3, 18: 2}), {"hand": -1, "damage": -3, "card_damage": -2},
         (Card(18, damage=2),), fields={"hex": "G", "damage": 3}),
    Case("embla", 29, Use(29, 1, cards={3: 1}), {"hand": -1, "card_mana": 1}, (3,), fields={"hex": "G"},
         option=1),
    Case("embla", 29, Use(29, 2), {}, (3,), fields={"hex": "G"}, option=2),
    Case("embla", 29, Use(29, 3), {"hand": -1, "gold": 1}, (3,), fields={"hex": "G"}, option=3),
    Case("embla", 30, Use(30, monsters=("14,8",)), {"hand": -1, "14,8": dealt(2)}, (), {"14,8": TROLL}),
    Case("embla", 31, Use(31, monsters=("14,8",), hero="embla"), {"hand": -1, "14,8": dealt(2)}, (),
         {"14,8": TROLL}, {"phase": "attacks"}),
    Case("embla", 32, Use(32, monsters=("14,8",), hero="embla"), {"hand": -1, "14,8": dealt(1)}, (),
         {"14,8": TROLL}, {"phase": "attacks"}),
    Case("embla", 33, Attack("14,8", (H, H, H), (Use(33, discard=(27,)),), free=True), {"hand": -2,
         "14,8": dealt(3)}, (), {"14,8": TROLL}),
    Case("embla", 34, bound(34, "14,8", R, R, B), {**ATTACKED, "hand": -1, "14,8": dealt(3)}, (),
         {"14,8": TROLL}),
    Case("embla", 35, Use(35), {"hand": -1, "damage": -2}, fields={"damage": 3}),
    Case("embla", 36, Use(36, cards={25: 1}), {"hand": -1, "card_damage": -3},
         (Card(18, damage=1), Card(25, damage=3))),
    Case("embla", 37, Use(37), {"hand": 1, "actions": ("prepare",)}),
    # Boldur
    Case("boldur", 3, Attack("14,8", (H, H, H), (Use(3),), free=True), {"card_mana": -3, "14,8": dealt(3)},
         (Card(3, mana=3),), {"14,8": TROLL}),
    Case("boldur", 4, Attack("14,8", (H, H, H), (Use(4),), free=True), {"card_mana": -2, "14,8": dealt(3)},
         (Card(4, mana=3),), {"14,8": TROLL}),
    Case("boldur", 5, bound(5, "14,8", H, H, H), {**ATTACKED, "gold": 1, "14,8": "gone", "12,8": dealt(2)},
         (5,), {"14,8": GOBLIN, "12,8": TROLL}),
    Case("boldur", 6, bound(6, "14,8", H, B, B), {**ATTACKED, "gold": 1, "14,8": "gone", "13,9": dealt(1)},
         (6,), {"14,8": GOBLIN, "13,9": TROLL}),
    Case("boldur", 13, Use(13), {"damage": -1}, (13,), fields={"damage": 3}),
    Case("boldur", 14, Use(14), {"damage": -1}, (14,), fields={"damage": 3}),
    Case("boldur", 17, Use(17), {"card_damage": 1, "gold": 2}, (17,), fields={"hex": "14,8"}),
    Case("boldur", 17, Use(17, 1), {"card_damage": 1, "gold": 3}, (17,), fields={"hex": "10,13"}, option=1),
    Case("boldur", 19, Use(19, hexes=("15,7",), dice=(H, H, C)), {"gold": 3, "actions": ("attack",)}, (19,),
         fields={"hex": "14,8"}),
    Case("boldur", 20, Use(20, cards={3: 1}), {"gold": 1, "card_mana": 1, "hand": 1, "actions": ("attack",)},
         (3, 20)),
    Case("boldur", 21, bound(21, "14,8", H, B, B, B, B, B, amount=2), {**ATTACKED, "card_tokens": -2,
         "14,8": dealt(3)}, (Card(21, tokens=3),), {"14,8": TROLL}),
    Case("boldur", 26, Use(26, monsters=("14,8",)), {"card_damage": 1, "14,8": dealt(1)}, (26,),
         {"14,8": DRAUGR}),
    Case("boldur", 27, Use(27), {"hand": -1, "gold": 2}, fields={"hex": "14,8"}),
    Case("boldur", 28, Use(28, monsters=("14,8",)), {"hand": -1, "gold": 1, "14,8": "gone"}, (),
         {"14,8": GOBLIN}),
    Case("boldur", 29, Use(29, hexes=("14,8",)), {"hand": -1, "hex": "14,8"}),
    Case("boldur", 30, Use(30), {"hand": -1, "damage": -2}, fields={"damage": 3}),
    Case("boldur", 31, Use(31, monsters=("14,8",), hexes=("15,8",)), {"hand": -1, "14,8": {"damage": 1,
         "hex": "15,8"}}, (), {"14,8": TROLL}),
    Case("boldur", 32, bound(32, "14,8", H, B, B), {**ATTACKED, "hand": -1, "damage": 1, "14,8": dealt(4)},
         (), {"14,8": TROLL}),
    Case("boldur", 33, Use(33, cards={3: 1}), {"gold": 1, "card_mana": 1, "actions": ("focus",)}, (3,)),
    Case("boldur", 34, Use(34), {"hand": -1, "card_damage": -2}, (Card(16, damage=2),)),
    Case("boldur", 36, Use(36), {"hand": -1, "gold": -2, "town": 1}, fields={"hex": "G"}),
    Case("boldur", 37, Use(37, hexes=("14,11",)), {"hand": -1, "hex": "14,11"}, fields={"hex": "14,10"}),
    Case("boldur", 38, Use(38), {"hand": -1, "actions": ("prepare",), "quest": 99}),
]  # fmt: skip
