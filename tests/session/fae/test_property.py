"""Whole random games through the session: camera, touch, undo, redo, kills and resumes."""

import random
from pathlib import Path

import pytest

from companion.games import fae
from companion.games.base import Table
from companion.games.fae.script import play, read_moves
from companion.session.fae.pending import OrderDue
from companion.session.fae.session import FaeSession
from companion.storage import export
from companion.storage.journal import Journal
from companion.table.tables import plus
from tests.session.fakes import begun, opening, resumed, see


class People:
    """Simulated players: follow the session and sometimes forget to remove druids."""

    def __init__(self, session: FaeSession, journal: Journal, seed: int) -> None:
        self.session = session
        self.journal = journal
        self.random = random.Random(seed)
        self.forgotten: Table = {}
        self.positions = [opening(seed)]
        self.moves: list[fae.Move] = []

    def look(self) -> None:
        self.session.observe(see(plus(fae.table(self.positions[-1]), self.forgotten)))

    def move(self) -> None:
        before = self.positions[-1]
        move = self.random.choice(fae.legal(before))
        isolated = fae.isolated_by(before, move.source, move.target)
        if len(isolated) > 1:
            move = move._replace(rituals=tuple(self.random.sample(isolated, len(isolated))))
        after = fae.apply(before, move)
        if self.random.random() < 0.2:
            self.forgotten = {}
            self.session.submit(move)
        else:
            removed = fae.removed(before, move)
            self.session.observe(see(plus(fae.table(after), {**self.forgotten, **removed})))
            if isinstance(self.session.waiting, OrderDue):
                self.session.choose_order(move.rituals)
            elif move.rituals:  # the order made no difference: ascending was taken
                move = move._replace(rituals=isolated)
            self.forgotten = {**self.forgotten, **removed} if self.random.random() < 0.3 else {}
        self.positions.append(after)
        self.moves.append(move)
        self.look()

    def undo_and_maybe_redo(self) -> None:
        n = self.random.randint(1, len(self.moves))
        undone = self.moves[-n:], self.positions[-n:]
        del self.moves[-n:], self.positions[-n:]
        self.session.undo(n)
        back = self.random.randint(0, n)
        if self.random.random() < 0.5:
            self.put_right()
        if back:
            self.session.redo(back)
            self.moves += undone[0][:back]
            self.positions += undone[1][:back]
        self.put_right()

    def put_right(self) -> None:
        """By hand with a picture, or step by step with the button."""
        if self.random.random() < 0.5:
            while self.session.steps:
                self.session.confirm()
        self.forgotten = {}
        self.look()
        assert not self.session.wrong

    def crash(self) -> None:
        self.session = resumed(self.journal, self.session.timeline.stored_as)
        self.look()

    def check(self) -> None:
        timeline = self.session.timeline
        assert timeline.current.position == self.positions[-1]
        assert timeline.moves[: timeline.at] == self.moves
        assert not self.session.wrong
        assert {step.act for step in self.session.steps} <= {"remove"}


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(n, marks=pytest.mark.slow) for n in range(3, 12))])
def test_a_random_game_ends_as_the_pure_rules_say(seed: int, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = begun(journal=journal, interactive=True)
        people = People(session, journal, seed)
        people.look()
        while fae.legal(people.positions[-1]):
            people.move()
            people.check()
            if people.random.random() < 0.1:
                people.undo_and_maybe_redo()
                people.check()
            if people.random.random() < 0.1:
                people.crash()
                people.check()
        game_id = people.session.timeline.stored_as
        assert game_id is not None
        written = export.export(journal, game_id)
        assert read_moves(written["moves"]) == people.moves
        result = play(written)
        assert result["error"] is None
        assert result["scores"] == people.session.end().scores
        assert result["status"] == "finished"
