"""Random touches (monkey test): nothing breaks and no game is lost."""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.archive.archive import JournalArchive
from companion.app.game_loader import past
from companion.errors import CompanionError
from companion.games import registry
from companion.games.registry import load
from companion.session.base import GameConfig, SessionContext, SessionManifest
from companion.session.messages import Confirm
from tests.app.archive.test_archive import fae_game, fate_game
from tests.app.fairytile.test_history import told_to_the_end
from tests.session.fabula.duels import duel_game
from tests.ui.evening import Evening, evening
from tests.ui.games.fae.fake import agreed

pytestmark = pytest.mark.slow  # many windows

NAMES = ("Ana", "Bo", "Cy")


class Monkey:
    """Touches buttons and other places by chance, with one finger or two.

    What it does not find by itself within a while is put before it.
    """

    def __init__(self, house: Evening, chance: Random, every: int) -> None:
        self.house, self.chance, self._every = house, chance, every
        self.shown: set[str] = set()
        self.closed = 0
        self.problems: list[CompanionError] = []
        house.running.app.stop = self._stay
        house.app.phones._port = 0  # whoever else has the usual port: phones can be turned on
        house.app.subscribe(self._heard)
        self._games = self._stored()

    def touch(self, times: int) -> None:
        """Make this number of touches."""
        for number in range(times):
            if number % self._every == 0:
                self._lead()
            finger, kind = self.house.finger, self.chance.random()
            if kind < 0.75:
                finger.tap(self._place())
            elif kind < 0.85:
                finger.drag(self._place(), self._anywhere(), frames=3)
            elif kind < 0.93:
                finger.hold(self._place(), frames=self.chance.randint(2, 25))
            elif kind < 0.97:
                before_px, after_px = self.chance.sample((60, 120, 200, 300), 2)
                finger.pinch(self._anywhere(), before_px, after_px, frames=3)
            else:
                finger.tap(self._place(), self._anywhere())
            self.shown.add(self.house.screen.name)

    def _place(self) -> Any:
        buttons = self.house.buttons()
        if buttons and self.chance.random() < 0.7:
            button = self.chance.choice(buttons)
            return button.to_window(*button.center)
        return self._anywhere()

    def _anywhere(self) -> tuple[float, float]:
        width, height = self.house.running.window.size
        return self.chance.uniform(0, width - 1), self.chance.uniform(0, height - 1)

    def _lead(self) -> None:
        """Go to a page not shown yet, else to a random page or game."""
        ways = self._ways()
        fresh = [name for name in ways if name not in self.shown]
        name = fresh[0] if fresh else self.chance.choice(list(ways))
        self.house.running.app.home()
        ways[name]()
        if fresh:
            self.house.on(name)
        self.house.finger.frames(2)
        self.shown.add(self.house.screen.name)

    def _ways(self) -> dict[str, Callable[[], None]]:
        from ui.screens.pages import PAGES

        app = self.house.running.app
        archive = self.house.app.archive
        stored = [game.id for game in archive.games()]
        about: dict[str, dict[str, Any]] = {
            "new": {"game": self.chance.choice(registry.registered())},
            "intro": {"game": self.chance.choice(registry.registered())},
            "check": {"game": "fae", "table": "simulated", "begin": self._begin},
            "history": {"game": self.chance.choice(stored)} if stored else {},
            "replay": {"game": self.chance.choice(stored)} if stored else {},
            "review": {"game": self.chance.choice(stored)} if stored else {},
            "keep": {"game": self.chance.choice(stored)} if stored else {},
        }
        ways: dict[str, Callable[[], None]] = {
            name: partial(app.open, name, **about.get(name, {}))
            for name in PAGES
            if name not in ("start", "too_small")
            and (stored or name not in ("history", "replay", "review", "keep"))
            and (app.snapshot or name != "hint")
        }
        ways["start"] = app.leave_game
        ways["fae_setup"] = partial(app.open, "fae_setup", begin=self._begin)
        ways["fae_play"] = self._fae
        ways["fate_play"] = self._fate
        ways["fabula_play"] = self._fabula
        ways["fabula_own"] = partial(app.open, "fabula_own")
        ways["fairytile_play"] = self._fairytile
        ways["fairytile_own"] = partial(app.open, "fairytile_own")
        wanted = {game for name, game in self._games.items() if name not in self.shown}
        if not wanted <= {*stored}:  # a touch deleted one before its end was seen
            self._games = self._stored()
        for name, game in self._games.items():
            if game in stored and name not in self.shown:  # later it may be taken back to any point
                ways[name] = partial(self._resume, game, reveal=name == "dealt")
        return ways

    def _resume(self, game: int, reveal: bool) -> None:
        self.house.running.app.leave_game()
        self.house.app.resume(game, "none")
        if not reveal:
            self._skip_looks()

    def _skip_looks(self) -> None:
        shown = self.house.until(lambda shown: True, "a game")
        while getattr(shown, "stage", "over") != "over":  # what lies on the table is asked first
            self.house.app.tell(Confirm(shown.game))
            shown = self.house.other_than(shown)
        for name in NAMES:
            self.house.app.seen(name)
        self.house.running.app.home()

    def _begin(self, table: str, druids: Any) -> None:
        self._begin_fae()

    def _fae(self) -> None:
        self.house.running.app.leave_game()
        self._begin_fae()
        self.house.until(lambda shown: shown.dealt)
        self._skip_looks()

    def _fate(self) -> None:
        self.house.running.app.leave_game()
        self.house.app.begin("fate", GameConfig(("Ana", "Bo"), ("bjorn", "alva")), "none")
        self.house.until(lambda shown: hasattr(shown, "stage"))
        self.house.running.app.home()  # from the codes for phones, if somebody turned phones on

    def _fabula(self) -> None:
        self.house.running.app.leave_game()
        agreed = GameConfig(("Ana", "Bo"), ("ember", "grove"), {"hands": "table"})
        self.house.app.begin("fabula", agreed, "none")
        self.house.until(lambda shown: hasattr(shown, "asks"))
        self.house.running.app.home()

    def _fairytile(self) -> None:
        self.house.running.app.leave_game()
        self.house.app.begin("fairytile", GameConfig(NAMES, options={"pages": 3}), "none")
        self.house.until(lambda shown: shown.name == "fairytile" and shown.dealt)
        self._skip_looks()

    def _begin_fae(self) -> None:
        self.house.app.begin("fae", agreed(NAMES, self.chance.randint(1, 99)), "none")

    def _stored(self) -> dict[str, int]:
        """Games that are nearly over, to reach their end."""
        journal = self.house.journal
        looking, _ = fae_game(journal, NAMES, moves=5, reveal=False)
        ended, _ = fae_game(journal, NAMES, reveal=False)
        won, _ = fate_game(journal)
        stored_as = told_to_the_end(journal).timeline.stored_as
        assert stored_as
        return {
            "dealt": looking,
            "fae_end": ended,
            "fate_end": won,
            "fairytile_end": stored_as,
            "fabula_end": duel_game(journal),
        }

    def _heard(self, snapshot: Any) -> None:
        if snapshot.problem and snapshot.problem.code == "internal":
            self.problems.append(snapshot.problem)

    def _stay(self, *_: Any) -> None:
        self.closed += 1


def replayed(house: Evening) -> Any:
    """The position of the game on the screen, from the journal alone."""
    shown, journal = house.snapshot, house.journal
    manifest = load("session", SessionManifest, shown.name)
    session: Any = manifest.resume(shown.stored_as, SessionContext(journal, Random(1)))
    return session.snapshot(1).position


def everything() -> set[str]:
    from ui import all_games as shown
    from ui.screens.pages import PAGES

    return (set(PAGES) | set(shown.screens())) - {"too_small"}


@pytest.mark.parametrize(
    ("touches", "every", "finds_all"),
    [(40, 10, False), pytest.param(5000, 60, True, marks=pytest.mark.slow)],
    ids=["40", "5000"],
)
def test_nothing_breaks(
    open_window: Any,
    tmp_path: Path,
    monkeypatch: Any,
    caplog: Any,
    touches: int,
    every: int,
    finds_all: bool,
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    with caplog.at_level(logging.ERROR), evening(open_window, tmp_path, seed=7) as house:
        monkey = Monkey(house, Random(7), every)
        monkey.touch(touches)
        assert not monkey.problems
        assert [record.getMessage() for record in caplog.records] == []
        assert not finds_all or everything() - monkey.shown == set()
        monkey._fae()
        monkey.touch(20)
        if house.snapshot:
            assert replayed(house) == house.snapshot.position
        for game in JournalArchive(house.journal, past).games():
            assert JournalArchive(house.journal, past).history(game.id)
