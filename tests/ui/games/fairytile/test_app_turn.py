"""Turns of the app in Fairy Tile: walking, laying and telling are seen in order, and a touch skips."""

from typing import Any

import pytest

from companion.games import fairytile
from companion.games.fairytile.position import Act, FinishTurn, Move, PlaceTile, Tell
from companion.session.fairytile.decisions import answer
from companion.session.messages import BotMove
from tests.ui.fake import GAME
from tests.ui.finger import FRAME_S, Finger
from tests.ui.games.fairytile.fake import FakeFairy
from tests.ui.layout import at_each_size, check_layout, widgets


def app_to_move(seed: int = 5) -> FakeFairy:
    """The turn of the app begins, against Ana."""
    fake = FakeFairy(("Ana", "The app"), seed)
    while fake.position.turn == 0 or fake.position.done:
        fake.do(fake.next())
    fake.session.bots = {"The app": "easy"}
    return fake


def about_to_tell() -> FakeFairy:
    """The app can tell its page after its next act."""
    for seed in range(60):
        fake = app_to_move(seed)
        page = fake.session.hand(1)
        if any(fairytile.tellable(fairytile.RULES.apply(fake.position, act), page) for act in acts(fake)):
            return fake
    raise AssertionError("no page can be told")


def acts(fake: FakeFairy) -> list[Act]:
    return list(fairytile.adventures(fake.position))


def do(fake: FakeFairy, act: Act) -> None:
    fake.tell(BotMove(GAME, fake.snapshot().played, act))


def tell(fake: FakeFairy) -> None:
    """The app does what fulfils its page, and tells it."""
    page = fake.session.hand(1)
    good = (a for a in acts(fake) if fairytile.tellable(fairytile.RULES.apply(fake.position, a), page))
    do(fake, next(good))
    do(fake, Tell(page))


def pages(running: Any) -> list[Any]:
    from ui.games.fairytile.act_scene import ToldPage

    return [widget for widget, _ in widgets(running.screen) if isinstance(widget, ToldPage)]


def test_a_tile_comes_to_its_place_before_the_turn_ends(open_window: Any) -> None:
    fake = app_to_move()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        board, before = running.screen.ids.board, len(fake.position.kingdom.cells)
        do(fake, next(act for act in acts(fake) if isinstance(act, PlaceTile)))
        do(fake, FinishTurn())
        played = fake.snapshot().played
        finger.frames(4)
        assert running.screen.snapshot.played == played - 1 and 0 < board.progress < 1
        assert len(board.kingdom) == before + 3
        running.screenshot("fairy_tile_comes.png")
        finger.frames(round(0.9 / FRAME_S))
        assert running.screen.snapshot.played == played - 1 and board.progress == 1 and not board._coming
        finger.until(lambda: running.screen.snapshot.played == played)
        message = running.screen.ids.message
        did = message.under
        assert did.startswith("The app: lays a tile ")
        running.screenshot("fairy_app_did.png")
        finger.frames(90)
        assert message.under == did, "it can be read until somebody touches"
        finger.tap((3, 3))
        assert message.under and message.under != did


def test_a_figure_walks_then_the_page_is_told_with_its_picture(open_window: Any) -> None:
    fake = about_to_tell()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        played = fake.snapshot().played
        tell(fake)
        do(fake, FinishTurn())
        finger.frames(4)
        assert running.screen.snapshot.played == played + 1 and not pages(running)
        finger.until(lambda: pages(running))
        assert running.screen.snapshot.played == played + 2
        running.settle()
        running.screenshot("fairy_told.png")
        finger.tap(running.screen.ids.board)
        assert not pages(running) and running.screen.snapshot.played == played + 3
        assert "told" in running.screen.ids.message.under
        assert running.screen._selection.figure is None or not running.screen._flash


def test_each_touch_skips_one_act_and_the_last_counts(open_window: Any) -> None:
    fake = about_to_tell()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        played = fake.snapshot().played
        tell(fake)
        do(fake, FinishTurn())
        finger.frames(2)
        seen = []
        for _ in range(2):
            seen.append(running.screen.snapshot.played)
            board = running.screen.ids.board
            figure = "dragon"
            spot = board.spot_seen(figure_place(board, figure))
            finger.tap(spot)
        assert [*seen, running.screen.snapshot.played] == [played + 1, played + 2, played + 3]
        assert running.screen._selection.figure, "the touch counts for Ana"


def figure_place(board: Any, figure: str) -> Any:
    from ui.games.fairytile import lands

    return lands.places(board.figures)[figure][0]


def test_a_tile_that_a_person_lays_does_not_move(open_window: Any) -> None:
    fake = FakeFairy(("Ana", "Bo"))
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        screen = running.screen
        finger.tap(screen.ids.stack)
        screen.spot(0)
        finger.frames(3)
        finger.tap(screen.ids.main)
        finger.frames(2)
        assert fake.snapshot().played == 1 and not screen.ids.board._coming and screen.scene_s == 0


def test_the_move_of_the_app_is_told_and_shown(open_window: Any) -> None:
    fake = app_to_move()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        move = next(act for act in acts(fake) if isinstance(act, Move))
        way = (fake.position.figure_cells[move.figure], move.to)
        place = fake.position.kingdom.cells[move.to].terrain
        do(fake, move)
        do(fake, FinishTurn())
        played = fake.snapshot().played
        finger.until(lambda: running.screen.snapshot.played == played)
        assert running.screen.ids.message.under == f"The app: the {move.figure} goes to a {place}"
        assert running.screen.ids.board.ways == (way,)
        running.screenshot("fairy_app_went.png")
        finger.tap((3, 3))
        assert not running.screen.ids.board.ways


def test_a_page_that_a_person_tells_is_shown_until_a_touch(open_window: Any) -> None:
    for seed in range(60):
        fake = FakeFairy(("Ana", "Bo"), seed)
        page = fake.session.hand(0)
        every = fairytile.adventures(fake.position)
        good = [a for a in every if fairytile.tellable(fairytile.RULES.apply(fake.position, a), page)]
        if good:
            break
    fake.do(answer(GAME, good[0]))
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        finger.tap(running.screen.ids.first)
        finger.until(lambda: pages(running))
        running.settle()
        running.screenshot("fairy_told_by_ana.png")
        told = fake.snapshot().played
        finger.tap(pages(running)[0].sheet)
        assert not pages(running) and fake.snapshot().played == told
        finger.tap(running.screen.ids.main)
        assert fake.snapshot().played == told + 1


@pytest.mark.slow
@at_each_size
def test_a_told_page_fits_in_every_language(open_window: Any, size: tuple[int, int]) -> None:
    from companion.i18n import LANGUAGES

    fake = about_to_tell()
    running = open_window(fake, size=size)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        for language in LANGUAGES:
            running.app.speak(language)
        tell(fake)
        finger.until(lambda: pages(running))
        finger.frames(4)
        check_layout(running)
        running.screenshot(f"fairy_told_{size[0]}x{size[1]}.png")


def test_moves_of_figures_take_a_second(open_window: Any) -> None:
    fake = app_to_move()
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        do(fake, next(act for act in acts(fake) if isinstance(act, Move)))
        do(fake, FinishTurn())
        finger.frames(1)
        begun, played = finger.now_s, running.screen.snapshot.played
        finger.until(lambda: running.screen.snapshot.played > played)
        assert finger.now_s - begun >= 1 - 2 * FRAME_S
