import pytest

from companion.errors import RuleError
from companion.games import fae
from companion.games.base import Reason
from companion.games.fae.board import ACROSS_LAKE
from companion.session.events import Event
from companion.session.fae.session import Session
from companion.session.fae.snapshot import snapshot
from companion.session.repair import plus
from companion.table.guide import GuideStep
from companion.table.verdict import Ask, Wrong
from tests.session.fakes import PLAYERS, PerfectReferee, games, opening, see, until


def kinds(events: list[Event]) -> list[str]:
    return [event.as_json()["event"] for event in events]


def begun(position: fae.Position | None = None, **options: object) -> Session:
    """A session that has seen its first position."""
    session = Session(PerfectReferee(), PLAYERS, position=position or opening(), **options)  # type: ignore[arg-type]  # options of each test
    session.observe(see(fae.table(session.line.position)))  # type: ignore[union-attr]  # begun above
    return session


def position_of(session: Session) -> fae.Position:
    assert session.line
    return session.line.position


def test_the_first_settled_picture_is_the_set_up() -> None:
    session = Session(PerfectReferee(), PLAYERS)
    table = fae.table(opening())
    assert kinds(session.observe(see({}, trouble="hand"))) == ["wait"]
    (event,) = session.observe(see(table, "1.jpg"))
    assert list(event.as_json()) == ["frame", "event", "druids", "confidence"]
    assert event.as_json()["frame"] == "1.jpg"
    assert event.as_json()["druids"] == {str(s): dict(n) for s, n in table.items()}
    assert position_of(session) == opening()
    assert kinds(session.observe(see(table))) == ["settled"]


@pytest.mark.parametrize(("wrong", "named"), [({}, "space 7, found none"), ({"red": 2}, "2 red")])
def test_a_wrong_set_up_is_named_and_may_be_repaired(wrong: dict[str, int], named: str) -> None:
    session = Session(PerfectReferee(), PLAYERS)
    table = fae.table(opening())
    with pytest.raises(RuleError, match=named) as error:
        session.observe(see({**table, 7: wrong}))
    assert error.value.code == "bad_setup"
    assert kinds(session.observe(see(table))) == ["position"]


def test_every_move_of_a_game_is_told_once_with_its_rituals() -> None:
    session = begun()
    for before, move in games(opening(), 3):
        if fae.needs_order(before, move._replace(rituals=())):
            break
        after = fae.apply(before, move)
        events = session.observe(see(plus(fae.table(after), fae.removed(before, move)), "a.jpg"))
        told = [event.as_json() for event in events]
        assert told[0] == {
            "frame": "a.jpg", "event": "move", "player": PLAYERS[before.turn],
            "from": move.source, "to": move.target, "confidence": 1.0,
        }  # fmt: skip
        rituals = fae.rituals(before, move)
        assert [t["space"] for t in told if t["event"] == "ritual"] == [r.space for r in rituals]
        assert [(t["space"], t["pieces"]) for t in told if t["event"] == "guide"] == list(
            fae.removed(before, move).items()
        )
        assert kinds(session.observe(see(fae.table(after)))) == ["settled"]
        assert not session.leftovers
        assert position_of(session) == after


def test_disrupted_druids_may_stay_a_while_and_the_next_move_counts_anyway() -> None:
    before, move = until("ritual", disrupted=True)
    session = begun(before)
    removed = fae.removed(before, move)
    after = fae.apply(before, move)
    session.observe(see(plus(fae.table(after), removed)))
    assert session.leftovers == removed
    assert [step.act for step in session.steps] == ["remove"]
    assert kinds(session.observe(see(plus(fae.table(after), removed)))) == ["settled"]
    following = next(m for m in fae.legal(after) if not fae.needs_order(after, m))
    later = fae.apply(after, following)
    events = session.observe(see(plus(fae.table(later), removed)))
    assert kinds(events)[0] == "move"
    session.observe(see(fae.table(later)))
    assert session.steps == ()


def test_a_ritual_is_told_as_the_interface_says() -> None:
    before, move = until("ritual", disrupted=False)
    told = begun(before).observe(see(fae.table(fae.apply(before, move)), "9.jpg"))[1].as_json()
    (ritual,) = fae.rituals(before, move)
    assert told == {
        "frame": "9.jpg", "event": "ritual", "player": PLAYERS[before.turn], "space": ritual.space,
        "card": ritual.card, "cursed": ritual.cursed, "blessed": ritual.blessed, "removed": {},
        "value": ritual.value, "scored": list(ritual.scored),
    }  # fmt: skip


class Scripted(PerfectReferee):
    """Answers with the next verdict of a list; without one as the perfect referee."""

    def __init__(self, *verdicts: object) -> None:
        self.verdicts = list(verdicts)

    def judge(self, position, leftovers, observation):  # type: ignore[no-untyped-def]  # as in the base
        return self.verdicts.pop(0) if self.verdicts else super().judge(position, leftovers, observation)


def test_an_illegal_table_is_told_once_until_it_is_corrected() -> None:
    source, target = min(ACROSS_LAKE)
    wrong = Wrong(Reason("across_lake", (source, target), "E-015"), source, target, 0.99)
    referee = Scripted(wrong, wrong)
    session = Session(referee, PLAYERS, position=opening())
    table = dict(fae.table(opening()))
    bad = {**table, source: {}, target: plus(table, {target: table[source]})[target]}
    events = session.observe(see(bad, "7.jpg"))
    assert kinds(events) == ["position", "illegal"]
    assert events[1].as_json() == {
        "frame": "7.jpg", "event": "illegal", "code": "across_lake",
        "from": source, "to": target, "spaces": [source, target],
    }  # fmt: skip
    assert session.steps == (GuideStep("move", target, source, dict(table[source])),)
    (event,) = session.observe(see(bad))
    assert event.as_json() == {
        "frame": "0.jpg", "event": "wait", "why": "guide", "spaces": [source, target]
    }  # fmt: skip
    assert kinds(session.observe(see(table))) == ["corrected"]
    assert len(session.steps) == 0
    assert kinds(session.observe(see(table))) == ["settled"]


def test_a_legal_move_ends_an_illegal_table_too() -> None:
    move = fae.legal(opening())[0]
    wrong = Wrong(Reason("split_group", (1, 3)), 1, 3, 0.99)
    session = Session(Scripted(wrong), PLAYERS, position=opening())
    assert kinds(session.observe(see(fae.table(opening())))) == ["position", "illegal"]
    assert kinds(session.observe(see(fae.table(fae.apply(opening(), move))))) == ["move"]
    assert session.illegal is None
    assert session.steps == ()


def test_a_doubt_is_asked_once_and_answered_by_a_person() -> None:
    moves = tuple(fae.legal(opening())[:2])
    session = Session(Scripted(Ask(moves), Ask(moves)), PLAYERS, position=opening())
    events = session.observe(see({}))
    assert kinds(events) == ["position", "ask"]
    assert events[1].as_json()["candidates"] == [{"from": m.source, "to": m.target} for m in moves]
    assert kinds(session.observe(see({}))) == ["wait"]
    with pytest.raises(RuleError) as error:
        session.answer(fae.legal(opening())[5])
    assert error.value.code == "not_asked"
    assert kinds(session.answer(moves[1])) == ["move"]
    assert position_of(session) == fae.apply(opening(), moves[1])


def test_or_by_the_next_picture() -> None:
    moves = tuple(fae.legal(opening())[:2])
    session = Session(Scripted(Ask(moves)), PLAYERS, position=opening())
    session.observe(see({}))
    assert kinds(session.observe(see(fae.table(fae.apply(opening(), moves[0]))))) == ["move"]
    assert session.waiting is None


def test_a_doubted_move_is_caught_up_when_only_it_explains_the_next_one() -> None:
    first, other = fae.legal(opening())[0], fae.legal(opening())[-1]
    between = fae.apply(opening(), first)
    second = next(m for m in fae.legal(between) if {*m[:2]}.isdisjoint(first[:2]))
    session = Session(Scripted(Ask((first, other))), PLAYERS, position=opening())
    assert kinds(session.observe(see(fae.table(between)))) == ["position", "ask"]
    events = session.observe(see(fae.table(fae.apply(between, second))))
    assert [e.as_json()["from"] for e in events if e.as_json()["event"] == "move"] == [first[0], second[0]]
    assert position_of(session) == fae.apply(between, second)


def test_the_order_of_rituals_comes_from_the_list() -> None:
    before, move = until("choice")
    spaces = fae.isolated_by(before, move.source, move.target)
    last = spaces[::-1]
    for orders, expected in (([list(last)], last), ([], spaces)):
        session = begun(before, ritual_orders=orders)
        ordered = move._replace(rituals=expected)
        events = session.observe(see(fae.table(fae.apply(before, ordered))))
        assert kinds(events)[:2] == ["choose", "move"]
        assert events[0].as_json()["spaces"] == list(spaces)
        assert position_of(session) == fae.apply(before, ordered)
    with pytest.raises(RuleError, match="Ritual order 1"):
        begun(before, ritual_orders=[[spaces[0], spaces[0]]]).observe(see(fae.table(fae.apply(before, move))))


def test_a_person_chooses_the_order() -> None:
    before, move = until("choice")
    spaces = fae.isolated_by(before, move.source, move.target)
    session = begun(before, interactive=True)
    table = plus(fae.table(fae.apply(before, move)), fae.removed(before, move))
    assert kinds(session.observe(see(table))) == ["choose"]
    assert kinds(session.observe(see(table))) == ["wait"]
    assert position_of(session) == before
    with pytest.raises(RuleError) as error:
        session.choose_order((spaces[0],) * 2)
    assert error.value.code == "ritual_order"
    assert kinds(session.choose_order(spaces[::-1]))[0] == "move"
    assert position_of(session) == fae.apply(before, move._replace(rituals=spaces[::-1]))


def test_a_choice_is_forgotten_when_the_move_is_taken_back() -> None:
    before, move = until("choice")
    session = begun(before, interactive=True)
    session.observe(see(plus(fae.table(fae.apply(before, move)), fae.removed(before, move))))
    assert kinds(session.observe(see(fae.table(before)))) == ["settled"]
    assert session.waiting is None


def test_undo_says_what_to_put_back_and_the_camera_ticks_it_off() -> None:
    before, move = until("ritual", disrupted=True)
    session = begun(before)
    after = fae.apply(before, move)
    session.observe(see(plus(fae.table(after), fae.removed(before, move))))
    session.observe(see(fae.table(after)))
    assert kinds(session.undo())[0] == "undone"
    assert position_of(session) == before
    assert {step.act for step in session.steps} == {"move", "place"}
    (waiting,) = session.observe(see(fae.table(after)))
    assert waiting.as_json()["why"] == "guide"
    moved_back = {**fae.table(after), move.source: fae.table(before)[move.source]}
    session.observe(see(moved_back))
    assert len(session.steps) >= 1
    assert kinds(session.observe(see(fae.table(before)))) == ["corrected"]
    assert session.steps == ()
    assert kinds(session.redo())[0] == "redone"
    assert kinds(session.observe(see(fae.table(after)))) == ["corrected"]
    assert position_of(session) == after


def test_after_undo_another_move_may_be_made_at_once() -> None:
    first, second = fae.legal(opening())[:2]
    session = begun()
    session.observe(see(fae.table(fae.apply(opening(), first))))
    session.undo()
    assert kinds(session.observe(see(fae.table(fae.apply(opening(), first))))) == ["wait"]
    assert kinds(session.observe(see(fae.table(fae.apply(opening(), second))))) == ["move"]
    assert position_of(session) == fae.apply(opening(), second)


def test_a_finished_game_can_be_undone() -> None:
    session = Session(PerfectReferee(), PLAYERS, position=opening())
    for _, move in games(opening(), 1):
        session.play(move)
        while session.steps:
            session.confirm()
    assert session.end().status == "finished"
    with pytest.raises(RuleError):
        session.play(fae.legal(opening())[0])
    session.undo(3)
    assert session.end().status == "playing"
    assert session.steps
    while session.steps:
        session.confirm()
    assert not session.wrong
    session.redo(3)
    assert session.end().status == "finished"


def test_undo_and_redo_have_limits() -> None:
    session = begun()
    for call in (session.undo, session.redo):
        with pytest.raises(RuleError, match="found 1"):
            call()
    with pytest.raises(RuleError):
        session.undo(0)


def test_a_touched_move_is_expected_on_the_table() -> None:
    session = begun()
    move = fae.legal(opening())[0]
    after = fae.apply(opening(), move)
    session.play(move)
    assert [step.act for step in session.steps] == ["move"]
    assert kinds(session.observe(see(fae.table(opening())))) == ["wait"]
    assert kinds(session.observe(see(fae.table(after)))) == ["corrected"]
    assert position_of(session) == after


def test_what_lies_there_and_what_should_are_told_apart() -> None:
    session = begun()
    move = fae.legal(opening())[0]
    session.play(move)
    session.observe(see(fae.table(opening())))
    shown = snapshot(session, 1)
    assert shown.lying == fae.table(opening())
    assert shown.table == fae.table(fae.apply(opening(), move))
    session.observe(see(shown.table))
    shown = snapshot(session, 1)
    assert shown.lying == shown.table


def test_nothing_can_be_played_before_the_set_up() -> None:
    session = Session(PerfectReferee(), PLAYERS)
    for call in (session.undo, session.redo, session.end, session.reveal):
        with pytest.raises(RuleError) as error:
            call()
        assert error.value.code == "not_begun"
