"""Properties of every position of every game, checked against a simple second implementation."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import fae
from companion.games.fae.board import COLOURS, EDGES, SPACES
from tests.games.fae.openings import game

seeds = st.integers(0, 10**9)
some = settings(max_examples=12)


BESIDE = {space: {a + b - space for a, b in EDGES if space in (a, b)} for space in SPACES}


def isolated(p: fae.Position) -> set[int]:
    occupied = set(fae.table(p))
    return {space for space in SPACES if space in occupied and not BESIDE[space] & occupied}


@some
@given(seeds, st.integers(2, 4))
def test_legal_moves_and_isolations_agree_with_a_plain_reading(seed: int, players: int) -> None:
    for p, move, after in game(seed, players):
        table = fae.table(p)
        plain = {
            (a, b)
            for a in SPACES
            for b in BESIDE[a]
            if a in table and b in table and sum(table[a].values()) <= 6
        }
        assert {m[:2] for m in fae.legal(p)} == plain
        new = set(fae.isolated_by(p, move.source, move.target))
        assert isolated(after) <= isolated(p) | new
        assert new <= BESIDE[move.source]
        assert len(new) <= 4


@some
@given(seeds)
def test_druids_only_move_or_leave_by_a_ritual(seed: int) -> None:
    for p, move, after in game(seed):
        whole: Counter[str] = Counter()
        for counts in fae.table(p).values():
            whole += Counter(counts)
        for counts in fae.removed(p, move).values():
            whole -= Counter(counts)
        for counts in fae.table(after).values():
            whole -= Counter(counts)
        assert not +whole
        assert not -whole


@some
@given(seeds)
def test_scores_cards_and_turns_add_up(seed: int) -> None:
    for p, move, after in game(seed, players=3):
        done = fae.rituals(p, move)
        gained = {colour: sum(r.value for r in done if colour in r.scored) for colour in COLOURS}
        assert fae.scores(after) == {colour: n + gained[colour] for colour, n in fae.scores(p).items()}
        assert after.cards_used == p.cards_used + len(done) == sum(after.ritual_cards) <= 12
        assert after.turn == (p.turn + 1) % 3


@some
@given(seeds)
def test_a_space_has_one_ritual_and_rests(seed: int) -> None:
    for p, move, after in game(seed):
        assert not p.done & set(fae.isolated_by(p, move.source, move.target))
        assert isolated(after) <= after.done
        assert all(fae.contents(p, space) == fae.contents(after, space) for space in p.done)


@some
@given(seeds)
def test_taking_druids_off_isolates_nothing_more(seed: int) -> None:
    for p, move, after in game(seed):
        assert isolated(after) <= p.done | set(fae.isolated_by(p, move.source, move.target))


@some
@given(seeds)
def test_no_mistake_looks_like_a_legal_move(seed: int) -> None:
    for i, (p, _, _) in enumerate(game(seed)):
        if i % 10:
            continue
        legal = [fae.changed(p, move) for move in fae.legal(p)]
        assert all(dict(mistake.changed) not in legal for mistake in fae.mistakes(p))


@some
@given(seeds)
def test_a_move_is_legal_or_has_a_reason(seed: int) -> None:
    for i, (p, _, after) in enumerate(game(seed)):
        if i % 10 and not fae.finished(after):
            continue
        for q in (p, after):
            legal = {move[:2] for move in fae.legal(q)}
            for pair in [(a, b) for a in SPACES for b in SPACES]:
                assert (fae.explain(q, fae.Move(*pair)) is None) == (pair in legal)
