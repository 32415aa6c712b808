"""Discovery of games, and the parts that a game may leave out."""

import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.errors import CompanionError, RuleError
from companion.games import registry
from companion.games.registry import rules
from companion.session.base import GameConfig
from tests.offered import offer
from tests.ui.games.fae.fake import FakeFae
from tests.ui.games.fate.fake import FakeFate
from tests.ui.layout import check_layout
from tests.ui.press import buttons, press
from ui.services import RgbPicture

GREY = RgbPicture(4, 3, bytes([90]) * 36)


def install(monkeypatch: pytest.MonkeyPatch, package: str, **parts: Any) -> None:
    """Make a package of a game in a layer, without a file."""
    module = ModuleType(package)
    vars(module).update(parts)
    monkeypatch.setitem(sys.modules, package, module)


@pytest.fixture
def dots(display: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without camera, set-up, chart, topics, options and learnt pieces."""
    from ui.game_ui import GameUi
    from ui.screens.play import PlayScreen

    offer(monkeypatch, *registry.registered(), "dots")
    plain = replace(rules("fae"), name="dots", title="Dots", players=(2, 2), secret=None)
    install(monkeypatch, "companion.games.dots", RULES=plain)
    install(monkeypatch, "ui.games.dots")
    from ui.tile import Tile

    install(monkeypatch, "ui.games.dots.tile", TILE=Tile("star"))
    install(monkeypatch, "ui.games.dots.game_ui", UI=GameUi(name="dots", play=PlayScreen))


@pytest.fixture
def controller() -> FakeFae:
    made = FakeFae()
    made.playing = False
    return made


def test_every_game_is_complete(open_window: Any, controller: FakeFae) -> None:
    open_window(controller)
    from ui import all_games as found
    from ui.boards.art import ART

    assert [game.name for game in found.each()] == list(registry.registered())
    for game in found.each():
        assert game.tile in ART
        assert f"{game.name}_play" in game.screens
        assert game.screen(ended=True) in game.screens
        assert game.setup_page in ("", *game.screens)
        pictures = {choice.icon for choice in (*game.roles, *game.setup_pieces)}
        pictures |= {choice.icon for option in game.options for choice in option.choices}
        pictures |= {picture for picture, _ in game.learnable.values()}
        pictures |= {line.picture for line in game.chart.values()}
        assert pictures <= ART.keys()


def test_an_unknown_game_names_those_there_are(open_window: Any, controller: FakeFae) -> None:
    open_window(controller)
    from ui import all_games as found

    assert "chess" not in found.tiles()
    with pytest.raises(RuleError, match=f"expected one of {', '.join(registry.registered())}, found 'chess'"):
        found.of("chess")


def test_a_game_that_lacks_a_part_names_it(
    open_window: Any, controller: FakeFae, dots: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_window(controller)
    from ui import all_games as found

    install(monkeypatch, "ui.games.dots.game_ui")
    with pytest.raises(CompanionError, match=r"ui\.games\.dots\.game_ui: expected UI") as caught:
        found.of("dots")
    assert caught.value.code == "incomplete_game"
    install(monkeypatch, "ui.games.dots.game_ui", UI="a picture")
    with pytest.raises(CompanionError, match="found: str"):
        found.of("dots")


def test_a_game_may_leave_out_all_but_its_screen(open_window: Any, controller: FakeFae, dots: None) -> None:
    running = open_window(controller)
    press(running, "Dots")
    assert (running.screen.name, running.screen.title, running.screen.table) == (
        "new",
        "New game of Dots",
        "none",
    )
    watching = [button for button in buttons(running) if button.text == "Board"]
    assert len(watching) == 1, "each move is touched"
    assert not any(button.icon == "gear" for button in buttons(running))
    check_layout(running)
    press(running, "Start")
    assert controller.calls == [("begin", "dots", GameConfig(("Player 1", "Player 2")), "none")]
    running.app.open("teach")
    running.lay_out()
    assert not any("Dots" in button.text for button in buttons(running))
    running.app.open("rules", game="dots")
    running.lay_out()
    assert running.screen.title


def test_its_play_screen_shows_any_game(open_window: Any, controller: FakeFae, dots: None) -> None:
    running = open_window(controller)
    controller.publish(replace(controller.snapshot(), name="dots", dealt=False))
    running.lay_out()
    assert running.screen.name == "dots_play"
    controller.publish(replace(controller.snapshot(), name="dots", dealt=False, over=True))
    running.lay_out()
    assert running.screen.name == "dots_play", "a game without an end of its own stays on its board"
    running.app.open("menu")
    running.lay_out()
    assert not [button for button in buttons(running) if button.icon in ("camera", "eye")]


@pytest.mark.parametrize("make", [FakeFae, FakeFate], ids=["fae", "fate"])
def test_the_camera_is_asked_for_only_while_its_picture_is_shown(open_window: Any, make: Any) -> None:
    controller = make()
    controller.camera, controller.picture = True, GREY
    running = open_window(controller)
    screen = running.screen

    def looked_at() -> bool:
        screen._live()
        return bool(controller.looked_at)

    assert screen.watched and not looked_at()
    screen.swap_camera()
    assert looked_at()
    screen._live()
    assert screen._camera.picture is GREY
    running.app.open("rules")
    assert not looked_at(), "another page lies over it"
    running.app.back()
    assert looked_at()
    running.app.leave_game()
    running.lay_out()
    assert not controller.looked_at


def test_a_refusal_of_any_game_is_shown_once(open_window: Any) -> None:
    for controller in (FakeFae(), FakeFate()):
        running = open_window(controller)
        refusal = CompanionError("nothing", "Nothing to do.")
        shown = controller.snapshot(refusal)
        controller.publish(shown)
        running.lay_out()
        assert running.screen.ids.message.refusal == "Nothing to do."
        running.screen.unflash()
        controller.publish(replace(shown))
        running.lay_out()
        assert running.screen.ids.message.refusal == ""
        running.close()


def test_names_imported_by_widget_files_are_unique() -> None:
    """Kivy keeps these names for all widget files together."""
    meant: dict[str, set[str]] = {}
    for path in Path("ui").rglob("*.kv"):
        for name, target in re.findall(r"^#:import (\w+) (\S+)$", path.read_text(), re.MULTILINE):
            meant.setdefault(name, set()).add(target)
    assert {name: targets for name, targets in meant.items() if len(targets) > 1} == {}
