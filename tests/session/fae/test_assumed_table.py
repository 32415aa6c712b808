"""The assumed table is stored: nobody has to repair the table twice."""

import shutil
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.games import fae
from companion.games.base import Table
from companion.session.base import SessionContext
from companion.session.fae.session import FaeSession
from companion.session.messages import AllDone, Confirm, GoTo
from companion.session.repair import after
from companion.storage.journal import Journal
from companion.table.tables import plus
from tests.session.fae_answers import named
from tests.session.fakes import PLAYERS, PerfectInterpreter, games, observed, opening, see, until

CAMERA = pytest.mark.parametrize("watched", [True, False], ids=["camera", "no camera"])


class Evening:
    """A game in a journal that may be closed, or killed at any moment."""

    def __init__(self, folder: Path, watched: bool, position: fae.Position) -> None:
        self.folder, self.watched = folder, watched
        self.journal = Journal(folder / "0" / "journal.sqlite3")
        self.session = FaeSession(PLAYERS, self.around, position=position, interpreter=PerfectInterpreter())
        self.number = 0

    @property
    def around(self) -> SessionContext:
        return SessionContext(self.journal, watched=self.watched)

    def resumed(self, killed: bool) -> FaeSession:
        stored_as = self.session.timeline.stored_as
        assert stored_as is not None
        folder = self.journal.path.parent
        if killed:  # what is on disk at this moment, with nothing closed
            self.number += 1
            folder = Path(shutil.copytree(folder, self.folder / str(self.number)))
        self.journal.close()
        self.journal = Journal(folder / "journal.sqlite3")
        self.session = FaeSession.resume(stored_as, self.around, PerfectInterpreter())
        return self.session

    def moves(self, count: int) -> None:
        """Play by camera or by touch; leftovers of rituals are removed."""
        position = self.session.timeline.current.position
        for _, move in list(games(position, 1))[:count]:
            before = self.session.timeline.current.position
            if self.watched:
                self.session.observe(see(fae.table(fae.apply(before, move))))
            else:
                self.session.submit(move)
                self.session.tell(AllDone(1))


@CAMERA
@pytest.mark.parametrize("killed", [True, False], ids=["killed", "left"])
def test_confirmed_repairs_are_not_asked_for_again(tmp_path: Path, watched: bool, killed: bool) -> None:
    house = Evening(tmp_path, watched, opening())
    if watched:
        house.session.observe(see(fae.table(opening())))
    house.moves(8)
    assert house.session.timeline.at == 8
    house.session.tell(GoTo(1, 2))
    todo = house.session.steps
    assert len(todo) >= 2
    house.session.tell(Confirm(1))
    session = house.resumed(killed)
    assert session.steps == (todo[1:] if watched else ()), "without a camera one touch says it of all"
    for _ in session.steps:
        session.tell(Confirm(1))
    session = house.resumed(killed)
    assert session.steps == ()
    assert session.assumed_table == fae.table(session.timeline.current.position)
    if watched:
        assert observed(session, see(session.assumed_table))[-1] == "corrected"
    house.moves(2)
    session = house.resumed(killed)
    assert (session.timeline.at, session.steps) == (4, ())
    assert session.assumed_table == fae.table(session.timeline.current.position)


def test_half_a_repair_that_was_seen_is_known_after_a_kill(tmp_path: Path) -> None:
    house = Evening(tmp_path, True, opening())
    house.session.observe(see(fae.table(opening())))
    house.moves(6)
    house.session.tell(GoTo(1, 1))
    todo = house.session.steps
    half: Table = after(house.session.assumed_table, todo[0])
    house.session.observe(see(half))
    session = house.resumed(killed=True)
    assert session.assumed_table == half
    assert len(session.steps) == len(todo) - 1


@CAMERA
def test_druids_left_standing_after_a_ritual_are_known_after_a_kill(tmp_path: Path, watched: bool) -> None:
    before, move = until("ritual", disrupted=True)
    house = Evening(tmp_path, watched, before)
    removed = fae.removed(before, move)
    end = fae.table(fae.apply(before, move))
    if watched:
        house.session.observe(see(fae.table(before)))
        house.session.observe(see(plus(end, removed)))
    else:
        house.session.submit(move)
    session = house.resumed(killed=True)
    assert [(step.act, step.pieces) for step in session.steps] == [
        ("remove", pieces) for pieces in removed.values()
    ]
    assert session.put_back == (0 if watched else len(session.steps))
    if watched:
        assert [observed(session, see(end)) for _ in range(2)][-1] == ["settled"]
    else:
        session.tell(AllDone(1))
    assert house.resumed(killed=True).steps == ()


def test_a_full_disk_leaves_what_is_known_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = Evening(tmp_path, False, opening())
    house.moves(3)
    house.session.tell(GoTo(1, 1))
    assumed = house.session.assumed_table

    def full(*_: object) -> None:
        raise StorageError("disk_full", "no room")

    with monkeypatch.context() as broken:
        broken.setattr(house.journal, "append", full)
        with pytest.raises(StorageError):
            house.session.tell(AllDone(1))
    assert (house.session.assumed_table, house.session.put_back > 0) == (assumed, True)
    house.session.tell(AllDone(1))
    assert house.session.put_back == 0


def test_a_move_made_while_nothing_watched_is_asked_about(tmp_path: Path) -> None:
    house = Evening(tmp_path, True, opening())
    house.session.observe(see(fae.table(opening())))
    session = house.resumed(killed=True)
    move = fae.legal(opening())[0]
    after_it = fae.table(fae.apply(opening(), move))
    assert observed(session, see(after_it))[-1] == "ask"
    assert session.snapshot(1).doubt == (move,)
    session.tell(named(1, move))
    assert session.timeline.moves == [move]


def test_a_move_made_while_nothing_watched_and_taken_back_is_none(tmp_path: Path) -> None:
    house = Evening(tmp_path, True, opening())
    house.session.observe(see(fae.table(opening())))
    session = house.resumed(killed=True)
    session.observe(see(fae.table(fae.apply(opening(), fae.legal(opening())[0]))))
    assert observed(session, see(fae.table(opening()))) == ["settled"]
    assert session.timeline.moves == []
    assert session.snapshot(1).doubt == ()
