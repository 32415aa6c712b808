"""`companion run` up to the window, which tests of their own open."""

import signal
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.app.machine import screen
from companion.cli import run
from companion.errors import ExitCode
from companion.games import registry
from companion.settings import preferences as kept
from companion.settings.preferences import Preferences
from tests.offered import offer
from ui.display import Screen


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[tuple[Any, ...]]]:
    """Arguments of the opened windows: language, size in pixels, fullscreen."""
    ends = {asked: signal.getsignal(asked) for asked in (signal.SIGTERM, signal.SIGINT)}
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    windows: list[tuple[Any, ...]] = []
    monkeypatch.setattr("ui.app.open_window", lambda *_: None)
    monkeypatch.setattr("ui.app.run", lambda _app, *told, **_: windows.append(told))
    yield windows
    for asked, handler in ends.items():
        signal.signal(asked, handler)


@pytest.mark.parametrize(
    ("liked", "options", "language"),
    [
        ("auto", [], "pt_BR"),
        ("es", [], "es"),
        ("es", ["--lang", "en"], "en"),
        ("auto", ["--lang", "es"], "es"),
    ],
)
def test_language_is_the_one_asked_for_else_the_one_people_chose_else_the_systems(
    opened: list[tuple[Any, ...]], tmp_path: Path, liked: Any, options: list[str], language: str
) -> None:
    (tmp_path / kept.FILE).write_text(kept.dump(Preferences(language=liked)))
    assert run(["run", "--journal", str(tmp_path / "games.sqlite3"), *options]) == ExitCode.DONE
    assert [told[0] for told in opened] == [language]


@pytest.mark.parametrize("size", ["479x400", "800x300", "319x900", "800", "800x480x2"])
def test_a_size_without_room_is_refused(
    opened: list[tuple[Any, ...]], tmp_path: Path, capsys: pytest.CaptureFixture[str], size: str
) -> None:
    code = run(["run", "--journal", str(tmp_path / "games.sqlite3"), "--size", size])
    assert (code, opened) == (ExitCode.WRONG_INPUT, [])
    assert repr(size) in capsys.readouterr().err


def test_portrait_is_a_size_as_well(opened: list[tuple[Any, ...]], tmp_path: Path) -> None:
    assert run(["run", "--journal", str(tmp_path / "games.sqlite3"), "--size", "320x480"]) == ExitCode.DONE
    assert opened[0][1] == (320, 480)


def test_a_start_that_crashes_three_times_is_careful_until_somebody_tries_again(
    opened: list[tuple[Any, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["run", "--journal", str(tmp_path / "games.sqlite3")]
    apps: list[Any] = []
    crash = True

    def window(app: Any, *_: Any, started: Any, **__: Any) -> None:
        apps.append(app)
        if crash:
            raise ValueError("a driver crashed")
        started()
        app.devices.try_again()

    monkeypatch.setattr("ui.app.run", window)
    anew: list[list[str]] = []

    def start(_: str, arguments: list[str]) -> None:
        anew.append(arguments)
        assert {signal.getsignal(asked) for asked in (signal.SIGTERM, signal.SIGINT)} == {signal.SIG_DFL}

    monkeypatch.setattr("os.execv", start)
    for _ in range(3):
        with pytest.raises(ValueError, match="a driver crashed"):
            run(command)
        assert apps[-1].devices.safe_mode_reason() is None
    crash = False
    assert run(command) == ExitCode.DONE
    assert "a driver crashed" in str(apps[-1].devices.safe_mode_reason())
    assert len(anew) == 1
    assert run(command) == ExitCode.DONE
    assert apps[-1].devices.safe_mode_reason() is None
    assert len(anew) == 1


def test_a_service_without_a_screen_waits_before_anything_counts_as_a_start(
    opened: list[tuple[Any, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens = iter([[], [], [Screen("DSI-1", 2)]])
    found: list[Screen] = []

    def connected() -> list[Screen]:
        assert not any(tmp_path.glob("*.json")) and not opened, "a power cut now is no failed start"
        found[:] = next(screens)
        return found

    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    windows: list[tuple[Any, ...]] = []
    monkeypatch.setattr("ui.app.open_window", lambda *told: windows.append(told))
    monkeypatch.setattr(screen, "wait", partial(screen.wait, screens=connected, sleep=lambda _: None))
    (tmp_path / "settings.toml").write_text('[window]\nscreen = "DSI-1"\n')
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        command = ["run", "--journal", str(tmp_path / "games.sqlite3")]
        assert run([*command, "--settings", str(tmp_path / "settings.toml")]) == ExitCode.DONE
    assert found == [Screen("DSI-1", 2)]
    assert len(opened) == 1 and windows == [((800, 480), False, "DSI-1")]


def test_a_broken_game_does_not_stop_the_app(
    opened: list[tuple[Any, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "chess" / "__init__.py"
    file.parent.mkdir()
    file.write_text("1 / 0\n", "utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    offer(monkeypatch, *registry.registered(), "chess")
    monkeypatch.setattr(registry, "_left_out", {})
    assert run(["run", "--journal", str(tmp_path / "games.sqlite3")]) == ExitCode.DONE
    assert len(opened) == 1
    assert f"{file}, line 1: ZeroDivisionError" in str(registry.left_out()["chess"])
