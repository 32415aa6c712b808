"""Figures under a finger: the one that is touched is taken, also where two stand on one land."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.games import fairytile
from companion.games.fairytile.board import Cell, Figure
from companion.games.fairytile.position import Move, Position
from companion.session.fairytile.decisions import answer
from tests.ui.fake import GAME
from tests.ui.finger import Finger
from tests.ui.games.fairytile import states
from tests.ui.games.fairytile.fake import FakeFairy


def sharing() -> tuple[FakeFairy, Cell]:
    """Two figures stand on one land, and what a turn may begin with; the land."""
    for seed in range(1, 60):
        fake = FakeFairy(states.PLAYERS, seed)
        for _ in range(60):
            at = [*fake.position.figure_cells.values()]
            here = {cell for cell in at if at.count(cell) == 2}
            if here and not fake.position.done:
                return fake, here.pop()
            if fake.session.finished:
                break
            fake.do(fake.next())
    raise AssertionError("no two figures ever share a land")


@contextmanager
def fingers(open_window: Any, fake: FakeFairy) -> Iterator[tuple[Any, Finger]]:
    running = open_window(fake)
    running.lay_out()
    with Finger(running.window).ready() as finger:
        finger.frames(3)
        yield running.screen, finger


def spot(screen: Any, figure: str) -> Any:
    """The position of a figure in the window, in pixels."""
    from ui.games.fairytile import lands

    board = screen.ids.board
    return board.spot_seen(lands.places(board.figures)[figure][0])


def test_the_figure_under_the_finger_is_taken(open_window: Any) -> None:
    fake, cell = sharing()
    both = [figure for figure, at in fake.position.figure_cells.items() if at == cell]
    for figure, other in (both, both[::-1]):
        with fingers(open_window, fake) as (screen, finger):
            finger.tap(spot(screen, figure))
            assert screen.ids.board.chosen == figure
            finger.tap(spot(screen, other))
            assert screen.ids.board.chosen == other, "the other one is touched directly"
            finger.tap(spot(screen, other))
            assert screen.ids.board.chosen == figure, "a second touch takes the next one"
        assert fake.calls == []


def test_where_two_overlap_the_nearer_is_taken_first(open_window: Any) -> None:
    fake, cell = sharing()
    with fingers(open_window, fake) as (screen, finger):
        both = [figure for figure in screen.ids.board.figures if fake.position.figure_cells[figure] == cell]
        for near, other in (both, both[::-1]):
            (ax, ay), (bx, by) = spot(screen, near), spot(screen, other)
            between = (0.55 * ax + 0.45 * bx, 0.55 * ay + 0.45 * by)
            seen = []
            for _ in range(3):
                finger.tap(between)
                seen.append(screen.ids.board.chosen)
            assert seen == [near, other, ""], "the nearer one, the one beside it, then none"


def near(position: Position) -> tuple[Figure, Figure] | None:
    """A figure that may go to where another one stands alone."""
    standing = position.figure_cells
    for figure in standing:
        for other, cell in standing.items():
            alone = [*standing.values()].count(cell) == 1
            if other != figure and alone and cell in fairytile.reachable(position, figure):
                return figure, other
    return None


def test_a_touch_of_another_figure_takes_it_and_the_check_mark_goes_there(open_window: Any) -> None:
    from ui.games.fairytile import board_map
    from ui.games.fairytile.board import SYMBOL

    fake = FakeFairy(states.PLAYERS, 2)
    while not (pair := None if fake.position.done else near(fake.position)):
        fake.do(fake.next())
    figure, other = pair
    with fingers(open_window, fake) as (screen, finger):
        finger.tap(spot(screen, figure))
        finger.tap(spot(screen, other))
        assert (screen.ids.board.chosen, fake.calls) == (other, []), "nobody has moved"
        finger.tap(spot(screen, figure))
        target = fake.position.figure_cells[other]
        x, y = board_map.centre(target)
        finger.tap(screen.ids.board.spot_seen((x + SYMBOL[0], y + SYMBOL[1])))
    assert fake.calls == [answer(GAME, Move(figure, target))]
