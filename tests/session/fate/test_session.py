"""State machine: stages, undo in the middle of a guide, kills, full disks."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.errors import RuleError, StorageError
from companion.games import fate
from companion.games.fate import Options
from companion.games.fate.acts import Correct, Draw, EndTurn, MonsterAttack, Move, RuneStone, Walk
from companion.games.fate.position import Face
from companion.session.fate.session import FateSession
from companion.session.fate.snapshot import FateSnapshot
from companion.session.messages import Confirm
from companion.session.snapshot import Snapshot
from companion.session.thread import SessionThread
from companion.session.view import Answer
from companion.storage.journal import Journal
from tests.session.fate.games import begun, play, resumed
from tests.session.fate_acts import PlayAct


def shown(session: FateSession) -> FateSnapshot:
    return session.snapshot(1)


def kinds(session: FateSession) -> Counter[type]:
    return Counter(type(act) for act in session.timeline.moves)


def until(session: FateSession, stage: str, seed: int = 1, **has: Any) -> FateSession:
    for now in play(session, seed):
        if now.stage == stage and all(getattr(now.position, key) == value for key, value in has.items()):
            return now
    raise AssertionError


@pytest.mark.parametrize("players", range(1, 5))
def test_one_tap_after_the_other_plays_the_whole_game(players: int) -> None:
    session = begun(players, Options(monster_die=True), players)
    for _ in play(session, players):
        assert str(shown(session).prompt.text)
    assert session.position.result
    assert kinds(session)[RuneStone] == session.position.step - 1
    assert session.stage == "over"


def test_where_dice_and_cards_are_real_they_are_asked_for() -> None:
    session = begun(3, Options(monster_die=True), 4, dice="typed", cards="deck")
    asked: set[str] = set()
    for _ in play(session, 3):
        choice = session.choice
        if choice is None or session.stage != "choice":
            continue
        asked.add(choice.what)
        if choice.what == "draw":
            card = choice.options[1].act
            session.choose(1)
            assert card in session.timeline.moves
        elif choice.what == "roll" and choice.dice:
            blank: tuple[Face, ...] = ("blank",)
            dice = blank * choice.dice
            with pytest.raises(RuleError):
                session.choose(1, dice[1:])
            session.choose(1, dice)
            (attack,) = [a for a in session.timeline.moves[-1:] if isinstance(a, MonsterAttack)]
            assert attack.dice == dice
    assert {"draw", "roll"} <= asked
    assert asked & {"order", "target"}


def test_an_answer_that_is_not_played_yet_can_be_given_again() -> None:
    session = begun(3, seed=3, dice="typed")
    asked = next(now.choice for now in play(session, 3) if now.choice and now.choice.what == "order")
    acts = session.timeline.at
    for _ in range(2):
        session.choose(0)
        assert session.choice and session.choice.what == "roll"
        session.undo()
        assert session.choice == asked
        assert session.timeline.at == acts


def test_the_dice_of_the_app_come_from_the_chance_it_was_given() -> None:
    def acts() -> list[Any]:
        session = begun(3, seed=9)
        list(play(session, 9))
        return session.timeline.moves

    assert acts() == acts()


def test_the_monsters_do_not_move_before_the_table_was_checked() -> None:
    session = until(begun(), "check")
    assert kinds(session)[RuneStone] == 0
    assert session.choice and session.choice.what == "table"
    session.confirm()
    assert kinds(session)[RuneStone] == kinds(session)[Walk] == 1
    assert session.stage == "guide"


def test_steps_go_forth_and_back() -> None:
    session = until(begun(seed=2), "guide", phase="attacks")
    tables = [shown(session).assumed_table]
    steps = len(session.guide.steps)
    for at in range(1, steps):
        session.confirm()
        assert session.guide.at == at
        tables.append(shown(session).assumed_table)
    for at in range(steps - 2, -1, -1):
        session.tell(Answer(1, "back", ()))
        assert shown(session).assumed_table == tables[at]
    assert not [one for one in shown(session).decisions if one.id == "back"], "this is the first step"
    session.all_done()
    assert shown(session).assumed_table == fate.table(session.position) or session.guide.left


def test_undo_in_the_middle_of_a_show_brings_the_table_back_from_where_it_is() -> None:
    session = until(begun(seed=2), "guide", phase="attacks")
    assert len(session.guide.steps) > 2
    session.confirm()
    session.confirm()
    half = shown(session).assumed_table
    walk, at = session.timeline.moves[session.timeline.at - 1], session.timeline.at
    session.undo()
    assert isinstance(walk, Walk)
    assert session.position.phase == "walk" and shown(session).stage == "guide"
    assert shown(session).assumed_table == half
    session.all_done()
    assert shown(session).assumed_table == fate.table(session.position)
    assert shown(session).stage == "monsters", "nothing moves by itself after an undo"
    session.confirm()
    assert session.timeline.at == at
    assert isinstance(session.timeline.moves[-1], Walk)


def test_redo_keeps_the_dice() -> None:
    session = begun(2, seed=4)
    for _ in play(session, 4):
        if kinds(session)[MonsterAttack] == 2:
            break
    position, acts = session.position, list(session.timeline.moves)
    session.undo(5)
    session.redo(5)
    assert (session.position, session.timeline.moves) == (position, acts)
    with pytest.raises(RuleError, match="moves to redo"):
        session.redo()


def state(session: FateSession) -> FateSnapshot:
    return session.snapshot(1)


def test_a_kill_at_any_time_loses_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = begun(3, Options(monster_die=True), 6, journal)
        chance = Random(6)
        for number, _ in enumerate(play(session, 6, taps=400)):
            if chance.random() < 0.1:
                at = session.timeline.at
                session.undo(chance.randint(1, min(4, at))) if at else None
            if number % 13 == 0 and session.timeline.stored_as:
                again = resumed(journal, session.timeline.stored_as)
                assert again.position == session.position
                assert again.timeline.moves == session.timeline.moves
                assert shown(again).assumed_table == shown(session).assumed_table
                assert again.guide.left == session.guide.left
                assert shown(again).log == shown(session).log
            if session.timeline.at > 120:
                return


def test_dice_that_lie_are_not_rolled_again_after_a_kill(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = next(
            session
            for seed in range(30)
            for session in play(begun(4, seed=seed, journal=journal), seed)
            if session.choice and session.choice.what == "prevent"
        )
        assert session.choice and session.timeline.stored_as
        again = resumed(journal, session.timeline.stored_as, Random(77))
        assert again.choice == session.choice
        again.choose(0)
        attack = again.timeline.moves[-1]
        assert attack == session.choice.options[0].act


def test_a_full_disk_leaves_the_game_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = begun(2, Options(monster_die=True), 10, journal)
        append = journal.append

        def full(*_: object) -> None:
            raise StorageError("disk_full", "no room")

        for _ in play(session, 10, taps=300):
            before = state(session)
            monkeypatch.setattr(journal, "append", full)
            for attempt in (
                session.confirm,
                session.undo,
                session.all_done,
                lambda: session.submit(EndTurn()),
                lambda: session.submit(Correct("town", value=3)),
            ):
                try:
                    attempt()
                except (StorageError, RuleError):
                    now = state(session)
                    assert (now.position, now.assumed_table, now.log) == (
                        before.position,
                        before.assumed_table,
                        before.log,
                    )
            monkeypatch.setattr(journal, "append", append)
            if session.timeline.at > 60:
                return


def test_nothing_is_shown_before_it_is_stored(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = begun(2, seed=8, journal=journal)
        thread = SessionThread()
        counts: list[tuple[int, int]] = []

        def compare(now: Snapshot) -> None:
            assert isinstance(now, FateSnapshot)
            events = journal.events(now.stored_as or 0)
            entries = {entry.number for entry in now.log}
            counts.append((max(entries, default=0), sum(event.kind == "move" for event in events)))

        thread.subscribe(compare)
        game = thread.number()
        thread.open(game, session)
        for _ in range(40):
            acting = isinstance(thread.latest, FateSnapshot) and thread.latest.stage == "heroes"
            thread.post(PlayAct(game, EndTurn()) if acting else Confirm(game))
            thread.run_until_idle()
        assert len(counts) > 20
        assert all(logged <= stored for logged, stored in counts)
        assert counts[-1][0] > 10


def test_acts_that_are_not_allowed_change_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = until(begun(journal=journal), "heroes")
        before, events = state(session), journal.events(1)
        for act in (Move("1,9"), Walk(), Draw(3)):
            with pytest.raises(RuleError):
                session.submit(act)
        assert (state(session), journal.events(1)) == (before, events)


def test_heroes_are_not_held_up_by_steps() -> None:
    session = until(begun(), "heroes")
    hero = session.position.heroes[0]
    target = min(fate.reach(session.position, hero.id))
    session.submit(Move(target))
    assert shown(session).stage == "heroes"
    assert [str(step.title) for step in session.guide.left] == ["Bjorn walks"]
    session.submit(EndTurn())
    assert shown(session).stage == "heroes"
    session.submit(EndTurn())
    assert shown(session).stage == "guide", "before the monsters move, the table must be right"
    session.all_done()
    assert shown(session).stage == "check"


def test_a_correction_by_hand_asks_nobody_to_move_anything() -> None:
    session = until(begun(seed=3), "heroes")
    monster = session.position.monsters[0]
    session.submit(Correct("remove", monster.id))
    assert not session.guide.left
    assert shown(session).assumed_table == fate.table(session.position)
    session.undo()
    assert [step.acts[0].act for step in session.guide.left] == ["place"]


def test_the_journal_holds_acts_as_the_script_format_has_them(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = begun(journal=journal)
        list(play(session, 1))
        moves = [event.payload for event in journal.events(1) if event.kind == "move"]
        assert json.loads(json.dumps(moves)) == [fate.act_object(act) for act in session.timeline.moves]
        setup = journal.game(1).setup
    from companion.games.fate.script import play as play_script

    result = play_script({"game": "fate", "setup": setup, "moves": moves})
    assert (result["error"], result["result"]) == (None, session.position.result)


def test_a_single_attacker_is_asked_for_its_dice_at_once() -> None:
    session = begun(1, seed=3, dice="typed")
    until(session, "heroes")
    session.submit(Correct("hex", "bjorn", value="12,6"))
    session.submit(Correct("place", "troll", value="13,5"))
    session.all_done()
    session.submit(EndTurn())
    for _ in range(60):
        if session.stage == "choice":
            break
        session.confirm()
    choice = session.choice
    assert choice and (choice.what, choice.dice) == ("roll", 6)
    before = session.timeline.at
    session.choose(0)
    assert session.timeline.at > before
    assert isinstance(session.timeline.moves[before], MonsterAttack)


def test_an_act_is_worked_out_once_and_never_for_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    session = until(begun(), "heroes")
    apply, worked_out = fate.apply, list[Any]()

    def counted(position: fate.Position, act: fate.Act) -> fate.Applied:
        worked_out.append(act)
        return apply(position, act)

    monkeypatch.setattr(fate, "apply", counted)
    act = Move(min(fate.reach(session.position, session.position.heroes[0].id)))
    session.submit(act)
    assert session.snapshot(1).played == session.timeline.at
    assert worked_out == [act]
    monkeypatch.undo()
    choosing = until(begun(2, seed=3, dice="typed"), "choice", 3)
    asked = choosing.choice
    monkeypatch.setattr(fate, "apply", counted)
    assert choosing.snapshot(1).choice == asked
    assert worked_out == [act]
