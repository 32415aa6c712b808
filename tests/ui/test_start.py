import sys
from datetime import date, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion import games
from companion.app.machine.safe_mode import WHY
from companion.errors import StorageError
from companion.games import registry
from companion.games.base import Sentence
from companion.i18n import LANGUAGES
from companion.settings.people import Person, Plan
from companion.storage import clock
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_any_size, check_layout, widgets
from tests.ui.press import buttons, press
from ui.services import DeviceStatus, SavedGame

SAVED = [
    SavedGame(7, ("Maximiliana", "Bo", "Cy", "Dora"), 12, "2026-11-20 21:14", "fae"),
    SavedGame(5, ("Ana",), 130, "2026-11-19 20:01", "fate"),
    SavedGame(3, ("Ana",), 1, "2026-11-18 20:01", "chess"),
]


@pytest.fixture
def controller() -> FakeFae:
    made = FakeFae()
    made.playing = False
    return made


@at_any_size
def test_start_fits_in_every_language(open_window: Any, controller: FakeFae, size: tuple[int, int]) -> None:
    controller.devices.connected = [
        DeviceStatus("camera", "ok"),
        DeviceStatus("lights", "twin"),
        DeviceStatus("buttons", "missing"),
    ]
    running = open_window(controller, size=size)
    for text_size, saved in ((1.0, []), (1.4, SAVED)):
        controller.archive.saved = saved
        controller.profiles.prefer(text_size=text_size)
        running.app.home()
        for _ in LANGUAGES:
            running.app.next_language()
            running.lay_out()
            check_layout(running)
    running.screenshot(f"start_{size[0]}x{size[1]}.png")


def test_every_game_has_a_tile_that_leads_to_a_new_game(open_window: Any, controller: FakeFae) -> None:
    from ui.boards import art
    from ui.games import all_games

    running = open_window(controller)
    for game in all_games():
        assert game.tile in art.ART
        press(running, game.title)
        assert (running.screen.name, running.screen.title) == ("new", game.title)
        running.app.back()


def test_only_games_that_can_be_played_are_offered_to_go_on_with(
    open_window: Any, controller: FakeFae
) -> None:
    controller.archive.saved = SAVED
    running = open_window(controller)
    texts = [button.text for button in buttons(running) if hasattr(button, "detail") and button.detail]
    assert sorted(texts) == ["Ana", "Maximiliana, Bo, Cy, Dora"]
    controller.profiles.agree("fae", Plan((Person("Ana"),), table="simulated"))
    press(running, "Maximiliana")
    press(running, "Ana")
    assert controller.calls == [("resume", 7, "simulated"), ("resume", 5, "none")]


def test_a_game_is_deleted_only_after_a_question(open_window: Any, controller: FakeFae) -> None:
    controller.archive.saved = SAVED[:1]
    running = open_window(controller)
    press(running, icon="trash")
    assert controller.archive.calls == []
    press(running, "Keep")
    assert controller.archive.calls == []
    press(running, icon="trash")
    controller.archive.saved = []
    press(running, "Delete")
    assert controller.archive.calls == [("delete", 7)]
    assert not [button for button in buttons(running) if button.icon == "trash"]


def test_a_game_that_cannot_go_on_says_why(
    open_window: Any, controller: FakeFae, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise StorageError("unknown_game", "Game 7 is gone.")

    monkeypatch.setattr(controller, "resume", refuse)
    controller.archive.saved = SAVED[:1]
    running = open_window(controller)
    press(running, "Maximiliana")
    assert running.screen.name == "start"
    assert running.screen.problem


def test_stored_games_that_cannot_be_read_keep_nobody_from_a_new_one(
    open_window: Any, controller: FakeFae, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise StorageError("journal_failed", "The disk does not answer.")

    monkeypatch.setattr(controller.archive, "saved_games", refuse)
    running = open_window(controller)
    assert running.screen.problem == "The disk does not answer."
    press(running, "Fae")
    assert running.screen.name == "new"


def test_a_camera_that_disappears_shows_at_once(open_window: Any, controller: FakeFae) -> None:
    controller.devices.connected = [DeviceStatus("camera", "ok")]
    running = open_window(controller)
    controller.devices.connected = [DeviceStatus("camera", "missing")]
    running.screen._look(0)
    (sign,) = [button for button in buttons(running) if button.icon == "camera"]
    assert sign.badge == "warn"


@pytest.mark.parametrize("state", ["ok", "twin", "missing"])
def test_signs_differ_by_shape_and_explain_themselves(
    open_window: Any, controller: FakeFae, state: Any
) -> None:
    from tests.ui.layout import widgets
    from ui.widgets.basics import FitLabel

    signs = [
        DeviceStatus("camera", state, "video0"),
        DeviceStatus("lights", state),
        DeviceStatus("buttons", state),
    ]
    controller.devices.connected = signs
    running = open_window(controller)
    texts_seen = set()
    for icon in ("camera", "lamp", "button"):
        (button,) = [button for button in buttons(running) if button.icon == icon]
        assert button.badge == {"ok": "check", "twin": "panel", "missing": "warn"}[state]
        press(running, icon=icon)
        sheet = running.window.children[0]
        texts_seen |= {widget.text for widget, _ in widgets(sheet) if isinstance(widget, FitLabel)}
        for _ in LANGUAGES:
            check_layout(running)
        sheet.shut()
    assert any("video0" in text for text in texts_seen)
    assert len({text for text in texts_seen if text.endswith(".") or "\n" in text}) == 3


def test_the_sign_of_the_broker_leads_to_the_settings(open_window: Any, controller: FakeFae) -> None:
    controller.devices.connected = [DeviceStatus("broker", "missing")]
    running = open_window(controller)
    press(running, icon="home")
    check_layout(running)
    press(running, icon="gear", text="Set it up")
    assert running.screen.name == "settings"


def test_without_a_clock_no_day_is_called_today(
    open_window: Any, controller: FakeFae, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "is_set", lambda: False)
    today = date.today()
    saved = [SavedGame(2, ("Ana",), 2, "", "fae"), SavedGame(1, ("Ana",), 2, f"{today} 20:01", "fae")]
    controller.archive.saved = saved
    running = open_window(controller)
    details = {button.detail for button in buttons(running) if getattr(button, "detail", "")}
    assert details == {"2 moves · Date unknown", f"2 moves · {today} 20:01"}


def test_dates_are_written_as_people_do(open_window: Any, controller: FakeFae) -> None:
    days = [date.today() - timedelta(days=days) for days in range(3)]
    controller.archive.saved = [
        SavedGame(n, ("Ana",), 2, f"{day} 20:01", "fae") for n, day in enumerate(days)
    ]
    running = open_window(controller)
    details = {button.detail for button in buttons(running) if getattr(button, "detail", "")}
    assert details == {"2 moves · Today 20:01", "2 moves · Yesterday 20:01", f"2 moves · {days[2]} 20:01"}


@at_any_size
def test_ignored_devices_are_named_in_every_language(
    open_window: Any, controller: FakeFae, size: tuple[int, int]
) -> None:
    found = "ValueError: numpy.dtype size changed, may…"
    controller.devices.why_left_alone = Sentence(WHY, {"found": found})
    controller.archive.saved = SAVED
    controller.profiles.prefer(text_size=1.4)
    running = open_window(controller, size=size)
    for _ in LANGUAGES:
        running.app.next_language()
        running.lay_out()
        check_layout(running)
    running.screenshot(f"start_left_alone_{size[0]}x{size[1]}.png")


def test_a_touch_tries_devices_again(
    open_window: Any, controller: FakeFae, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = open_window(controller)
    assert not running.screen.ids.notice.children
    controller.devices.why_left_alone = Sentence("It did not finish.")
    running.app.home()
    running.screen.refresh_text()
    running.lay_out()
    stopped: list[bool] = []
    monkeypatch.setattr(running.app, "stop", lambda: stopped.append(True))
    press(running, "Try again")
    assert controller.devices.tried_again
    assert stopped == [True]


@at_any_size
def test_a_game_that_cannot_be_loaded_is_named_with_file_and_line(
    open_window: Any, controller: FakeFae, size: tuple[int, int], monkeypatch: Any, tmp_path: Path
) -> None:
    import ui.games

    file = tmp_path / "chess" / "__init__.py"
    file.parent.mkdir()
    file.write_text("import json\n\njson.no_such_thing\n", "utf-8")
    rules = ModuleType("companion.games.chess")
    vars(rules)["RULES"] = registry.rules("fae")
    monkeypatch.setitem(sys.modules, rules.__name__, rules)
    monkeypatch.setattr(ui.games, "__path__", [*ui.games.__path__, str(tmp_path)])
    monkeypatch.setattr(games, "NAMES", ("chess", *games.NAMES))
    monkeypatch.setattr(registry, "_left_out", {})
    running = open_window(controller, size=size)
    for _ in LANGUAGES:
        running.app.next_language()
        running.lay_out()
        check_layout(running)
    (notice,) = running.screen.ids.notice.children
    assert "chess" in notice.why
    assert any(button.text == "Fae" for button in buttons(running)), "the others can be played"
    press(running, notice.text)
    running.lay_out()
    check_layout(running)
    sheet = running.window.children[0]
    texts = [widget.text for widget, _ in widgets(sheet) if hasattr(widget, "text")]
    assert any(f"{file}, line 3: AttributeError" in text for text in texts), texts


def test_screens_that_cannot_be_loaded_are_named_soon_after_the_first_picture(
    open_window: Any, controller: FakeFae, monkeypatch: Any
) -> None:
    running = open_window(controller)
    assert not running.screen.ids.notice.children
    monkeypatch.setattr(registry, "_left_out", {})
    monkeypatch.setitem(sys.modules, "ui.games.fate.game_ui", ModuleType("ui.games.fate.game_ui"))
    running.app.get_ready()
    for _ in range(len(games.NAMES) + 1):
        running.lay_out()
    (notice,) = running.screen.ids.notice.children
    assert "fate" in notice.why
    texts = [button.text for button in buttons(running)]
    assert "Fae" in texts
