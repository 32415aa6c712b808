from typing import Any

from companion.i18n import LANGUAGES
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_any_size, check_layout
from tests.ui.press import buttons, press


def tiles(running: Any) -> dict[str, Any]:
    return {button.icon: button for button in buttons(running)}


def touch(running: Any, icon: str) -> None:
    press(running, icon=icon)


@at_any_size
def test_fits_in_every_language_and_with_large_texts(open_window: Any, size: tuple[int, int]) -> None:
    running = open_window(FakeFae(), size=size)
    running.controller.profiles.prefer(text_size=1.25)
    running.app.open("menu")
    for _ in LANGUAGES:
        running.next_language()
        running.lay_out()
        check_layout(running)
    running.screenshot(f"menu_{size[0]}x{size[1]}.png")


def test_back_to_the_game_and_leave(open_window: Any) -> None:
    controller = FakeFae()
    running = open_window(controller)
    running.app.open("menu")
    running.lay_out()
    touch(running, "back")
    assert running.screen.name == "fae_play"
    running.app.open("menu")
    running.lay_out()
    touch(running, "door")
    assert controller.calls == [("leave_game",)]
    assert running.screen.name == "start"


def test_everything_it_offers_opens(open_window: Any, monkeypatch: Any) -> None:
    controller = FakeFae()
    running = open_window(controller)
    monkeypatch.setattr(controller, "has_camera", lambda: True)
    pages = {"book": "rules", "camera": "check", "gear": "settings", "shelf": "games", "eye": "secret"}
    for icon, page in pages.items():
        running.app.home()
        running.app.open("menu")
        running.lay_out()
        touch(running, icon)
        assert running.screen.name == page


def test_without_a_camera_there_is_no_table_to_look_at(open_window: Any) -> None:
    running = open_window(FakeFae())
    running.app.open("menu")
    running.lay_out()
    assert "camera" not in tiles(running)


def test_rules_and_games_have_icons_of_their_own(open_window: Any) -> None:
    running = open_window(FakeFae())
    running.app.open("menu")
    running.lay_out()
    from ui.boards.art import ART

    icons = {button.text: button.icon for button in buttons(running)}
    assert (icons["Rules"], icons["Stored games"]) == ("book", "shelf")
    assert ART["shelf"] != ART["book"]
