"""Simulated players of no game: how long they wait, and what they do first."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.session.messages import Confirm, Message
from companion.session.snapshot import Snapshot
from companion.simulation.player import PATIENCE, PAUSE, Acts, FollowingPlayer, wait
from companion.table.guide import GuideStep

REPAIR, MOVE = (GuideStep("remove", 1),), (GuideStep("move", 1, 2),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown(Snapshot):
    """A screen that asks for a repair, or a question."""

    wrong: bool = False
    asks: bool = False


class Player(FollowingPlayer[Shown]):
    """Does the same again and again."""

    snapshot = Shown
    patience = 2

    def _todo(self, shown: Shown) -> Acts:
        return REPAIR if shown.wrong else ()

    def _answer(self, shown: Shown) -> Message | None:
        return Confirm(shown.game) if shown.asks else None

    def _move(self, shown: Shown) -> Acts:
        return MOVE


def shown(**fields: Any) -> Shown:
    return Shown(name="none", game=7, players=("Ana",), **fields)


def first(screen: Snapshot | None, count: int = 1) -> tuple[list[Acts], list[Message]]:
    """The first acts before a screen that never changes, and the touches."""
    table: Any = None
    touches: list[Message] = []
    player = Player(table, lambda: screen, touches.append, Random(1))
    return list(islice(player.acts(), count)), touches


@pytest.mark.parametrize(
    ("screen", "expected"),
    [
        (None, PAUSE),
        (Snapshot(name="other", game=7, players=()), PAUSE),
        (shown(trouble="hand", wrong=True), PAUSE),
        (shown(wrong=True, asks=True), REPAIR),
        (shown(asks=True), PAUSE),
        (shown(over=True), PAUSE),
        (shown(over=True, wrong=True), REPAIR),
        (shown(), MOVE),
    ],
    ids=["nothing", "another game", "trouble", "wrong", "question", "over", "over and wrong", "turn"],
)
def test_the_table_comes_first_then_questions_then_the_next_move(
    screen: Snapshot | None, expected: Acts
) -> None:
    assert first(screen) == ([expected], [])


def test_people_may_answer_before_a_player_does() -> None:
    assert first(shown(asks=True), 5) == ([PAUSE] * 5, [Confirm(7)] * 2)


def rested(waiting: Iterator[Acts]) -> int:
    """The number of rests until the wait is over."""
    return sum(acts == PAUSE for acts in waiting)


def test_waiting_is_bounded_and_one_touch_doubles_it() -> None:
    rests_at_touch: list[int] = []
    count = 0

    def never() -> bool:
        nonlocal count
        count += 1
        return False

    assert rested(wait(never)) == PATIENCE
    count = 0
    assert rested(wait(never, touch=lambda: rests_at_touch.append(count - 1))) == 2 * PATIENCE
    assert rests_at_touch == [PATIENCE]


def test_who_sees_it_done_waits_no_longer() -> None:
    answers = iter([False, False, True])
    assert rested(wait(lambda: next(answers), touch=lambda: pytest.fail("nobody needs a touch"))) == 2
