"""Arbitrary acts are played or refused, and never lead to an impossible position."""

import random
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from companion.errors import RuleError
from companion.games import fate
from companion.games.fate.acts import Act
from companion.games.fate.board import TERRAIN
from companion.games.fate.check import problems
from companion.games.fate.position import Position
from tests.games.fate.whole_games import CORRECTIONS, whole_game

HEXES = (*TERRAIN, "G", "", "9,9", "18,1")
CARDS = (0, 3, 4, 5, 15, 16, 25, 29, 33, -1, 99)
NUMBERS = (0, 0, 1, 1, 2, 3, -1, 10**12)
CARD_KEYS = ("card", "cards", "heal", "upgrade", "discard", "next", "next_ability", "next_equipment")


class Scribe:
    """Random acts of any kind, with values that often occur in a position."""

    def __init__(self, position: Position, chance: random.Random) -> None:
        self.chance = chance
        self.ids = [monster.id for monster in position.monsters] + [hero.id for hero in position.heroes]
        self.ids += ["", "m0", "goblin"]

    def act(self) -> Act:
        act: Act = self.value(self.chance.choice(get_args(Act)), "", 0)
        return act

    def value(self, wanted: Any, key: str, depth: int) -> Any:
        choice, origin, args = self.chance.choice, get_origin(wanted), get_args(wanted)
        if origin in (Union, UnionType):
            return self.value(choice(args), key, depth)
        if origin is Literal:
            return choice(args)
        if origin is tuple:
            count = 0 if depth > 2 else choice((0, 0, 1, 1, 2, 4))
            return tuple(self.value(args[0], key, depth) for _ in range(count))
        if origin is Mapping:
            pairs = range(choice((0, 1, 2)))
            return {self.value(args[0], key, depth): self.value(args[1], "", depth) for _ in pairs}
        if hasattr(wanted, "_fields"):
            hints = get_type_hints(wanted)
            left_out = {name for name in wanted._field_defaults if self.chance.random() < 0.2}
            return wanted(**{n: self.value(t, n, depth + 1) for n, t in hints.items() if n not in left_out})
        plain = {
            NoneType: (None,),
            bool: (False, True),
            int: CARDS if key in CARD_KEYS else NUMBERS,
            str: HEXES if key in ("to", "path", "aside", "hex", "hexes") else self.ids,
        }
        return choice((*CORRECTIONS, "x") if key == "what" else plain[wanted])


@pytest.mark.parametrize("seed", range(4))
def test_any_act_is_played_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    played = refused = 0
    for step in whole_game(seed, 0.3):
        scribe = Scribe(step.before, chance)
        for _ in range(4):
            act = scribe.act()
            try:
                after = fate.apply(step.before, act).position
            except RuleError as error:
                assert str(error), act
                refused += 1
            else:
                assert list(problems(after)) == [], act
                played += 1
    assert played > 10 < refused
