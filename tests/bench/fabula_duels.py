"""Fábula's rules: random duels per second, effects carried out, and balance of the sample decks.

python -m tests.bench.fabula_duels --duels 2000 --matches 60
"""

import argparse
import time
from collections import Counter
from itertools import combinations

from tests.bench.tables import table
from tests.games.fabula.random_duels import check, counted, positions
from tests.games.fabula.test_bots import DECKS, EASY, STRONG, duel


def by_chance(duels: int) -> tuple[float, float, Counter[str], Counter[str]]:
    """Duels and actions per second of processor time, effects carried out and ends of duels.

    Every position is checked; the time excludes that.
    """
    ends: Counter[str] = Counter()
    seconds, actions = 0.0, 0
    with counted() as deeds:
        for seed in range(duels):
            started = time.process_time()
            played = list(positions(seed))
            seconds += time.process_time() - started
            actions += len(played) - 1
            cards = frozenset(played[0].names)
            for position in played[::10]:
                check(position, cards)
            result = played[-1].result
            assert result
            ends[result.reason] += 1
    return duels / seconds, actions / seconds, deeds, ends


def matches(n: int, strengths: tuple[int, int], decks: tuple[str, str]) -> float:
    """The share of duels that the first deck or strength wins, beginning as often as the other."""
    won = 0
    for seed in range(n):
        ahead = seed % 2 == 0
        pair, minds = (decks, strengths) if ahead else (decks[::-1], strengths[::-1])
        result = duel((pair[0], pair[1]), (minds[0], minds[1]), seed).result
        assert result
        won += (result.winner == 0) == ahead
    return won / n


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--duels", type=int, default=200)
    parser.add_argument("--matches", type=int, default=0)
    arguments = parser.parse_args()
    a_second, actions, deeds, ends = by_chance(arguments.duels)
    rows = [("duels", f"{arguments.duels}"), ("duels a second", f"{a_second:.1f}")]
    rows += [("actions a second", f"{actions:.0f}")]
    rows += [(f"ended: {reason}", f"{n}") for reason, n in ends.most_common()]
    rows += [(f"effect: {deed}", f"{n}") for deed, n in deeds.most_common()]
    print(table(("what", "number"), rows))
    if n := arguments.matches:
        found = [
            (f"{one} against {other}, {name} bots", f"{100 * matches(n, (mind, mind), (one, other)):.0f} %")
            for one, other in combinations(DECKS, 2)
            for name, mind in (("easy", EASY), ("strong", STRONG))
        ]
        found += [
            (f"strong against easy, {deck}", f"{100 * matches(n, (STRONG, EASY), (deck, deck)):.0f} %")
            for deck in DECKS
        ]
        print(table(("match", "won"), found))


if __name__ == "__main__":
    main()
