"""Games are installed from a stick and removed in the background, and what goes wrong is said."""

import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.archive.game_packages import GamePackages
from companion.errors import CompanionError
from companion.games import built_in, registry, wheels
from companion.games.package import InstalledGame
from companion.storage import exports


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GamePackages]:
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(exports, "sticks", lambda: (tmp_path,))
    yield GamePackages(lambda: False)
    registry.use(None)


def after(packages: GamePackages, act: Any, *about: Any) -> Any:
    act(*about)
    packages.wait()
    return packages._now


def test_a_file_of_the_stick_that_is_no_game_is_refused(packages: GamePackages, tmp_path: Path) -> None:
    (tmp_path / "reversi.whl").write_text("nothing")
    (tmp_path / ".hidden.whl").write_text("nothing")
    packages._look()
    assert packages.look().files == (tmp_path / "reversi.whl",)
    now = after(packages, packages.install, tmp_path / "reversi.whl")
    assert (now.busy, now.problem.code) == ("", "wrong_package")
    now = after(packages, packages.install, tmp_path / "gone.whl")
    assert now.problem.code == "not_installed" and "No such file" in str(now.problem)


def test_progress_and_result_are_shown(packages: GamePackages, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def install(file: Path, progress: Any) -> InstalledGame:
        progress(0.25)
        seen.append(packages._now)
        return InstalledGame(name="reversi", version="1.2")

    monkeypatch.setattr(wheels, "install", install)
    now = after(packages, packages.install, Path("reversi.whl"))
    assert [(one.busy, one.share) for one in seen] == [("installing", 0.25)]
    assert (now.busy, str(now.done)) == (
        "",
        "reversi 1.2 is installed. You find it on the start page.",
    )


def test_nothing_is_removed_while_a_game_runs(
    packages: GamePackages, monkeypatch: pytest.MonkeyPatch
) -> None:
    removed: list[str] = []
    monkeypatch.setattr(wheels, "remove", removed.append)
    playing = GamePackages(lambda: True)
    problem = after(playing, playing.remove, "reversi").problem
    assert isinstance(problem, CompanionError) and problem.code == "playing" and removed == []
    assert after(packages, packages.remove, "reversi").problem is None and removed == ["reversi"]


def test_games_are_tried_in_the_background_and_nobody_waits(
    packages: GamePackages, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    proved = InstalledGame(name="fate", version="", package=built_in("fate"))

    def prove() -> InstalledGame:
        begun.set()
        assert go_on.wait(10)
        return proved

    registry.use((replace(proved, package=None, prove=prove),))
    monkeypatch.setattr(registry, "_in_background", True)
    thread = packages.prove()
    assert begun.wait(10) and registry.registered() == () and registry.waiting() == ("fate",)
    go_on.set()
    thread.join(10)
    assert registry.registered() == ("fate",) and registry.waiting() == ()
