import sys
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.app.machine.safe_mode import WHY
from companion.errors import StorageError
from companion.games import built_in, registry
from companion.games.base import Sentence
from companion.games.package import InstalledGame
from companion.i18n import LANGUAGES
from companion.settings.people import Person, Plan
from companion.storage import clock
from tests.offered import offer
from tests.ui.finger import Finger
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
    for text_size, saved in ((1.0, []), (1.25, SAVED)):
        controller.archive.saved = saved
        controller.profiles.prefer(text_size=text_size)
        running.app.home()
        for _ in LANGUAGES:
            running.next_language()
            running.lay_out()
            check_layout(running)
    running.screenshot(f"start_{size[0]}x{size[1]}.png")


def test_every_game_has_a_tile_that_leads_to_a_new_game(open_window: Any, controller: FakeFae) -> None:
    from ui.all_games import each
    from ui.boards import art

    running = open_window(controller)
    for game in each():
        assert game.tile in art.ART
        press(running, game.title)
        assert (running.screen.name, running.screen.title) == ("new", f"New game of {game.title}")
        running.app.back()


def card(running: Any) -> Any:
    (made,) = running.screen.ids.saved.children
    return made


def test_only_games_that_can_be_played_are_offered_to_go_on_with(
    open_window: Any, controller: FakeFae
) -> None:
    controller.archive.saved = SAVED
    running = open_window(controller)
    assert card(running).title == "Maximiliana, Bo, Cy, Dora"
    controller.profiles.agree("fae", Plan((Person("Ana"),), table="simulated"))
    press(running, "Continue")
    press(running, icon="dots")
    rows = [button.text for button in buttons(running) if "·" in button.text]
    assert rows == ["19 November · Ana"], "neither the one that is shown nor one of an unknown game"
    press(running, rows[0])
    assert card(running).title == "Ana"
    press(running, "Continue")
    assert controller.calls == [("resume", 7, "simulated"), ("resume", 5, "none")]


def test_the_board_of_the_stored_game_takes_the_place_of_its_cover(open_window: Any) -> None:
    from tests.ui.scenes import start
    from ui import all_games
    from ui.screens.cover import CoverPicture

    fake: Any = start()
    running = open_window(fake)
    game = running.screen.saved[0]
    running.lay_out()
    (board,) = card(running).ids.board.children
    assert not isinstance(board, CoverPicture)
    made: Any = all_games.of(game.game).past_board
    assert isinstance(board, made)


def test_a_board_that_cannot_be_read_leaves_the_cover(
    open_window: Any, controller: FakeFae, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui.screens.cover import CoverPicture

    def refuse(_: int) -> None:
        raise StorageError("bad_record", "The record is damaged.")

    monkeypatch.setattr(controller.archive, "replay", refuse)
    controller.archive.saved = SAVED[:1]
    running = open_window(controller)
    running.lay_out()
    (cover,) = card(running).ids.board.children
    assert isinstance(cover, CoverPicture)


def test_the_icon_of_a_game_without_a_cover_is_not_stretched(open_window: Any) -> None:
    from kivy.graphics import Rectangle

    from tests.ui.scenes import start
    from ui.screens.cover import CoverPicture
    from ui.tile import Tile

    open_window(start())
    cover = CoverPicture(tile=Tile("board"), pos=(0, 0), size=(300, 120))
    cover.paint()
    (icon,) = (one for one in cover.canvas.before.children if type(one) is Rectangle)
    width, height = icon.size
    assert width == height < 120
    assert (icon.pos[0] + width / 2, icon.pos[1] + height / 2) == (150, 60)


def test_the_card_says_who_is_next(open_window: Any) -> None:
    from tests.ui.scenes import start

    running = open_window(start())
    running.lay_out()
    for index, game in enumerate(running.screen.saved):
        running.screen.choose(index)
        running.lay_out()
        moves = game.moves
        assert card(running).title == f"{game.players[moves % len(game.players)]} is next"
        assert card(running).who == ", ".join(game.players)


def test_a_swipe_shows_the_next_stored_game(open_window: Any) -> None:
    from tests.ui.scenes import start

    fake: Any = start()
    running = open_window(fake)
    running.lay_out()
    first, second = (game.players for game in running.screen.saved)
    shown = card(running)
    go_on = next(key for key in buttons(running) if key.text == "Continue")
    with Finger(running.window).ready() as finger:
        for x, y in (shown.ids.board.center, go_on.center):
            left, right = (x - theme_mm(10), y), (x + theme_mm(10), y)
            for way, index in (((right, left), 1), ((left, right), 0)):
                finger.drag(*way)
                assert running.screen.shown == index, (x, y)
                finger.frames(9)
        assert not fake.calls, "the key under the swipe was let go"
        dots = card(running).ids.dots
        assert min(dots.size) >= theme_mm(9)
        finger.tap(dots)
    assert running.screen.shown == 1
    assert card(running)._game.players == second != first


def theme_mm(mm: float) -> float:
    from ui import theme

    return theme.mm(mm)


def delete_shown(running: Any, controller: FakeFae) -> None:
    press(running, icon="dots")
    press(running, "Delete this game")
    assert not any(call[0] == "delete" for call in controller.archive.calls)


def test_a_deleted_game_comes_back_until_its_notice_has_gone(open_window: Any, controller: FakeFae) -> None:
    controller.archive.saved = SAVED[:2]
    running = open_window(controller)
    running.screen.choose(1)
    delete_shown(running, controller)
    assert [game.id for game in running.screen.saved] == [7]
    running.lay_out()
    check_layout(running)
    running.screenshot("start_deleted.png")
    (undo,) = [key for key in buttons(running) if key.text == "Bring it back"]
    assert min(undo.size) >= theme_mm(9)
    with Finger(running.window).ready() as finger:
        finger.tap(undo)
        assert card(running).title == "Ana"
        finger.frames(30 * 15)
        assert ("delete", 5) not in controller.archive.calls
        delete_shown(running, controller)
        finger.frames(30 * 15)
    assert ("delete", 5) in controller.archive.calls
    assert not any(key.text == "Bring it back" for key in buttons(running))


def test_a_game_is_deleted_when_the_page_is_left(open_window: Any, controller: FakeFae) -> None:
    controller.archive.saved = SAVED[:1]
    running = open_window(controller)
    delete_shown(running, controller)
    press(running, icon="gear")
    assert ("delete", 7) in controller.archive.calls


@pytest.mark.parametrize("how", ["closed", "resized"])
def test_a_game_whose_deletion_was_interrupted_is_kept(
    open_window: Any, controller: FakeFae, how: str
) -> None:
    controller.archive.saved = SAVED[:1]
    running = open_window(controller)
    delete_shown(running, controller)
    assert not running.screen.ids.saved.children
    if how == "closed":
        running.close()
    else:
        running.app._rebuild()
        running.lay_out()
        running.app._fill()
        assert card(running).title == "Maximiliana, Bo, Cy, Dora"
    assert ("delete", 7) not in controller.archive.calls


def test_a_game_that_cannot_go_on_says_why(
    open_window: Any, controller: FakeFae, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise StorageError("unknown_game", "Game 7 is gone.")

    monkeypatch.setattr(controller, "resume", refuse)
    controller.archive.saved = SAVED[:1]
    running = open_window(controller)
    press(running, "Continue")
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
    assert running.screen.status_words == "Table ready"
    running.screen._look(0)
    assert running.screen.status_words == "Camera: no answer"


@pytest.mark.parametrize("state", ["ok", "twin", "missing"])
def test_devices_explain_themselves(open_window: Any, controller: FakeFae, state: Any) -> None:
    from ui.screens.table_status import DeviceRow

    controller.devices.connected = [
        DeviceStatus("camera", state, "video0"),
        DeviceStatus("lights", state),
        DeviceStatus("buttons", state),
    ]
    running = open_window(controller)
    press(running, running.screen.status_words)
    sheet = running.window.children[0]
    rows = [widget for widget, _ in widgets(sheet) if isinstance(widget, DeviceRow)]
    assert [row.sign for row in rows] == [state] * 3
    assert len({row.meaning for row in rows}) == 3
    assert any("video0" in row.meaning for row in rows)
    for _ in LANGUAGES:
        check_layout(running)
    rows[0].set_up()
    assert running.screen.name == "set_up"
    assert len(running.window.children) == 1, "the sheet is closed"


def test_the_broker_leads_to_the_settings(open_window: Any, controller: FakeFae) -> None:
    controller.devices.connected = [DeviceStatus("broker", "missing")]
    running = open_window(controller)
    press(running, "MQTT broker: no answer")
    check_layout(running)
    press(running, icon="gear")
    assert running.screen.name == "settings"


def test_without_a_clock_no_day_is_called_today(
    open_window: Any, controller: FakeFae, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "is_set", lambda: False)
    today = date.today()
    saved = [SavedGame(2, ("Ana",), 2, "", "fae"), SavedGame(1, ("Ana",), 2, f"{today} 20:01", "fae")]
    controller.archive.saved = saved
    running = open_window(controller)
    assert days_shown(running) == ["Date unknown", f"{today:%-d %B}"]


def days_shown(running: Any) -> list[str]:
    shown = []
    for index in range(len(running.screen.saved)):
        running.screen.choose(index)
        day, moves = card(running).when.removeprefix("Fae · ").split(", ")
        assert moves == "2 moves"
        shown.append(day)
    return shown


def test_dates_are_written_as_people_do(open_window: Any, controller: FakeFae) -> None:
    days = [date.today() - timedelta(days=days) for days in range(3)]
    controller.archive.saved = [
        SavedGame(n, ("Ana",), 2, f"{day} 20:01", "fae") for n, day in enumerate(days)
    ]
    running = open_window(controller)
    assert days_shown(running) == ["Today", "Yesterday", f"{days[2]:%A}"]


@at_any_size
def test_ignored_devices_are_named_in_every_language(
    open_window: Any, controller: FakeFae, size: tuple[int, int]
) -> None:
    found = "ValueError: numpy.dtype size changed, may…"
    controller.devices.why_left_alone = Sentence(WHY, {"found": found})
    controller.archive.saved = SAVED
    controller.profiles.prefer(text_size=1.25)
    running = open_window(controller, size=size)
    for _ in LANGUAGES:
        running.next_language()
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
    offer(monkeypatch, "chess", *registry.registered())
    monkeypatch.setattr(registry, "_left_out", {})
    running = open_window(controller, size=size)
    for _ in LANGUAGES:
        running.next_language()
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


@pytest.mark.slow
def test_screens_that_cannot_be_loaded_are_named_soon_after_the_first_picture(
    open_window: Any, controller: FakeFae, monkeypatch: Any
) -> None:
    running = open_window(controller)
    assert not running.screen.ids.notice.children
    monkeypatch.setattr(registry, "_left_out", {})
    monkeypatch.setitem(sys.modules, "ui.games.fate.game_ui", ModuleType("ui.games.fate.game_ui"))
    running.app.get_ready()
    for _ in range(len(registry.registered()) + 1):
        running.lay_out()
    (notice,) = running.screen.ids.notice.children
    assert "fate" in notice.why
    texts = [button.text for button in buttons(running)]
    assert "Fae" in texts


def test_a_game_that_is_being_checked_is_grey_until_its_trial_ends_well(
    open_window: Any, controller: FakeFae, monkeypatch: Any
) -> None:
    proved = InstalledGame(name="fate", version="", package=built_in("fate"))
    waiting = replace(proved, package=None, prove=lambda: proved)
    offer(monkeypatch, "fae")
    monkeypatch.setattr(registry, "_found", (*registry.installed(), waiting))
    monkeypatch.setattr(registry, "_in_background", True)
    running = open_window(controller)
    from ui.screens.cover import Cover

    def covers() -> dict[str, tuple[str, bool]]:
        found = (widget for widget, _ in widgets(running.screen) if isinstance(widget, Cover))
        return {cover.text: (cover.note, cover.disabled) for cover in found}

    assert covers()["fate"] == ("being checked", True)
    assert not covers()["Fae"][1]
    registry.prove()
    running.screen._look(0)
    assert "fate" not in covers() and not covers()["Fate"][1]
