import threading
from pathlib import Path

from companion.games import fae
from companion.session.fae.game import ChooseOrder, Deal, FaeGame, Play, Reveal
from companion.session.fae.session import Session
from companion.session.fae.snapshot import Snapshot
from companion.session.messages import Confirm, Message, Redo, Seen, Undo
from companion.session.thread import SessionThread
from companion.storage.journal import Journal
from tests.session.fakes import PLAYERS, PerfectReferee, games, opening, see, until


def opened(session: Session) -> tuple[SessionThread[Snapshot], int, list[Snapshot]]:
    thread = SessionThread[Snapshot]()
    shown: list[Snapshot] = []
    thread.subscribe(shown.append)
    game = thread.open(FaeGame(session))
    thread.run_until_idle()
    return thread, game, shown


def started(**options: object) -> tuple[SessionThread[Snapshot], int, list[Snapshot]]:
    return opened(Session(PerfectReferee(), PLAYERS, position=opening(), **options))  # type: ignore[arg-type]  # options of each test


def test_a_snapshot_tells_everything_a_screen_shows() -> None:
    thread, game, shown = started()
    before, move = next(iter(games(opening(), 1)))
    after = fae.apply(before, move)
    thread.post(Play(game, move))
    thread.run_until_idle()
    first, last = shown[0], shown[-1]
    assert (first.phase, first.turn, first.can_undo, first.cards_left) == ("play", "Ana", False, 12)
    assert str(first.message) == "Ana, it is your turn."
    assert (last.position, last.table, last.turn) == (after, fae.table(after), "Bo")
    assert [(turn.number, turn.player, turn.move) for turn in last.log] == [(1, "Ana", move)]
    assert last.can_undo and not last.can_redo
    assert last.next_card and last.next_card.value == 1


def test_messages_for_another_game_are_dropped() -> None:
    thread, game, shown = started()
    move = fae.legal(opening())[0]
    second = thread.open(FaeGame(Session(PerfectReferee(), PLAYERS, position=opening(1))))
    thread.post(Play(game, move))
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
    assert all("hand" not in str(snapshot.message) for snapshot in shown)


def test_what_did_not_change_is_not_shown_again() -> None:
    thread, game, shown = started()
    for _ in range(3):
        thread.post(Seen(game, see(fae.table(opening()))))
        thread.run_until_idle()
    assert len(shown) == 1


def test_nothing_is_shown_before_it_is_stored(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        thread, game, _ = started(journal=journal)
        stored: list[tuple[int, int]] = []
        thread.subscribe(lambda s: stored.append((len(s.log), len(journal.events(s.stored_as or 0)))))
        for _, move in list(games(opening(), 4))[:5]:
            thread.post(Play(game, move))
            thread.run_until_idle()
        assert stored == [(n, n) for n in range(1, 6)]


def test_a_full_disk_is_told_and_the_game_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        thread, game, shown = started(journal=journal)
        pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
        journal._db.execute(f"PRAGMA max_page_count = {pages}")
        thread.post(Play(game, fae.legal(opening())[0]))
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
    thread, game, shown = opened(Session(PerfectReferee(), PLAYERS))
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
    session = Session(PerfectReferee(), PLAYERS, position=before, interactive=True)
    thread, game, shown = opened(session)

    def press(*messages: Message) -> Snapshot:
        for message in messages:
            thread.post(message)
        thread.run_until_idle()
        return shown[-1]

    choosing = press(Play(game, move))
    assert choosing.phase == "choose"
    assert choosing.choose == fae.isolated_by(before, move.source, move.target)
    undone = press(ChooseOrder(game, choosing.choose), Undo(game))
    assert undone.phase == "put_back" and undone.can_redo and undone.step
    put_back = press(*[Confirm(game)] * (undone.more_steps + 1))
    assert put_back.phase == "play" and put_back.step is None
    too_far = press(Redo(game), Undo(game, 5))
    assert len(too_far.log) == 1
    assert too_far.problem and too_far.problem.code == "nothing_to_undo"
    dealt = press(Undo(game), Deal(game, ["red", "blue"]), Reveal(game))
    assert dealt.spirits_dealt
    assert dealt.problem and dealt.problem.code == "not_finished"
    assert "red" not in repr(Deal(game, ["red", "blue"]))


class Broken(PerfectReferee):
    def judge(self, position, leftovers, observation):  # type: ignore[no-untyped-def]  # as in the base
        raise ZeroDivisionError


def test_a_mistake_of_ours_does_not_end_the_game() -> None:
    thread, game, shown = opened(Session(Broken(), PLAYERS, position=opening()))
    thread.post(Seen(game, see({})))
    thread.run_until_idle()
    assert shown[-1].problem and shown[-1].problem.code == "internal"
    thread.post(Play(game, fae.legal(opening())[0]))
    thread.run_until_idle()
    assert len(shown[-1].log) == 1


def test_messages_from_many_threads_all_count() -> None:
    thread = SessionThread[Snapshot]()
    game = thread.open(FaeGame(Session(PerfectReferee(), PLAYERS, position=opening())))
    thread.start()
    thread.post(Play(game, fae.legal(opening())[0]))

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
