"""Levels of the app as a player: each against the one below.

python -m tests.bench.levels --games 200 --jobs 2 [--of fae fabula]

Whole games of two players, through the session as in the app; each level begins as often. A victory that is
shared, or nobody's, counts half; the interval is Wilson's of 95 %.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.app.thinking import question
from companion.games import registry
from companion.games.base import STRENGTHS, Strength
from companion.session.base import GameConfig, SessionContext, manifest
from companion.session.messages import BotMove, Confirm, Reveal
from companion.storage.journal import Journal
from companion.testing.rules import names
from companion.testing.session import GAME
from tests.bench.fae_strength import interval
from tests.bench.tables import table

LIMIT_S = 600.0
LONGEST = 20_000
"""Maximum number of decisions of a game."""


class Played(NamedTuple):
    """A finished game: the first level's share of the victory, and its longest decision in CPU seconds."""

    share: float
    longest_s: float


def played(game: str, levels: tuple[Strength, Strength], seed: int) -> Played:
    """Play the game of this seed, which decides who begins."""
    chance, rules, seats = Random(seed), registry.rules(game), names(2)
    by_seat = dict(zip(seats, levels if seed % 2 == 0 else levels[::-1], strict=True))
    first, longest_s, revealed = seats[seed % 2], 0.0, not rules.secret
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "games.db") as journal:
        setup = rules.opening(chance, seats)
        config = GameConfig(seats, setup=setup, bots=dict.fromkeys(seats, "easy"))
        session = manifest(game).begin(config, SessionContext(journal, chance, watched=False))
        for _ in range(LONGEST):
            shown = session.snapshot(GAME)
            if shown.over and not revealed:
                session.tell(Reveal(GAME))
                revealed = True
                continue
            if shown.over:
                won = shown.winners or seats
                return Played((first in won) / len(won), longest_s)
            if not shown.thinking:
                session.tell(Confirm(GAME))
                continue
            asked = question(session, shown, by_seat[shown.turn], chance)
            assert asked
            began_s = time.process_time()
            move = asked.answer(LIMIT_S)[0].move
            if shown.turn == first:
                longest_s = max(longest_s, time.process_time() - began_s)
            session.tell(BotMove(GAME, shown.played, move))
    raise AssertionError(f"{game}, game {seed}: expected an end within {LONGEST} decisions, found none")


def row(game: str, levels: tuple[Strength, Strength], results: Sequence[Played]) -> tuple[str, ...]:
    """A match for the table."""
    share = sum(one.share for one in results) / len(results)
    low, high = interval(share, len(results))
    longest = sorted(one.longest_s for one in results)[-1]
    return (game, *levels, f"{len(results)}", f"{share:.0%}", f"{low:.0%} to {high:.0%}", f"{longest:.1f}")


def main() -> None:
    """Print the table."""
    found = [name for name in registry.registered() if registry.rules(name).advisor]
    rivals = [name for name in found if not registry.rules(name).cooperative]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--of", nargs="+", default=rivals, choices=rivals)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2)
    asked, rows = parser.parse_args(), []
    seeds = range(asked.first, asked.first + asked.games)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for game in asked.of:
            advisor = registry.rules(game).advisor
            assert advisor
            levels = [level for level in STRENGTHS if level in advisor.trials]
            for below, level in pairwise(levels):
                results = [*pool.map(partial(played, game, (level, below)), seeds)]
                rows.append(row(game, (level, below), results))
                print("  ".join(rows[-1]), flush=True)
    print(table(("game", "level", "against", "games", "won", "95 %", "longest decision, s"), rows))


if __name__ == "__main__":
    main()
