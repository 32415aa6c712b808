"""Pattern locks by touch: pressed before a secret is shown; set, changed and given up on their page."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.settings.locks import LONG, LONG_S, PAUSE_S
from companion.settings.people import Person
from tests.ui.finger import FRAME_S, Finger
from tests.ui.games.fae.test_secret import Dealt, hold_button, shown
from tests.ui.layout import at_each_size, check_layout, widgets
from tests.ui.press import press

PATTERN, OTHER = "..-.-", "--..-"


@pytest.fixture
def controller() -> Dealt:
    made = Dealt("purple")
    made.locks.patterns = {"Ana": PATTERN}
    made.profiles.known = [Person("Ana", "red"), Person("Quim", "blue")]
    return made


@pytest.fixture
def touching(open_window: Any, controller: Dealt) -> Iterator[tuple[Any, Finger]]:
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        yield running, finger
        finger.frames(round((PAUSE_S + 0.2) / FRAME_S))


def tap_out(finger: Finger, place: Any, pattern: str) -> None:
    """Press the pattern with one finger, and wait until it has ended."""
    for one in pattern:
        finger.hold(place, frames=round((LONG_S * 1.4 if one == LONG else LONG_S / 3) / FRAME_S))
        finger.frames(6)
    finger.frames(round((PAUSE_S + 0.2) / FRAME_S))


def pad(running: Any) -> Any:
    return next(w for w, _ in widgets(running.screen) if type(w).__name__ == "PressPad")


def test_a_locked_secret_asks_for_the_pattern_first(touching: tuple[Any, Finger], controller: Dealt) -> None:
    running, finger = touching
    assert running.screen.name == "dealt"
    button = hold_button(running)
    assert "Press your pattern." in shown(running)
    finger.hold(button, meanwhile=lambda: pytest.fail("shown") if button.held else None)
    finger.frames(round((PAUSE_S + 0.2) / FRAME_S))
    tap_out(finger, button, OTHER)
    assert "That was not it." in shown(running)
    assert not running.screen.looked and ("show_secret", "Ana") not in controller.calls
    tap_out(finger, button, PATTERN)
    assert any(text.startswith("Right.") for text in shown(running))
    seen: list[set[str]] = []
    finger.hold(button, meanwhile=lambda: seen.append(shown(running)))
    assert {"druid-purple", "Purple"} <= seen[0]
    assert not {"druid-purple", "Purple"} & shown(running)
    assert running.screen.looked


def test_a_wrong_guess_must_wait(touching: tuple[Any, Finger], controller: Dealt) -> None:
    running, finger = touching
    controller.locks.waits["Ana"] = 14.2
    tap_out(finger, hold_button(running), OTHER)
    assert "That was not it. Wait 15 s." in shown(running)


def test_a_pressed_pattern_is_never_on_the_screen(touching: tuple[Any, Finger]) -> None:
    running, finger = touching
    button = hold_button(running)
    said = set[str]()
    for one in PATTERN:
        finger.hold(button, frames=round((LONG_S * 1.4 if one == LONG else 0.1) / FRAME_S))
        said |= shown(running)
    dots = sorted(
        text for text in said if set(text) == {"\N{BLACK CIRCLE}", " "} or text == "\N{BLACK CIRCLE}"
    )
    assert [len(text.split()) for text in dots] == [1, 2, 3, 4, 5], "only how many"


def test_others_look_as_ever(touching: tuple[Any, Finger], controller: Dealt) -> None:
    running, finger = touching
    controller.unseen_players = []
    running.app.open("secret")
    running.screen.choose("Bo")
    running.lay_out()
    finger.hold(hold_button(running))
    assert ("show_secret", "Bo") in controller.calls


def test_one_is_set_changed_and_taken_off(touching: tuple[Any, Finger], controller: Dealt) -> None:
    running, finger = touching
    locks = controller.locks
    running.app.open("patterns")
    running.lay_out()
    press(running, "Quim")
    tap_out(finger, pad(running), "...")
    assert any("5 to 12" in text for text in shown(running)), "too short"
    tap_out(finger, pad(running), OTHER)
    tap_out(finger, pad(running), PATTERN)
    assert "The two patterns differ." in shown(running) and "Quim" not in locks.patterns
    tap_out(finger, pad(running), OTHER)
    tap_out(finger, pad(running), OTHER)
    assert locks.patterns["Quim"] == OTHER and running.screen.who == ""
    press(running, "Ana: set")
    tap_out(finger, pad(running), OTHER)
    assert "That was not it." in shown(running)
    tap_out(finger, pad(running), PATTERN)
    press(running, "Take it off")
    assert "Ana" not in locks.patterns


def test_a_forgotten_one_is_given_up_after_a_question(
    touching: tuple[Any, Finger], controller: Dealt
) -> None:
    running, _ = touching
    running.app.open("patterns", who="Ana")
    running.lay_out()
    press(running, "Forgotten")
    press(running, "Keep")
    assert controller.locks.struck == []
    press(running, "Forgotten")
    press(running, "Remove it")
    assert controller.locks.struck == ["Ana"]


@at_each_size
def test_the_page_fits(open_window: Any, controller: Dealt, size: tuple[int, int]) -> None:
    running = open_window(controller, size=size)
    for who in ("", "Ana", "Quim"):
        running.app.open("patterns", who=who)
        running.lay_out()
        check_layout(running)
        running.screenshot(f"patterns_{who}_{size[0]}x{size[1]}.png")
