"""Settings for all tests, made before numpy is imported: with small matrices threads cost more time."""

import gc
import logging
import os
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from companion.games import registry
from companion.storage import exports
from tests.hardware import decoder
from tests.windows import Running, configure, x_server
from ui.memory import give_back

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
# A busy machine is no fault of a test: no example has a time limit.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")
gc.set_threshold(700, 10, 1000)  # objects that live as long as all tests need no frequent collection
_WINDOWS = count(1)
_TESTS_A_COLLECTION = 16
"""Tests with windows between two collections of everything, which else would take gigabytes."""


@pytest.fixture(autouse=True, scope="session")
def empty_state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Hide from every test the stored games and learnt things of this computer, and a USB stick in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        patch.setattr(exports, "MOUNTS", Path(os.devnull))
        yield
    gc.freeze()  # pytest collects garbage five times before it ends


@pytest.fixture(autouse=True)
def no_error_is_only_logged(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which the window or the thinking process went on after an error, unless it is marked."""
    errors: list[str] = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: errors.append(handler.format(record))  # type: ignore[method-assign]  # a handler of one line
    logs = [logging.getLogger(name) for name in ("companion.app.thinking", "ui.error_handler")]
    for log in logs:
        log.addHandler(handler)
    yield
    for log in logs:
        log.removeHandler(handler)
    assert not errors or request.node.get_closest_marker("expects_errors"), "\n".join(errors)


@pytest.fixture(autouse=True)
def games_are_tried_when_they_are_needed() -> Iterator[None]:
    """A test that runs the app has it try games in the background; the next one does not."""
    yield
    registry._in_background = False


@pytest.fixture(autouse=True)
def boards_are_unplugged() -> Iterator[None]:
    """Unplug the simulated strips of a test, whose threads would go on for all other tests."""
    yield
    while decoder.plugged:
        decoder.plugged.pop().unplug()


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """Display for windows. Import widgets only after it."""
    with x_server() as name:
        configure()
        yield name


@pytest.fixture
def untidy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn off automatic garbage collection, which takes a sixth of the time."""
    from ui import memory

    monkeypatch.setattr(memory, "give_back", lambda: None)


@pytest.fixture
def open_window(display: str, untidy: None) -> Iterator[Any]:
    windows = ExitStack()
    if next(_WINDOWS) % _TESTS_A_COLLECTION:
        gc.collect(1)  # the last test's windows: among those of many tests each costs four times as much
    else:
        give_back()

    def make(
        controller: Any, language: str = "en", size: tuple[int, int] = (800, 480), exhibition: bool = False
    ) -> Running:
        windows.close()  # there is one window at a time, as in the app
        running = Running(controller, language, size, exhibition)
        windows.callback(running.close)
        return running

    with windows:
        yield make
