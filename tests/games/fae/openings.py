"""Random openings and games for the tests of Fae."""

import random
from collections.abc import Iterator

from companion.games import fae
from companion.games.fae.board import COLOURS, REGIONS


def druids(seed: int) -> dict[int, str]:
    rng = random.Random(seed)
    placed: dict[int, str] = {}
    for spaces in REGIONS.values():
        placed.update(zip(spaces, rng.sample(COLOURS, len(spaces)), strict=True))
    return placed


def opening(seed: int, players: int = 2) -> fae.Position:
    return fae.start(druids(seed), players)


def ordered(rng: random.Random, p: fae.Position, move: fae.Move) -> fae.Move:
    """The move with a random order of its rituals, when it needs one."""
    if not fae.needs_order(p, move):
        return move
    isolated = fae.isolated_by(p, move.source, move.target)
    return move._replace(rituals=tuple(rng.sample(isolated, len(isolated))))


def game(seed: int, players: int = 2) -> Iterator[tuple[fae.Position, fae.Move, fae.Position]]:
    """Every step of a random game: before, the move, after."""
    rng = random.Random(seed)
    p = opening(seed, players)
    while moves := fae.legal(p):
        move = ordered(rng, p, rng.choice(moves))
        after = fae.apply(p, move)
        yield p, move, after
        p = after
