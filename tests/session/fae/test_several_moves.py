"""Several moves that one picture shows, and moves in doubt that the next ones overtake."""

from collections import Counter
from dataclasses import replace

import pytest

from companion.games import fae
from companion.games.base import Reason
from companion.games.fae.ritual_orders import matters
from companion.session.board.interpreter import Interpreter
from companion.session.events import Json
from companion.session.fae.session import FaeSession
from companion.table.observation import SeenPiece
from companion.table.tables import plus
from companion.table.verdict import Ask, Played, Wrong
from tests.session.fae.tables import ScriptedEvidence, look
from tests.session.fae_answers import named, ordered
from tests.session.fakes import PLAYERS, Scripted, begun, event_names, games, observed, opening, see


def lines(session: FaeSession) -> list[Json]:
    """Return the events of the last picture."""
    return [event.as_json() for event in session.happened]


def position_of(session: FaeSession) -> fae.Position:
    return session.timeline.current.position


def doubted_and_overtaken() -> tuple[fae.Move, fae.Move, fae.Move, fae.Position]:
    """Two moves in doubt, a next one that only fits after the first, and where the first leads."""
    first, other = fae.legal(opening())[0], fae.legal(opening())[-1]
    between = fae.apply(opening(), first)
    second = next(m for m in fae.legal(between) if {*m[:2]}.isdisjoint((*first[:2], *other[:2])))
    return first, other, second, between


def test_a_doubted_move_that_the_next_one_overtakes_counts_with_it() -> None:
    first, other, second, between = doubted_and_overtaken()
    session = begun(Scripted(Ask((first, other))), position=opening())
    assert observed(session, see(fae.table(between))) == ["position", "ask"]
    session.observe(see(fae.table(fae.apply(between, second))))
    told_moves = [
        (event_names["player"], event_names["from"])
        for event_names in lines(session)
        if event_names["event"] == "move"
    ]
    assert told_moves == [(PLAYERS[0], first[0]), (PLAYERS[1], second[0])]
    assert position_of(session) == fae.apply(between, second)
    assert session.waiting is None


def test_of_what_was_asked_about_after_a_gap_none_need_have_been_the_first() -> None:
    first, other, second, between = doubted_and_overtaken()
    session = begun(Scripted(Ask((first, other), gap=True)), position=opening())
    assert observed(session, see(fae.table(between))) == ["position", "ask"]
    asked = session.waiting
    assert observed(session, see(fae.table(fae.apply(between, second)))) == ["wait"]
    assert position_of(session) == opening()
    assert session.waiting == asked


def test_what_people_told_settles_the_picture_that_was_asked_about() -> None:
    """Though a shadow in it looks like one more druid: what left is known to have left."""
    first, _, _, between = doubted_and_overtaken()
    assumed = fae.table(between)
    (kind, *_) = assumed[first.target]
    shadow = SeenPiece(first.target, kind, 16.0)
    pieces = [SeenPiece(s, k, 20.0) for s, kinds in assumed.items() for k in Counter(kinds).elements()]
    shown = plus(assumed, {first.target: {kind: 1}})
    evidence = ScriptedEvidence(
        [*pieces, shadow],
        absent={first.source: 1},
        worse=lambda wanted: 16.0 * (wanted[first.target] != shown[first.target]),
    )
    picture = look(shown, fae.table(opening()), evidence)
    session = begun(Interpreter(fae), position=opening())
    assert observed(session, picture) == ["position", "ask"]
    assert event_names(session, named(1, first)) == ["move"]
    assert observed(session, picture) == ["settled"]
    assert session.settled_table == assumed


@pytest.mark.parametrize(("unseen_s", "then"), [(2.0, "ask"), (4.0, "move")])
def test_one_more_move_in_what_people_were_asked_about_takes_time(unseen_s: float, then: str) -> None:
    first, _, second, between = doubted_and_overtaken()
    session = begun(Scripted(Ask((first,)), Played(second, 0.999, {})), position=opening())
    picture = replace(see(fae.table(fae.apply(between, second))), unseen_s=unseen_s)
    assert observed(session, picture) == ["position", "ask"]
    assert event_names(session, named(1, first)) == ["move"]
    assert observed(session, picture) == [then]


def test_of_several_moves_that_are_asked_about_any_may_have_been_the_first() -> None:
    """Though they seem to have been made in one order that leads where another one leads, too."""
    first, _, second, between = doubted_and_overtaken()
    third = next(
        m
        for m in fae.legal(between)
        if m in fae.legal(fae.apply(between, second)) and m.source != second.source
    )
    both = Played(second, 0.999, {}, (third,))
    session = begun(Scripted(Ask((first,)), both), position=opening())
    picture = see(fae.table(fae.apply(fae.apply(between, second), third)))
    assert observed(session, picture) == ["position", "ask"]
    assert event_names(session, named(1, first)) == ["move"]
    assert observed(session, picture) == ["ask"]
    assert session.snapshot(1).doubt == (second, third)


def test_the_next_move_in_another_picture_is_believed_at_once() -> None:
    """Though what people told before was not agreed on since."""
    first, _, second, between = doubted_and_overtaken()
    session = begun(Scripted(Ask((first,)), Played(second, 0.999, {})), position=opening())
    assert observed(session, replace(see(fae.table(between)), unseen_s=2.0)) == ["position", "ask"]
    assert event_names(session, named(1, first)) == ["move"]
    later = replace(see(fae.table(fae.apply(between, second))), unseen_s=2.0)
    assert observed(session, later) == ["move"]


def test_what_none_of_the_doubted_moves_explains_is_asked_again_with_all() -> None:
    first, other, second, between = doubted_and_overtaken()
    session = begun(Scripted(Ask((first, other)), Ask((second,))), position=opening())
    session.observe(see(fae.table(between)))
    assert observed(session, see(fae.table(fae.apply(opening(), second)))) == ["ask"]
    assert session.snapshot(1).doubt == (first, other, second)
    assert position_of(session) == opening()
    assert event_names(session, named(1, second)) == ["move"]


def test_a_doubt_that_became_smaller_is_asked_again() -> None:
    first, other, _, between = doubted_and_overtaken()
    session = begun(Scripted(Ask((first, other)), Ask((other,))), position=opening())
    session.observe(see(fae.table(between)))
    assert observed(session, see(fae.table(between))) == ["ask"]
    assert session.snapshot(1).doubt == (other,)


def test_an_unexplained_table_leaves_the_question_open() -> None:
    first, other, _, between = doubted_and_overtaken()
    nothing = Wrong(Reason("unexplained", (1,)), None, None, 1.0)
    session = begun(Scripted(Ask((first, other)), nothing), position=opening())
    session.observe(see(fae.table(between)))
    assert observed(session, see({})) == ["wait"]
    assert session.snapshot(1).doubt == (first, other)
    assert event_names(session, named(1, first)) == ["move"]


def test_several_moves_in_one_picture_are_told_one_after_another() -> None:
    moves = [move for _, move in zip(range(3), games(opening(), 3), strict=False)]
    *before, (last, _) = moves
    session = begun(Scripted(Played(moves[0][1], 0.99, {}, (moves[1][1],))), position=opening())
    assert observed(session, see(fae.table(last), "7.jpg")) == ["position", "move", "move"]
    assert lines(session)[1:] == [
        {
            "frame": "7.jpg",
            "event": "move",
            "player": player,
            "from": m.source,
            "to": m.target,
            "confidence": 0.99,
        }
        for player, (_, m) in zip(PLAYERS, before, strict=True)
    ]
    assert position_of(session) == last
    assert session.settled_table == fae.table(last)


@pytest.mark.parametrize("order_known", [True, False])
def test_moves_that_nobody_saw_in_order_are_reported_so(order_known: bool) -> None:
    moves = [move for _, move in zip(range(2), games(opening(), 2), strict=False)]
    played = Played(moves[0][1], 0.99, {}, (moves[1][1],), order_known=order_known)
    session = begun(Scripted(played), position=opening())
    session.observe(see(fae.table(fae.apply(*moves[1]))))
    marks = [line.get("order") for line in lines(session) if line["event"] == "move"]
    assert marks == [None if order_known else "unknown"] * 2


def test_what_follows_a_choice_of_order_is_told_once_it_is_made() -> None:
    before, move, spaces, second = next(
        (p, fae.Move(*move[:2]), fae.isolated_by(p, *move[:2]), after)
        for seed in range(500)
        for p, move in games(opening(seed), seed)
        if matters(p, fae.Move(*move[:2]))
        for after in fae.legal(fae.apply(p, fae.Move(*move[:2])))
        if not fae.needs_order(fae.apply(p, fae.Move(*move[:2])), after)
    )
    between = fae.apply(before, move._replace(rituals=spaces))
    table = fae.table(fae.apply(between, second))
    both = Scripted(Played(move, 1.0, {}, (second,)))
    session = begun(both, position=before, interactive=True)
    assert observed(session, see(table)) == ["position", "choose"]
    assert session.settled_table is None
    assert event_names(session, ordered(1, spaces))[0] == "move"
    assert observed(session, see(table))[0] == "move"
    assert position_of(session) == fae.apply(between, second)
