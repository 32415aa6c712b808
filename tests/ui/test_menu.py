from typing import Any

import pytest

from companion.i18n import LANGUAGES
from tests.ui.fake import FakeController
from tests.ui.layout import check_layout, widgets
from ui.screens.face import MenuEntry

SIZES = [(800, 480), (480, 800), (1280, 720)]


def tiles(running: Any) -> dict[str, Any]:
    from ui.widgets.pictured import PictureButton

    return {w.icon: w for w, _ in widgets(running.screen) if isinstance(w, PictureButton)}


def touch(running: Any, icon: str) -> None:
    running.tap(*tiles(running)[icon].center)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_fits_in_every_language_and_with_large_texts(open_window: Any, size: tuple[int, int]) -> None:
    running = open_window(FakeController(), size=size)
    running.app.open("menu")
    for text_size in (1.0, 1.4):
        running.controller.house.prefer(text_size=text_size)
        for _ in LANGUAGES:
            running.app.next_language()
            running.lay_out()
            check_layout(running)
    running.screenshot(f"menu_{size[0]}x{size[1]}.png")


def test_back_to_the_game_and_leave(open_window: Any) -> None:
    controller = FakeController()
    running = open_window(controller)
    running.app.open("menu")
    running.lay_out()
    touch(running, "board")
    assert running.screen.name == "fae_play"
    running.app.open("menu")
    running.lay_out()
    touch(running, "door")
    assert controller.calls == [("leave_game",)]
    assert running.screen.name == "start"


def test_only_pages_that_exist_are_offered_and_opened(open_window: Any, monkeypatch: Any) -> None:
    running = open_window(FakeController())
    from ui.screens import menu
    from ui.screens.pages import PAGES

    monkeypatch.setattr(
        menu, "_ENTRIES", (MenuEntry("eye", "x", "nowhere"), MenuEntry("cross", "y", "start"))
    )
    running.app.open("menu")
    running.lay_out()
    assert "nowhere" not in PAGES
    assert "eye" not in tiles(running)
    touch(running, "cross")
    assert running.screen.name == "start"
