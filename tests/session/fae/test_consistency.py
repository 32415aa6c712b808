"""A lost piece is no move: a piece that left must be seen to arrive."""

from collections import Counter
from dataclasses import replace

import pytest

from companion.games import fae
from companion.games.base import Space, Table
from companion.session.board.consistency import appeared, vanished
from companion.session.board.interpreter import Interpreter
from companion.table.observation import Observation, SeenPiece
from companion.table.verdict import Ask, Played, Settled, Verdict, Wrong
from tests.games.fae.openings import opening
from tests.session.fae.tables import ScriptedEvidence, after, look, step

P = opening(1)
TABLE = fae.table(P)
FIRST, NEXT = next(
    (a, b)
    for a in fae.legal(P)
    if not fae.isolated_by(P, a.source, a.target)
    for b in fae.legal(fae.apply(P, a))
    if {a.source, a.target}.isdisjoint(b[:2]) and not fae.isolated_by(fae.apply(P, a), b.source, b.target)
)


def interpret(seen: Observation, doubted: tuple[fae.Move, ...] = ()) -> Verdict[fae.Move]:
    interpreter: Interpreter[fae.Position, fae.Move] = Interpreter(fae)
    return interpreter.interpret(P, seen, {}, doubted)


def seen(table: Table, unseen: frozenset[Space], absent: dict[Space, int]) -> Observation:
    """A picture in which a piece may be hidden, and a clearly visible one has left."""
    pieces = [SeenPiece(space, kind, 20.0) for space, kinds in table.items() for kind in kinds]
    hides: dict[tuple[Space, str], float] = {
        (FIRST.target, kind): 1.0 for kind in fae.contents(P, FIRST.source)
    }
    return look(table, TABLE, ScriptedEvidence(pieces, hides, absent=absent, unseen=unseen))


def lost() -> tuple[Table, frozenset[Space], dict[Space, int]]:
    """The druids of FIRST are nowhere; its target looks as before."""
    table = {space: kinds for space, kinds in TABLE.items() if space != FIRST.source}
    return table, frozenset({FIRST.target}), {FIRST.source: 1}


def test_a_lost_druid_is_no_move_even_where_only_one_can_have_hidden_it() -> None:
    table, unseen, absent = lost()
    picture = seen(table, unseen, absent)
    picture = Observation(
        "f", 0.0, picture.table, picture.changed | {FIRST.target}, evidence=picture.evidence
    )
    assert interpret(picture) == Ask((FIRST,))


def test_a_druid_that_seems_to_have_left_is_not_asked_about_where_the_picture_fits_as_before() -> None:
    """It is like its ground: neither the reading nor what came tells that it moved."""
    table, _, absent = lost()
    spaces = frozenset(FIRST[:2])
    hides: dict[tuple[Space, str], float] = {(s, k): 1.0 for s in spaces for k in TABLE[FIRST.source]}
    evidence = ScriptedEvidence([], hides, lambda wanted: 20.0 * (not wanted[FIRST.source]), absent, spaces)
    verdict = interpret(Observation("f", 0.0, table, spaces, evidence=evidence))
    assert isinstance(verdict, Wrong) and verdict.reason.code == "unexplained"


@pytest.mark.parametrize("came", [True, False])
def test_a_mistake_is_named_where_its_druids_are_seen_to_come(came: bool) -> None:
    """A space may seem empty though nobody moved: a druid like its ground in noise."""
    mistake = next(m for m in fae.mistakes(P) if m.reason.code == "not_adjacent")
    table = {space: kinds for space, kinds in TABLE.items() if space != mistake.source}
    pieces = [SeenPiece(space, kind, 20.0) for space, kinds in table.items() for kind in kinds]
    hides = {(mistake.target, kind): 1.0 for kind in TABLE[mistake.source]}
    nowhere = frozenset() if came else frozenset({mistake.target})
    picture = look(table, TABLE, ScriptedEvidence(pieces, hides, absent={mistake.source: 1}, unseen=nowhere))
    verdict = interpret(replace(picture, changed=picture.changed | {mistake.target}))
    assert isinstance(verdict, Wrong)
    assert verdict.reason.code == ("not_adjacent" if came else "unexplained")


@pytest.mark.parametrize("nats", [3.0, 6.0, 16.0])
def test_a_mistake_is_named_where_it_explains_the_whole_picture(nats: float) -> None:
    """Half a hand may look like two druids, a legal move in the dark like one that left a druid behind."""
    mistake = next(m for m in fae.mistakes(P) if m.reason.code == "not_adjacent")
    made = after(TABLE, mistake.changed)
    pieces = [SeenPiece(s, kind, 20.0) for s, kinds in made.items() for kind in kinds]
    space = next(s for s in TABLE if s not in mistake.changed)
    crowded = dict(Counter(TABLE[space]) + Counter(["red"]))
    evidence = ScriptedEvidence(
        [*pieces, SeenPiece(space, "red", nats)],
        worse=lambda wanted: nats * (wanted[space] != crowded),
        absent={mistake.source: 1},
    )
    verdict = interpret(look({**made, space: crowded}, TABLE, evidence))
    assert isinstance(verdict, Wrong)
    assert verdict.reason.code == ("not_adjacent" if nats < 6 else "unexplained")


def test_a_druid_that_was_seen_to_come_is_believed() -> None:
    after = fae.table(fae.apply(P, FIRST))
    verdict = interpret(seen(after, frozenset(), {FIRST.source: 1}))
    assert isinstance(verdict, Played)
    assert verdict.move[:2] == FIRST[:2]


def test_a_table_that_lacks_a_druid_in_clear_view_is_not_as_expected() -> None:
    space = FIRST.target
    (kind,) = fae.contents(P, space)
    evidence = ScriptedEvidence([], {(space, kind): 0.5}, absent={space: 1}, unseen=frozenset({space}))
    bare = {s: kinds for s, kinds in TABLE.items() if s != space}
    changed = frozenset({space})
    assert not isinstance(interpret(Observation("f", 0.0, bare, changed, evidence=evidence)), Settled)
    behind = ScriptedEvidence([], {(space, kind): 0.5}, unseen=frozenset({space}))
    assert isinstance(interpret(Observation("f", 0.0, bare, changed, evidence=behind)), Settled)


def test_a_move_in_doubt_is_asked_about_again_when_another_one_followed() -> None:
    """Any player may move any group: that somebody moved one says nothing of another."""
    after = fae.table(fae.apply(fae.apply(P, FIRST), NEXT))
    picture = seen(after, frozenset({FIRST.target}), {FIRST.source: 1, NEXT.source: 1})
    assert interpret(picture, (FIRST,)) == Ask((FIRST,))


def test_a_question_is_asked_again_with_the_move_that_is_seen_instead() -> None:
    """It may have come of half a picture."""
    beside = {m.target for m in fae.legal(P) if m.source == FIRST.target}
    other = next(m for m in fae.legal(P) if m.source == FIRST.source and m.target in beside)
    picture = seen(fae.table(fae.apply(P, other)), frozenset(), {FIRST.source: 1})
    picture = replace(picture, changed=picture.changed | {FIRST.target})
    asked = interpret(picture, (FIRST,))
    assert isinstance(asked, Ask)
    assert {*asked.moves} == {FIRST, other}
    after_all = interpret(picture, asked.moves)
    assert isinstance(after_all, Played) and after_all.move == other


@pytest.mark.parametrize("nats", [0.5, 12.0])
def test_a_druid_seen_to_come_where_none_belongs_puts_a_move_in_doubt(nats: float) -> None:
    """FIRST and the arrival of the next move: that it was not seen to leave makes FIRST alone likeliest."""
    moved = fae.table(fae.apply(P, FIRST))
    grown = fae.table(fae.apply(fae.apply(P, FIRST), NEXT))[NEXT.target]
    came = {**moved, NEXT.target: grown}
    pieces = [SeenPiece(space, kind, 20.0) for space, kinds in came.items() for kind in kinds]
    without = ScriptedEvidence(
        pieces, absent={FIRST.source: 1}, worse=lambda wanted: nats * (wanted[NEXT.target] != grown)
    )
    verdict = interpret(look(came, TABLE, without))
    assert isinstance(verdict, Played if nats < 1 else Ask)
    assert FIRST[:2] == (verdict.move if isinstance(verdict, Played) else verdict.moves[0])[:2]


@pytest.mark.parametrize("elsewhere", [True, False])
def test_a_druid_seen_to_come_beside_the_border_may_be_the_other_space_s(elsewhere: bool) -> None:
    after = fae.table(fae.apply(P, FIRST))
    (kind,) = fae.contents(P, FIRST.source)
    beside = FIRST.source
    read = {**after, FIRST.target: TABLE[FIRST.target], beside: {kind: 1}}
    others: dict[tuple[Space, str], float] = {(FIRST.target, kind): 3.0} if elsewhere else {}
    pieces = [SeenPiece(s, k, 20.0, others if s == beside else {}) for s in read for k in read[s]]
    evidence = ScriptedEvidence(pieces, {(FIRST.target, kind): 0.0}, absent={FIRST.source: 1})
    picture = Observation("f", 0.0, read, frozenset({*FIRST[:2], beside}), evidence=evidence)
    table = {space: after.get(space, {}) for space in after}
    assert appeared(table, picture) == (frozenset() if elsewhere else frozenset({beside}))


def test_whom_a_ritual_took_is_not_missed() -> None:
    table: Table = {1: {"red": 2, "blue": 1}}
    pieces = [SeenPiece(1, "red", 20.0)] * 2
    for more, gone, missed in ((1, 2, False), (0, 3, True)):
        evidence = ScriptedEvidence([*pieces, *pieces[:more]], absent={1: gone}, unseen=frozenset({1}))
        assert evidence.stood(1) == 5
        picture = Observation("f", 0.0, {1: {"red": 2}}, frozenset({1}), evidence=evidence)
        assert vanished(table, picture) == ({1} if missed else set())


@pytest.mark.parametrize(("stayed", "then"), [(0, Played), (1, Ask)])
def test_a_move_all_of_which_a_ritual_takes_is_seen_by_who_stood_there_and_went_too(
    stayed: int, then: type
) -> None:
    def takes_both(p: fae.Position, move: fae.Move) -> bool:
        alone = [sum(fae.contents(p, space).values()) for space in move[:2]] == [1, 1]
        removed = fae.removals(p, move)
        return alone and [{s: sum(kinds.values()) for s, kinds in r.items()} for r in removed] == [
            {move.target: 2}
        ]

    p, move = step(takes_both)
    before = fae.table(p)
    after = {space: kinds for space, kinds in before.items() if space not in move[:2]}
    evidence = ScriptedEvidence(
        [], absent={move.source: 1, move.target: 1 - stayed}, unseen=frozenset(move[:2])
    )
    interpreter: Interpreter[fae.Position, fae.Move] = Interpreter(fae)
    assert isinstance(interpreter.interpret(p, look(after, before, evidence), {}), then)
