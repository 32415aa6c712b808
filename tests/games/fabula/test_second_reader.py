"""The product and a second implementation of the rules agree on legal and illegal actions."""

import random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.fabula.action_codec import read_action
from companion.games.fabula.position import Position
from companion.games.fabula.rules import apply
from companion.games.fabula.script import result
from companion.games.fabula.setup import read_setup
from tests.games.fabula.second_reader import Reader
from tests.games.fabula.written import ally

CARDS: dict[str, Any] = {
    "camp": {"type": "base", "colors": ["red"]},
    "small": ally(1, 2, 3), "quick": ally(3, 1, 1, 1), "tall": ally(4, 5, 2, 3), "wall": ally(0, 7, 0, 2),
    "lord": ally(2, 2, 8, 4), "shade": ally(-1, 1, -2, 1),
    "trick": {"type": "manoeuvre", "cost": 1}, "sword": {"type": "modification", "cost": 1, "attach_cost": 1},
}  # fmt: skip
PILE = [name for name in CARDS if name != "camp"]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"multi_block": "split", "attach_timing": "own_action"},
    {"centre_exposure": True, "centre_destroyed_wins": False},
]


def duel(seed: int) -> tuple[Reader, Position, random.Random]:
    chance = random.Random(seed)
    decks = {p: chance.choices(PILE, k=chance.choice([9, 25])) for p in ("Ana", "Bo")}
    options = OPTIONS[seed % len(OPTIONS)]
    bases = {"centre": "camp", "outskirts": ["camp"] * 4}
    written = {p: {**bases, "cards": deck} for p, deck in decks.items()}
    setup = {"players": ["Ana", "Bo"], "cards": CARDS, "check_decks": False, "decks": written}
    return Reader(CARDS, decks, options), read_setup({**setup, "options": options}), chance


def some_action(reader: Reader, chance: random.Random) -> dict[str, Any]:
    """Return a random action that is often legal and sometimes not."""
    allies = [c for c in reader.table if reader.kind(c) == "ally"] or ["Ana/1"]
    bases = list(reader.bases)
    own = [c for c in allies if reader.table.get(c, {}).get("by") == reader.turn] or allies
    theirs = [c for c in allies if c not in own] or allies
    enemy = [b for b in bases if reader.bases[b]["by"] != reader.turn]
    cards = [c for hand in reader.hand.values() for c in hand] or ["Bo/1"]
    aims = list(reader.attacking) or own
    pressed = list(reader.swaying.values()) or bases

    def some(these: list[str], goals: list[str]) -> dict[str, str]:
        goals = goals if chance.random() < 0.95 else bases
        return {c: chance.choice(goals) for c in chance.sample(these, chance.randint(1, len(these)))}

    hand = reader.hand[reader.turn]
    kinds: dict[str, Any] = {
        "next": lambda: True,
        "pass": lambda: True,
        "play": lambda: chance.choice(cards),
        "attach": lambda: chance.choice([c for c in reader.table if c not in allies] or allies),
        "restore": lambda: chance.sample(own, 1),
        "attack": lambda: some(own, enemy or bases),
        "block": lambda: some(theirs, aims),
        "order": lambda: {a: chance.sample(b, len(b)) for a, b in reader.blocking.items()},
        "influence": lambda: some(own, enemy or bases),
        "defend": lambda: some(theirs, pressed),
        "discard": lambda: chance.sample(hand, min(len(hand), max(1, len(hand) - 5))),
        "concede": lambda: True,
    }
    usual = {
        "restoration": ["restore", "next"], "action": ["play", "play", "play", "attach", "next"],
        "offence": ["attack", "block", "order", "next"], "influence": ["influence", "defend", "next"],
        "end": ["discard", "next"],
    }[reader.phase]  # fmt: skip
    pool = [*usual * 3, "pass", "play", *(["concede"] if chance.random() < 0.002 else [])]
    key = chance.choice(pool if chance.random() < 0.9 else list(kinds)[:-1])
    action = {key: kinds[key]()}
    return {**action, "to": chance.choice(allies)} if key == "attach" else action


def same(written: dict[str, Any], reader: Reader) -> bool:
    expected = reader.result()
    shown = {key: written[key] for key in expected}
    shown["battle"] = {
        p: {c: {**card, "attached": sorted(card["attached"])} for c, card in cards.items()}
        for p, cards in written["battle"].items()
    }
    shown["territory"] = {
        p: {b: (x["resistance"], x["controller"], x["destroyed"]) for b, x in bases.items()}
        for p, bases in written["territory"].items()
    }
    assert shown == expected
    return True


def compare(seed: int) -> tuple[int, int]:
    """Play a random duel in both implementations and count its legal and illegal actions."""
    reader, position, chance = duel(seed)
    legal = refused = 0
    while not position.result and legal + refused < 3000:
        action = some_action(reader, chance)
        expected = reader.do(action)
        try:
            position = apply(position, read_action(action))
            found = True
        except RuleError:
            found = False
        assert found == expected, (seed, action, reader.result())
        legal, refused = legal + found, refused + (not found)
        same(result(position), reader)
    assert position.result, "every duel ends"
    return legal, refused


@pytest.mark.parametrize("seed", range(12))
def test_both_readings_agree(seed: int) -> None:
    legal, refused = compare(seed)
    assert legal > 20 and refused > 5


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(5))
def test_both_readings_agree_on_many_duels(hundred: int) -> None:
    for seed in range(100 + 100 * hundred, 200 + 100 * hundred):
        compare(seed)
