"""Dice of the app for heroes: on disk before they are seen, and the same until an act has used them."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.fate.acts import Attack, Correct, EndTurn, Prepare
from companion.session.fate.session import FateSession
from companion.session.messages import GoTo
from companion.storage.journal import Journal
from tests.session.fate.games import begun, resumed


def beside_a_goblin(journal: Journal | None = None, dice: str = "app") -> FateSession:
    session = begun(2, seed=4, journal=journal, dice=dice)
    while session.stage != "heroes":
        session.confirm()
    hero = session.position.heroes[session.position.turn]
    for act in (Correct("hex", hero.id, value="12,6"), Correct("place", "goblin", value="12,5")):
        session.submit(act)
        session.all_done()
    return session


def goblin(session: FateSession) -> str:
    return next(m.id for m in session.position.monsters if m.hex == "12,5")


def test_dice_survive_a_crash_between_roll_and_act(tmp_path: Path) -> None:
    with Journal(tmp_path / "games.sqlite3") as journal:
        session = beside_a_goblin(journal)
        session.roll(3)
        rolled = session.dice_pool.faces
        again = resumed(journal, session.timeline.stored_as, Random(99))
        again.roll(3)
        assert again.dice_pool.faces == rolled
        again.roll(5)
        assert again.dice_pool.faces[:3] == rolled
        assert len(again.snapshot(1).dice_pool or ()) == 5


def test_dice_are_on_disk_before_anybody_sees_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path / "games.sqlite3") as journal:
        session = beside_a_goblin(journal)
        append = journal.append

        def killed(*event: Any) -> None:
            append(*event)
            raise KeyboardInterrupt

        monkeypatch.setattr(journal, "append", killed)
        with pytest.raises(KeyboardInterrupt):
            session.roll(3)
        assert session.snapshot(1).dice_pool == (), "nobody saw them"
        monkeypatch.undo()
        stored = journal.events(session.timeline.stored_as or 0)[-1]
        again = resumed(journal, session.timeline.stored_as, Random(99))
        again.roll(3)
        assert list(again.dice_pool.faces) == stored.payload["faces"]
        assert (stored.kind, len(stored.payload["faces"])) == ("dice", 3)


def test_other_acts_leave_the_dice_and_the_attack_takes_them() -> None:
    session = beside_a_goblin()
    session.roll(3)
    rolled = session.dice_pool.faces
    session.submit(Prepare())
    assert session.dice_pool.faces == rolled
    session.submit(Attack(goblin(session), rolled))
    assert session.dice_pool.faces == ()


def test_what_is_undone_is_rolled_as_before() -> None:
    session = beside_a_goblin()
    before = session.timeline.at
    session.roll(3)
    rolled = session.dice_pool.faces
    session.submit(Attack(goblin(session), rolled))
    session.submit(Prepare())
    session.tell(GoTo(1, before))
    assert session.dice_pool.faces == rolled
    session.tell(GoTo(1, before + 2))
    assert session.dice_pool.faces == ()
    session.undo(2)
    session.submit(Prepare())
    assert session.dice_pool.faces == rolled, "another act first changes no dice"


def test_real_dice_are_not_rolled() -> None:
    session = beside_a_goblin(dice="typed")
    session.roll(3)
    assert (session.dice_pool.faces, session.snapshot(1).dice_pool) == ((), None)


def test_any_number_of_acts_back_and_forward_and_the_answer_before() -> None:
    session = beside_a_goblin(dice="typed")
    for _ in range(60):
        if session.choice and session.choice.dice:
            break
        session.submit(EndTurn()) if session.stage == "heroes" else session.confirm()
    assert session.choice and session.choice.what == "roll"
    at, position = session.timeline.at, session.position
    session.tell(GoTo(1, at - 1))
    assert (session.timeline.at, session.snapshot(1).played) == (at - 1, at - 1), (
        "one act, not the answer only"
    )
    session.tell(GoTo(1, 0))
    assert session.timeline.at == 0
    session.tell(GoTo(1, at))
    assert session.position == position
