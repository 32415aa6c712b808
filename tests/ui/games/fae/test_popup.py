"""Small pictures of the board: what is asked, and what lies wrong."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import fae
from companion.i18n import LANGUAGES
from companion.session.fae.events import InDoubt
from companion.session.messages import Confirm, Undo
from companion.session.view import Answer
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_any_size, check_layout, widgets
from tests.ui.press import press


def popups(running: Any) -> list[Any]:
    from ui.games.fae.popup import FaePopup

    return [widget for widget, _ in widgets(running.screen) if isinstance(widget, FaePopup)]


@pytest.fixture
def controller() -> FakeFae:
    controller = FakeFae(watched=True)
    controller.play_random(12)
    return controller


def ask(controller: FakeFae, count: int) -> tuple[fae.Move, ...]:
    moves = tuple(fae.legal(controller.position)[:count])
    controller.session.waiting = InDoubt(moves)
    controller.publish()
    return moves


def test_every_move_in_doubt_is_a_picture_of_its_end(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    for count in (1, 2, 3, 4):
        moves = ask(controller, count)
        running.settle(2)
        shown = popups(running)
        assert {popup.guide_arrow for popup in shown} == {(m.source, m.target) for m in moves}
        for popup in shown:
            source, target = popup.guide_arrow
            assert source not in popup.table or not popup.table[source]
            assert popup.table[target] == fae.changed(controller.position, fae.Move(source, target))[target]


def test_tapping_a_picture_answers(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    moves = ask(controller, 2)
    running.settle(2)
    wanted = moves[1]
    (picture,) = [g for g in popups(running) if g.guide_arrow == (wanted.source, wanted.target)]
    running.tap(*picture.center)
    assert controller.calls == [Answer(1, "which", wanted[:2])]


def test_people_may_say_that_it_was_none_of_them(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    for count in (1, 5):
        ask(controller, count)
        running.settle(2)
        press(running, "No druid was moved")
        assert controller.calls.pop() == Answer(1, "none", ())


def test_people_may_say_which_other_move_it_was(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    asked, *_, other = fae.legal(controller.position)
    controller.session.waiting = InDoubt((asked,))
    controller.publish()
    running.settle(2)
    assert asked.target != other.source
    running.tap_space(other.source)
    assert running.screen.ids.message.title == "Touch where the druids go."
    marks = {mark.space: mark.kind for mark in running.screen.ids.board.marks}
    assert marks[other.source] == "selected" and marks[other.target] == "target"
    running.tap_space(other.target)
    assert controller.calls == [Answer(1, "move", other[:2])]


def test_spaces_in_question_are_in_the_picture(open_window: Any, controller: FakeFae) -> None:
    from ui.games.fae import board_map

    running = open_window(controller)
    ask(controller, 2)
    running.settle(2)
    for popup in popups(running):
        for space in popup.around:
            x, y = popup.seen(board_map.CENTRES[space])
            assert popup.x <= x <= popup.right and popup.y <= y <= popup.top


def test_what_lies_there_stands_beside_what_should(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    lying = controller.snapshot().table
    controller.tell(Undo(1))
    running.settle(2)
    should, is_there = popups(running)
    assert is_there.table == lying
    assert should.table == controller.snapshot().table
    while controller.snapshot().step:
        controller.tell(Confirm(1))
    running.settle(2)
    assert popups(running) == []


@pytest.fixture
def states(controller: FakeFae) -> Iterator[Any]:
    def show() -> Iterator[None]:
        for count in (1, 2, 4, 5):
            ask(controller, count)
            yield
        controller.tell(Undo(1))
        yield

    return show()


@at_any_size
def test_pictures_fit_in_every_language(
    open_window: Any, controller: FakeFae, states: Iterator[None], size: tuple[int, int]
) -> None:
    running = open_window(controller, size=size)
    for _ in states:
        for language in LANGUAGES:
            running.app.speak(language)
            running.lay_out()
            check_layout(running)
