import random
from typing import Any

from companion.games import fate
from companion.games.fate import errands
from companion.games.fate.acts import Attack, Move, Quest
from companion.games.fate.autoplay import ideas
from companion.games.fate.heroes import printed
from companion.games.fate.position import GRIMHEIM, CardState, Position
from companion.games.fate.quests import is_at
from companion.games.fate.strikes import strike

TUNIC, BONE_BANE_BOW, AXES = 23, 16, 17
MASTER_SHOT = 26


def bjorn(*monsters: str, **hero: Any) -> Position:
    """Bjorn, with goblins on these hexes."""
    position = fate.start([("Ana", "bjorn")])
    placed = fate.apply(position, fate.read_act({"do": "draw", "card": 32})).position
    goblins = tuple(
        placed.monsters[0]._replace(id=f"m{number}", hex=hex_) for number, hex_ in enumerate(monsters, 1)
    )
    one = placed.heroes[0]._replace(**{"hand": 0, "cards": (CardState(15),), **hero})
    return placed._replace(monsters=goblins, heroes=(one,))


def test_a_quest_that_can_be_done_is_done_first() -> None:
    position = bjorn(equipment=TUNIC, gold=1, equipment_under=(AXES,))
    act = next(ideas(position, random.Random(1), ()))
    assert isinstance(act, Quest)
    assert fate.apply(position, act).position.heroes[0].cards[-1].number == TUNIC


def test_a_hero_walks_to_the_place_of_a_quest() -> None:
    position = bjorn(equipment=AXES)
    move = next(act for act in ideas(position, random.Random(1), ()) if isinstance(act, Move))
    assert is_at(move.to, "forest")


def test_near_quests_are_better_than_far_ones() -> None:
    hero = bjorn(equipment=BONE_BANE_BOW).heroes[0]
    assert errands.turns(hero, BONE_BANE_BOW) > errands.turns(hero, AXES) > 0
    assert errands.steps_to(printed("bjorn", BONE_BANE_BOW).quest)[GRIMHEIM] >= 6
    assert not errands.exchanges(hero._replace(quest=1))


def test_cards_are_added_to_an_attack_only_if_they_kill() -> None:
    position = bjorn("8,6", hex="8,5", hand=1)
    event = ((MASTER_SHOT, printed("bjorn", MASTER_SHOT)),)
    for seed in range(20):
        attack = next(strike(position, position.monsters[0], event, random.Random(seed)))
        after = fate.apply(position, attack).position
        alone = fate.apply(position, attack._replace(uses=())).position
        assert isinstance(attack, Attack)
        assert bool(attack.uses) == bool(alone.monsters)
        assert not after.monsters or not attack.uses
