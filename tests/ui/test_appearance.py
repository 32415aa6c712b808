"""Palettes, marks and hands: the chosen ones appear on every screen."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from kivy.utils import get_color_from_hex
from PIL import Image, ImageStat

from companion.games import registry
from tests.ui.layout import widgets
from tests.ui.scene import Scene
from tests.ui.scenes import SCENES
from ui import theme

pytestmark = pytest.mark.slow  # many windows


def shades(instructions: Any) -> Iterator[tuple[float, ...]]:
    """All colours that graphics instructions set."""
    from kivy.graphics import Color
    from kivy.graphics.instructions import InstructionGroup

    for instruction in instructions.children:
        if isinstance(instruction, Color):
            yield tuple(round(channel, 3) for channel in instruction.rgb)
        elif isinstance(instruction, InstructionGroup):
            yield from shades(instruction)


def seen(running: Any) -> Iterator[tuple[tuple[float, ...], Any]]:
    """All colours on the screen and the widget that has them."""
    for root in running.window.children:
        for widget, _scrolled in widgets(root):
            for part in (widget.canvas.before, widget.canvas, widget.canvas.after):
                for shade in shades(part):
                    yield shade, widget
            if hasattr(widget, "color"):
                yield tuple(round(channel, 3) for channel in widget.color[:3]), widget


@pytest.mark.parametrize("name", ["fae-play", "fate-turn"])
def test_the_board_is_darker_at_night_and_its_marks_are_not_veiled(open_window: Any, name: str) -> None:
    running = next(scene for scene in SCENES if scene.name == name).show(open_window, "en", (800, 480))

    def light(when: str) -> float:
        with Image.open(running.screenshot(f"{name}-{when}.png")) as shot:
            left, bottom, high = running.screen.ids.board.map_box
            wide = high * running.screen.ids.board.aspect
            board = shot.convert("L").crop(
                (int(left), int(480 - bottom - high), int(left + wide), int(480 - bottom))
            )
            return ImageStat.Stat(board).mean[0]

    day = light("day")
    running.app.prefer(night=True)
    running.lay_out()
    running.lay_out()
    assert light("night") < 0.95 * day
    board = running.screen.ids.board
    assert board.canvas.children.index(board._veil) < board.canvas.children.index(board.layers[-1])


def test_parts_of_a_board_beside_it_are_darker_at_night_too(open_window: Any) -> None:
    from ui.games.fate.popup import FatePopup

    running = next(scene for scene in SCENES if scene.name == "fate-different").show(
        open_window, "en", (800, 480)
    )

    def light(when: str) -> float:
        parts = [widget for widget, _ in widgets(running.screen) if isinstance(widget, FatePopup)]
        left, bottom = parts[0].to_window(*parts[0].pos)
        wide, high = parts[0].size
        with Image.open(running.screenshot(f"glimpse-{when}.png")) as shot:
            part = shot.convert("L").crop(
                (int(left), int(480 - bottom - high), int(left + wide), int(480 - bottom))
            )
            return ImageStat.Stat(part).mean[0]

    day = light("day")
    running.app.prefer(night=True)
    running.lay_out()
    running.lay_out()
    assert light("night") < 0.75 * day


QUICK = ("fae-play", "fate-attacks", "settings", "new-fae")
"""The slow tests check the others."""
EACH_SCENE = [
    pytest.param(scene, id=scene.name, marks=() if scene.name in QUICK else pytest.mark.slow)
    for scene in SCENES
    if not scene.likes.get("night")
]


@pytest.mark.parametrize("scene", EACH_SCENE)
def test_night_colours_are_everywhere(open_window: Any, scene: Scene) -> None:
    running = scene.show(open_window, "en", (800, 480))
    papers = running.app._worn
    day = {
        tuple(round(channel, 3) for channel in get_color_from_hex(code)[:3]): name
        for name, code in papers.day._asdict().items()
    }
    assert any(shade in day for shade, _ in seen(running)), "expected to see something by day"
    running.app.prefer(night=True)
    running.lay_out()
    running.lay_out()
    if scene.name.startswith("fabula"):
        from ui.games.fabula.icons import INK

        day.pop(tuple(round(channel, 3) for channel in INK[:3]), None)  # cards are printed by day and night
    left = {(day[shade], type(widget).__name__) for shade, widget in seen(running) if shade in day}
    assert not left


def _light(code: str) -> float:
    """Relative luminance of a colour, as WCAG 2.2 defines it."""
    parts = [int(code[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_light(one), _light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _worn(names: tuple[str, ...]) -> dict[str, str]:
    """Colours of the theme, as RRGGBB."""
    return {name: "".join(f"{round(255 * part):02x}" for part in getattr(theme, name)[:3]) for name in names}


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("house", ["", *registry.registered()])
def test_texts_stand_out_from_their_paper(house: str, night: bool) -> None:
    papers = import_module(f"ui.games.{house}.tile").TILE.papers if house else theme.HOUSE
    try:
        theme.wear(night, 1.0, False, papers)
        worn = _worn((*map(str.upper, theme.Paper._fields), *theme.SIGNALS))
    finally:
        theme.wear(False, 1.0, False)
    texts = [("ON_ACCENT", "ACCENT"), ("SURFACE", "INK")]  # the last: what is chosen
    texts += [(ink, paper) for ink in ("INK", "SOFT") for paper in ("GROUND", "SURFACE")]
    for signal in ("GOOD", "BAD", "ASK"):
        texts += [("ON_SIGNAL", signal), (signal, "SURFACE")]
    pale = {
        f"{ink} on {paper}": ratio
        for ink, paper in texts
        if (ratio := _contrast(worn[ink], worn[paper])) < 4.5
    }
    assert not pale
