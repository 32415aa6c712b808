"""Speed of Fate's rules: a whole monster turn with 60 monsters on the board, and whole games.

Run as a script for a table.
"""

import platform
import random
import statistics
import time
from collections.abc import Callable

from companion.games import fate
from companion.games.fate import autoplay as autoplay
from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES
from companion.games.fate.monsters import REGULAR, TILES
from companion.games.fate.position import GRIMHEIM, Monster, Options, Position
from tests.games.fate.whole_games import opening

MONSTERS = 60


def crowded(chance: random.Random) -> Position:
    """Position with four heroes and 60 monsters outside, before a monster turn with die and new monsters."""
    position = opening(chance.randrange(1000), 4, Options(monster_die=True))
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
    """Processor time from the Rune Stone to the heroes' next turn, that of dice and choices left out."""
    spent = 0.0
    while position.phase not in ("heroes", "over"):
        act = autoplay.next_move(position, chance)
        started = time.process_time()
        position = fate.apply(position, act).position
        spent += time.process_time() - started
    return 1000 * spent


def games_per_s(play: Callable[[int], None], seconds: float) -> float:
    """Plays whole games one after the other."""
    games = 0
    started = time.process_time()
    while (passed := time.process_time() - started) < seconds:
        play(games)
        games += 1
    return games / passed


def table(number: int) -> tuple[int, int, Options]:
    """Seed, number of players and options of a game."""
    return number, 1 + number % 4, Options(track=("short", "long")[number % 2])


def measure(seconds: float) -> dict[str, float]:
    """Milliseconds of a monster turn (median, 95 %), and whole games a second, all in processor time.

    Games are played again from their acts ("replayed"), and played by automatic heroes ("played").
    """
    chance = random.Random(1)
    turns = [monster_turn_ms(crowded(chance), chance) for _ in range(200)]
    openings = [opening(*table(n)) for n in range(8)]
    recorded = [(start, list(autoplay.acts(start, random.Random(n)))) for n, start in enumerate(openings)]

    def replay(number: int) -> None:
        position, acts = recorded[number % len(recorded)]
        for act in acts:
            position = fate.apply(position, act).position

    def play(number: int) -> None:
        for _ in autoplay.acts(opening(*table(number)), random.Random(number)):
            pass

    return {
        "turn_ms": statistics.median(turns),
        "turn_p95_ms": statistics.quantiles(turns, n=20)[-1],
        "replayed_per_s": games_per_s(replay, seconds / 2),
        "played_per_s": games_per_s(play, seconds / 2),
    }


if __name__ == "__main__":
    figures = measure(10.0)
    print(f"Fate rules, {platform.node()}, Python {platform.python_version()}")
    print(f"  monster turn, {MONSTERS} monsters  {figures['turn_ms']:>8.2f} ms median")
    print(f"                              {figures['turn_p95_ms']:>8.2f} ms p95")
    print(f"  whole games replayed        {figures['replayed_per_s']:>8.1f} a second")
    print(f"  whole games played          {figures['played_per_s']:>8.1f} a second")
