from typing import Any

from companion.errors import VisionError
from companion.games.base import N_, Sentence
from companion.i18n import LANGUAGES, translator
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_any_size, check_layout, widgets
from ui.services import Check, Diagnostics

LOST = VisionError("camera_lost", "camera 0: gave 7 pictures, then no more", camera="0", pictures=7)
NO_BOARD = VisionError("no_board", "no board in the picture", why="dark")
GROUP = Sentence(N_("Group {name}"), {"name": "video"})
JOIN = Sentence(N_("sudo usermod -aG {name} $USER, then log in again"), {"name": "video"})
CHECKS = (
    Check("camera", N_("Camera"), "not_there", N_("on the screen")),
    Check("disk", N_("Disk"), "passed", Sentence("{n} MB free", {"n": 9000})),
    Check("group_video", GROUP, "failed", N_("this user does not belong to it"), JOIN),
)
WELL = Diagnostics(9.6, 38, 0.5, (), "0.1.0", "Raspberry Pi 5", 55.0, False, 9000.0)
BADLY = Diagnostics(
    0.4,
    2400,
    0.05,
    (("21:14", LOST), ("20:02", NO_BOARD)),
    "0.1.0",
    "Raspberry Pi 4 Model B Rev 1.4",
    84.0,
    True,
    12.0,
    CHECKS,
)


def controller(shown: Diagnostics) -> FakeFae:
    made = FakeFae()
    made.devices.shown = shown
    return made


def tiles(running: Any) -> dict[str, Any]:
    from ui.screens.diagnostics import FigureTile

    found = [widget for widget, _ in widgets(running.screen) if isinstance(widget, FigureTile)]
    return {tile.figure.icon: tile for tile in found}


@at_any_size
def test_fits_in_every_language_and_with_large_texts(open_window: Any, size: Any) -> None:
    running = open_window(controller(BADLY), size=size)
    running.controller.profiles.prefer(text_size=1.25)
    running.app.open("diagnostics")
    for shown in (BADLY, WELL, Diagnostics()):
        running.controller.devices.shown = shown
        for _ in LANGUAGES:
            running.next_language()
            running.lay_out()
            check_layout(running)
        running.screenshot(f"diagnostics_{size[0]}_{shown.free_mb}.png")


def test_states_have_signs_of_their_own_and_advice(open_window: Any) -> None:
    running = open_window(controller(BADLY))
    running.app.open("diagnostics")
    running.lay_out()
    running.screenshot("diagnostics_badly.png")
    found = tiles(running)
    assert {found[icon].sign for icon in ("camera", "eye", "lamp", "chip", "save")} == {"cross"}
    assert all(tile.figure.advice for icon, tile in found.items() if icon != "panel")
    assert found["chip"].figure.advice == "The machine slows down. Use a stronger power supply."
    running.controller.devices.shown = WELL
    running.screen.refresh_text()
    found = tiles(running)
    assert {found[icon].sign for icon in ("camera", "eye", "lamp", "chip", "save")} == {"check"}
    assert not any(tile.figure.advice for icon, tile in found.items() if icon != "panel")
    assert found["camera"].figure.value == "9.6 a second"


def test_errors_are_listed_newest_first_in_the_players_language(open_window: Any) -> None:
    running = open_window(controller(BADLY))
    running.app.open("diagnostics")
    running.app.speak("es")
    running.lay_out()
    first, second = (line.text for line in reversed(running.screen.ids.errors.children))
    assert first.startswith("21:14")
    assert translator("es").gettext("The camera does not see the board")[:5] in second or "20:02" in second
    assert "camera 0" not in first


def test_refreshes_only_while_shown(open_window: Any) -> None:
    running = open_window(controller(WELL))
    running.app.open("diagnostics")
    running.lay_out()
    page = running.screen
    assert page.timer.is_triggered
    running.app.back()
    running.lay_out()
    assert not page.timer.is_triggered
    running.app.open("diagnostics")
    running.lay_out()
    assert page.timer.is_triggered
    running.controller.profiles.prefer(night=True)  # the page is made anew
    running.lay_out()
    assert running.screen is not page
    assert not page.timer.is_triggered


def test_checks_that_failed_come_first_and_say_what_to_do(open_window: Any) -> None:
    running = open_window(controller(BADLY))
    running.app.open("diagnostics")
    running.app.speak("en")
    running.lay_out()
    lines = list(reversed(running.screen.ids.checks.children))
    assert [line.sign for line in lines] == ["cross", "check", "less"]
    assert lines[0].text.startswith("Group video: this user does not belong to it\nsudo usermod")
    assert lines[1].text == "Disk: 9000 MB free"
    running.controller.devices.shown = WELL
    running.screen.refresh_text()
    assert not running.screen.ids.checks.children
