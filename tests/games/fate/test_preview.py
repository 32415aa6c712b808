"""Previews agree with the rules."""

from random import Random

import pytest

from companion.errors import RuleError
from companion.games import fate
from companion.games.fate.acts import Attack, Correct, EndTurn, Move
from companion.games.fate.happenings import Moved
from companion.games.fate.monster_attack import pending
from companion.games.fate.position import Face, Position
from companion.games.fate.preview import hero_next, monster_next
from companion.games.fate.walk import walk
from tests.games.fate.whole_games import whole_game


def begun(*monsters: tuple[str, str], hero: str = "12,6") -> Position:
    position = fate.start([("Ana", "bjorn")])._replace(phase="heroes")
    position = fate.apply(position, Correct("hex", "bjorn", value=hero)).position
    for kind, place in monsters:
        position = fate.apply(position, Correct("place", kind, 0, place)).position
    return position


def test_a_monster_beside_a_hero_stays_and_attacks() -> None:
    position = begun(("troll", "13,5"))
    (troll,) = (m for m in position.monsters if m.hex == "13,5")
    next_walk = monster_next(position, troll.id)
    assert (next_walk.path, next_walk.reason, next_walk.targets) == (("13,5",), "adjacent", ("bjorn",))
    assert next_walk.dice == fate.monster_dice(position, troll.id) > 0


@pytest.mark.parametrize("seed", range(12))
def test_monsters_walk_as_was_told(seed: int) -> None:
    chance = Random(seed)
    position = fate.start([("Ana", "bjorn"), ("Bo", "alva")])._replace(phase="heroes")
    for hero in position.heroes:
        place = chance.choice(sorted(fate.reach(position, hero.id)))
        position = fate.apply(position, Correct("hex", hero.id, value=place)).position
    position = position._replace(step=chance.choice((1, 5, 8)))
    next_walk = {monster.id: monster_next(position, monster.id) for monster in position.monsters}
    while position.phase == "heroes":
        position = fate.apply(position, EndTurn()).position
    position = fate.apply(position, fate.acts.RuneStone(None)).position
    after, _ = walk(position)
    hex_of = {monster.id: monster.hex for monster in after.monsters}
    attackers = {attack.monster for attack in pending(after)}
    for id, foretold in next_walk.items():
        assert foretold.path[-1] == hex_of.get(id, "G"), id
        if id in hex_of:
            assert bool(foretold.targets) == (id in attackers)


def test_monsters_that_change_places_are_told_with_their_whole_way() -> None:
    """In whole games; some walk first, and a legend may push them back to where they began."""
    swapped = back = 0
    for seed in range(36):
        for played in whole_game(seed):
            if (before := played.before).phase != "walk":
                continue
            after, done = walk(before)
            hex_of = {monster.id: monster.hex for monster in after.monsters}
            for moved in done:
                if isinstance(moved, Moved) and moved.why == "swap" and moved.id in hex_of:
                    first, *more = (m.path for m in done if isinstance(m, Moved) and m.id == moved.id)
                    way = (*first, *(hex_ for path in more for hex_ in path[1:]))
                    assert monster_next(before, moved.id).path == way, moved.id
                    assert way[-1] == hex_of[moved.id], moved.id
                    swapped += 1
                    back += way[0] == way[-1]
    assert swapped >= 10
    assert back


def test_whom_a_hero_reaches_is_whom_the_rules_let_be_attacked() -> None:
    position = begun(("goblin", "12,4"), ("goblin", "12,2"), ("imp", "10,3"))
    within = hero_next(position, "bjorn")
    blank: tuple[Face, ...] = ("blank",) * 3
    for monster in position.monsters:

        def attack(at: Position, monster: str = monster.id) -> bool:
            try:
                fate.apply(at, Attack(monster, blank))
            except RuleError as error:
                return error.code not in ("out_of_range",)
            return True

        assert attack(position) == (monster.id in within.now)
        later = any(attack(fate.apply(position, Move(place)).position) for place in within.hexes)
        assert (later and monster.id not in within.now) == (monster.id in within.later)
