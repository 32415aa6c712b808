"""Moves of the app in Fae, by touch: each is seen in order, and a touch skips."""

from itertools import pairwise
from typing import Any

import pytest

from companion.games import fae
from companion.session.messages import BotMove
from tests.session.fae_answers import moved
from tests.ui.fake import GAME
from tests.ui.finger import FRAME_S, Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import widgets


@pytest.fixture
def controller() -> FakeFae:
    """Ana against two players of the app, who both move after her."""
    fake = FakeFae(("Ana", "Bo", "Cy"), watched=False)
    fake.session.bots = {"Bo": "easy", "Cy": "easy"}
    return fake


def quiet(position: fae.Position) -> fae.Move:
    return next(m for m in fae.legal(position) if not fae.isolated_by(position, m.source, m.target))


def answer(controller: FakeFae) -> None:
    """The app moves at once, without a ritual."""
    controller.tell(BotMove(GAME, controller.snapshot().played, quiet(controller.position)))


def shown(running: Any) -> int:
    """Number of moves on the screen."""
    return int(running.screen.snapshot.played)


def test_moves_that_come_fast_are_seen_one_after_the_other(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        controller.tell(moved(GAME, quiet(controller.position)))
        answer(controller)
        answer(controller)
        seen = [shown(running)]
        since = [finger.now_s]
        while shown(running) < 3:
            finger.frames()
            if shown(running) != seen[-1]:
                seen.append(shown(running))
                since.append(finger.now_s)
        assert seen == [0, 1, 2, 3]
        assert all(b - a >= 1 - FRAME_S for a, b in pairwise(since[1:]))
        message = running.screen.ids.message
        assert "Cy" in message.under, "what the app did stays"
        finger.frames(60)
        running.screenshot("fae_app_did.png")
        assert "Cy" in message.under
        finger.tap(running.screen.ids.scores)
        assert "Cy" not in message.under


def test_a_touch_goes_on_to_the_next_move_and_counts(open_window: Any, controller: FakeFae) -> None:
    from ui.games.fae import board_map

    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        controller.tell(moved(GAME, quiet(controller.position)))
        answer(controller)
        answer(controller)
        finger.frames(2)
        assert shown(running) == 1
        board, move = running.screen.ids.board, quiet(controller.position)
        source = board.seen(board_map.CENTRES[move.source])
        finger.tap(source)
        assert shown(running) == 2
        finger.tap(source)
        assert shown(running) == 3
        assert running.screen.touched_spaces() == (move.source,), "the touch counts"


def test_undo_while_moves_are_shown_shows_the_board_at_once(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        controller.tell(moved(GAME, quiet(controller.position)))
        answer(controller)
        answer(controller)
        finger.frames(2)
        running.screen.undo()
        finger.frames(2)
        assert shown(running) == controller.snapshot().played < 3


def test_first_the_walk_then_the_ritual_then_its_words(open_window: Any, controller: FakeFae) -> None:
    from ui.games.fae.ritual_story import RitualStory

    controller.session.bots = {}
    running = open_window(controller)

    def story() -> bool:
        return any(isinstance(widget, RitualStory) for widget, _ in widgets(running.screen))

    with Finger(running.window).ready() as finger:
        finger.frames(4)
        while not (controller.snapshot().log and controller.snapshot().log[-1].rituals):
            finger.frames(40)
            controller.play_random(1)
            controller.publish()
        board, flight = running.screen.ids.board, running.screen.ids.flight
        finger.frames(3)
        assert board.progress < 1 and flight._ring is None and not story()
        finger.until(lambda: flight._ring)
        assert board.progress == 1 and not story()
        running.screenshot("fae_ritual.png")
        finger.until(story)
        assert flight._ring is None
        finger.tap((3, 3))


def test_with_little_motion_each_move_is_shown(open_window: Any, controller: FakeFae) -> None:
    controller.profiles.prefer(little_motion=True)
    running = open_window(controller)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        controller.tell(moved(GAME, quiet(controller.position)))
        answer(controller)
        finger.frames(3)
        assert shown(running) == 1 and running.screen.ids.board.progress == 1
        finger.frames(round(0.5 / FRAME_S))
        assert shown(running) == 1
        finger.until(lambda: shown(running) == 2)
