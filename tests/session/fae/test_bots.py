"""A bot's seat: its moves are suggested at a watched table, otherwise played at once."""

from pathlib import Path
from random import Random

import pytest

from companion.errors import RuleError
from companion.games import fae
from companion.games.base import ENGLISH
from companion.games.fae.setup import setup_of
from companion.session.base import GameConfig, SessionContext
from companion.session.fae.session import FaeSession
from companion.session.messages import BotMove, Confirm, GoTo, Redo, Reveal, Undo
from companion.session.view import Answer
from companion.storage import export
from companion.storage.journal import Journal
from companion.table.verdict import Ask
from tests.session.fae_answers import moved
from tests.session.fakes import (
    PLAYERS,
    PerfectInterpreter,
    Scripted,
    event_names,
    observed,
    opening,
    see,
    until,
)

BOT = {"Bo": "strong"}


def begun(
    journal: Journal | None = None,
    *,
    watched: bool = False,
    position: fae.Position | None = None,
    interpreter: PerfectInterpreter | None = None,
) -> FaeSession:
    """Ana and the app."""
    session = FaeSession(
        PLAYERS,
        SessionContext(journal, Random(1), watched=watched),
        position=position or opening(),
        interpreter=interpreter or PerfectInterpreter(),
        bots={"Bo": "strong"},
    )
    if watched:
        session.observe(see(fae.table(session.timeline.current.position)))
    return session


def now(session: FaeSession) -> fae.Position:
    return session.timeline.current.position


def quiet_move(session: FaeSession, number: int = 0) -> fae.Move:
    """A legal move without rituals."""
    p = now(session)
    return [move for move in fae.legal(p) if not fae.isolated_by(p, move.source, move.target)][number]


def test_without_a_camera_the_move_is_played_at_once() -> None:
    session = begun()
    assert not session.snapshot(1).thinking
    session.tell(moved(1, quiet_move(session)))
    shown = session.snapshot(1)
    assert (shown.turn, shown.thinking, dict(shown.bots)) == ("Bo", True, BOT)
    assert str(shown.prompt.text) == "Bo is thinking."
    move = quiet_move(session)
    assert event_names(session, BotMove(1, 1, move)) == ["move"]
    shown = session.snapshot(1)
    assert (shown.turn, shown.thinking, shown.log[-1].move, shown.step) == ("Ana", False, move, None)


def test_nobody_else_moves_for_the_app() -> None:
    session = begun()
    session.tell(moved(1, quiet_move(session)))
    with pytest.raises(RuleError, match="cannot be decided now"):
        session.tell(moved(1, quiet_move(session)))
    assert session.snapshot(1).played == 1


def test_hands_say_in_the_turn_of_the_app_what_they_have_done() -> None:
    """A druid was pushed away: first it comes back, then the app's move is made."""
    session = begun(watched=True)
    session.tell(moved(1, quiet_move(session)))
    move = quiet_move(session)
    session.tell(BotMove(1, 1, move))
    table = dict(session.assumed_table)
    elsewhere = next(space for space in table if space not in move[:2])
    session._assume({**table, elsewhere: {}})
    for way in ((), (move.target,)):
        assert session.snapshot(1).turn == "Bo"
        (done,) = session.snapshot(1).decisions
        assert (done.id, (move.target,) in done.ways) == ("done", bool(way))
        session.tell(Answer(1, "done", way))
    assert session.snapshot(1).log[-1].move == move


def test_what_was_thought_too_long_ago_is_passed_over() -> None:
    session = begun()
    session.tell(moved(1, first := quiet_move(session)))
    move = quiet_move(session)
    session.tell(Undo(1))
    session.tell(BotMove(1, 1, move))
    assert session.snapshot(1).played == 0
    session.tell(moved(1, first))
    session.tell(BotMove(1, 3, move))
    assert session.snapshot(1).played == 1


def test_undo_goes_to_the_last_decision_of_a_person_and_redo_to_the_next() -> None:
    session = begun()
    for _ in range(3):
        session.tell(moved(1, quiet_move(session)))
        session.tell(BotMove(1, session.timeline.at, quiet_move(session, 1)))
    assert session.snapshot(1).played == 6
    for message, played, can_undo in (
        (Undo(1), 4, True), (Undo(1), 2, True), (Redo(1), 4, True), (GoTo(1, 3), 2, True),
        (GoTo(1, 0), 0, False),        (GoTo(1, 6), 6, True), (Undo(1, 3), 2, True),
    ):  # fmt: skip
        session.tell(message)
        shown = session.snapshot(1)
        assert (shown.played, shown.turn, shown.can_undo) == (played, "Ana", can_undo)
    with pytest.raises(RuleError):
        session.tell(Undo(1, 3))


def test_while_the_app_thinks_a_person_may_take_the_own_move_back() -> None:
    session = begun()
    session.tell(moved(1, quiet_move(session)))
    session.tell(Undo(1))
    assert (session.snapshot(1).turn, session.snapshot(1).thinking) == ("Ana", False)


def test_an_app_that_begins_has_nothing_to_take_back() -> None:
    session = begun(position=opening()._replace(turn=1))
    assert session.snapshot(1).thinking
    session.tell(BotMove(1, 0, quiet_move(session)))
    shown = session.snapshot(1)
    assert (shown.turn, shown.can_undo) == ("Ana", False)
    with pytest.raises(RuleError):
        session.tell(Undo(1))


def test_with_a_camera_hands_are_led_and_the_camera_confirms() -> None:
    session = begun(watched=True)
    mine = quiet_move(session)
    assert observed(session, see(fae.table(fae.apply(now(session), mine)))) == ["move"]
    move = quiet_move(session, 3)
    session.tell(BotMove(1, 1, move))
    shown = session.snapshot(1)
    assert (shown.played, shown.suggested_move, shown.thinking) == (1, move, False)
    assert shown.step and (shown.step.space, shown.step.target, shown.step.player) == (*move[:2], "Bo")
    assert str(shown.prompt.text) == "Bo's move: follow the arrow."
    assert observed(session, see(fae.table(fae.apply(now(session), move)))) == ["move"]
    shown = session.snapshot(1)
    assert (shown.played, shown.turn, shown.suggested_move, shown.step) == (2, "Ana", None, None)


def test_with_a_camera_another_move_is_refused_and_put_back() -> None:
    session = begun(watched=True)
    session.tell(moved(1, quiet_move(session)))
    session.observe(see(fae.table(now(session))))
    for early in (True, False):
        if not early:
            session.tell(BotMove(1, 1, quiet_move(session, 3)))
        other = quiet_move(session, 9)
        assert observed(session, see(fae.table(fae.apply(now(session), other)))) == ["illegal"]
        shown = session.snapshot(1)
        assert shown.illegal and shown.illegal.code == "other_move" and shown.played == 1
        assert observed(session, see(fae.table(now(session)))) == ["corrected"]
        assert session.snapshot(1).illegal is None
    assert session.snapshot(1).suggested_move == quiet_move(session, 3)


def test_the_check_mark_says_that_hands_have_made_the_move() -> None:
    session = begun(watched=True)
    session.tell(moved(1, quiet_move(session)))
    session.observe(see(fae.table(now(session))))
    session.tell(BotMove(1, 1, move := quiet_move(session, 3)))
    session.tell(Confirm(1))
    shown = session.snapshot(1)
    assert (shown.played, shown.log[-1].move, shown.step) == (2, move, None)
    assert observed(session, see(fae.table(now(session)))) == ["settled"]


def test_the_app_chooses_the_order_of_its_rituals() -> None:
    position, move = until("choice")
    session = begun(watched=True, position=position._replace(turn=1))
    order = fae.isolated_by(position, *move[:2])[::-1]
    ordered = move._replace(rituals=order)
    session.tell(BotMove(1, 0, ordered))
    after = fae.apply(now(session), ordered)
    session.observe(see(fae.table(after)))
    shown = session.snapshot(1)
    assert shown.played == 1 and not shown.choose
    assert tuple(ritual.space for ritual in shown.log[-1].rituals) == order


def test_a_stored_game_knows_its_bots_and_what_they_told(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = begun(journal, watched=True)
        session.tell(moved(1, quiet_move(session)))
        session.observe(see(fae.table(now(session))))
        session.tell(BotMove(1, 1, move := quiet_move(session, 3)))
        game = session.timeline.stored_as
        assert game is not None
        again = FaeSession.resume(game, SessionContext(journal, watched=True), PerfectInterpreter())
        shown = again.snapshot(1)
        assert (dict(shown.bots), shown.suggested_move, shown.thinking) == (BOT, move, False)
        again.observe(see(fae.table(now(again))))
        assert again.snapshot(1).step
        by_touch = FaeSession.resume(game, SessionContext(journal, watched=False), PerfectInterpreter())
        assert by_touch.snapshot(1).thinking
        assert [again.secret(seat) for seat in (0, 1)] == [session.secret(seat) for seat in (0, 1)]
        session.tell(Undo(1))
        again = FaeSession.resume(game, SessionContext(journal, watched=True), PerfectInterpreter())
        assert (again.snapshot(1).suggested_move, again.snapshot(1).turn) == (None, "Ana")


def test_a_whole_game_with_the_app_is_exported_and_played_by_the_rules(tmp_path: Path) -> None:
    chance = Random(4)
    with Journal(tmp_path / "journal.sqlite3") as journal:
        agreed = GameConfig(PLAYERS, setup=setup_of(opening(), PLAYERS), bots={"Bo": "easy"})
        session = FaeSession.begin(agreed, SessionContext(journal, chance, watched=False, interactive=False))
        while not session.finished:
            move = fae.RULES.next_move(now(session), chance)
            session.tell(BotMove(1, session.timeline.at, move) if session.bot_to_move() else moved(1, move))
        session.tell(Reveal(1))
        assert session.timeline.stored_as is not None
        document = export.export(journal, session.timeline.stored_as)
        result = fae.RULES.play(document, ENGLISH)
        assert (result["status"], result["error"]) == ("finished", None)
        assert set(document["setup"]["spirits"]) == set(PLAYERS)


def test_in_doubt_between_moves_the_told_one_is_believed_and_others_are_refused() -> None:
    interpreter = Scripted()
    session = begun(watched=True, interpreter=interpreter)
    session.tell(moved(1, quiet_move(session)))
    session.observe(see(fae.table(now(session))))
    session.tell(BotMove(1, 1, move := quiet_move(session, 3)))
    picture = see(fae.table(now(session)))
    interpreter.verdicts = [Ask((quiet_move(session, 5), quiet_move(session, 9)))]
    assert observed(session, picture) == ["illegal"]
    assert observed(session, picture) == ["corrected"]
    interpreter.verdicts = [Ask((quiet_move(session, 5), move))]
    assert observed(session, picture) == ["move"]
    assert session.snapshot(1).log[-1].move == move
