"""Strength of the app as a player of Fábula: strong against easy, easy against random, by rules only.

python -m tests.bench.fabula_strength --duels 200 --jobs 2

Both play the same deck, each in turn, and begin as often; the interval is Wilson's of 95 %.
"""

import argparse
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Literal, TypeAlias

from companion.games.fabula import RULES
from companion.games.fabula.advice import advise
from companion.games.fabula.autoplay import next_move
from companion.games.fabula.decisions import decider
from companion.games.fabula.rules import apply
from companion.games.fabula.view import view
from tests.bench.fae_strength import interval
from tests.bench.tables import table
from tests.games.fabula.test_bots import DECKS, start

Player: TypeAlias = Literal["strong", "easy", "chance"]
LONGEST = 6000
"""Actions after which a duel should long be over."""


def won(players: tuple[Player, Player], seed: int) -> bool:
    """Return whether the first player wins the duel of this seed, which decides who begins and the deck."""
    begins = seed % 2
    seats = players if begins == 0 else players[::-1]
    deck = DECKS[seed // 2 % len(DECKS)]
    position, chance = start((deck, deck), seed), random.Random(seed)
    assert RULES.advisor
    for _ in range(LONGEST):
        if position.result:
            return position.result.winner == begins
        seat = decider(position)
        if seats[seat] == "chance":
            move = next_move(position, chance)
        else:
            trials = RULES.advisor.trials[seats[seat]]  # type: ignore[index]  # "chance" is no strength
            move = advise([view(position, seat)], seat, 0, trials, chance, lambda: True)[0].move
        position = apply(position, move)
    raise AssertionError(f"duel {seed} does not end")


def row(players: tuple[Player, Player], results: Sequence[bool]) -> tuple[str, ...]:
    """A match for the table."""
    low, high = interval(sum(results) / len(results), len(results))
    name = f"{players[0]} against {players[1]}"
    share = 100 * sum(results) / len(results)
    return (name, f"{len(results)}", f"{sum(results)}", f"{share:.0f} % ({100 * low:.0f}-{100 * high:.0f})")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--duels", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    matches: tuple[tuple[Player, Player], ...] = (("strong", "easy"), ("easy", "chance"))
    seeds = range(asked.first, asked.first + asked.duels)
    with ProcessPoolExecutor(asked.jobs) as pool:
        rows = [row(players, [*pool.map(partial(won, players), seeds)]) for players in matches]
    print(table(("match", "duels", "won", "share (95 %)"), rows))


if __name__ == "__main__":
    main()
