"""The rules of Fairy Tile: speed, random games to their end, and how often pages can be fulfilled.

Run as a script for all figures: `python -m tests.bench.fairytile_rules [GAMES [FIRST]]`; games other than the
first ones alone from seed FIRST on.
"""

import random
import sys
import time
from collections import Counter
from typing import NamedTuple

from companion.games import fairytile
from companion.games.fairytile.autoplay import next_move, opening
from companion.games.fairytile.board import FaceUpTile, TileSide
from companion.games.fairytile.position import FinishTurn, Move, PlaceTile, Position
from companion.games.fairytile.rules import adventures, effect, explain, fulfilling
from companion.games.fairytile.sets import sample_tiles
from companion.games.fairytile.setup import read_setup

LONGEST = 20_000
TURNS = 40
"""Turns of a random walk without pages, after which most kingdoms are whole."""


class Played(NamedTuple):
    """Random games: acts in all, those not legal, and how they ended."""

    acts: int
    illegal: int
    won: int
    nobody: int
    not_ended: int


def games(seeds: range) -> Played:
    """Whole random games of two to four; every act must be legal, every position must come back as text."""
    acts = illegal = won = nobody = 0
    for seed in seeds:
        chance = random.Random(seed)
        p = read_setup(opening(chance, ("Ana", "Bo", "Cy", "Di")[: 2 + seed % 3]))
        for _ in range(LONGEST):
            if fairytile.finished(p):
                break
            act = next_move(p, chance)
            illegal += explain(p, act) is not None
            p = effect(p, act)
            acts += 1
            if act == FinishTurn():
                illegal += bool(p.kingdom.river_faults()) or len(p.kingdom.cells) != 3 * len(
                    p.kingdom.placed_tiles
                )
        illegal += fairytile.load(fairytile.dump(p)) != p
        won += p.winner is not None
        nobody += fairytile.finished(p) and p.winner is None
    return Played(acts, illegal, won, nobody, len(seeds) - won - nobody)


def walk(seed: int) -> list[Position]:
    """The positions at the beginning of the turns of a game without pages."""
    chance = random.Random(seed)
    p = read_setup(opening(chance, ("Ana", "Bo")))
    found = [p]
    for _ in range(TURNS):
        acts = adventures(p)
        kind = PlaceTile if chance.random() < 0.4 else Move
        p = effect(effect(p, chance.choice([a for a in acts if isinstance(a, kind)] or acts)), FinishTurn())
        found.append(p)
    return found


def speed(seeds: range) -> float:
    """Legal moves and placements found per second of one processor."""
    positions = [p for seed in seeds for p in walk(seed)]
    started = time.process_time()
    found = sum(len(adventures(p)) for p in positions)
    return found / (time.process_time() - started)


class Shares(NamedTuple):
    """Of pages by number: in which share of turns one adventure fulfils it, and in which share of games it
    ever can; and of sides of tiles: in which share of kingdoms they can be laid.
    """

    turns: dict[int, float]
    games: dict[int, float]
    fits: dict[str, float]


def shares(seeds: range, every: int = 4) -> Shares:
    """Shares in random play, sampled in every n-th turn (`every`)."""
    turns: Counter[int] = Counter()
    ever: Counter[int] = Counter()
    fits: Counter[str] = Counter()
    faces: dict[str, tuple[str, TileSide]] = {
        f"{name} {side}": (name, side) for name, sides in sample_tiles().items() for side in sides
    }
    seen = 0
    for seed in seeds:
        ever_fulfillable = set()
        for p in walk(seed)[::every]:
            seen += 1
            acts = adventures(p)
            fulfillable = {page for page in p.box.pages if fulfilling(p, page, acts)}
            turns.update(fulfillable)
            ever_fulfillable |= fulfillable
            for text, (name, side) in faces.items():
                fits[text] += bool(fairytile.spots(p._replace(stack=(FaceUpTile(name, side),))))
        ever.update(ever_fulfillable)
    pages = range(1, 37)
    return Shares(
        {page: turns[page] / seen for page in pages},
        {page: ever[page] / len(seeds) for page in pages},
        {text: fits[text] / seen for text in faces},
    )


def main() -> None:
    """Print everything, or only the games from a later seed on."""
    count, first = (*map(int, sys.argv[1:]), *(2000, 0)[len(sys.argv) - 1 :])
    started = time.process_time()
    played = games(range(first, first + count))
    print(f"{count} random games from {first} on in {time.process_time() - started:.0f} s: {played}")
    if first:
        return
    print(f"legal moves and placements a second: {speed(range(30)):.0f}")
    found = shares(range(40))
    for page, share in found.turns.items():
        print(f"page {page:2}: {share:4.0%} of turns, {found.games[page]:4.0%} of games")
    print("tiles that fit least:", sorted((share, text) for text, share in found.fits.items())[:5])


if __name__ == "__main__":
    main()
