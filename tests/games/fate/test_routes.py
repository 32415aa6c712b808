"""Alternative paths with different effects, for the player's choice."""

from random import Random

from companion.games.fate.acts import Move
from companion.games.fate.board import MONSTER_HEXES, within
from companion.games.fate.hero_stats import move_allowance
from companion.games.fate.moves import ways
from companion.games.fate.position import Monster, Position
from companion.games.fate.routes import Route, routes
from tests.games.fate.hero_tables import play, turn_of


def routes_of(position: Position) -> dict[str, tuple[Route, ...]]:
    hero = position.heroes[0]
    return dict(routes(position, hero, move_allowance(hero)))


def test_one_way_where_all_come_to_the_same_f_054() -> None:
    position = turn_of("bjorn", 15, monsters={"14,8": "troll"})
    found = routes_of(position)
    assert {to: len(each) for to, each in found.items()} == dict.fromkeys(
        ways(position, position.heroes[0], 3), 1
    )


def test_who_is_run_over_makes_a_difference_f_440() -> None:
    board = {"14,8": "troll", "13,9": "brute"}
    to = routes_of(turn_of("boldur", 7, monsters=board))["14,9"]
    assert {route.shoved for route in to} == {frozenset({"14,8"}), frozenset({"13,9"}), frozenset(board)}


def test_a_way_over_a_marker_or_a_forest_surpasses_a_shorter_one_f_018_f_096() -> None:
    position = turn_of("bjorn", 15, hex="5,8")
    assert routes_of(position)["4,8"] == (Route(("5,7", "4,8"), frozenset({"5,7"})),)
    forest = turn_of("alva", 6, hex="12,11", damage=3)
    assert routes_of(forest)["12,11"][0].healed == 1
    assert "13,8" not in routes_of(turn_of("bjorn", 15))


def test_every_way_may_be_gone_and_brings_what_it_says() -> None:
    chance = Random(5)
    near = sorted(h for h in within("11,11", 3) if h in MONSTER_HEXES and h not in ("11,11", "G"))
    gone = 0
    for hero, card in (("boldur", 8), ("embla", 8), ("alva", 6), ("bjorn", 15)):
        for _ in range(6):
            board = {h: Monster(h, "jotunn", h) for h in chance.sample(near, 6)}
            position = turn_of(hero, card, 15, hex="11,11", damage=4, monsters=dict(board), equipment=22)
            for to, each in routes_of(position).items():
                for route in each:
                    after = play(position, Move(to, route.way))
                    assert after.heroes[0].hex == to
                    assert 4 - after.heroes[0].damage == route.healed
                    hurt = {m.id for m in after.monsters if m.damage}
                    assert hurt == set(route.shoved)
                    gone += 1
    assert gone > 400
