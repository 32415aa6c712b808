from typing import Any

import pytest

from companion.errors import StorageError
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import widgets


def said(running: Any) -> str:
    """The notice over the screen."""
    from ui.overlay import Notice

    (notice,) = [child for child in running.window.children if isinstance(child, Notice)]
    return "".join(getattr(widget, "text", "") for widget, _ in widgets(notice))


@pytest.mark.expects_errors
def test_a_mistake_in_a_screen_is_reported_and_the_game_goes_on(
    open_window: Any, caplog: pytest.LogCaptureFixture
) -> None:
    from kivy.base import ExceptionManager

    running = open_window(FakeFae())
    assert ExceptionManager.handle_exception(ZeroDivisionError("x")) == ExceptionManager.PASS
    assert said(running) == "Internal error (ZeroDivisionError); the game is stored."
    assert "ZeroDivisionError: x" in caplog.text
    error = StorageError("disk_full", "The disk is full.")
    assert ExceptionManager.handle_exception(error) == ExceptionManager.PASS
    assert said(running) == "The disk is full."


@pytest.mark.expects_errors
def test_a_window_that_fails_all_the_time_ends(open_window: Any) -> None:
    from kivy.base import ExceptionManager

    from ui.error_handler import MOST

    open_window(FakeFae())
    answers = [ExceptionManager.handle_exception(ValueError()) for _ in range(MOST + 1)]
    assert answers == [ExceptionManager.PASS] * MOST + [ExceptionManager.RAISE]


def test_an_interrupt_ends_the_program(open_window: Any) -> None:
    from kivy.base import ExceptionManager

    open_window(FakeFae())
    assert ExceptionManager.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE
