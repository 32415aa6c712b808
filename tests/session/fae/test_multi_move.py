"""Tables that only several moves in a row explain, the pictures between them being missing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import fae
from companion.games.base import Space, Table
from companion.games.fae.board import ACROSS_LAKE, COLOURS, NEIGHBOURS
from companion.games.fae.script import read_setup
from companion.session.board.interpreter import Interpreter
from companion.session.board.interpreter_params import PARAMS
from companion.table.observation import SeenPiece
from companion.table.verdict import Ask, Played, Verdict, Wrong
from tests.games.fae.openings import game, opening
from tests.session.fae.tables import ScriptedEvidence, after, look

INTERPRETER: Interpreter[fae.Position, fae.Move] = Interpreter(fae)


def interpret(p: fae.Position, table: Table) -> Verdict[fae.Move]:
    return INTERPRETER.interpret(p, look(table, fae.table(p)), {})


def apply_move(p: fae.Position, moves: Sequence[fae.Move]) -> fae.Position:
    for move in moves:
        p = fae.apply(p, move)
    return p


def legal_end(p: fae.Position, moves: Sequence[fae.Move]) -> fae.Position | None:
    """Where moves lead; None if one is not legal."""
    for move in moves:
        if move not in fae.legal(p):
            return None
        p = fae.apply(p, move)
    return p


def apart(p: fae.Position, count: int) -> tuple[fae.Move, ...]:
    """Moves that have no space in common and isolate nothing."""
    found: list[fae.Move] = []
    for move in fae.legal(p):
        now = apply_move(p, found)
        if {*move[:2]}.isdisjoint(s for m in found for s in m[:2]) and not fae.isolated_by(now, *move[:2]):
            found.append(move)
        if len(found) == count:
            return tuple(found)
    raise AssertionError("too few moves")


def chosen(verdict: Played[fae.Move]) -> tuple[fae.Move, ...]:
    return verdict.move, *verdict.then


def test_two_moves_between_pictures_are_both_told() -> None:
    p = opening(1)
    moves = apart(p, 2)
    verdict = interpret(p, fae.table(apply_move(p, moves)))
    assert isinstance(verdict, Played)
    assert {*chosen(verdict)} == {*moves}
    assert verdict.confidence > PARAMS.accept_probability


@pytest.mark.parametrize(("stirred", "then"), [(0, Played), (1, Ask)])
def test_moves_no_picture_shows_are_asked_about_where_a_druid_that_should_have_stayed_stands_elsewhere(
    stirred: int, then: type
) -> None:
    """It may have gone away and come back meanwhile."""
    p = opening(1)
    first, second = apart(p, 2)
    table = fae.table(apply_move(p, (first, second)))
    seen = [SeenPiece(s, kind, 40.0) for s in (*first[:2], *second[:2]) for kind in table.get(s, {})]
    evidence = ScriptedEvidence(seen, absent={first.source: 1, second.source: 1, second.target: stirred})
    assert isinstance(INTERPRETER.interpret(p, look(table, fae.table(p), evidence), {}), then)


def test_a_second_move_that_hardly_shows_is_not_believed_with_the_first() -> None:
    """Its druid may have been overlooked where it stood, and a shadow taken for it where it is to be."""
    p = opening(1)
    first, second = apart(p, 2)
    table = fae.table(apply_move(p, (first, second)))
    faint = SeenPiece(second.target, next(iter(fae.contents(p, second.source))), 9.0)
    seen = [SeenPiece(space, kind, 40.0) for space in first[:2] for kind in table.get(space, {})]
    overlooked = {(second.source, faint.kind): 9.0}
    verdicts = []
    for nats in (9.0, 40.0):
        evidence = ScriptedEvidence(
            [*seen, replace(faint, nats=nats)], dict.fromkeys(overlooked, nats), absent={second.source: 1}
        )
        verdicts.append(INTERPRETER.interpret(p, look(table, fae.table(p), evidence), {}))
    assert verdicts[0] == Ask((first, second), gap=True)
    assert isinstance(verdicts[1], Played)


@pytest.mark.parametrize(("nats", "then"), [(2.0, Played), (8.0, Ask)])
def test_what_followed_a_move_in_doubt_is_asked_about_where_it_does_not_quite_fit(
    nats: float, then: type
) -> None:
    """A shadow may look like a druid of another colour than the one that left."""
    p = opening(1)
    first, second = apart(p, 2)
    table = fae.table(apply_move(p, (first, second)))
    (kind, *_) = fae.contents(p, second.source)
    other = next(k for k in COLOURS if k not in table[second.target])
    there = dict(Counter(table[second.target]) - Counter([kind]) + Counter([other]))
    shown = after(table, {second.target: there})
    came = SeenPiece(second.target, other, 40.0, {(second.target, kind): nats})
    seen = [SeenPiece(s, k, 40.0) for s in first[:2] for k in table.get(s, {})]
    gone: dict[Space, int] = {first.source: 1, second.source: 1}
    evidence = ScriptedEvidence(
        [*seen, came], worse=lambda wanted: nats * (wanted[second.target] != there), absent=gone
    )
    assert isinstance(INTERPRETER.interpret(p, look(shown, fae.table(p), evidence), {}, (first,)), then)


def test_of_several_moves_that_are_asked_about_any_may_have_been_the_first() -> None:
    """Where a druid went elsewhere though nothing happened there, even a table that fits is doubtful."""
    p = opening(1)
    moves = apart(p, 3)
    table = fae.table(apply_move(p, moves[:2]))
    elsewhere = ScriptedEvidence(
        [SeenPiece(s, k, 20.0) for s in table for k in table[s]], absent={moves[2].target: 1}
    )
    picture = look(table, fae.table(p), elsewhere)
    verdict = INTERPRETER.interpret(p, replace(picture, changed=picture.changed | {moves[2].target}), {})
    assert isinstance(verdict, Ask)
    assert {*verdict.moves} == {*moves[:2]}


def test_three_too_and_a_group_that_moves_on_in_its_order() -> None:
    p = opening(1)
    first, apart_from_it = apart(p, 2)
    on = next(m for m in fae.legal(fae.apply(p, first)) if m.source == first.target != apart_from_it.target
              and m.target not in (*first[:2], *apart_from_it[:2]))  # fmt: skip
    moves = (first, on, apart_from_it)
    verdict = interpret(p, fae.table(apply_move(p, moves)))
    assert isinstance(verdict, Played)
    assert {*chosen(verdict)} == {*moves}
    assert chosen(verdict).index(first) < chosen(verdict).index(on)


def test_four_are_unexplained() -> None:
    p = opening(1)
    verdict = interpret(p, fae.table(apply_move(p, apart(p, 4))))
    assert isinstance(verdict, Wrong)
    assert verdict.reason.code == "unexplained"


@settings(max_examples=25)
@given(st.integers(0, 10**9), st.data())
def test_what_is_believed_of_a_gap_is_what_was_played(seed: int, data: st.DataObject) -> None:
    """In another order perhaps, but to the same position: scores and cards of the right players."""
    steps = [(p, move) for p, move, _ in game(seed)]
    at = data.draw(st.integers(0, len(steps) - 3))
    p, ends = steps[at][0], steps[at + 2][0]
    verdict = interpret(p, fae.table(ends))
    ordered = any(len(fae.isolated_by(a, *b[:2])) > 1 for a, b in steps[at : at + 2])
    if isinstance(verdict, Played) and not ordered:
        assert apply_move(p, chosen(verdict)) == ends


@pytest.mark.parametrize("count", [2, 3])
def test_the_order_of_moves_that_do_not_touch_each_other_is_unknown(count: int) -> None:
    p = opening(1)
    verdict = interpret(p, fae.table(apply_move(p, apart(p, count))))
    assert isinstance(verdict, Played)
    assert not verdict.order_known


def test_the_order_is_known_if_the_second_move_needs_the_first() -> None:
    """The druids that came with the first move go on together."""
    p, first, on = next(
        (p, one, two)
        for (p, one, _), (_, two, _) in pairwise(game(6))
        if (one.source, one.target, two.target) == (7, 6, 2)
    )
    verdict = interpret(p, fae.table(apply_move(p, (first, on))))
    assert isinstance(verdict, Played)
    assert verdict.order_known and chosen(verdict) == (first, on)


def test_a_move_in_doubt_is_known_to_be_the_first() -> None:
    p = opening(1)
    first, second = apart(p, 2)
    both = look(fae.table(apply_move(p, (first, second))), fae.table(p))
    verdict = INTERPRETER.interpret(p, both, {}, (first,))
    assert isinstance(verdict, Played)
    assert verdict.order_known and chosen(verdict) == (first, second)


@settings(max_examples=25)
@given(st.integers(0, 10**9), st.data())
def test_moves_are_believed_only_if_every_order_leads_to_the_same_position(
    seed: int, data: st.DataObject
) -> None:
    steps = [(p, move) for p, move, _ in game(seed)]
    at = data.draw(st.integers(0, len(steps) - 4))
    p, ends = steps[at][0], steps[at + 3][0]
    verdict = interpret(p, fae.table(ends))
    if not isinstance(verdict, Played) or not verdict.then:
        return
    table = fae.table(apply_move(p, chosen(verdict)))
    alike = {
        order: end
        for order in permutations(chosen(verdict))
        if (end := legal_end(p, order)) is not None and fae.table(end) == table
    }
    assert len({*alike.values()}) == 1
    assert verdict.order_known == (len(alike) == 1)


def test_an_order_that_matters_is_asked_about() -> None:
    """Two rituals, each brought about by a move of its own: who gets which card is not to be seen."""
    for seed in range(300):
        for (p, first, _), (_, second, _) in pairwise(game(seed)):
            if not {*first[:2]}.isdisjoint(second[:2]) or first.rituals or second.rituals:
                continue
            other = (fae.Move(*second[:2]), fae.Move(*first[:2]))
            if other[0] not in fae.legal(p) or other[1] not in fae.legal(fae.apply(p, other[0])):
                continue
            ends, swapped = apply_move(p, (first, second)), apply_move(p, other)
            if fae.table(ends) == fae.table(swapped) and ends != swapped:
                verdict = interpret(p, fae.table(ends))
                assert isinstance(verdict, Ask)
                assert {first[:2], second[:2]} <= {move[:2] for move in verdict.moves}
                return
    raise AssertionError("no such game")


def test_a_move_whose_player_chose_what_to_take_off_may_have_been_the_first() -> None:
    """20 to 17 leaves two groups alone at once: which ritual is held first decides what goes from 17."""
    groups = {
        7: "red blue yellow black", 12: "red blue", 13: "black", 17: "red blue purple purple black",
        20: "blue yellow", 21: "red blue yellow yellow purple", 29: "blue blue black", 30: "purple black",
    }  # fmt: skip
    druids = {str(space): Counter(kinds.split()) for space, kinds in groups.items()}
    setup = {"players": ["A", "B", "C"], "druids": druids, "cards_used": 6, "turn": "B"}
    p = read_setup(setup).position
    first, second = fae.Move(20, 17, (21, 17)), fae.Move(12, 13)
    assert len(fae.removals(p, fae.Move(*first[:2]))) == 2
    verdict = interpret(p, fae.table(apply_move(p, (first, second))))
    assert isinstance(verdict, Ask)
    assert {move[:2] for move in verdict.moves} == {first[:2], second[:2]}


def test_two_groups_brought_together_are_one_players_mistake() -> None:
    p = opening(1)
    mistake = next(m for m in fae.mistakes(p) if m.reason.code == "several_moves")
    verdict = interpret(p, after(fae.table(p), mistake.changed))
    assert isinstance(verdict, Wrong)
    assert verdict.reason == mistake.reason


def test_the_better_of_bad_explanations_is_not_believed() -> None:
    """A move explains all but a druid that is gone from a space it does not touch."""
    p = opening(1)
    move = apart(p, 1)[0]
    gone = next(s for s in fae.table(p) if s not in (*move[:2], *NEIGHBOURS[move.target]))
    table = after(fae.table(p), {**fae.changed(p, move), gone: {}})
    kinds = fae.table(p)[gone]
    seen = [SeenPiece(s, kind, 20.0) for s in move[:2] for kind in table.get(s, {})]

    def worse(wanted: Table) -> float:
        missed = sum(dict(wanted[s]) != dict(table.get(s, {})) for s in (*move[:2], gone))
        return 30.0 * missed

    for hidden in (25.0, 40.0):
        evidence = ScriptedEvidence(seen, {(gone, kind): hidden for kind in kinds}, worse)
        verdict = INTERPRETER.interpret(p, look(table, fae.table(p), evidence), {})
        assert isinstance(verdict, Wrong)
        assert verdict.reason.code == "unexplained"


def test_a_fit_may_show_that_a_reading_was_wrong() -> None:
    """The same picture, but the druid that seemed to be gone can be made out on a closer look."""
    p = opening(1)
    move = apart(p, 1)[0]
    gone = next(s for s in fae.table(p) if s not in (*move[:2], *NEIGHBOURS[move.target]))
    table = after(fae.table(p), {**fae.changed(p, move), gone: {}})
    seen = [SeenPiece(s, kind, 20.0) for s in move[:2] for kind in table.get(s, {})]

    def worse(wanted: Table) -> float:
        return 30.0 * sum(dict(wanted[s]) != dict(table.get(s, {})) for s in move[:2])

    verdict = INTERPRETER.interpret(p, look(table, fae.table(p), ScriptedEvidence(seen, {}, worse)), {})
    assert isinstance(verdict, Played)
    assert chosen(verdict) == (move,)


def test_a_move_in_doubt_and_the_next_one_are_told_together() -> None:
    """Alone the next move would do, had the one in doubt not been seen; neither is another player's."""
    p = opening(1)
    first, second = apart(p, 2)
    between = fae.apply(p, first)
    both = look(fae.table(fae.apply(between, second)), fae.table(p))
    verdict = INTERPRETER.interpret(p, both, {}, (first,))
    assert isinstance(verdict, Played)
    assert chosen(verdict) == (first, second)


def test_a_move_in_doubt_that_is_hidden_now_is_not_passed_over() -> None:
    """Its druid may stand where it stood, or where it went; only the next move is seen for sure."""
    p = opening(1)
    first, second = apart(p, 2)
    (kind,) = fae.contents(p, first.source)
    table = fae.table(fae.apply(p, second))
    came = SeenPiece(first.source, kind, 18.0, {(first.target, kind): 2.0})
    stood = [SeenPiece(s, k, 20.0) for s in (first.target, second.target) for k in table[s]]
    changed = frozenset((*first[:2], *second[:2]))
    seen = look(table, fae.table(p), ScriptedEvidence([came, *stood], absent={first.source: 1}))
    seen = replace(seen, changed=changed)
    doubted = INTERPRETER.interpret(p, seen, {}, (first,))
    assert isinstance(doubted, Played)
    assert chosen(doubted) == (first, second)


def test_moves_that_may_be_a_move_and_a_mistake_are_asked_about() -> None:
    """A group goes on over the lake's shore in two moves, or another came to it and both crossed the lake."""
    p = opening(1)
    first, on = next(
        (one, two)
        for one in fae.legal(p)
        for two in fae.legal(fae.apply(p, one))
        if two.source == one.target and (one.source, two.target) in ACROSS_LAKE
        and fae.Move(one.target, one.source) in fae.legal(p)
        and not any(fae.isolated_by(q, *m[:2]) for q, m in ((p, one), (fae.apply(p, one), two)))
    )  # fmt: skip
    verdict = interpret(p, fae.table(apply_move(p, (first, on))))
    assert isinstance(verdict, Ask)
    assert {first[:2], first[:2][::-1]} <= {move[:2] for move in verdict.moves}


def test_two_groups_that_came_to_one_are_a_mistake_only_where_there_was_no_time_for_two_moves() -> None:
    p = opening(1)
    first, then = next(
        (one, two)
        for one in fae.legal(p)
        for two in fae.legal(fae.apply(p, one))
        if two.target == one.target and one.source not in NEIGHBOURS[two.source]
        and not any(fae.isolated_by(q, *m[:2]) for q, m in ((p, one), (fae.apply(p, one), two)))
    )  # fmt: skip
    picture = look(fae.table(apply_move(p, (first, then))), fae.table(p), ScriptedEvidence())
    soon = INTERPRETER.interpret(p, replace(picture, covered_s=2.0), {})
    assert isinstance(soon, Wrong) and soon.reason.code == "several_moves"
    later = INTERPRETER.interpret(p, replace(picture, covered_s=4.0), {})
    assert isinstance(later, Ask)
    assert {move[:2] for move in later.moves} <= {first[:2], then[:2]}


def test_a_mistake_made_after_a_move_that_no_picture_showed_is_neither() -> None:
    """A druid comes to a space, and the one that stood there goes on alone."""
    p = opening(1)
    first, mistake = next(
        (move, mistake)
        for move in fae.legal(p)
        if not fae.isolated_by(p, *move[:2])
        for mistake in fae.mistakes(fae.apply(p, move))
        if mistake.reason.code == "split_group"
        and mistake.source == move.target
        and mistake.changed[mistake.source] == fae.table(p)[move.source]
        and fae.table(p)[move.source] != fae.table(p)[move.target]
    )
    seen = after(fae.table(fae.apply(p, first)), mistake.changed)
    verdict = interpret(p, seen)
    assert isinstance(verdict, Ask)
    assert first[:2] in {move[:2] for move in verdict.moves}
    verdict = interpret(fae.apply(p, first), seen)
    assert isinstance(verdict, Wrong) and verdict.reason == mistake.reason


def test_three_moves_whose_order_decides_who_held_a_ritual_are_asked_about() -> None:
    """Though the course in which one of them comes last begins more likely than the others."""
    p, _, _ = next(islice(game(2), 38, None))
    moves = fae.Move(5, 6), fae.Move(36, 37), fae.Move(37, 30)
    first, *others = {apply_move(p, order) for order in (moves, (*moves[1:], moves[0]))}
    assert others and fae.table(first) == fae.table(others[0])
    verdict = interpret(p, fae.table(first))
    assert isinstance(verdict, Ask)
    assert {moves[0][:2], moves[1][:2]} <= {move[:2] for move in verdict.moves}


@pytest.mark.parametrize("elsewhere", [0, 1])
@pytest.mark.parametrize(("unseen_s", "then"), [(4.0, Ask), (2.0, Played)])
def test_a_move_is_asked_about_where_there_was_time_for_another_and_a_mistake(
    elsewhere: int, unseen_s: float, then: type
) -> None:
    """Druids may come to a space by way of another one, from where only they were moved on."""
    p = opening(1)
    move = next(
        m for m in fae.legal(p) if fae.Move(*m[1::-1]) in fae.legal(p) and not fae.isolated_by(p, *m[:2])
    )
    before, seen = fae.table(p), fae.table(fae.apply(p, move))
    pieces = [SeenPiece(space, kind, 40.0) for space in move[:2] for kind in seen.get(space, {})]
    evidence = ScriptedEvidence(pieces, absent={move.source: 1, move.target: elsewhere})
    verdict = INTERPRETER.interpret(p, replace(look(seen, before, evidence), unseen_s=unseen_s), {})
    assert isinstance(verdict, then)
    if isinstance(verdict, Played):
        assert verdict.move[:2] == move[:2]
    if isinstance(verdict, Ask):
        asked = {m[:2] for m in verdict.moves}
        assert {move[:2], move[1::-1]} < asked
        for source, target in asked - {move[:2], move[1::-1]}:
            assert source == move.source and move.target in NEIGHBOURS[target]
