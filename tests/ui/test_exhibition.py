"""A demo describes its moves beside the camera's picture, and no touch disturbs it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.games import fae
from companion.games.base import Reason, Sentence
from companion.games.fate.acts import Mend
from companion.i18n import LANGUAGES
from companion.session.fate.snapshot import Difference
from tests.session.fae_answers import moved
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.games.fate import states
from tests.ui.layout import check_apart, check_layout, widgets
from ui.services import RgbPicture

pytestmark = pytest.mark.slow  # many windows

PICTURE = RgbPicture(64, 48, bytes((90, 140, 60)) * (64 * 48))


def watched(controller: Any) -> Any:
    """A controller with a camera."""
    controller.camera, controller.picture = True, PICTURE
    return controller


def caption(running: Any) -> Any:
    return running.app._exhibition._panel


def after_a_move(controller: FakeFae) -> fae.Move:
    position = controller.position
    return next(m for m in fae.legal(position) if not fae.resolve(position, m)[1])


@pytest.mark.parametrize("size", [(800, 480), (480, 800), pytest.param((1280, 720), marks=pytest.mark.slow)])
@pytest.mark.parametrize("make", [FakeFae, states.hero_turn], ids=["fae", "fate"])
def test_the_camera_and_what_happened_stand_beside_the_board(
    open_window: Any, make: Callable[[], Any], size: tuple[int, int]
) -> None:
    controller = watched(make())
    running = open_window(controller, size=size, exhibition=True)
    with Finger(running.window).ready() as finger:
        finger.until(lambda: running.screen._camera.picture is PICTURE, "the camera's picture")
    board, camera = running.screen.ids.board, running.screen._camera
    assert board.opacity == 1
    assert running.screen.bar.title and not running.screen.bar.detail, "no instructions to players"
    assert min(camera.size) > 0.25 * min(size)
    there = {widget for widget, _ in widgets(running.screen)}
    assert {board.__self__, camera, caption(running)} <= there
    assert not {running.screen.ids.undo.__self__} & there
    for language in LANGUAGES:
        running.app.speak(language)
        running.lay_out()
        check_layout(running)
        check_apart(running)
    running.screenshot(f"demo-{controller.snapshot().name}-{size[0]}.png")


def test_events_of_fae_are_described(open_window: Any) -> None:
    controller = watched(FakeFae())
    running = open_window(controller, exhibition=True)
    move = after_a_move(controller)
    controller.tell(moved(1, move))
    running.settle(2)
    assert caption(running).text.startswith("Ana moves 1 ")
    shown = controller.snapshot()
    no_lake = Sentence("Druids cross rivers, but no lake.")
    wrong = replace(shown, phase="illegal", illegal=Reason("across_lake", (1, 2), text=no_lake))
    controller.publish(wrong)
    running.settle(2)
    assert (caption(running).icon, caption(running).text) == (
        "warn", "Mistake found: Druids cross rivers, but no lake.",
    )  # fmt: skip
    controller.publish(shown)
    running.settle(2)
    assert (caption(running).icon, caption(running).text) == ("check", "The table is right again.")
    controller.publish(replace(shown, phase="ask", doubt=(after_a_move(controller),)))
    controller.tell(moved(1, after_a_move(controller)))
    running.settle(2)
    assert caption(running).text == "Question answered: Bo named the move."


def test_events_of_fate_are_described(open_window: Any) -> None:
    fake = watched(states.hero_turn())
    running = open_window(fake, exhibition=True)
    shown = fake.snapshot()
    fake.publish(replace(shown, differences=(Difference("12,4", "goblin", None),)))
    running.settle(2)
    assert (caption(running).icon, caption(running).text) == ("warn", "Mistake found: Goblin is missing")
    fake.publish(shown)
    running.settle(2)
    assert caption(running).text == "The table is right again."
    fake.put(Mend({}))
    fake.publish()
    running.settle(2)
    assert caption(running).text.startswith("Bjorn ")


def test_touches_disturb_nothing_and_the_second_ends_it(
    open_window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = watched(FakeFae())
    controller.play_random(1)
    running = open_window(controller, exhibition=True)
    left: list[bool] = []
    monkeypatch.setattr(running.app._exhibition, "_leave", lambda: left.append(True))
    with Finger(running.window).ready() as finger:
        for place in (running.screen.ids.scores, running.screen.ids.board, running.screen.ids.players):
            finger.tap(place)
            assert "Touch again" in running.window.children[0].children[1].text
            assert not left
            finger.frames(300)  # that is forgotten
        finger.tap(running.screen.ids.board)
        finger.tap(running.screen.ids.board)
    assert left == [True]
    assert controller.calls == []


def test_the_result_stays_until_a_touch(open_window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = watched(FakeFae())
    controller.play_to_the_end()
    controller.reveal()
    running = open_window(controller, exhibition=True)
    left: list[bool] = []
    monkeypatch.setattr(running.app._exhibition, "_leave", lambda: left.append(True))
    with Finger(running.window).ready() as finger:
        finger.frames(900)
        assert running.screen.name == "fae_end"
        assert not left
        for language in LANGUAGES:
            running.app.speak(language)
            running.lay_out()
            running.screenshot(f"demo-end-{language}.png")
        finger.tap((400, 40))
    assert left == [True]
