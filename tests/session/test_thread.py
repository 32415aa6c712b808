import gc
import threading
import weakref
from asyncio import CancelledError
from dataclasses import replace
from pathlib import Path
from queue import Queue
from typing import Any
from unittest.mock import Mock

import pytest

from companion.games import fae
from companion.session.fae.session import FaeSession
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import Confirm, Message, Redo, Reveal, Seen, Undo
from companion.session.snapshot import Snapshot
from companion.session.thread import SessionThread
from companion.storage.journal import Journal
from tests.patience import WAIT_S
from tests.session.fae_answers import moved, ordered
from tests.session.fakes import PerfectInterpreter, begun, games, opening, see, until


def opened(session: FaeSession) -> tuple[SessionThread, int, list[FaeSnapshot]]:
    thread = SessionThread()
    shown: list[FaeSnapshot] = []

    def show(snapshot: Snapshot) -> None:
        assert isinstance(snapshot, FaeSnapshot)
        shown.append(snapshot)

    thread.subscribe(show)
    game = thread.number()
    thread.open(game, session)
    thread.run_until_idle()
    return thread, game, shown


def started(journal: Journal | None = None) -> tuple[SessionThread, int, list[FaeSnapshot]]:
    return opened(begun(position=opening(), journal=journal))


def test_a_snapshot_tells_everything_a_screen_shows() -> None:
    thread, game, shown = started()
    before, move = next(iter(games(opening(), 1)))
    after = fae.apply(before, move)
    thread.post(moved(game, move))
    thread.run_until_idle()
    first, last = shown[0], shown[-1]
    assert (first.phase, first.turn, first.can_undo, first.cards_left) == ("play", "Ana", False, 12)
    assert str(first.prompt.text) == "Ana, it is your turn."
    assert (last.position, last.table, last.turn) == (after, fae.table(after), "Bo")
    assert [(turn.number, turn.player, turn.move) for turn in last.log] == [(1, "Ana", move)]
    assert last.can_undo and not last.can_redo
    assert last.next_card and last.next_card.value == 1


def test_messages_for_another_game_are_dropped() -> None:
    thread, game, shown = started()
    move = fae.legal(opening())[0]
    second = thread.number()
    thread.open(second, begun(position=opening(1)))
    thread.post(moved(game, move))
    thread.run_until_idle()
    assert shown[-1].game == second
    assert shown[-1].log == ()


def test_only_the_newest_picture_is_looked_at() -> None:
    thread, game, shown = started()
    table = fae.table(opening())
    for number in range(5):
        thread.post(Seen(game, see(table, f"{number}.jpg", trouble="hand")))
    thread.post(Seen(game, see(table, "5.jpg")))
    thread.run_until_idle()
    assert all(snapshot.trouble is None for snapshot in shown)


def test_what_did_not_change_is_not_shown_again() -> None:
    thread, game, shown = started()
    for _ in range(3):
        thread.post(Seen(game, see(fae.table(opening()))))
        thread.run_until_idle()
    assert len(shown) == 1


def test_a_picture_that_was_taken_is_not_held() -> None:
    """Its answer knows the reader, and that knows all pictures of an evening."""
    rested: Queue[None] = Queue()
    thread = SessionThread(alive=lambda: rested.put(None))
    game = thread.number()
    thread.open(game, begun(position=opening()))
    answer = Mock()
    held = weakref.ref(answer)
    thread.post(Seen(game, see(fae.table(opening())), answer))
    del answer
    thread.start()
    for _ in ("the game is open", "the picture was taken"):
        rested.get(timeout=WAIT_S)
    gc.collect()
    assert held() is None
    thread.stop()


def test_nothing_is_shown_before_it_is_stored(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        thread, game, _ = started(journal=journal)
        stored: list[tuple[int, int]] = []
        thread.subscribe(lambda s: stored.append((s.played, len(journal.events(s.stored_as or 0)))))
        for _, move in list(games(opening(), 4))[:5]:
            thread.post(moved(game, move))
            thread.run_until_idle()
        assert stored == [(n, 1 + n) for n in range(1, 6)], "the deal and the moves"


def test_a_full_disk_is_told_and_the_game_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        thread, game, shown = started(journal=journal)
        pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
        journal._db.execute(f"PRAGMA max_page_count = {pages}")
        thread.post(moved(game, fae.legal(opening())[0]))
        thread.run_until_idle()
        while not shown[-1].problem:
            thread.post(Undo(game) if shown[-1].can_undo else Redo(game))
            thread.run_until_idle()
        assert shown[-1].problem.code == "disk_full"
        was_undone, stored = shown[-1].can_redo, len(journal.events(1))
        assert stored > 2
        journal._db.execute(f"PRAGMA max_page_count = {pages + 9}")
        thread.post(Redo(game) if was_undone else Undo(game))
        thread.run_until_idle()
        assert shown[-1].problem is None
        assert shown[-1].can_redo != was_undone
        assert len(journal.events(1)) == stored + 1


def test_a_wrong_set_up_is_shown_until_it_is_right() -> None:
    thread, game, shown = opened(begun())
    assert shown[0].phase == "setup"
    thread.post(Seen(game, see({**fae.table(opening()), 7: {}})))
    thread.run_until_idle()
    assert shown[-1].problem and shown[-1].problem.code == "bad_setup"
    thread.post(Seen(game, see(fae.table(opening()))))
    thread.run_until_idle()
    assert shown[-1].problem is None
    assert shown[-1].position == opening()


def test_every_button_reaches_the_session() -> None:
    before, move = until("choice")
    session = begun(position=before, interactive=True)
    thread, game, shown = opened(session)

    def press(*messages: Message) -> FaeSnapshot:
        for message in messages:
            thread.post(message)
        thread.run_until_idle()
        return shown[-1]

    choosing = press(moved(game, move))
    assert choosing.phase == "choose"
    assert choosing.choose == fae.isolated_by(before, move.source, move.target)
    undone = press(ordered(game, choosing.choose), Undo(game))
    assert undone.phase == "put_back" and undone.can_redo and undone.step
    put_back = press(*[Confirm(game)] * len(undone.todo))
    assert put_back.phase == "play" and put_back.step is None
    too_far = press(Redo(game), Undo(game, 5))
    assert len(too_far.log) == 1
    assert too_far.problem and too_far.problem.code == "nothing_to_undo"
    dealt = press(Undo(game), Reveal(game))
    assert dealt.dealt
    assert dealt.problem and dealt.problem.code == "not_finished"


class Broken(PerfectInterpreter):
    def interpret(self, position, observation, leftovers, doubted=(), disturbed=()):  # type: ignore[no-untyped-def]  # as in the base
        raise ZeroDivisionError


def test_a_mistake_of_ours_does_not_end_the_game() -> None:
    thread, game, shown = opened(begun(Broken(), position=opening()))
    thread.post(Seen(game, see({})))
    thread.run_until_idle()
    assert shown[-1].problem and shown[-1].problem.code == "internal"
    thread.post(moved(game, fae.legal(opening())[0]))
    thread.run_until_idle()
    assert len(shown[-1].log) == 1


@pytest.mark.parametrize("fault", [SystemExit, KeyboardInterrupt, CancelledError, GeneratorExit, KeyError])
def test_whatever_a_game_raises_the_next_message_is_taken(
    fault: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    thread, game, shown = started()
    with monkeypatch.context() as broken:
        broken.setattr(FaeSession, "undo", raising(fault))
        thread.post(Undo(game))
        thread.run_until_idle()
    assert shown[-1].problem and shown[-1].problem.code == "internal"
    assert fault.__name__ in str(shown[-1].problem)
    thread.post(moved(game, fae.legal(opening())[0]))
    thread.run_until_idle()
    assert len(shown[-1].log) == 1


@pytest.mark.parametrize("fault", [SystemExit, KeyboardInterrupt, CancelledError, KeyError])
def test_a_game_that_can_show_nothing_ends_and_the_next_one_is_played(
    fault: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[str] = []
    thread = SessionThread(broken=lambda error: ended.append(error.code))
    shown: list[Snapshot] = []
    thread.subscribe(shown.append)
    with monkeypatch.context() as broken:
        broken.setattr(FaeSession, "snapshot", raising(fault))
        thread.open(thread.number(), begun(position=opening()))
        thread.run_until_idle()
    assert (ended, shown) == (["internal"], [])
    thread.post(Undo(1))  # to the game that has ended
    after = thread.number()
    thread.open(after, begun(position=opening()))
    thread.run_until_idle()
    assert (ended, shown[-1].game) == (["internal"], after)


def raising(fault: type[BaseException]) -> Any:
    def act(*_: object, **__: object) -> None:
        raise fault

    return act


def test_of_two_decisions_in_one_state_the_first_one_counts() -> None:
    thread, game, shown = started()
    move, other = fae.legal(opening())[:2]
    refused: list[str] = []

    def decide(message: Message, at: int) -> FaeSnapshot:
        thread.post(replace(message, at=at, refused=lambda error: refused.append(error.code)))
        thread.run_until_idle()
        return shown[-1]

    at = shown[-1].at
    assert decide(moved(game, move), at).at == at + 1
    assert len(decide(moved(game, other), at).log) == 1, "it was no move of the next player"
    assert len(decide(moved(game, move), at).log) == 1
    assert refused == ["stale", "stale"] and shown[-1].problem is None, "only who sent it is told"
    assert decide(Undo(game), at + 1).at == at + 2
    assert decide(Undo(game), at + 1).at == at + 2
    assert refused == ["stale"] * 3


def test_a_refused_decision_changes_nothing_and_may_be_made_anew() -> None:
    thread, game, shown = started()
    refused: list[str] = []
    at, wrong = shown[-1].at, fae.Move(1, 60)
    for move in (wrong, wrong, fae.legal(opening())[0]):
        thread.post(moved(game, move, at=at, refused=lambda error: refused.append(error.code)))
    thread.run_until_idle()
    assert len(refused) == 2 and "stale" not in refused
    assert len(shown[-1].log) == 1


def test_a_hand_in_the_picture_makes_no_decision_old() -> None:
    thread, game, shown = started()
    at = shown[-1].at
    thread.post(Seen(game, replace(see({}), trouble="hand")))
    thread.run_until_idle()
    assert shown[-1].at == at and shown[-1].trouble == "hand"
    thread.post(moved(game, fae.legal(opening())[0], at=at))
    thread.run_until_idle()
    assert len(shown[-1].log) == 1


def test_a_decision_without_effect_is_answered_too() -> None:
    thread, game, shown = started()
    before = len(shown)
    thread.post(Confirm(game, at=shown[-1].at))
    thread.run_until_idle()
    assert len(shown) == before + 1 and shown[-1] == shown[-2]


def test_who_decided_knows_the_outcome_before_it_is_shown() -> None:
    """Else a screen that answers at once could meet what is not over yet."""
    thread, game, shown = started()
    at, seen = shown[-1].at, len(shown)
    told: list[tuple[int | str, int]] = []

    def decide(message: Message) -> None:
        thread.post(
            replace(
                message,
                at=shown[-1].at,
                taken=lambda now: told.append((now, len(shown))),
                refused=lambda error: told.append((error.code, len(shown))),
            )
        )
        thread.run_until_idle()

    decide(Confirm(game))
    decide(Undo(game))
    decide(moved(game, fae.legal(opening())[0]))
    assert told == [(at, seen), ("nothing_to_undo", seen + 1), (at + 1, seen + 2)]


def test_messages_from_many_threads_all_count() -> None:
    thread = SessionThread()
    game = thread.number()
    thread.open(game, begun(position=opening()))
    thread.start()
    thread.post(moved(game, fae.legal(opening())[0]))

    def press() -> None:
        thread.post(Undo(game))
        thread.post(Redo(game))

    senders = [threading.Thread(target=press) for _ in range(4)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    thread.stop()
    assert thread.latest and thread.latest.game == game
    assert thread.latest.can_undo != thread.latest.can_redo


def test_a_listener_that_fails_keeps_nobody_from_hearing(caplog: pytest.LogCaptureFixture) -> None:
    thread = SessionThread()
    heard: list[int] = []

    def broken(_: Snapshot) -> None:
        raise ZeroDivisionError

    thread.subscribe(broken)
    thread.subscribe(lambda snapshot: heard.append(snapshot.played))
    game = thread.number()
    thread.open(game, begun(position=opening()))
    thread.start()
    answers: list[object] = []
    thread.post(Seen(game, see(fae.table(opening())), broken))  # type: ignore[arg-type]  # it fails anyhow
    thread.post(moved(game, fae.legal(opening())[0]))
    thread.post(Seen(game, see({}, trouble="hand"), answers.append))
    thread.stop()
    assert heard == [0, 1, 1]
    assert len(answers) == 1
    assert "a listener failed" in caplog.text


def test_a_snapshot_that_fails_does_not_end_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(position=opening())
    thread, game, shown = opened(session)
    with monkeypatch.context() as patch:
        patch.setattr(FaeSession, "snapshot", lambda *_: 1 / 0)
        answers: list[object] = []
        thread.post(Seen(game, see({}, trouble="hand"), answers.append))
        thread.run_until_idle()
    assert answers == [None]
    thread.post(moved(game, fae.legal(opening())[0]))
    thread.run_until_idle()
    assert shown[-1].played == 1


def test_the_number_is_known_before_the_first_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    """No snapshot is lost, even if the opening thread is late, as the number is kept first."""
    thread = SessionThread()
    mine: list[int] = []
    heard: list[int] = []
    thread.subscribe(lambda snapshot: heard.append(snapshot.played) if snapshot.game in mine else None)
    thread.start()
    put, shown = thread._inbox.put, threading.Event()
    thread.subscribe(lambda _: shown.set())

    def late(message: Any) -> None:
        shown.clear()
        put(message)
        assert shown.wait(WAIT_S)

    monkeypatch.setattr(thread._inbox, "put", late)
    for _ in range(20):
        mine.append(thread.number())
        thread.open(mine[-1], begun(position=opening()))
    monkeypatch.undo()
    thread.stop()
    assert heard == [0] * 20
