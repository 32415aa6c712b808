from typing import Any

import pytest

from companion.errors import RuleError
from companion.games import fae
from companion.games.base import Reason
from companion.games.fae import rules
from companion.games.fae.board import ACROSS_LAKE
from companion.session.events import Json
from companion.session.fae.session import FaeSession
from companion.session.messages import Confirm, Redo, Undo
from companion.table.guide import GuideStep
from companion.table.tables import plus
from companion.table.verdict import Ask, Played, Settled, Wrong
from tests.session.fae_answers import moved, named, ordered
from tests.session.fakes import PLAYERS, Scripted, begun, event_names, games, observed, opening, see, until


def seen(position: fae.Position | None = None, **options: Any) -> FaeSession:
    """A session that has seen its first position."""
    session = begun(position=position or opening(), **options)
    session.observe(see(fae.table(session.timeline.current.position)))
    return session


def lines(session: FaeSession) -> list[Json]:
    """Return the events of the last picture."""
    return [event.as_json() for event in session.happened]


def position_of(session: FaeSession) -> fae.Position:
    return session.timeline.current.position


def test_the_first_settled_picture_is_the_set_up() -> None:
    session = begun()
    table = fae.table(opening())
    assert observed(session, see({}, trouble="hand")) == ["wait"]
    observed(session, see(table, "1.jpg"))
    (event,) = lines(session)
    assert list(event) == ["frame", "event", "druids", "confidence"]
    assert event["frame"] == "1.jpg"
    assert event["druids"] == {str(s): dict(n) for s, n in table.items()}
    assert position_of(session) == opening()
    assert observed(session, see(table)) == ["settled"]


@pytest.mark.parametrize(("wrong", "named"), [({}, "space 7, found none"), ({"red": 2}, "2 red")])
def test_a_wrong_set_up_is_named_and_may_be_repaired(wrong: dict[str, int], named: str) -> None:
    session = begun()
    table = fae.table(opening())
    with pytest.raises(RuleError, match=named) as error:
        session.observe(see({**table, 7: wrong}))
    assert error.value.code == "bad_setup"
    assert observed(session, see(table)) == ["position"]


def test_every_move_of_a_game_is_told_once_with_its_rituals() -> None:
    session = seen()
    for before, move in games(opening(), 3):
        if fae.needs_order(before, move._replace(rituals=())):
            break
        after = fae.apply(before, move)
        session.observe(see(plus(fae.table(after), fae.removed(before, move)), "a.jpg"))
        printed = lines(session)
        assert printed[0] == {
            "frame": "a.jpg", "event": "move", "player": PLAYERS[before.turn],
            "from": move.source, "to": move.target, "confidence": 1.0,
        }  # fmt: skip
        rituals = fae.rituals(before, move)
        assert [t["space"] for t in printed if t["event"] == "ritual"] == [r.space for r in rituals]
        assert [(t["space"], t["pieces"]) for t in printed if t["event"] == "guide"] == list(
            fae.removed(before, move).items()
        )
        assert observed(session, see(fae.table(after))) == ["settled"]
        assert not session.leftovers
        assert position_of(session) == after


def test_disrupted_druids_may_stay_a_while_and_the_next_move_counts_anyway() -> None:
    before, move = until("ritual", disrupted=True)
    session = seen(before)
    removed = fae.removed(before, move)
    after = fae.apply(before, move)
    session.observe(see(plus(fae.table(after), removed)))
    assert session.leftovers == removed
    assert [step.act for step in session.steps] == ["remove"]
    assert observed(session, see(plus(fae.table(after), removed))) == ["settled"]
    following = next(m for m in fae.legal(after) if not fae.needs_order(after, m))
    later = fae.apply(after, following)
    assert observed(session, see(plus(fae.table(later), removed)))[0] == "move"
    session.observe(see(fae.table(later)))
    assert session.steps == ()


def test_a_ritual_is_told_as_the_interface_says() -> None:
    before, move = until("ritual", disrupted=False)
    session = seen(before)
    session.observe(see(fae.table(fae.apply(before, move)), "9.jpg"))
    printed = lines(session)[1]
    (ritual,) = fae.rituals(before, move)
    assert printed == {
        "frame": "9.jpg", "event": "ritual", "player": PLAYERS[before.turn], "space": ritual.space,
        "card": ritual.card, "cursed": ritual.cursed, "blessed": ritual.blessed, "removed": {},
        "value": ritual.value, "scored": list(ritual.scored),
    }  # fmt: skip


def test_an_illegal_table_is_told_once_until_it_is_corrected() -> None:
    source, target = min(ACROSS_LAKE)
    wrong = Wrong(Reason("across_lake", (source, target), "E-015"), source, target, 0.99)
    interpreter = Scripted(wrong, wrong)
    session = begun(interpreter, position=opening())
    table = dict(fae.table(opening()))
    bad = {**table, source: {}, target: plus(table, {target: table[source]})[target]}
    assert observed(session, see(bad, "7.jpg")) == ["position", "illegal"]
    assert lines(session)[1] == {
        "frame": "7.jpg", "event": "illegal", "code": "across_lake",
        "from": source, "to": target, "spaces": [source, target],
    }  # fmt: skip
    assert session.steps == (GuideStep("move", target, source, dict(table[source])),)
    session.observe(see(bad))
    (event,) = lines(session)
    assert event == {
        "frame": "0.jpg", "event": "wait", "why": "guide", "spaces": [source, target]
    }  # fmt: skip
    assert observed(session, see(table)) == ["corrected"]
    assert len(session.steps) == 0
    assert observed(session, see(table)) == ["settled"]


def test_a_legal_move_ends_an_illegal_table_too() -> None:
    move = fae.legal(opening())[0]
    wrong = Wrong(Reason("split_group", (1, 3)), 1, 3, 0.99)
    session = begun(Scripted(wrong), position=opening())
    assert observed(session, see(fae.table(opening()))) == ["position", "illegal"]
    assert observed(session, see(fae.table(fae.apply(opening(), move)))) == ["move"]
    assert session.illegal is None
    assert session.steps == ()


def test_a_mistake_that_is_half_put_right_may_look_like_a_move() -> None:
    """Two groups came to one, and one of them is back: is that the move, or does the other follow?"""
    first = fae.legal(opening())[0]
    other = next(m for m in fae.legal(opening()) if m.target == first.target and m.source != first.source)
    spaces = (first.source, other.source, first.target)
    wrong = Wrong(Reason("several_moves", spaces, "E-010"), first.source, first.target, 0.99)
    session = begun(Scripted(wrong, Played(other, 1.0, {}), Settled(1.0, {})), position=opening())
    table = dict(fae.table(opening()))
    whole = plus(plus(table, {first.target: table[first.source]}), {first.target: table[other.source]})
    bad = {**whole, first.source: {}, other.source: {}}
    assert observed(session, see(bad)) == ["position", "illegal"]
    assert observed(session, see(fae.table(fae.apply(opening(), other)))) == ["ask"]
    assert position_of(session) == opening()
    assert observed(session, see(table)) == ["corrected"]
    assert session.waiting is None


def test_a_doubt_is_asked_once_and_answered_by_a_person() -> None:
    moves = tuple(fae.legal(opening())[:2])
    session = begun(Scripted(Ask(moves), Ask(moves)), position=opening())
    assert observed(session, see({})) == ["position", "ask"]
    assert lines(session)[1]["candidates"] == [{"from": m.source, "to": m.target} for m in moves]
    assert observed(session, see({})) == ["wait"]
    with pytest.raises(RuleError) as error:
        session.answer(fae.legal(opening())[5])
    assert error.value.code == "not_asked"
    assert event_names(session, named(1, moves[1])) == ["move"]
    assert position_of(session) == fae.apply(opening(), moves[1])


def test_or_by_the_next_picture() -> None:
    moves = tuple(fae.legal(opening())[:2])
    session = begun(Scripted(Ask(moves)), position=opening())
    session.observe(see({}))
    assert observed(session, see(fae.table(fae.apply(opening(), moves[0])))) == ["move"]
    assert session.waiting is None


def test_a_doubted_move_is_caught_up_when_only_it_explains_the_next_one() -> None:
    first, other = fae.legal(opening())[0], fae.legal(opening())[-1]
    between = fae.apply(opening(), first)
    second = next(m for m in fae.legal(between) if {*m[:2]}.isdisjoint(first[:2]))
    session = begun(Scripted(Ask((first, other))), position=opening())
    assert observed(session, see(fae.table(between))) == ["position", "ask"]
    session.observe(see(fae.table(fae.apply(between, second))))
    assert [event_names["from"] for event_names in lines(session) if event_names["event"] == "move"] == [
        first[0],
        second[0],
    ]
    assert position_of(session) == fae.apply(between, second)


def test_the_order_of_rituals_comes_from_the_list() -> None:
    before, move = until("choice")
    spaces = fae.isolated_by(before, move.source, move.target)
    last = spaces[::-1]
    for orders, expected in (([list(last)], last), ([], spaces)):
        session = seen(before, ritual_orders=orders)
        ordered = move._replace(rituals=expected)
        assert observed(session, see(fae.table(fae.apply(before, ordered))))[:2] == ["choose", "move"]
        assert lines(session)[0]["spaces"] == list(spaces)
        assert position_of(session) == fae.apply(before, ordered)
    with pytest.raises(RuleError, match="Ritual order 1"):
        seen(before, ritual_orders=[[spaces[0], spaces[0]]]).observe(see(fae.table(fae.apply(before, move))))


def test_a_person_chooses_the_order() -> None:
    before, move = until("choice")
    spaces = fae.isolated_by(before, move.source, move.target)
    session = seen(before, interactive=True)
    table = plus(fae.table(fae.apply(before, move)), fae.removed(before, move))
    assert observed(session, see(table)) == ["choose"]
    assert observed(session, see(table)) == ["wait"]
    assert position_of(session) == before
    with pytest.raises(RuleError) as error:
        session.choose_order((spaces[0],) * 2)
    assert error.value.code == "ritual_order"
    assert event_names(session, ordered(1, spaces[::-1]))[0] == "move"
    assert position_of(session) == fae.apply(before, move._replace(rituals=spaces[::-1]))


def test_a_choice_is_forgotten_when_the_move_is_taken_back() -> None:
    before, move = until("choice")
    session = seen(before, interactive=True)
    session.observe(see(plus(fae.table(fae.apply(before, move)), fae.removed(before, move))))
    assert observed(session, see(fae.table(before))) == ["settled"]
    assert session.waiting is None


def test_undo_says_what_to_put_back_and_the_camera_ticks_it_off() -> None:
    before, move = until("ritual", disrupted=True)
    session = seen(before)
    after = fae.apply(before, move)
    session.observe(see(plus(fae.table(after), fae.removed(before, move))))
    session.observe(see(fae.table(after)))
    session.undo()
    assert position_of(session) == before
    assert {step.act for step in session.steps} == {"move", "place"}
    session.observe(see(fae.table(after)))
    assert lines(session)[0]["why"] == "guide"
    moved_back = {**fae.table(after), move.source: fae.table(before)[move.source]}
    session.observe(see(moved_back))
    assert len(session.steps) >= 1
    assert observed(session, see(fae.table(before))) == ["corrected"]
    assert session.steps == ()
    session.redo()
    assert observed(session, see(fae.table(after))) == ["corrected"]
    assert position_of(session) == after


def test_after_undo_another_move_may_be_made_at_once() -> None:
    first, second = fae.legal(opening())[:2]
    session = seen()
    session.observe(see(fae.table(fae.apply(opening(), first))))
    session.undo()
    assert observed(session, see(fae.table(fae.apply(opening(), first)))) == ["wait"]
    assert observed(session, see(fae.table(fae.apply(opening(), second)))) == ["move"]
    assert position_of(session) == fae.apply(opening(), second)


def test_a_finished_game_can_be_undone() -> None:
    session = begun(position=opening())
    for _, move in games(opening(), 1):
        session.submit(move)
        while session.steps:
            session.confirm()
    assert session.end().status == "finished"
    with pytest.raises(RuleError):
        session.submit(fae.legal(opening())[0])
    session.undo(3)
    assert session.end().status == "playing"
    assert session.steps
    while session.steps:
        session.confirm()
    assert not session.wrong
    session.redo(3)
    assert session.end().status == "finished"


def test_undo_and_redo_have_limits() -> None:
    session = seen()
    for call in (session.undo, session.redo):
        with pytest.raises(RuleError, match="found 1"):
            call()
    with pytest.raises(RuleError):
        session.undo(0)


def test_a_touched_move_is_expected_on_the_table() -> None:
    session = seen()
    move = fae.legal(opening())[0]
    after = fae.apply(opening(), move)
    session.submit(move)
    assert [step.act for step in session.steps] == ["move"]
    assert observed(session, see(fae.table(opening()))) == ["wait"]
    assert observed(session, see(fae.table(after))) == ["corrected"]
    assert position_of(session) == after


def test_what_lies_there_and_what_should_are_told_apart() -> None:
    session = seen()
    move = fae.legal(opening())[0]
    session.submit(move)
    session.observe(see(fae.table(opening())))
    shown = session.snapshot(1)
    assert shown.assumed_table == fae.table(opening())
    assert shown.table == fae.table(fae.apply(opening(), move))
    session.observe(see(shown.table))
    shown = session.snapshot(1)
    assert shown.assumed_table == shown.table


def test_nothing_can_be_played_before_the_set_up() -> None:
    session = begun()
    for call in (session.undo, session.redo, session.end, session.reveal):
        with pytest.raises(RuleError) as error:
            call()
        assert error.value.code == "not_begun"


def test_while_druids_are_taken_off_the_reader_is_not_told_that_all_of_them_stand_there() -> None:
    before, move = until("ritual", disrupted=True)
    removed = fae.removed(before, move)
    verdicts = Settled(1.0, {}), Played(move, 1.0, removed), Settled(1.0, removed, partly=True)
    session = seen(before, interpreter=Scripted(*verdicts))
    observed(session, see({}))
    assert session.settled_table == plus(fae.table(position_of(session)), removed)
    assert observed(session, see({})) == ["settled"]
    assert session.settled_table is None
    assert [step.act for step in session.steps] == ["remove"]


def test_the_interpreter_is_given_the_spaces_where_something_was_wrong() -> None:
    heard: list[object] = []

    class Listening(Scripted):
        def interpret(self, *about: Any) -> Any:
            heard.append(about[-1])
            return super().interpret(*about)  # type: ignore[no-untyped-call]  # as in the fake

    wrong = Wrong(Reason("not_adjacent", (1, 30)), 1, 30, 1.0)
    session = seen(interpreter=Listening(Settled(1.0, {}), wrong, Settled(1.0, {}), Settled(1.0, {})))
    for _ in range(3):
        session.observe(see({}))
    assert heard == [set(), set(), {1, 30}, set()]


def test_the_only_move_in_doubt_is_confirmed() -> None:
    move = fae.legal(opening())[3]
    session = begun(Scripted(Ask((move,))), position=opening())
    session.observe(see({}))
    assert session.snapshot(1).doubt == (move,)
    assert event_names(session, Confirm(1)) == ["move"]
    assert position_of(session) == fae.apply(opening(), move)


def test_a_move_is_worked_out_once_and_never_for_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    before, move = until("ritual")
    session = begun(position=before)
    worked_out: list[fae.Move] = []

    def resolve(position: fae.Position, move: fae.Move) -> tuple[fae.Position, tuple[fae.Ritual, ...]]:
        worked_out.append(move)
        return rules.resolve(position, move)

    for name in ("resolve", "apply", "rituals"):
        monkeypatch.setattr(fae, name, resolve)
    session.tell(moved(1, move))
    assert worked_out == [move]
    assert len(session.snapshot(1).log[0].rituals) == 1
    session.tell(Undo(1))
    session.tell(Redo(1))
    assert session.snapshot(1).played == 1
    assert worked_out == [move]


def test_what_happened_is_that_of_the_last_message() -> None:
    session = begun(position=opening())
    assert event_names(session, moved(1, fae.legal(opening())[0])) == ["move"]
    assert event_names(session, Undo(1)) == []
