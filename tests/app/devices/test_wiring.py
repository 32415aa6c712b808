"""The wiring picture, read back by another library than the writer's."""

from pathlib import Path

import pypdfium2
import pytest

from companion.app.devices.wiring import sheet, wires
from companion.cli import run
from companion.errors import ExitCode
from companion.settings.settings import Settings, load
from hardware.header import HEADER

SETTINGS = """
[lights]
driver = "wled"
port = "/dev/ttyUSB0"
[buttons]
driver = "gpio"
help = 0
[stations]
driver = "gpio"
bottom_left = [4, 5, 6, 13]
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    path = tmp_path / "settings.toml"
    path.write_text(SETTINGS, "utf-8")
    return load(path)


def test_the_header_is_that_of_the_pi() -> None:
    assert len(HEADER) == 40
    numbers = [int(pin) for pin in HEADER if pin.isdecimal()]
    assert sorted(numbers) == list(range(28))
    assert [n + 1 for n, pin in enumerate(HEADER) if pin == "GND"] == [6, 9, 14, 20, 25, 30, 34, 39]
    assert (HEADER[10], HEADER[12], HEADER[28]) == ("17", "27", "5"), "pins 11, 13 and 29"


def test_everything_that_is_set_up_stands_at_its_pin(settings: Settings) -> None:
    assert [(wire.gpio, wire.what, wire.resistor) for wire in wires(settings)] == [
        (17, "button next", False), (27, "button undo", False), (4, "bottom left: button", False),
        (5, "bottom left: red", True), (6, "bottom left: green", True), (13, "bottom left: blue", True),
    ]  # fmt: skip
    made = sheet(settings)
    assert b"Helvetica" not in made and b"/PrintScaling /None" in made
    page = pypdfium2.PdfDocument(made)[0]
    text = page.get_textpage().get_text_bounded()
    assert "GPIO17 button next" in " ".join(text.split())
    assert "GPIO13 bottom left: blue 330 ohm" in " ".join(text.split())
    assert "60 lamps draw at most 2.0 A at 5 V with the limit in the settings (3.7 A without it)" in " ".join(
        text.split()
    )


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "wiring.pdf"
    assert run(["wiring", str(out), "--lang", "es"]) == ExitCode.DONE
    assert out.read_bytes().startswith(b"%PDF")
    assert run(["wiring", str(out / "wiring.pdf")]) != ExitCode.DONE
    assert "name a file in a folder you may write to" in capsys.readouterr().err
