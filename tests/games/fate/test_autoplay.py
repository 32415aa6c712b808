import random
from collections import Counter
from typing import Any

import pytest

from companion.games import fate
from companion.games.fate import autoplay as autoplay
from companion.games.fate.acts import Act, Attack, EndTurn, Mend, Move
from companion.games.fate.position import Options, Position
from tests.games.fate.whole_games import opening


def end(seed: int, players: int, options: Options) -> Position:
    position = opening(seed, players, options)
    for act in autoplay.acts(position, random.Random(seed)):
        position = fate.apply(position, act).position
    return position


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_game_is_played_to_its_end(players: int) -> None:
    assert end(3, players, Options(monster_die=True)).result


def test_the_same_seed_gives_the_same_game() -> None:
    one, again, other = (list(autoplay.acts(opening(seed), random.Random(seed))) for seed in (1, 1, 2))
    assert one == again != other


def test_heroes_win_and_lose() -> None:
    results = Counter(end(seed, 1, Options()).result for seed in range(16, 24))
    assert set(results) == {"won", "lost"}


def test_players_have_their_names_and_heroes_of_their_own() -> None:
    heroes = fate.start(autoplay.random_players(random.Random(1), ("Ana", "Bo", "Cy"))).heroes
    assert [hero.player for hero in heroes] == ["Ana", "Bo", "Cy"]
    assert len({hero.id for hero in heroes}) == 3
    assert all(hero.ability and hero.equipment for hero in heroes)


def begun(**hero: Any) -> Position:
    """Bjorn with a goblin two hexes away."""
    position = fate.start([("Ana", "bjorn")])
    placed = fate.apply(position, fate.read_act({"do": "draw", "card": 32})).position
    goblin = placed.monsters[0]._replace(hex="8,7")
    bjorn = placed.heroes[0]._replace(hand=0, cards=(placed.heroes[0].cards[1],), **hero)
    return placed._replace(monsters=(goblin,), heroes=(bjorn,))


def idea(position: Position) -> Act:
    return autoplay.next_move(position, random.Random(1))


def test_heroes_attack_walk_there_mend_and_end_their_turn() -> None:
    assert isinstance(idea(begun(hex="8,5")), Attack)
    assert isinstance(idea(begun(hex="8,3")), Move)
    assert isinstance(idea(begun(hex="8,1", damage=8)), Mend)
    assert isinstance(idea(begun(hex="8,5", actions=("attack", "move"))), EndTurn)


def test_upgrades_are_bought() -> None:
    act = idea(begun(hex="8,5", actions=("attack", "move"), gold=6))
    assert act == EndTurn(upgrade="hero")
    act = idea(begun(hex="8,5", actions=("attack", "move"), gold=6, level=2, ability=5))
    assert isinstance(act, EndTurn) and act.upgrade == "ability" and act.next_ability
