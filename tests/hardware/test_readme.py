"""The examples in hardware/README.md are right."""

import re
from pathlib import Path

import pytest

from companion.app.devices.light_strip import strip_layout
from companion.settings.settings import load
from hardware.lights import open_lights
from hardware.strip import FULL_MA, IDLE_MA, Strip
from tests.architecture.tree import ROOT

README = (ROOT / "hardware/README.md").read_text("utf-8")
RECIPES = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_recipe_is_a_settings_file(tmp_path: Path, recipe: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(recipe)
    settings = load(file)
    lights = settings.lights
    open_lights(lights.driver, strip_layout(lights), lights.port, lights.baud).close()
    drivers = lights.driver, settings.camera.source, settings.reader.driver
    assert drivers != ("twin", "sim:1", "twin"), "expected something to be set up"


def test_currents_are_those_the_app_reckons_with() -> None:
    assert f"{IDLE_MA:.0f} mA a dark lamp, {IDLE_MA + 3 * FULL_MA:.0f} mA a white one" in README
    strip = Strip()
    dark_ma = strip.draws_ma(bytes(3 * strip.wired))
    white_ma = strip.draws_ma(bytes([255]) * 3 * strip.wired)
    assert f"{strip.wired} lamps draw {dark_ma:.0f} mA dark and {white_ma / 1000:.1f} A white" in README
