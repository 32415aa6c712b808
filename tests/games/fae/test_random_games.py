"""Statistics of 1 000 random games compared with 3 000 games of another implementation of the rules."""

from collections import Counter
from statistics import median

import pytest

from companion.games import fae
from companion.games.fae.board import COLOURS
from tests.games.fae.openings import game

GAMES = 1000


def test_random_games_agree_with_known_figures() -> None:
    lengths = []
    count: Counter[str] = Counter()
    largest = most_at_once = 0
    for seed in range(GAMES):
        moves = isolations = 0
        for p, move, after in game(seed):
            moves += 1
            largest = max(largest, fae.size(after, move.target))
            isolated = fae.isolated_by(p, move.source, move.target)
            if not isolated:
                continue
            isolations += len(isolated)
            most_at_once = max(most_at_once, len(isolated))
            for ritual in fae.rituals(p, move):
                druids = fae.changed(p, move).get(ritual.space) or fae.contents(p, ritual.space)
                count["rituals"] += 1
                count["cursed"] += ritual.cursed
                count["five colours"] += len(druids) == 5 and not ritual.cursed
                count["nothing left"] += not ritual.scored and not ritual.cursed
                count["single druid"] += sum(druids.values()) == 1
        lengths.append(moves)
        count["by the 12th ritual"] += after.cards_used == 12
        count["13th isolation"] += isolations > 12
        assert fae.finished(after)

    assert min(lengths) == pytest.approx(36, abs=3)
    assert median(lengths) == pytest.approx(44, abs=1)
    assert max(lengths) == pytest.approx(51, abs=3)
    assert count["by the 12th ritual"] / GAMES == pytest.approx(0.943, abs=0.025)
    assert count["13th isolation"] / GAMES == pytest.approx(0.10, abs=0.03)
    share = {key: n / count["rituals"] for key, n in count.items()}
    assert share["cursed"] == pytest.approx(0.24, abs=0.02)
    assert share["five colours"] == pytest.approx(0.18, abs=0.015)
    assert share["nothing left"] == pytest.approx(0.045, abs=0.008)
    assert share["single druid"] == pytest.approx(0.11, abs=0.012)
    assert largest == pytest.approx(18, abs=3)
    assert most_at_once <= 4


def test_games_are_replayed_exactly() -> None:
    moves = [move for _, move, _ in game(5)]
    ends = set()
    for _ in range(2):
        p = next(game(5))[0]
        for move in moves:
            p = fae.apply(p, move)
        ends.add(p)
    assert len(ends) == 1


def test_a_move_gives_the_position_after_it_and_its_rituals_at_once() -> None:
    for p, move, after in game(5):
        position, held = fae.resolve(p, move)
        assert (position, held) == (after, fae.rituals(p, move))
        assert position.cards_used == p.cards_used + len(held)
        points = zip(COLOURS, p.scores, position.scores, strict=True)
        gained = {colour: now - before for colour, before, now in points}
        assert gained == {colour: sum(r.value for r in held if colour in r.scored) for colour in gained}
