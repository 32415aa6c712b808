"""The page on which people install and remove games."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.base import Sentence
from companion.i18n import LANGUAGES
from companion.storage.failure import failure
from tests.ui.device_scenes import with_games
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_each_size, check_layout
from tests.ui.press import buttons, press
from ui.package_service import PackageLook

FILE = Path("/media/sda1/MY STICK/tc_reversi-1.3-py3-none-any.whl")


@pytest.fixture
def controller() -> FakeFae:
    return with_games()


def texts(running: Any) -> str:
    found = (getattr(widget, "text", "") for widget in running.screen.walk())
    return "\n".join(text for text in found if isinstance(text, str))


@pytest.mark.slow
@at_each_size
def test_the_page_fits_in_every_state_and_language(
    open_window: Any, controller: FakeFae, size: tuple[int, int]
) -> None:
    running = open_window(controller, size=size)
    running.app.open("packages")
    full = controller.packages.now
    wrong = "{found}: expected at most 5000 files and 200 MB, found more."
    states = {
        "idle": full,
        "none": PackageLook(),
        "wrong": full._replace(problem=failure("wrong_package", wrong, found=FILE.name)),
        "done": full._replace(done=Sentence("Reversi 1.3 is installed.")),
        "busy": full._replace(busy="installing", share=0.4),
    }
    for state in states.values():
        controller.packages.now = state
        for language in LANGUAGES:
            running.app.speak(language)
            running.lay_out()
            check_layout(running)


def test_a_game_is_installed_after_a_question(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("settings", group="games")
    running.lay_out()
    press(running, "Add a game")
    running.lay_out()
    press(running, f"Install {FILE.name}")
    running.lay_out()
    assert controller.packages.calls == []
    press(running, "Install")
    running.lay_out()
    assert controller.packages.calls == [("install", FILE)]
    assert "Leave the USB stick in." in texts(running)
    assert all(button.disabled for button in buttons(running) if FILE.name in button.text)
    controller.packages.now = controller.packages.now._replace(share=0.5)
    running.screen._look()
    assert running.screen._progress.share == 0.5
    problem = failure("wrong_package", "{found}: expected a wheel.", found=FILE.name)
    controller.packages.now = controller.packages.now._replace(busy="", problem=problem)
    running.screen._look()
    running.lay_out()
    assert "tc_reversi-1.3-py3-… expected a wheel." in texts(running)


def test_a_game_is_removed_after_a_question(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("packages")
    for answer, calls in (("Keep", []), ("Remove", [("remove", "reversi")])):
        running.lay_out()
        press(running, "Reversi 1.2")
        running.lay_out()
        press(running, answer)
        assert controller.packages.calls == calls
