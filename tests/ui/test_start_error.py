"""If the app cannot start, the screen shows the reason instead of staying black."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import companion
from companion.errors import ExitCode
from ui import app as window


def test_why_is_shown_with_one_button(display: str) -> None:
    window.configure()
    window.require_display()
    from ui.start_error import StartErrorApp

    stopped: list[bool] = []
    error_app = StartErrorApp("The disk is full. " * 12, "Try again")
    error_app.stop = lambda: stopped.append(True)
    page = error_app.build()
    page.size = (800, 480)
    page.do_layout()
    button, said = page.children
    said.texture_update()
    assert said.text == error_app.why and button.text == "Try again"
    assert said.texture_size[0] <= 800 and said.texture_size[1] <= 480 - button.height
    button.dispatch("on_release")
    assert stopped == [True]


@pytest.mark.parametrize(("arguments", "shown"), [(["--fullscreen"], 1), ([], 0)])
def test_a_start_error_is_shown_without_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], shown: int
) -> None:
    shown_errors: list[str] = []
    monkeypatch.setattr(window, "tell", lambda why, *_: shown_errors.append(why))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = tmp_path / "letter.txt"
    path.write_bytes(b"no journal at all" * 99)
    done = CliRunner().invoke(companion, ["run", "--journal", str(path), *arguments], standalone_mode=False)
    assert getattr(done.exception, "exit_code", None) == ExitCode.CANNOT_GO_ON
    assert len(shown_errors) == shown and all(str(path) in why for why in shown_errors)
