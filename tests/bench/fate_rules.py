"""How fast Fate's rules are: a whole monster turn with 60 monsters on the board, and whole games.

Run as a script for a table.
"""

import platform
import random
import statistics
import time

from companion.autoplay import fate as autoplay
from companion.games import fate
from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES
from companion.games.fate.monsters import REGULAR, TILES
from companion.games.fate.position import GRIMHEIM, Monster, Options, Position

MONSTERS = 60


def crowded(chance: random.Random) -> Position:
    """Four heroes and 60 monsters anywhere outside; the monster turn is next, with die and reinforcements."""
    position = autoplay.opening(chance.randrange(1000), 4, Options(monster_die=True))
    hexes = chance.sample(sorted(HERO_HEXES & MONSTER_HEXES - {GRIMHEIM}), MONSTERS + 4)
    tiles = chance.sample(REGULAR, MONSTERS, counts=[TILES[kind] for kind in REGULAR])
    return position._replace(
        heroes=tuple(hero._replace(hex=hexes.pop()) for hero in position.heroes),
        monsters=tuple(Monster(f"m{i}", kind, hexes.pop()) for i, kind in enumerate(tiles, 1)),
        next_monster=MONSTERS + 1,
        town=10,
        step=6,
        phase="die",
    )


def monster_turn_ms(position: Position, chance: random.Random) -> float:
    """From the Rune Stone to the heroes' next turn, without the time the dice take."""
    spent = 0.0
    while position.phase not in ("heroes", "over"):
        act = autoplay.next_act(position, chance)
        started = time.perf_counter()
        position = fate.apply(position, act).position
        spent += time.perf_counter() - started
    return 1000 * spent


def measure(seconds: float) -> dict[str, float]:
    """Milliseconds of a monster turn (median, 95 %) and whole games a second, heroes' thinking included."""
    chance = random.Random(1)
    turns = [monster_turn_ms(crowded(chance), chance) for _ in range(200)]
    games = 0
    started = time.perf_counter()
    while (passed := time.perf_counter() - started) < seconds:
        for _ in autoplay.acts(games, 1 + games % 4, Options(track=("short", "long")[games % 2])):
            pass
        games += 1
    return {
        "turn_ms": statistics.median(turns),
        "turn_p95_ms": statistics.quantiles(turns, n=20)[-1],
        "games_per_s": games / passed,
    }


if __name__ == "__main__":
    figures = measure(10.0)
    print(f"Fate rules, {platform.node()}, Python {platform.python_version()}")
    print(f"  monster turn, {MONSTERS} monsters  {figures['turn_ms']:>8.2f} ms median")
    print(f"                              {figures['turn_p95_ms']:>8.2f} ms p95")
    print(f"  whole games                 {figures['games_per_s']:>8.1f} a second")
