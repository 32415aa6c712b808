"""The app at a seat of Fae, with the real process that thinks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from random import Random

import pytest

from companion.app.archive.archive import JournalArchive
from companion.app.archive.tally import GameTally
from companion.app.controller.app import App
from companion.app.game_loader import past
from companion.app.lights import ASK
from companion.errors import RuleError
from companion.games import fae
from companion.games.fae.setup import random_druids, setup_of
from companion.session.base import Bots, GameConfig, SessionContext
from companion.session.fae.session import FaeSession
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import BotMove, Reveal, Undo
from companion.session.snapshot import Snapshot
from companion.settings.settings import load
from companion.storage.journal import Journal
from tests.patience import WAIT_S
from tests.session.fae_answers import moved
from ui.controller import TableKind

NAMES = ("Ana", "The app")
BOTS: Bots = {"The app": "easy"}


class Watched:
    """The app, and every snapshot that it showed."""

    def __init__(self, app: App) -> None:
        self.app, self.shown = app, Queue[Snapshot]()
        self.seen: list[FaeSnapshot] = []
        app.subscribe(self.shown.put)

    def until(self, there: Callable[[FaeSnapshot], object]) -> FaeSnapshot:
        while True:
            try:
                shown = self.shown.get(timeout=WAIT_S)
            except Empty:
                raise AssertionError(f"never came after {self.seen[-1:]}") from None
            assert isinstance(shown, FaeSnapshot)
            self.seen.append(shown)
            if there(shown):
                return shown


@contextmanager
def playing(folder: Path, table: TableKind = "none") -> Iterator[Watched]:
    p = fae.start(random_druids(Random(2)), 2)
    with Journal(folder / "journal.sqlite3") as journal:
        app = App(load(), journal, chance=Random(3))
        app.bots.least_s = 0.0
        app.begin("fae", GameConfig(NAMES, setup=setup_of(p, NAMES), bots=BOTS), table)
        try:
            yield Watched(app)
        finally:
            app.close()


def quiet(p: fae.Position) -> fae.Move:
    return next(move for move in fae.legal(p) if not fae.isolated_by(p, move.source, move.target))


def test_it_waits_for_people_to_look_then_answers_every_move(tmp_path: Path) -> None:
    with playing(tmp_path) as house:
        shown = house.until(lambda shown: shown.dealt)
        assert house.app.unseen() == ("Ana",)
        with pytest.raises(RuleError):
            house.app.show_secret("The app")
        assert house.app.show_secret("Ana")
        house.app.seen("Ana")
        assert shown.position
        house.app.tell(moved(shown.game, quiet(shown.position)))
        thinking = house.until(lambda shown: shown.played == 1)
        assert thinking.thinking and house.app.hints.offered() is False
        shown = house.until(lambda shown: shown.played == 2)
        assert (shown.turn, shown.problem) == ("Ana", None)
        house.app.tell(Undo(shown.game))
        assert house.until(lambda shown: shown.played == 0).turn == "Ana"


def test_hints_are_for_people_and_end_with_the_game(tmp_path: Path) -> None:
    with playing(tmp_path) as house:
        shown = house.until(lambda shown: shown.dealt)
        assert house.app.hints.offered()
        house.app.hints.think()
        assert house.app.hints.wait(WAIT_S)
        found = house.app.hints.latest()
        assert found and shown.position and fae.explain(shown.position, found[0].move) is None
        dark = set(house.app.strip.wanted)
        house.app.hints.point(found[0].way)
        assert ASK in house.app.strip.wanted and ASK not in dark
        house.app.hints.think()
        assert ASK not in house.app.strip.wanted
        house.app.leave_game()
        assert house.app.hints.latest() is None and not house.app.hints.offered()


def test_a_bot_counts_in_nobodys_statistics(tmp_path: Path) -> None:
    chance = Random(4)
    with Journal(tmp_path / "journal.sqlite3") as journal:
        setup = setup_of(fae.start(random_druids(chance), 2), NAMES)
        around = SessionContext(journal, chance, watched=False, interactive=False)
        session = FaeSession.begin(GameConfig(NAMES, setup=setup, bots=BOTS), around)
        while not session.finished:
            move = fae.RULES.next_move(session.timeline.current.position, chance)
            session.tell(BotMove(1, session.timeline.at, move) if session.bot_to_move() else moved(1, move))
        session.tell(Reveal(1))
        archive = JournalArchive(journal, past)
        assert [(one.player, one.games) for one in GameTally(archive.games()).players()] == [("Ana", 1)]
        (stored,) = archive.games()
        assert (stored.bots, stored.players, stored.finished) == (("The app",), NAMES, True)


@pytest.mark.slow
def test_at_a_watched_table_hands_are_led_and_the_camera_confirms(tmp_path: Path) -> None:
    with playing(tmp_path, "simulated") as house:
        house.until(lambda shown: shown.dealt)
        house.app.seen("Ana")
        house.until(lambda shown: shown.played >= 6)
        told = [shown for shown in house.seen if shown.suggested_move]
        assert {shown.turn for shown in told} == {"The app"}
        for shown in house.seen:
            for turn in shown.log:
                if turn.player == "The app":
                    assert any(
                        one.suggested_move
                        and one.suggested_move[:2] == turn.move[:2]
                        and one.played == turn.number - 1
                        for one in told
                    )
        assert all(one.step for one in told)
