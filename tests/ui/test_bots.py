"""The app at a seat, by touch: chosen for a new game, it plays, is undone, left, gone on with, uncounted."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games import fae
from companion.i18n import LANGUAGES
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import BotMove
from tests.session.fae_answers import moved
from tests.ui.evening import Evening, evening
from tests.ui.fake import GAME
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_each_size, check_layout
from tests.ui.press import buttons
from tests.ui.test_evenings import name_player


def quiet(p: fae.Position) -> fae.Move:
    """A move without rituals."""
    return next(m for m in fae.legal(p) if not fae.isolated_by(p, m.source, m.target))


def board_map() -> Any:
    from ui.games.fae import board_map

    return board_map


def begin_against_the_app(house: Evening, strength: str = "App, easy") -> None:
    """Ana against the app, from the start page to the first move."""
    house.app.bots.least_s = 0.0
    house.press("tile-fae", "Fae")
    house.on("new")
    name_player(house, "Ana")
    house.finger.tap(house.screen.ids.table.at("top"))
    house.press(text=strength)
    house.finger.tap(house.screen.ids.table)  # lets the person go
    house.press("finger")
    house.press("play")
    house.on("dealt")
    assert house.screen.player == "Ana"
    house.finger.hold(house.screen.ids.hold)
    house.press("check")
    house.on("fae_play")


def quiet_move(house: Evening) -> FaeSnapshot:
    """Make a person's move without a ritual; return the snapshot after the app's answer."""
    shown = house.until(lambda shown: shown.turn == "Ana")
    move = quiet(shown.position)
    house.space(move.source)
    house.space(move.target)
    after: FaeSnapshot = house.until(
        lambda now: now.played == shown.played + 2 and now.turn == "Ana", "the app's move"
    )
    return after


@pytest.mark.slow
def test_a_game_against_the_app(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        begin_against_the_app(house)
        shown = quiet_move(house)
        assert (shown.players, dict(shown.bots)) == (("Ana", "The app"), {"The app": "easy"})
        assert shown.step is None
        quiet_move(house)
        house.press("undo")
        house.until(lambda shown: (shown.played, shown.turn) == (2, "Ana"))
        house.screen.redo()
        house.until(lambda shown: (shown.played, shown.turn) == (4, "Ana"))
        house.press("menu")
        house.on("menu")
        house.press("eye")  # only people look at a secret
        house.on("secret")
        assert not house.buttons(text="The app") and house.buttons(text="Ana")
        house.press("back")
        house.press("door")
        house.on("start")
        house.press("play", "Continue")
        house.on("dealt")
        house.finger.hold(house.screen.ids.hold)
        house.press("check")
        house.on("fae_play")
        assert house.until(lambda shown: shown.played == 4).bots == {"The app": "easy"}
        stored = house.app.archive.games()[0]
        assert stored.bots == ("The app",)


@pytest.mark.slow
def test_the_last_person_stays_one(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        house.press("tile-fae", "Fae")
        house.on("new")
        table = house.screen.ids.table
        house.finger.tap(table.at("top"))
        house.press(text="App, strong")
        assert [person.bot for person in house.app.profiles.plan("fae").players] == ["", "strong"]
        house.finger.tap(table.at("bottom"))
        house.finger.until(lambda: house.buttons(text="A person"))
        assert not house.buttons(text="App, easy") and not house.buttons(text="App, strong")
        house.finger.tap(table.at("top"))
        house.press(text="A person")
        assert [person.bot for person in house.app.profiles.plan("fae").players] == ["", ""]


@pytest.mark.slow
@at_each_size
def test_a_seat_of_the_app_fits_in_every_language(open_window: Any, size: tuple[int, int]) -> None:
    controller = FakeFae()
    controller.playing = False
    running = open_window(controller, size=size)
    running.app.open("new", game="fae")
    with Finger(running.window).ready() as finger:
        finger.frames(30)
        finger.tap(running.screen.ids.table.at("top"))
        finger.until(lambda: running.screen.mode == "person")
        finger.frames(4)
        finger.tap(next(button for button in buttons(running) if button.text == "App, strong"))
        finger.until(
            lambda: [person.bot for person in controller.profiles.plan("fae").players][1:] == ["strong"]
        )
        for language in LANGUAGES:
            running.app.speak(language)
            finger.frames(4)
            check_layout(running)
            running.screenshot(f"bot_seat_{language}_{size[0]}x{size[1]}.png")


@pytest.mark.slow
@at_each_size
def test_the_board_leads_hands_in_every_language(open_window: Any, size: tuple[int, int]) -> None:
    controller = FakeFae(("Ana", "The app"))
    session = controller.session
    session.bots = {"The app": "strong"}
    session._context, controller.camera = replace(session._context, watched=True), True
    running = open_window(controller, size=size)
    controller.tell(moved(GAME, quiet(controller.position)))
    for stage in ("thinks", "leads", "refuses"):
        if stage == "leads":
            controller.tell(BotMove(GAME, 1, quiet(controller.position)))
        with Finger(running.window).ready() as finger:
            finger.frames(30)
            if stage == "refuses":
                finger.tap(
                    running.screen.ids.board.seen(
                        board_map().CENTRES[controller.snapshot().suggested_move.source]
                    )
                )
            for language in LANGUAGES:
                running.app.speak(language)
                finger.frames(4)
                check_layout(running)
                running.screenshot(f"bot_{stage}_{language}_{size[0]}x{size[1]}.png")


def test_touching_its_target_says_that_hands_have_made_the_move(open_window: Any) -> None:
    controller = FakeFae(("Ana", "The app"))
    session = controller.session
    session.bots = {"The app": "strong"}
    session._context, controller.camera = replace(session._context, watched=True), True
    running = open_window(controller)
    controller.tell(moved(GAME, quiet(controller.position)))
    controller.tell(BotMove(GAME, 1, move := quiet(controller.position)))
    centres = board_map().CENTRES
    with Finger(running.window).ready() as finger:
        finger.frames(30)
        ids = running.screen.ids
        assert ids.board.guide_arrow == (move.source, move.target)
        assert ids.message.icon == "bot" and "The app" in ids.message.title
        finger.tap(ids.board.seen(centres[move.source]))
        assert ids.message.refusal and controller.snapshot().played == 1
        finger.tap(ids.board.seen(centres[move.target]))
        finger.until(lambda: controller.snapshot().played == 2)
        assert ids.board.guide_arrow is None
