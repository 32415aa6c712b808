"""Start page and rules are as usable with eight games, half of them without a camera."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games import registry
from companion.i18n import LANGUAGES
from tests.noughts.registered import Register
from tests.noughts.rules import OPEN_RULES
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import check_apart, check_layout
from tests.ui.press import buttons, press
from ui.services import SavedGame

TITLES = ("Noughts and crosses", "Reversi", "Nine men's morris", "Expedition to Newdale")
SLOW = pytest.mark.slow
SIZES = (
    (800, 480),
    pytest.param((1280, 720), marks=SLOW),
    pytest.param((480, 800), marks=SLOW),
    pytest.param((720, 1280), marks=SLOW),
)


@pytest.fixture
def eight(register: Register) -> tuple[str, ...]:
    """Register four more games, one of them with a long title."""
    for number, title in enumerate(TITLES):
        register(replace(OPEN_RULES, name=f"noughts_{number}", title=title))
    return registry.registered()


@pytest.fixture
def controller() -> FakeFae:
    made = FakeFae()
    made.playing = False
    return made


def titles() -> list[str]:
    from ui.all_games import each

    return [game.title for game in each()]


@pytest.mark.parametrize("saved", [pytest.param(0, marks=SLOW), 3])
@pytest.mark.parametrize("size", SIZES)
def test_the_start_page_offers_all_of_them(
    open_window: Any, controller: FakeFae, eight: tuple[str, ...], size: tuple[int, int], saved: int
) -> None:
    controller.archive.saved = [
        SavedGame(n, ("Maximiliana", "Bo"), 12, "2026-11-20 21:14", eight[-n]) for n in range(1, saved + 1)
    ]
    running = open_window(controller, size=size)
    running.lay_out()
    running.screenshot(f"start_eight_{size[0]}x{size[1]}_{saved}.png")
    for text_size in (1.0, 1.4):
        controller.profiles.prefer(text_size=text_size)
        running.app.home()
        for _ in LANGUAGES:
            running.next_language()
            look(running)
            assert sorted(tile.text for tile in tiles(running)) == sorted(titles())


@SLOW
@pytest.mark.parametrize("size", SIZES)
def test_the_rules_of_all_of_them_can_be_read(
    open_window: Any, controller: FakeFae, eight: tuple[str, ...], size: tuple[int, int]
) -> None:
    running = open_window(controller, size=size)
    running.app.open("rules")
    running.lay_out()
    running.screenshot(f"rules_eight_{size[0]}x{size[1]}.png")
    for text_size in (1.0, 1.4):
        controller.profiles.prefer(text_size=text_size)
        running.app.open("rules")
        for _ in LANGUAGES:
            running.next_language()
            look(running)
    for title in titles():
        running.screen.choose_game()
        look(running)
        press(running, title)
        look(running)
        assert title in running.screen.ids.head.title


def look(running: Any) -> None:
    running.lay_out()
    check_layout(running)
    check_apart(running)


def tiles(running: Any) -> list[Any]:
    """Return the tiles of the games; assert that no title is cut off."""
    from ui.screens.cover import Cover

    named = titles()
    return [one for one in buttons(running) if isinstance(one, Cover) and one.text in named]
