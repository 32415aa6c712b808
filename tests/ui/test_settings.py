import json
from pathlib import Path
from typing import Any

import pytest

from companion.app.people.profiles import FileProfiles
from companion.i18n import LANGUAGES
from companion.settings.people import Person
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_any_size, check_apart, check_layout, widgets
from tests.ui.press import buttons, press


@pytest.fixture
def controller() -> FakeFae:
    made = FakeFae()
    made.playing = False
    return made


def button(running: Any, name: str, value: Any) -> Any:
    return next(
        made
        for made, setting, option in running.screen._buttons
        if (setting.name, option.value) == (name, value)
    )


@at_any_size
def test_settings_fit_in_every_language_and_size_of_text(
    open_window: Any, controller: FakeFae, size: tuple[int, int]
) -> None:
    for text_size in (1.0, 1.25):
        controller.profiles.prefer(text_size=text_size)
        running = open_window(controller, size=size)
        running.app.open("settings")
        for language in LANGUAGES:
            running.app.speak(language)
            running.lay_out()
            check_layout(running)
        running.screenshot(f"settings_{size[0]}x{size[1]}_{text_size}.png")
        running.screen.ids.scroll.scroll_y = 0
        running.screenshot(f"settings_{size[0]}x{size[1]}_{text_size}_end.png")
        running.close()


def test_choices_are_kept_and_shown(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("settings")
    for name, value in (
        ("text_size", 1.25),
        ("hand", "left"),
        ("night", True),
        ("quiet", True),
        ("sleep_min", 0),
    ):
        before = button(running, name, value)
        assert not before.chosen
        before.dispatch("on_release")
        running.lay_out()
        assert getattr(controller.profiles.liked, name) == value
        assert button(running, name, value).chosen


def test_a_switch_is_kept_and_shown(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("settings", group="sound")
    running.lay_out()
    switch = running.screen._toggles["sounds"]
    assert switch.on
    for on in (False, True):
        running.tap(*switch.to_window(*switch.center))
        running.lay_out()
        assert (controller.profiles.liked.sounds, switch.on) == (on, on)


def test_rules_are_explained_again_to_whom_one_touches(open_window: Any, controller: FakeFae) -> None:
    profiles = controller.profiles
    profiles.known = [Person("Bo"), Person("Ana"), Person("Player 3", guest=True)]
    running = open_window(controller)
    running.app.open("settings", group="games")
    running.lay_out()
    press(running, "Explain the rules again")
    listed = [button.text for button in reversed(buttons(running)) if button.icon == "people"]
    assert listed == ["Ana", "Bo", "People without a name"]
    press(running, "Bo")
    press(running, "Explain the rules again")
    press(running, "People without a name")
    assert profiles.again == ["Bo", ""]


def test_explanations_of_rules_are_switched_off(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("settings", group="games")
    running.lay_out()
    press(running, "Explain rules when they first matter")
    assert not controller.profiles.liked.explain_rules
    assert not running.screen._toggles["explain_rules"].on


@pytest.mark.slow
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_every_group_fits(open_window: Any, controller: FakeFae, size: tuple[int, int]) -> None:
    from ui.screens.settings import GROUPS

    controller.profiles.prefer(text_size=1.0 if size[0] > size[1] else 1.25)
    running = open_window(controller, size=size)
    running.app.speak("es")
    for group in GROUPS:
        running.app.open("settings", group=group.name)
        running.lay_out()
        running.lay_out()
        check_layout(running)
        check_apart(running)
        running.screenshot(f"settings_{group.name}_{size[0]}.png")


def test_language_changes_in_place_and_is_kept(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("settings")
    screen = running.screen
    button(running, "language", "es").dispatch("on_release")
    running.lay_out()
    assert running.screen is screen
    assert controller.profiles.liked.language == running.app.language == "es"


def test_page_stays_at_its_group(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("settings")
    screen = running.screen
    screen.choose("sound")
    controller.profiles.prefer(night=True)
    running.lay_out()
    assert running.screen is not screen
    assert running.screen.state() == {"group": "sound"}


def test_window_is_turned_as_chosen(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("settings")
    for rotation, size in ((90, (480, 800)), (180, (800, 480)), (0, (800, 480))):
        button(running, "rotation", rotation).dispatch("on_release")
        running.settle()
        assert tuple(running.window.size) == size
        assert tuple(running.screen.size) == size
        check_layout(running)


def test_brightness_goes_in_steps_and_stops_at_the_ends(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("settings")
    received = []
    for by in (1, -1, -1, -1, -1, -1, -1, 1):
        running.screen._brighter(by)
        received.append(controller.profiles.liked.brightness)
    assert received == [1.0, 0.8, 0.6, 0.4, 0.2, 0.2, 0.2, 0.4]


def test_spoken_hints_say_what_to_install(
    open_window: Any, controller: FakeFae, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    running = open_window(controller)
    running.app.open("settings", group="sound")
    running.lay_out()
    assert "voice" not in {setting.name for _, setting, _ in running.screen._buttons}
    texts = [getattr(widget, "text", "") for widget, _ in widgets(running.screen)]
    assert "For spoken hints, install the program espeak-ng." in texts


def test_unreadable_settings_are_reported_over_the_first_screen(
    open_window: Any, controller: FakeFae, tmp_path: Path
) -> None:
    path = tmp_path / "preferences.json"
    path.write_text(json.dumps({"night": 7, "hand": "both", "sleep_min": "long", "touch": 0}))
    controller.profiles.problems = FileProfiles(tmp_path).problems  # type: ignore[method-assign]  # a real one's
    running = open_window(controller)
    notice = running.window.children[0]
    assert notice.children[1].text.startswith(f"{path} could not be read")
    check_layout(running)
    running.screenshot("notice.png")
    notice.children[0].dispatch("on_release")
    assert running.window.children == [running.app.root]
