from pathlib import Path

import pytest

from companion.errors import HardwareError
from hardware.backlight import PanelBacklight, find_backlight


@pytest.fixture
def panel(tmp_path: Path) -> Path:
    folder = tmp_path / "10-0045"
    folder.mkdir()
    (folder / "max_brightness").write_text("31\n")
    (folder / "brightness").write_text("31\n")
    return folder


@pytest.mark.parametrize(
    ("brightness", "step"), [(1.0, 31), (0.5, 16), (0.0, 0), (0.001, 1), (7.0, 31), (-1, 0)]
)
def test_brightness_is_set_in_the_steps_of_the_panel(panel: Path, brightness: float, step: int) -> None:
    found = find_backlight(panel.parent)
    assert found
    found.set(brightness)
    assert (panel / "brightness").read_text() == f"{step}\n"


def test_no_backlight_is_nothing_to_complain_about(tmp_path: Path) -> None:
    assert find_backlight(tmp_path) is None
    assert find_backlight(tmp_path / "nowhere") is None


@pytest.mark.parametrize("name", ["max_brightness", "brightness"])
def test_a_backlight_that_does_not_answer_is_named(panel: Path, name: str) -> None:
    (panel / name).unlink()
    (panel / name).mkdir()
    with pytest.raises(HardwareError) as caught:
        PanelBacklight(panel).set(0.5)
    assert caught.value.code == "backlight_lost"
    assert str(panel / name) in str(caught.value)


def test_a_panel_without_steps_is_named(panel: Path) -> None:
    (panel / "max_brightness").write_text("bright")
    with pytest.raises(HardwareError, match="max_brightness"):
        PanelBacklight(panel).set(0.5)
