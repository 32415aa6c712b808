"""`companion lights test` and `companion buttons test`, with a strip at a pseudo-terminal."""

from pathlib import Path

import pytest

from companion import cli
from companion.app.diagnostics import doctor_computer
from companion.commands import devices
from companion.errors import ExitCode
from hardware import buttons
from hardware.errors import pin_unusable
from tests.hardware.decoder import AdalightBoard


def run(tmp_path: Path, text: str, *command: str) -> int:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return cli.run([*command, "--settings", str(path), "--lang", "en"])


def test_every_side_is_lit_in_its_own_colour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(devices, "SIDE_S", 0.0)
    monkeypatch.setattr(devices, "ROUND_S", 0.2)
    board = AdalightBoard()
    text = f'[lights]\ndriver = "adalight"\nport = "{board.port}"\ntop = 3\nright = 2\nbottom = 3\nleft = 2\n'
    text += "brightness = 1.0\ngamma = 1.0\n"
    assert run(tmp_path, text, "lights", "test") == ExitCode.DONE
    out = capsys.readouterr().out
    assert "top: red, 3 lamps, 70 mA" in out, "ten lamps at 1 mA and three times 20 mA"
    assert "left: white, 2 lamps, 130 mA" in out
    assert "pictures/s" in out
    assert board.until_last([(0, 0, 0)] * 10)
    first = board.frames[:4]
    assert [frame.count((0, 0, 0)) for frame in first] == [7, 8, 7, 8]
    assert first[1] == [(0, 0, 0)] * 3 + [(0, 255, 0)] * 2 + [(0, 0, 0)] * 5


def test_a_strip_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = '[lights]\ndriver = "adalight"\nport = "/dev/no-such-port"\n'
    assert run(tmp_path, text, "lights", "test") == ExitCode.CANNOT_GO_ON
    assert "/dev/no-such-port: expected a light strip" in capsys.readouterr().err


def test_lights_on_the_screen_need_no_test(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "", "lights", "test") == ExitCode.WRONG_INPUT
    told = capsys.readouterr()
    assert 'lights.driver: expected "adalight", "wled" or "network", found "twin"' in told.err
    assert not told.out


def test_buttons_on_the_screen_need_no_test(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "", "buttons", "test") == ExitCode.WRONG_INPUT
    assert 'expected "gpio"' in capsys.readouterr().err


@pytest.mark.parametrize("runs", [True, False])
def test_the_service_that_has_the_pins_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], runs: bool
) -> None:
    def taken(*_: object) -> object:
        raise pin_unusable(17, "next", "'GPIO busy'")

    monkeypatch.setattr(doctor_computer, "_systemctl", {"is-active": "active" if runs else "inactive"}.get)
    monkeypatch.setattr(buttons, "open_buttons", taken)
    text = '[buttons]\ndriver = "gpio"\n'
    assert run(tmp_path, text, "buttons", "test") == ExitCode.CANNOT_GO_ON
    said = capsys.readouterr().err
    assert "GPIO17" in said and ("sudo systemctl stop companion" in said) == runs
