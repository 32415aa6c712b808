"""Figures of people: unlike any piece, and the same after a restart."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from companion.games.fae import board
from companion.settings.people import COLOURS, Person
from tests.ui.evening import Evening, evening
from tests.ui.layout import widgets
from tests.ui.services import FakeProfiles

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


def app_of(*known: Person) -> Any:
    profiles = FakeProfiles()
    profiles.known = list(known)
    return SimpleNamespace(controller=SimpleNamespace(profiles=profiles))


def chips(house: Evening) -> dict[str, str]:
    from ui.widgets.seat_chip import SeatChip

    return {
        w.full_name: w.figure.removeprefix("person-")
        for w, _ in widgets(house.screen)
        if isinstance(w, SeatChip)
    }


def seated_as(house: Evening) -> dict[str, str]:
    return {person.name: person.colour for person in house.screen.ids.table.players}


def look(house: Evening) -> None:
    """Both players know their spirits already, or do now."""
    for _ in range(2):
        house.on("dealt")
        assert house.screen._look.picture.startswith("person-")
        if not house.screen.looked:
            house.finger.hold(house.screen.ids.hold)
        house.press("check")
    house.on("fae_play")


def test_guests_have_their_figures_after_a_restart_too(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, seed=8) as house:
        house.press("tile-fae", "Fae")
        house.on("new")
        house.finger.tap(house.screen.ids.table.at("top"))
        house.press("person-orange")
        agreed = seated_as(house)
        assert agreed == {"Player 1": "red", "Player 2": "orange"}
        house.finger.tap(house.screen.ids.table)  # lets the person go
        house.press("finger")
        house.press("play")
        look(house)
        house.running.screenshot("people-play.png")
        assert chips(house) == agreed
        house.press("menu")
        house.press("door")
        house.on("start")
        house.running.close()
    with evening(open_window, tmp_path) as house:
        house.press(text="Continue")
        look(house)
        assert chips(house) == agreed


def test_everybody_at_a_table_has_a_figure_of_their_own(display: str) -> None:
    from ui.player_names import figures

    app = app_of(Person("Ana", "green", "left"), Person("Cy", "green", "top"), Person("Dora", "red"))
    shown = figures(app, ("Bo", "Cy", "Ana", "Emil"))
    assert shown["Cy"] == Person("Cy", "green", "top")
    assert len({person.colour for person in shown.values()}) == 4
    assert len({person.seat for person in shown.values()}) == 4
    assert figures(app, [str(n) for n in range(8)]).keys() == {str(n) for n in range(8)}


def test_no_figure_looks_like_another_or_like_a_druid(open_window: Any, tmp_path: Path) -> None:
    """Compared without colours, as a colour-blind player sees them."""
    from ui.boards import art
    from ui.boards.people import picture

    with evening(open_window, tmp_path):
        names = [*map(picture, COLOURS), *(f"druid-{colour}" for colour in board.COLOURS)]
        shapes = {}
        for name in names:
            texture = art.texture(name)
            drawn = Image.frombytes("RGBA", texture.size, texture.pixels)
            paper = Image.new("RGBA", texture.size, "white")
            grey = Image.alpha_composite(paper, drawn).convert("L").resize((32, 32))
            shapes[name] = [value > 127 for value in grey.tobytes()]
        for one in map(picture, COLOURS):
            for other in names:
                unlike = sum(a != b for a, b in zip(shapes[one], shapes[other], strict=True))
                assert one == other or unlike > 32 * 32 * 0.04, (one, other, unlike)
