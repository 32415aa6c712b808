"""Dice of the app for heroes: on disk before they are seen, and the same until an act has used them."""

from pathlib import Path
from random import Random

from companion.games.fate.acts import Attack, Correct, EndTurn, Prepare
from companion.session.fate.game import FateGame, Roll, snapshot
from companion.session.fate.session import FateSession
from companion.session.messages import GoTo
from companion.storage.journal import Journal
from tests.session.fate.games import begun


def beside_a_goblin(journal: Journal | None = None, dice: str = "app") -> FateSession:
    session = begun(2, seed=4, journal=journal, dice=dice)
    while session.stage != "heroes":
        session.confirm()
    hero = session.position.heroes[session.position.turn]
    for act in (Correct("hex", hero.id, value="12,6"), Correct("place", "goblin", value="12,5")):
        session.act(act)
        session.all_done()
    return session


def goblin(session: FateSession) -> str:
    return next(m.id for m in session.position.monsters if m.hex == "12,5")


def test_dice_survive_a_crash_between_roll_and_act(tmp_path: Path) -> None:
    with Journal(tmp_path / "games.sqlite3") as journal:
        session = beside_a_goblin(journal)
        session.roll(3)
        rolled = session.tray.faces
        assert session.game_id is not None
        again = FateSession.resume(journal, session.game_id, chance=Random(99))
        again.roll(3)
        assert again.tray.faces == rolled
        again.roll(5)
        assert again.tray.faces[:3] == rolled
        assert len(snapshot(again, 1).tray or ()) == 5


def test_other_acts_leave_the_dice_and_the_attack_takes_them() -> None:
    session = beside_a_goblin()
    session.roll(3)
    rolled = session.tray.faces
    session.act(Prepare())
    assert session.tray.faces == rolled
    session.act(Attack(goblin(session), rolled))
    assert session.tray.faces == ()


def test_what_is_undone_is_rolled_as_before() -> None:
    session = beside_a_goblin()
    game = FateGame(session)
    before = session.line.at
    game.tell(Roll(1, 3))
    rolled = session.tray.faces
    session.act(Attack(goblin(session), rolled))
    session.act(Prepare())
    game.tell(GoTo(1, before))
    assert session.tray.faces == rolled
    game.tell(GoTo(1, before + 2))
    assert session.tray.faces == ()
    session.undo(2)
    session.act(Prepare())
    assert session.tray.faces == rolled, "another act first changes no dice"


def test_real_dice_are_not_rolled() -> None:
    session = beside_a_goblin(dice="typed")
    session.roll(3)
    assert (session.tray.faces, snapshot(session, 1).tray) == ((), None)


def test_any_number_of_acts_back_and_forward_and_the_answer_before() -> None:
    session = beside_a_goblin(dice="typed")
    game = FateGame(session)
    for _ in range(60):
        if session.choice and session.choice.dice:
            break
        session.act(EndTurn()) if session.stage == "heroes" else session.confirm()
    assert session.choice and session.choice.what == "roll"
    at, position = session.line.at, session.position
    game.tell(GoTo(1, at - 1))
    assert (session.line.at, snapshot(session, 1).played) == (at - 1, at - 1), "one act, not the answer only"
    game.tell(GoTo(1, 0))
    assert session.line.at == 0
    game.tell(GoTo(1, at))
    assert session.position == position
