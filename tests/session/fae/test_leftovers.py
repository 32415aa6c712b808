"""Druids that rituals remove: still there, gone, or partly removed."""

from collections import Counter

import pytest

from companion.games import fae
from companion.games.base import Space, Table
from companion.session.board.interpreter_params import PARAMS
from companion.table.observation import SeenPiece
from companion.table.verdict import Ask, Played, Settled, Wrong
from tests.games.fae.openings import opening
from tests.session.fae.tables import ScriptedEvidence, after, look, step, without
from tests.session.fae.test_interpreter import INTERPRETER, NOTHING, interpret, isolates, merged, shows


def test_disrupted_druids_may_still_stand_there() -> None:
    p, move = step(lambda p, m: bool(fae.removals(p, m)))
    verdict = interpret(p, shows(p, merged(p, move)))
    assert isinstance(verdict, Played)
    assert verdict.move == move
    assert verdict.leftovers == fae.removals(p, move)[0]


def test_or_be_gone_already() -> None:
    p, move = step(lambda p, m: bool(fae.removals(p, m)))
    verdict = interpret(p, shows(p, without(merged(p, move), fae.removals(p, move)[0])))
    assert isinstance(verdict, Played)
    assert verdict.move == move
    assert verdict.leftovers == NOTHING


def test_each_order_of_rituals_may_be_gone_already() -> None:
    p, move = step(lambda p, m: isolates(p, m) > 1 and len(fae.removals(p, m)) > 1)
    for removed in fae.removals(p, move):
        verdict = interpret(p, shows(p, without(merged(p, move), removed)))
        assert isinstance(verdict, Played)
        assert verdict.move == move


@pytest.fixture(scope="module")
def ritual() -> tuple[fae.Position, fae.Position, Table]:
    """Before and after a move that takes druids off, with moves left, and what it takes off."""
    p, move = step(
        lambda p, m: isolates(p, m) == 1 and bool(fae.removals(p, m)) and bool(fae.legal(fae.apply(p, m)))
    )
    return p, fae.apply(p, move), fae.removed(p, move)


def with_leftovers(p: fae.Position, leftovers: Table) -> Table:
    table = fae.table(p)
    plus: dict[Space, dict[str, int]] = {}
    for space, counts in leftovers.items():
        here = table.get(space, {})
        plus[space] = {kind: here.get(kind, 0) + counts.get(kind, 0) for kind in {*here, *counts}}
    return after(table, plus)


def test_leftovers_are_told_until_they_are_gone(ritual: tuple[fae.Position, fae.Position, Table]) -> None:
    _, p, leftovers = ritual
    table = with_leftovers(p, leftovers)
    still = interpret(p, look(table, table), leftovers)
    assert isinstance(still, Settled)
    assert still.leftovers == leftovers
    gone = interpret(p, look(fae.table(p), table), leftovers)
    assert isinstance(gone, Settled)
    assert gone.leftovers == NOTHING


def test_the_next_move_may_come_before_leftovers_go(
    ritual: tuple[fae.Position, fae.Position, Table],
) -> None:
    _, p, leftovers = ritual
    move = next(m for m in fae.legal(p) if not fae.removals(p, m))
    table = with_leftovers(p, leftovers)
    verdict = interpret(p, look(after(table, fae.changed(p, move)), table), leftovers)
    assert isinstance(verdict, Played)
    assert verdict.move == move
    assert verdict.leftovers == leftovers


@pytest.fixture(scope="module")
def several() -> tuple[fae.Position, fae.Move, Table, Table]:
    """Before a move that takes several druids off one space, what it takes off, and that less one druid."""
    p, move = step(
        lambda p, m: (
            isolates(p, m) == 1
            and any(sum(n.values()) > 2 for removed in fae.removals(p, m) for n in removed.values())
        )
    )
    leftovers = fae.removed(p, move)
    ((space, counts),) = leftovers.items()
    first, *others = counts
    rest = {kind: counts[kind] for kind in others} | {first: counts[first] - 1}
    return p, move, leftovers, {space: {kind: n for kind, n in rest.items() if n}}


def test_a_picture_while_leftovers_are_taken_off_is_not_wrong(
    several: tuple[fae.Position, fae.Move, Table, Table],
) -> None:
    before, move, leftovers, rest = several
    p = fae.apply(before, move)
    verdict = interpret(p, look(with_leftovers(p, rest), with_leftovers(p, leftovers)), leftovers)
    assert isinstance(verdict, Settled)
    assert (verdict.partly, verdict.leftovers) == (True, leftovers), "more may stand there than was seen"
    quick = interpret(before, shows(before, with_leftovers(p, rest)))
    assert isinstance(quick, Played)
    assert (quick.move, quick.partly, quick.leftovers) == (move, True, leftovers)
    (space,) = rest
    strange = {space: {**rest[space], "red": 9}}
    assert isinstance(
        interpret(p, look(with_leftovers(p, strange), with_leftovers(p, leftovers)), leftovers), Wrong
    )


@pytest.mark.parametrize(("nats", "worse_nats"), [(0.0, 0.0), (8.0, 8.0), (3.0, 14.0)])
def test_a_table_from_which_druids_are_just_taken_off_must_fit(
    several: tuple[fae.Position, fae.Move, Table, Table], nats: float, worse_nats: float
) -> None:
    """One too many somewhere says that something else happened, though it is not seen plainly; a hand that
    was not seen as one may hide what seems to be taken off."""
    before, move, _, rest = several
    assumed = with_leftovers(fae.apply(before, move), rest)
    space = next(s for s in assumed if s not in {*move[:2], *rest})
    seen = [SeenPiece(s, kind, 40.0) for s, kinds in assumed.items() for kind in Counter(kinds).elements()]
    more = Counter(assumed[space]) + Counter({"red": 1} if nats else {})
    seen += [SeenPiece(space, "red", nats)]
    evidence = ScriptedEvidence(
        seen, worse=lambda wanted: worse_nats * (Counter(wanted.get(space)) != more), absent={move.source: 1}
    )
    verdict = interpret(before, look(after(assumed, {space: more}), fae.table(before), evidence))
    assert isinstance(verdict, Ask if nats else Played)


def test_a_move_is_sure_though_the_picture_leaves_open_what_is_still_to_be_taken_off(
    several: tuple[fae.Position, fae.Move, Table, Table],
) -> None:
    before, move, leftovers, _ = several
    p = fae.apply(before, move)
    ((space, counts),) = leftovers.items()
    assumed = with_leftovers(p, leftovers)
    pieces = [
        SeenPiece(s, kind, 0.3 if s == space and kind in counts else 20.0)
        for s, kinds in assumed.items()
        for kind, n in kinds.items()
        for _ in range(n)
    ]
    verdict = interpret(
        before, look(assumed, fae.table(before), ScriptedEvidence(pieces, absent={move.source: 1}))
    )
    assert isinstance(verdict, Played)
    assert (verdict.move[:2], verdict.partly) == (move[:2], True)
    freest = sum(piece.nats - PARAMS.other_piece_nats for piece in pieces if piece.space in move[:2])
    worse_nats = sum(piece.nats for piece in pieces) - freest + PARAMS.unknown_prior_nats
    crowded = ScriptedEvidence(pieces, worse=lambda wanted: worse_nats, absent={move.source: 1})
    again = interpret(before, look(assumed, fae.table(before), crowded))
    assert isinstance(again, Played), "among many nothing fits well"
    assert (again.move, again.partly) == (verdict.move, True)


def test_whether_leftovers_stand_there_is_told_by_the_picture_where_the_reading_leaves_doubt(
    several: tuple[fae.Position, fae.Move, Table, Table],
) -> None:
    """One druid seems to stand there, the others might hide: all gone fits far better than all there."""
    before, move, leftovers, _ = several
    p = fae.apply(before, move)
    ((space, counts),) = leftovers.items()
    phantom = SeenPiece(space, next(iter(counts)), 5.0)
    seen = with_leftovers(p, {space: {phantom.kind: 1}})
    all_there = with_leftovers(p, leftovers)[space]
    evidence = ScriptedEvidence(
        [phantom],
        {(space, kind): 1.0 for kind in counts},
        worse=lambda wanted: 40.0 if dict(wanted[space]) == dict(all_there) else 0.0,
    )
    verdict = interpret(p, look(seen, with_leftovers(p, leftovers), evidence), leftovers)
    assert isinstance(verdict, Settled)
    assert (verdict.leftovers, verdict.partly) == (NOTHING, False)


def test_a_group_that_had_its_ritual_may_be_taken_off() -> None:
    """E-029 leaves it there; a table that takes it off is not wrong, and play goes on."""
    p, move = step(lambda p, _: bool(fae.optional(p)))
    tidy = without(fae.table(p), fae.optional(p))
    assert len(tidy) < len(fae.table(p))
    assert isinstance(interpret(p, shows(p, tidy)), Settled)
    verdict = interpret(p, look(after(tidy, fae.changed(p, move)), tidy))
    assert isinstance(verdict, Played)
    assert verdict.move == move


def test_no_other_group_may() -> None:
    p = opening(1)
    assert isinstance(interpret(p, shows(p, after(fae.table(p), {1: {}}))), Wrong)


def test_settled_takes_the_table_with_or_without_leftovers(
    ritual: tuple[fae.Position, fae.Position, Table],
) -> None:
    _, p, leftovers = ritual
    assert INTERPRETER.shows(fae.table(p), leftovers, look(fae.table(p)))
    assert INTERPRETER.shows(fae.table(p), leftovers, look(with_leftovers(p, leftovers)))
    assert not INTERPRETER.shows(fae.table(p), NOTHING, look(with_leftovers(p, leftovers)))
