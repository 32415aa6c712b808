"""A suggested act is begun from its page: by hexes, by a key of an action, or by a card."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.base import Advice, Sentence
from companion.games.fate import reach
from companion.games.fate.acts import Act, Attack, EndTurn, Move, Practice, Prepare
from companion.games.fate.board import distances
from companion.games.fate.hero_stats import attack_range
from companion.games.fate.position import Hex, Position
from companion.session.fate.snapshot import FateSnapshot
from tests.ui.games.fate.states import hero_turn


def acting(shown: FateSnapshot) -> Any:
    return shown.position.heroes[shown.position.turn]


def move(p: Position) -> tuple[Act, tuple[Hex, ...]]:
    to = min(reach(p, p.heroes[p.turn].id))
    return Move(to), (p.heroes[p.turn].hex, to)


def attack(p: Position) -> tuple[Act, tuple[Hex, ...]]:
    hero = p.heroes[p.turn]
    steps = distances(hero.hex)
    target = min(p.monsters, key=lambda one: steps.get(one.hex, 99))
    assert steps[target.hex] <= attack_range(hero)
    return Attack(target.id, ()), (hero.hex, target.hex)


def here(act: Act) -> Callable[[Position], tuple[Act, tuple[Hex, ...]]]:
    return lambda p: (act, (p.heroes[p.turn].hex,))


@pytest.mark.parametrize(
    ("suggest", "begun"),
    [
        (move, lambda shown: "move" in acting(shown).actions),
        (attack, lambda shown: "attack" in acting(shown).actions or shown.asked is not None),
        (here(Practice()), lambda shown: "practice" in acting(shown).actions),
        (here(Prepare()), lambda shown: "prepare" in acting(shown).actions),
        (here(EndTurn()), lambda shown: shown.asked is not None or shown.position.turn != 0),
    ],
)
def test_a_suggested_act_is_begun(
    open_window: Any, suggest: Callable[[Position], tuple[Act, tuple[Hex, ...]]], begun: Any
) -> None:
    fake = hero_turn(watched=False, at_table=False)
    act, way = suggest(fake.position)
    running = open_window(fake)
    assert not begun(fake.snapshot())
    running.screen.propose(Advice(act, way, way, Sentence("A good move.")))
    assert begun(fake.snapshot())
