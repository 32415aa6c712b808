from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import fae
from companion.games.base import Space, Table
from companion.session.board.interpreter import Interpreter
from companion.session.board.interpreter_params import PARAMS
from companion.table.observation import Observation, SeenPiece, Trouble
from companion.table.verdict import Ask, Played, Settled, Verdict, Wait, Wrong
from tests.games.fae.openings import game, opening
from tests.session.fae.tables import ScriptedEvidence, after, look, step

INTERPRETER: Interpreter[fae.Position, fae.Move] = Interpreter(fae)
NOTHING: Table = {}


def interpret(p: fae.Position, seen: Observation, leftovers: Table = NOTHING) -> Verdict[fae.Move]:
    return INTERPRETER.interpret(p, seen, leftovers)


def shows(p: fae.Position, table: Table, evidence: ScriptedEvidence | None = None) -> Observation:
    """Return a picture of a table whose previous picture showed `p`."""
    return look(table, fae.table(p), evidence)


def merged(p: fae.Position, move: fae.Move) -> Table:
    """The table when the group was moved and nothing taken off yet."""
    return after(fae.table(p), fae.changed(p, move))


def isolates(p: fae.Position, move: fae.Move) -> int:
    return len(fae.isolated_by(p, move.source, move.target))


# -- certain pictures


def test_the_expected_table_is_settled() -> None:
    p = opening(1)
    verdict = interpret(p, shows(p, fae.table(p)))
    assert isinstance(verdict, Settled)
    assert verdict.confidence > PARAMS.accept_probability
    assert verdict.leftovers == NOTHING


@settings(max_examples=20)
@given(st.integers(0, 10**9), st.data())
def test_every_legal_move_is_recognised(seed: int, data: st.DataObject) -> None:
    steps = list(game(seed))
    p, move, _ = steps[data.draw(st.integers(0, len(steps) - 1))]
    moves = [other for other in fae.legal(p) if merged(p, other) == merged(p, move)]
    verdict = interpret(p, shows(p, merged(p, move)))
    if len(moves) == 1:
        assert isinstance(verdict, Played)
        assert verdict.move[:2] == move[:2]
        assert verdict.confidence > PARAMS.accept_probability
    else:
        assert isinstance(verdict, Ask)
        assert {other[:2] for other in verdict.moves} == {other[:2] for other in moves}


@settings(max_examples=20)
@given(st.integers(0, 10**9), st.data())
def test_every_usual_mistake_is_told_with_its_reason(seed: int, data: st.DataObject) -> None:
    steps = list(game(seed))
    p, _, _ = steps[data.draw(st.integers(0, len(steps) - 1))]
    known = list(fae.mistakes(p))
    mistake = known[data.draw(st.integers(0, len(known) - 1))]
    verdict = interpret(p, shows(p, after(fae.table(p), mistake.changed)))
    alike = [other for other in known if other.changed == mistake.changed]
    assert isinstance(verdict, Wrong)
    assert verdict.reason in [other.reason for other in alike]
    assert (verdict.source, verdict.target) in [(other.source, other.target) for other in alike]


CROWDED = fae.position(
    {6: {"red": 1}, 7: {"red": 1, "blue": 1}, 8: {"red": 2, "blue": 2, "yellow": 2, "black": 1}}, players=2
)
"""Side by side in this order, too many on the last; 6 also faces spaces over a lake."""
CODES = ("across_lake", "empty_target", "too_many_druids", "not_adjacent", "split_group", "several_moves")


@pytest.mark.parametrize("code", CODES)
def test_each_code_is_told(code: str) -> None:
    p = CROWDED
    mistake = next(m for m in fae.mistakes(p) if m.reason.code == code)
    verdict = interpret(p, shows(p, after(fae.table(p), mistake.changed)))
    assert isinstance(verdict, Wrong)
    assert (verdict.reason, verdict.source, verdict.target) == (
        mistake.reason,
        mistake.source,
        mistake.target,
    )


def test_what_no_move_and_no_mistake_explains_is_unexplained() -> None:
    p = opening(1)
    table = after(fae.table(p), {1: {}, 30: {}, 60: {"red": 2}})
    verdict = interpret(p, shows(p, table))
    assert isinstance(verdict, Wrong)
    assert verdict.reason.code == "unexplained"
    assert set(verdict.reason.spaces) == {1, 30, 60}
    assert (verdict.source, verdict.target) == (None, None)


@pytest.mark.parametrize("trouble", ["hand", "motion", "board_lost"])
def test_trouble_is_waited_out_whatever_was_read(trouble: Trouble) -> None:
    p = opening(1)
    seen = Observation("f", 0.0, fae.table(p), trouble=trouble, hidden=frozenset({7, 3}))
    assert interpret(p, seen) == Wait(trouble, (3, 7))
    assert not INTERPRETER.shows(fae.table(p), NOTHING, seen)


# -- doubtful pictures


P = opening(1)
ONE, OTHER = next(
    (a, b)
    for a in fae.legal(P)
    for b in fae.legal(P)
    if a.source == b.source and a.target < b.target and not (isolates(P, a) or isolates(P, b))
)
"""Two legal moves of the same druid, which take nothing off."""
(DRUID,) = fae.contents(P, ONE.source)


def near_border(loss: float, **more: Any) -> Observation:
    """The druid came over a border and was read as of ONE; OTHER would cost `loss` nats."""
    stood = [SeenPiece(m.target, kind, 20.0) for m in (ONE, OTHER) for kind in fae.contents(P, m.target)]
    came = SeenPiece(ONE.target, DRUID, 18.0, {(OTHER.target, DRUID): loss})
    changed = frozenset({ONE.source, ONE.target, OTHER.target})
    return Observation("f", 0.0, merged(P, ONE), changed, evidence=ScriptedEvidence([*stood, came], **more))


def test_two_moves_that_explain_it_alike_are_asked_about_the_better_first() -> None:
    assert interpret(P, near_border(0.5)) == Ask((ONE, OTHER))


def test_far_from_the_border_there_is_no_doubt() -> None:
    verdict = interpret(P, near_border(9.0))
    assert isinstance(verdict, Played)
    assert verdict.move == ONE


def test_a_closer_look_settles_the_doubt() -> None:
    grown = merged(P, OTHER)[OTHER.target]
    verdict = interpret(P, near_border(0.5, worse=lambda wanted: 12.0 * (wanted[OTHER.target] != grown)))
    assert isinstance(verdict, Played)
    assert verdict.move == OTHER


def test_what_fits_nothing_however_closely_is_unexplained() -> None:
    verdict = interpret(P, near_border(0.5, worse=lambda wanted: 100.0))
    assert isinstance(verdict, Wrong)
    assert verdict.reason.code == "unexplained"


def test_pieces_that_left_a_space_speak_for_the_move_that_changes_it() -> None:
    verdict = interpret(P, near_border(0.5, absent={OTHER.target: 1}))
    assert isinstance(verdict, Played)
    assert verdict.move == OTHER


def hard_to_read(table: Table, nats: float, gone: Space | None = None) -> Observation:
    """The table of P in a picture that looks like another one, by so many nats."""
    spaces = {space for space in table if table[space] != fae.table(P)[space]}
    seen = [
        SeenPiece(s, kind, nats, {(s, k): nats for k in fae.table(P)[s]}) for s in spaces for kind in table[s]
    ]

    def worse(wanted: Table) -> float:
        return nats * any(dict(wanted[space]) != dict(table[space]) for space in spaces)

    return shows(P, table, ScriptedEvidence(seen, worse=worse, absent={} if gone is None else {gone: 1}))


def test_what_comes_back_after_a_mistake_need_not_stand_where_it_stood() -> None:
    ((kind, _),) = fae.table(P)[1].items()
    other = next(k for k in fae.board.COLOURS if k != kind)
    picture = hard_to_read(after(fae.table(P), {1: {other: 1}}), 18.0, gone=1)
    assert isinstance(INTERPRETER.interpret(P, picture, NOTHING), Wrong)
    assert isinstance(INTERPRETER.interpret(P, picture, NOTHING, disturbed=(1,)), Settled)


def test_another_colour_where_a_druid_left_is_looked_at_again_but_not_a_druid_in_bad_light() -> None:
    ((kind, _),) = fae.table(P)[1].items()
    other = next(k for k in fae.board.COLOURS if k != kind)
    table = after(fae.table(P), {1: {other: 1}})
    assert INTERPRETER.interpret(P, hard_to_read(table, 8.0, gone=1), NOTHING) == Wait("motion", (1,))
    assert isinstance(INTERPRETER.interpret(P, hard_to_read(table, 8.0), NOTHING), Settled)


def test_a_druid_that_comes_where_none_is_seen_to_leave_is_asked_about() -> None:
    """It stands on a ground like itself, perhaps: the fit may not make sure that nothing happened."""
    target = fae.contents(P, ONE.target)
    table = after(fae.table(P), {ONE.target: {**fae.table(P)[ONE.target], DRUID: 1}})
    seen = [SeenPiece(ONE.source, DRUID, 26.0), SeenPiece(ONE.target, DRUID, 21.0)]
    seen += [SeenPiece(ONE.target, kind, 40.0) for kind in target]

    def worse(wanted: Table) -> float:
        if not wanted[ONE.source]:
            return 31.0
        return 7.0 * (dict(wanted[ONE.target]) != dict(table[ONE.target]))

    changed = frozenset(ONE[:2])
    came, stays = (
        interpret(
            P,
            Observation(
                "f", 0.0, table, changed, evidence=ScriptedEvidence(seen, worse=worse, unseen=unseen)
            ),
        )
        for unseen in (frozenset[Space](), frozenset({ONE.target}))
    )
    assert came == Ask((ONE,))
    assert isinstance(stays, Settled)


def test_half_a_board_that_changed_is_not_understood() -> None:
    before = fae.table(P)
    for count, verdict in ((20, Wrong), (50, Wait)):
        spaces = [*before][:count]
        table = {**before, **{space: {"black": 1} for space in spaces}}
        assert isinstance(INTERPRETER.interpret(P, shows(P, table), NOTHING), verdict)


def test_nobody_brings_druids_along() -> None:
    """What looks like one more is believed less than what looks like another one, or is waited about."""
    ((kind, _),) = fae.table(P)[1].items()
    for nats, then in ((12.0, Settled), (23.0, Wait), (40.0, Wrong)):
        assert isinstance(interpret(P, hard_to_read(after(fae.table(P), {1: {kind: 2}}), nats)), then)


def test_what_went_may_be_the_one_too_many_beside_it() -> None:
    """Another one seems to stand where it stood: though the picture fits as well, it is not settled."""
    move = fae.legal(P)[0]
    before = fae.table(P)
    ((kind, _),) = before[move.source].items()
    table = after(before, {move.target: Counter(before[move.target]) + Counter({kind: 1})})
    seen = [SeenPiece(space, each, 40.0) for space in move[:2] for each in before[space]]
    verdicts = []
    for nats in (3.0, 8.0):
        verdict = ScriptedEvidence([*seen, SeenPiece(move.target, kind, nats)], absent={move.source: 1})
        picture = replace(look(table, before, verdict), changed=frozenset(move[:2]))
        verdicts.append(INTERPRETER.interpret(P, picture, NOTHING))
    assert isinstance(verdicts[0], Settled)
    assert isinstance(verdicts[1], Wait)


PAIR, PAIR_MOVE = step(
    lambda p, m: len(fae.contents(p, m.source)) == 2 == fae.size(p, m.source) and not isolates(p, m)
)
STAYS, GOES = fae.contents(PAIR, PAIR_MOVE.source)
SPLIT = next(
    mistake
    for mistake in fae.mistakes(PAIR)
    if (mistake.source, mistake.target) == PAIR_MOVE[:2] and mistake.changed[mistake.source] == {STAYS: 1}
)
"""One of a group of two is left behind."""
BEHIND = after(fae.table(PAIR), SPLIT.changed)
MOVED = merged(PAIR, PAIR_MOVE)


def alike(wanted: Table, table: Table) -> bool:
    """Return whether both have the same pieces on the two spaces of the move."""
    return all(dict(wanted[space]) == dict(table.get(space, {})) for space in PAIR_MOVE[:2])


def split(stays: Any, goes: Any, **more: Any) -> Observation:
    """Read: one druid left behind; `stays` and `goes` are what else the two may be."""
    source, target = PAIR_MOVE[:2]
    seen = [SeenPiece(target, kind, 20.0) for kind, n in fae.contents(PAIR, target).items() for _ in range(n)]
    seen += [SeenPiece(source, STAYS, 18.0, stays), SeenPiece(target, GOES, 18.0, goes)]
    return shows(PAIR, BEHIND, ScriptedEvidence(seen, **more))


def test_a_druid_left_behind_beyond_doubt_is_a_mistake() -> None:
    verdict = interpret(PAIR, split({}, {}))
    assert isinstance(verdict, Wrong)
    assert verdict.reason == SPLIT.reason


def test_a_mistake_that_a_closer_look_calls_a_move_is_asked_about() -> None:
    """The move costs 2 + 5, the mistake 6: in doubt; the fit is for the move."""
    other = {(PAIR_MOVE.target, STAYS): 5.0}
    asked = interpret(PAIR, split(other, {}, worse=lambda wanted: 30.0 * (not alike(wanted, MOVED))))
    assert asked == Ask((PAIR_MOVE,))
    verdict = interpret(PAIR, split(other, {}, worse=lambda wanted: 30.0 * (not alike(wanted, BEHIND))))
    assert isinstance(verdict, Wrong)
    assert verdict.reason == SPLIT.reason


def test_a_move_that_a_closer_look_calls_a_mistake_is_asked_about() -> None:
    """The move costs 2 + 3.5, the mistake 6: in doubt; the fit is for the mistake."""
    other = {(PAIR_MOVE.target, STAYS): 3.5}
    asked = interpret(PAIR, split(other, {}, worse=lambda wanted: 30.0 * (not alike(wanted, BEHIND))))
    assert asked == Ask((PAIR_MOVE,))
    verdict = interpret(PAIR, split(other, {}, worse=lambda wanted: 30.0 * (not alike(wanted, MOVED))))
    assert isinstance(verdict, Played)
    assert verdict.move == PAIR_MOVE


def test_between_nothing_and_a_mistake_the_next_picture_is_waited_for() -> None:
    """Nothing costs 6, for a druid read over the border; the mistake 6; both fit alike, no move does."""
    other = {(PAIR_MOVE.source, GOES): 6.0}

    def worse(wanted: Table) -> float:
        return 60.0 * (not alike(wanted, BEHIND) and not alike(wanted, fae.table(PAIR)))

    assert interpret(PAIR, split({}, other, worse=worse)) == Wait("motion", tuple(sorted(PAIR_MOVE[:2])))


# -- whether a table is as it should be


def test_settled_asks_for_every_druid() -> None:
    table = fae.table(P)
    wrongs: list[Table] = [{1: {}}, {1: {"red": 1, "blue": 1}}]
    for wrong in wrongs:
        assert not INTERPRETER.shows(table, NOTHING, look(after(table, wrong)))


@pytest.mark.parametrize(("nats", "settled"), [(1.0, True), (12.0, False)])
def test_settled_overlooks_what_may_be_hidden(nats: float, settled: bool) -> None:
    table = fae.table(P)
    ((kind, _),) = table[1].items()
    seen = look(after(table, {1: {}}), table, ScriptedEvidence([], {(1, kind): nats}))
    assert INTERPRETER.shows(table, NOTHING, seen) is settled
