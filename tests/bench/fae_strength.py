"""Strength of the app as a player of Fae against random and greedy players, by rules only.

A greedy player takes the move after which its own total (points of its spirit and ritual cards) is highest at
once, and draws lots among equals. Every set-up is played once from every seat, the others being of one kind.
A game won counts 1, one shared by k players 1/k; the interval is Wilson's of 95 %.
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from math import sqrt
from typing import TypeAlias

from companion.games import fae
from companion.games.fae.board import COLOURS
from companion.games.fae.search import choices, search
from companion.games.fae.setup import random_druids
from tests.bench.tables import table

Player: TypeAlias = Callable[[Sequence[fae.Position], int, str, random.Random], fae.Move]


def by_chance(past: Sequence[fae.Position], seat: int, spirit: str, chance: random.Random) -> fae.Move:
    """Any legal move."""
    return fae.RULES.next_move(past[-1], chance)


def greedy(past: Sequence[fae.Position], seat: int, spirit: str, chance: random.Random) -> fae.Move:
    """Play the move with the most points at once."""
    mine = COLOURS.index(spirit)
    found = [(after.scores[mine] + after.ritual_cards[seat], move) for move, after in choices(past[-1])]
    most = max(total for total, _ in found)
    return chance.choice([move for total, move in found if total == most])


def searching(trials: int) -> Player:
    """Play as the app does with this number of trial games a move."""
    return lambda past, seat, spirit, chance: search(past, seat, spirit, trials, chance)[0].move


def share(seed: int, players: Sequence[Player], seat: int) -> float:
    """The share of a victory that `seat` gets in the game of this seed."""
    chance = random.Random(seed)
    spirits = chance.sample(COLOURS, len(players))
    past = [fae.start(random_druids(chance), len(players))]
    while not fae.finished(past[-1]):
        turn = past[-1].turn
        past.append(fae.apply(past[-1], players[turn](past, turn, spirits[turn], chance)))
    winners = fae.result(past[-1], dict(enumerate(spirits))).winners
    return (seat in winners) / len(winners)


def match(ours: Player, theirs: Player, games: int, players: int = 2, first: int = 0) -> float:
    """Share of victories in this number of games, from every seat equally often."""
    shares = 0.0
    for game in range(games):
        seat = game % players
        table_of = [ours if i == seat else theirs for i in range(players)]
        shares += share(first + game // players, table_of, seat)
    return shares / games


def interval(won: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share."""
    middle = (won + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(won * (1 - won) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def report(games: int, trials: Sequence[int], players: Sequence[int]) -> str:
    """A row for every budget, number of players and kind of opponent."""
    rows = []
    for n in players:
        for budget in trials:
            for name, theirs in (("by chance", by_chance), ("greedy", greedy)):
                began_s = time.process_time()
                won = match(searching(budget), theirs, games, n)
                low, high = interval(won, games)
                took = (time.process_time() - began_s) / games
                rows.append(
                    (
                        f"{budget}",
                        f"{n}",
                        name,
                        f"{games}",
                        f"{won:.1%}",
                        f"{low:.1%} … {high:.1%}",
                        f"{took:.2f}",
                    )
                )
                print("  ".join(rows[-1]), flush=True)
    header = ("trials a move", "players", "others", "games", "won", "95 %", "CPU s a game")
    return table(header, rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--trials", type=int, nargs="+", default=[200])
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    asked = parser.parse_args()
    print(report(asked.games, asked.trials, asked.players))
