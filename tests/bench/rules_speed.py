"""Speed of Fae's rules: random games, compared with random chess games of python-chess, in one process.

Both loops choose one of the legal moves at random and play it, Fae without listing them, which python-chess
cannot; games start again when nobody can move, and chess games also after 200 moves. Run as a script for a
table.
"""

import platform
import random
import statistics
import time
from collections.abc import Callable

import chess

from companion.games import fae
from companion.games.fae.board import COLOURS, REGIONS

REPEATS = 5


def opening(rng: random.Random) -> fae.Position:
    """A random set-up for two."""
    druids: dict[int, str] = {}
    for spaces in REGIONS.values():
        druids.update(zip(spaces, rng.sample(COLOURS, len(spaces)), strict=True))
    return fae.start(druids, 2)


def fae_game(rng: random.Random, p: fae.Position) -> int:
    """Plays one game; the number of moves."""
    n = 0
    while not fae.finished(p):
        p = fae.apply(p, fae.random_legal(p, rng))
        n += 1
    return n


def chess_game(rng: random.Random, longest: int = 200) -> int:
    """Plays one game; the number of moves."""
    board = chess.Board()
    while board.ply() < longest and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
    return board.ply()


def moves_per_second(game: Callable[[], int], seconds: float) -> float:
    """Plays whole games for at least `seconds`."""
    played = 0
    started = time.perf_counter()
    while (passed := time.perf_counter() - started) < seconds:
        played += game()
    return played / passed


def measure(seconds: float) -> dict[str, float]:
    """Moves per second of both and their ratio: medians of REPEATS rounds, `seconds` in all."""
    rng = random.Random(1)
    openings = [opening(rng) for _ in range(100)]
    share = seconds / (2 * REPEATS)
    rounds = []
    for _ in range(REPEATS):
        ours = moves_per_second(lambda: fae_game(rng, rng.choice(openings)), share)
        theirs = moves_per_second(lambda: chess_game(rng), share)
        rounds.append((ours, theirs, ours / theirs))
    fae_speed, chess_speed, ratio = (statistics.median(column) for column in zip(*rounds, strict=True))
    return {"fae_moves_per_s": fae_speed, "chess_moves_per_s": chess_speed, "ratio": ratio}


if __name__ == "__main__":
    figures = measure(10.0)
    print(f"Rules speed, {platform.node()}, Python {platform.python_version()}")
    print(f"  Fae           {figures['fae_moves_per_s']:>10,.0f} moves/s")
    print(f"  python-chess  {figures['chess_moves_per_s']:>10,.0f} moves/s")
    print(f"  ratio         {figures['ratio']:>10.1f}")
