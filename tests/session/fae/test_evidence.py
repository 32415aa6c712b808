"""Likelihood of tables, calculated by hand for scripted evidence."""

import pytest

from companion.games.base import Kind, Space, Table
from companion.session.board.evidence import negative_log_likelihood
from companion.table.observation import CERTAIN_NATS, Observation, SeenPiece
from companion.table.tables import apart, differing
from tests.session.fae.tables import ScriptedEvidence


def read(evidence: ScriptedEvidence | None, changed: set[Space], table: Table | None = None) -> Observation:
    if table is None:
        counts: dict[Space, dict[Kind, int]] = {}
        for piece in evidence.seen if evidence else ():
            kinds = counts.setdefault(piece.space, {})
            kinds[piece.kind] = kinds.get(piece.kind, 0) + 1
        table = counts
    return Observation("f", 0.0, table, frozenset(changed), evidence=evidence)


RED = SeenPiece(1, "red", 9.0)
BLACK = SeenPiece(1, "black", 4.0)


def test_what_was_read_costs_nothing() -> None:
    assert (
        negative_log_likelihood(read(ScriptedEvidence([RED, BLACK]), {1}), {1: {"black": 1, "red": 1}}) == 0
    )


def test_a_piece_too_many_costs_what_speaks_for_it() -> None:
    assert negative_log_likelihood(read(ScriptedEvidence([RED, BLACK]), {1}), {1: {"black": 1}}) == 9.0


def test_of_two_alike_the_weaker_goes() -> None:
    pair = ScriptedEvidence([SeenPiece(1, "red", 12.0), SeenPiece(1, "red", 5.0)])
    assert negative_log_likelihood(read(pair, {1}), {1: {"red": 1}}) == 5.0
    assert negative_log_likelihood(read(pair, {1}), {1: {}}) == 17.0


def test_a_missing_piece_must_have_been_hidden() -> None:
    evidence = ScriptedEvidence([RED], {(1, "blue"): 2.5})
    assert negative_log_likelihood(read(evidence, {1}), {1: {"red": 1, "blue": 2}}) == 5.0


def test_a_colour_in_bad_light_is_cheaper_than_two_faults() -> None:
    evidence = ScriptedEvidence([SeenPiece(1, "blue", 18.0, {(1, "purple"): 1.5})], {(1, "purple"): 7.0})
    assert negative_log_likelihood(read(evidence, {1}), {1: {"purple": 1}}) == 1.5


def test_unless_the_two_faults_are_cheaper() -> None:
    evidence = ScriptedEvidence([SeenPiece(1, "blue", 1.0, {(1, "purple"): 6.0})], {(1, "purple"): 2.0})
    assert negative_log_likelihood(read(evidence, {1}), {1: {"purple": 1}}) == 3.0


def test_a_base_near_a_border_may_count_for_the_other_space() -> None:
    evidence = ScriptedEvidence([SeenPiece(1, "red", 18.0, {(2, "red"): 0.5, (2, "black"): 3.0})])
    assert negative_log_likelihood(read(evidence, {1, 2}), {1: {}, 2: {"red": 1}}) == 0.5
    assert negative_log_likelihood(read(evidence, {1, 2}), {1: {}, 2: {"black": 1}}) == 3.0


def test_one_piece_stands_for_one_other_and_the_cheapest_change_comes_first() -> None:
    """Either blue may be the missing purple; only one must be, and the other is taken away."""
    evidence = ScriptedEvidence(
        [SeenPiece(1, "blue", 10.0, {(1, "purple"): 4.0}), SeenPiece(1, "blue", 11.0, {(1, "purple"): 1.0})],
        {(1, "purple"): 20.0},
    )
    assert negative_log_likelihood(read(evidence, {1}), {1: {"purple": 1}}) == 1.0 + 10.0
    assert negative_log_likelihood(read(evidence, {1}), {1: {"purple": 2}}) == 1.0 + 4.0
    assert negative_log_likelihood(read(evidence, {1}), {1: {"purple": 1, "blue": 1}}) == 1.0


def test_only_wanted_spaces_are_compared() -> None:
    evidence = ScriptedEvidence([RED, SeenPiece(2, "blue", 6.0)])
    assert negative_log_likelihood(read(evidence, {1, 2}), {}) == 0
    assert negative_log_likelihood(read(evidence, {1, 2}), {2: {}}) == 6.0


def test_spaces_that_did_not_change_are_certain() -> None:
    evidence = ScriptedEvidence([RED], {(2, "blue"): 0.0})
    seen = read(evidence, {1}, {1: {"red": 1}, 2: {"red": 2}})
    assert negative_log_likelihood(seen, {2: {"red": 1}}) == CERTAIN_NATS
    assert negative_log_likelihood(seen, {2: {"red": 2, "blue": 1}}) == CERTAIN_NATS
    assert negative_log_likelihood(seen, {2: {"blue": 1, "red": 1}}) == 2 * CERTAIN_NATS


@pytest.mark.parametrize(
    ("wanted", "faults"), [({}, 3), ({"red": 2}, 1), ({"red": 3, "black": 1}, 1), ({"blue": 1}, 4)]
)
def test_without_evidence_every_fault_costs_a_whole_piece(wanted: dict[str, int], faults: int) -> None:
    seen = read(None, {1}, {1: {"red": 2, "black": 1}})
    assert negative_log_likelihood(seen, {1: wanted}) == faults * CERTAIN_NATS


def test_tables_differ_where_contents_do() -> None:
    one: Table = {1: {"red": 1}, 2: {"blue": 2}, 3: {"black": 1}}
    other: Table = {1: {"red": 1}, 2: {"blue": 1}, 4: {"black": 1}}
    assert differing(one, other) == differing(other, one) == {2, 3, 4}
    assert differing(one, one) == set()


def test_pieces_that_lie_otherwise_are_counted_on_the_spaces_asked_for() -> None:
    one: Table = {1: {"red": 1, "blue": 1}, 2: {"blue": 2}}
    assert apart(one, one, one) == 0
    assert apart(one, {1: {"red": 1}, 2: {"blue": 3}}, one) == 2
    assert apart(one, {2: {"red": 3}}, one) == 5
    assert apart(one, {2: {"red": 3}}, [1]) == 2
