"""Runs the contract of every part that a game has."""

import json
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.app import game_loader
from companion.games import registry
from companion.games.installed import sources, subprocess_environment
from companion.session.base import manifest
from companion.storage.journal import Journal
from companion.testing import app, board, bots, moves, rules, session, texts
from companion.testing.base import ContractError, Finding, collected, expect
from companion.testing.rules import RandomGame
from companion.testing.session import StoredGame
from companion.testing.several import Several, random_games

SCREEN = "companion.testing.screen"
"""Program that checks the window's part."""
SCREEN_S = 300.0
"""Maximum time of that program; on a laptop a game takes about 8 seconds."""


class GameCheck(NamedTuple):
    """A check of a part of a game; `run` returns what it found wrong."""

    part: str
    name: str
    run: Callable[[], list[Finding]]

    def __call__(self) -> None:
        """Run the check; warns of what is in doubt. Raises ContractError with all that is wrong."""
        found = self.run()
        for one in found:
            if one.doubt:
                warnings.warn(str(one), stacklevel=2)
        if wrong := [str(one) for one in found if not one.doubt]:
            raise ContractError("\n".join(wrong))


def checks(name: str) -> Iterator[GameCheck]:
    """Yield the checks of every part that a game has. Raises RuleError `unknown_game`."""
    package, game = registry.package(name), _Game(name)
    for check in rules.CHECKS:
        yield _check("rules", check.__name__, name, partial(game.check_rules, check))
    for several in (*moves.CHECKS, *texts.CHECKS):
        yield _check("rules", several.__name__, name, partial(game.check_several, several))
    for folder in ("locales", "phone"):
        if getattr(package, folder):
            yield _check(folder, "files", name, partial(texts.FOLDERS[folder], package))
    if package.part("session"):
        for check_session in (*session.CHECKS, *bots.CHECKS):
            run = partial(game.check_stored, check_session)
            yield _check("session", check_session.__name__, name, run)
    if package.part("app"):
        yield _check("app", "load", name, partial(game_loader.app_game, name))
        for check_board in board.CHECKS:
            run = partial(game.check_several, check_board, needs_board=True)
            yield _check("board", check_board.__name__, name, run)
        for review in app.CHECKS if package.part("session") else ():
            yield _check("app", review.__name__, name, partial(game.check_stored, review))
    if package.part("ui"):
        yield GameCheck("ui", "screen", partial(_screen, name))


def check_game(name: str) -> list[Finding]:
    """Run all checks of a game; return what is wrong, the same mistake once. Raises as `checks`."""
    found = [one for check in checks(name) for one in check.run()]
    return list({(one.place, one.sentence): one for one in reversed(found)}.values())[::-1]


class _Game:
    """A random game, played when it is first needed."""

    def __init__(self, name: str) -> None:
        self._name = name

    @cached_property
    def played(self) -> RandomGame:
        return rules.random_game(registry.rules(self._name))

    def check_rules(self, check: rules.Check) -> None:
        expect(self._name, self.played.rules.name, "name")
        check(self.played)

    @cached_property
    def several(self) -> Several:
        package, of = registry.package(self._name), registry.rules(self._name)
        described = game_loader.app_game(self._name).described if package.part("app") else None
        return Several(of, described, tuple(random_games(of)))

    def check_several(self, check: Callable[[Several], None], needs_board: bool = False) -> None:
        """Run a check of several random games, of a game that has a board described if it `needs_board`."""
        if self.several.described or not needs_board:
            check(self.several)

    def check_stored(self, check: session.Check) -> None:
        """Run a check with an empty journal, if it applies to the game."""
        with TemporaryDirectory() as folder, Journal(Path(folder) / "journal.sqlite3") as journal:
            game = StoredGame(self.played, manifest(self._name), journal)
            if check in (session.begin, *bots.CHECKS) or game.replayable:
                check(game)


def _check(part: str, check: str, game: str, act: Callable[[], object]) -> GameCheck:
    def run() -> list[Finding]:
        found: list[Finding] = []
        with collected(game, part, check, found):
            act()
        return found

    return GameCheck(part, check, run)


def _screen(name: str) -> list[Finding]:
    """Run the program of the window's part, which an error of Kivy may end at any time."""
    with TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        try:
            ended = subprocess.run(
                [sys.executable, "-P", "-m", SCREEN, name, str(result), *map(str, sources())],
                capture_output=True,
                cwd=folder,
                env=subprocess_environment() | {"XDG_STATE_HOME": folder},
                timeout=SCREEN_S,
            )
            last = ended.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no output"]
            why = f"expected a window, found exit code {ended.returncode}: {last[0]}"
        except subprocess.TimeoutExpired:
            why = f"expected an end within {SCREEN_S:.0f} s, found none"
        try:
            return [Finding(*one) for one in json.loads(result.read_text("utf-8"))]
        except (OSError, ValueError):
            return [Finding("ui", "screen", "", why)]
