"""Fairy Tile by touch only: what a family does from the start page to the end of the story."""

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import fairytile
from companion.games.fairytile.board import Cell
from companion.games.fairytile.placements import Spot
from companion.games.fairytile.position import Act, Move, PlaceTile
from tests.ui.evening import Evening, evening
from tests.ui.test_evenings import name_player, speak, turn_to_look

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


def begin(house: Evening, *options: str) -> None:
    """From the start page to the first turn, with these options."""
    house.press("tile-fairytile", "Fairy Tile")
    house.on("new")
    for name in ("Ana", "Bo"):
        name_player(house, name)
    house.press("gear")
    for option in options:
        house.press(text=option)
    house.press("gear")
    house.press("finger")
    house.press("play")
    for name in ("Ana", "Bo"):
        house.on("dealt")
        house.finger.until(partial(turn_to_look, house, name))
        house.finger.hold(house.screen.ids.hold)
        house.press("check")
    house.on("fairytile_play")


def touch(house: Evening, cell: Cell, check_mark: bool = False) -> None:
    """Touch the middle of a land, or its check mark, which does not mean a figure there."""
    from ui.games.fairytile import board_map
    from ui.games.fairytile.board import SYMBOL

    (x, y), (dx, dy) = board_map.centre(cell), SYMBOL if check_mark else (0, 0)
    house.finger.tap(house.screen.ids.board.spot_seen((x + dx, y + dy)))


def do(house: Evening, act: Act) -> None:
    """An adventure by touch; the snapshot after it."""
    shown = house.until(lambda shown: shown.decisions[:1] and shown.decisions[0].id == "move")
    if isinstance(act, Move):
        for _ in range(3):
            touch(house, shown.position.figure_cells[act.figure])
            if house.screen.ids.board.chosen == act.figure:
                break
        touch(house, act.to, check_mark=True)
    else:
        assert isinstance(act, PlaceTile)
        lay(house, Spot(act.at, act.turn))
    house.other_than(shown)


def lay(house: Evening, spot: Spot) -> None:
    """The tile on the stack, a place for it, turns until it lies as meant, and there it lies."""
    from ui.games.fairytile import board_map
    from ui.games.fairytile.selection import lie

    house.finger.tap(house.screen.ids.stack)
    board = house.finger.until(lambda: house.screen.ids.board.spots and house.screen.ids.board, "ghosts")
    assert lie(spot) in board.spots
    house.finger.frames(2)
    house.finger.tap(board.spot_seen(board_map.middle(lie(spot))))
    for _ in range(30):
        if board.tile and board.tile.lands == wanted(house, spot):
            break
        house.press("ft-rotate")
    house.press(text="Lay it")


def hand(house: Evening) -> int:
    """The page of who is to move: the test may look."""
    return int(max(house.app.show_secret(house.snapshot.turn)))


def wanted(house: Evening, spot: Spot) -> Any:
    from companion.games.fairytile.board import placed_hexes

    position = house.snapshot.position
    return placed_hexes(position.box.face(position.stack[0]), *spot)


def helpful(house: Evening, chance: Random) -> Act:
    """What fulfils the page of who is to move, which the test knows from the session, else anything."""
    position = house.snapshot.position
    page = hand(house)
    acts = fairytile.adventures(position)
    good = [act for act in acts if fairytile.tellable(fairytile.RULES.apply(position, act), page)]
    places = [act for act in acts if isinstance(act, PlaceTile)]
    return chance.choice(good or (places if places and chance.random() < 0.6 else acts))


def turn(house: Evening, chance: Random) -> bool:
    """A whole turn; whether a page was told in it."""
    do(house, helpful(house, chance))
    shown = house.until(lambda shown: shown.position.done)
    narrated = fairytile.tellable(shown.position, hand(house))
    if narrated:
        house.press("ft-tell", "Tell")
        shown = house.other_than(shown)
        if shown.over:
            return True
    house.press("check", "End turn")
    house.other_than(shown)
    return narrated


@pytest.mark.slow
def test_a_whole_story_by_touch(open_window: Any, tmp_path: Path) -> None:
    chance = Random(3)
    with evening(open_window, tmp_path, seed=3) as house:
        begin(house, "3 pages for everybody")
        shown = house.until(lambda shown: shown.turn == "Ana")
        assert [len(book) for book in shown.position.books] == [3, 3]
        house.press("ft-turn-page", "Turn page")
        house.press("ft-turn-page", "Turn a page")  # in the sheet
        shown = house.until(lambda shown: shown.turn == "Bo")
        assert shown.position.magic == (True, False)
        seen: list[str] = []
        page = house.screen.ids.page
        house.finger.hold(page, meanwhile=lambda: seen.extend(texts(house, page)))
        assert any(text.startswith("Page ") for text in seen), "Ana looks at the page she drew"
        assert page.owner == "Bo", "then it is Bo's turn to look"
        turns = 0
        while not house.snapshot.over:
            turn(house, chance)
            turns += 1
            if turns == 2:
                speak(house, "Español")
                assert house.screen.ids.main.text not in ("", "End turn")
                speak(house, "English")
            assert turns < 60
        house.on("fairytile_end")
        narrated = [page for pages in house.snapshot.position.told_pages for page in pages]
        winner = house.snapshot.winner
        assert house.screen.title.startswith(winner) and len(narrated) >= 3
        book = house.screen.page
        assert [one.page for one in book._pages] == sorted(narrated), "in the order of the numbers"
        shown = texts(house, book.ids.book)
        assert f"{winner} wins!" in shown and book._pages[-1].text in shown, "open at its end"
        if book.spreads > 1:
            house.finger.tap(book.ids.book.left.center)
            assert book.at == book.spreads - 2, "a touch of the left page turns back"
            house.finger.frames(30)  # the page has turned
            house.finger.tap(book.ids.book.right_leaf.center)
            assert book.at == book.spreads - 1, "and one of the right page on"
        (stored,) = house.app.archive.games()
        assert (stored.finished, stored.winners) == (True, (winner,))
        house.press("board")
        house.on("fairytile_play")
        house.press("undo")
        house.until(lambda shown: not shown.over)


def test_what_cannot_be_done_is_said_and_shown(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, seed=3) as house:
        begin(house, "3 pages for everybody")
        position = house.snapshot.position
        start = position.figure_cells["knight"]
        touch(house, start)
        assert house.screen.ids.board.chosen == "knight"
        right = fairytile.reachable(position, "knight")
        wrong = next(
            cell
            for cell in sorted(position.kingdom.cells)
            if cell not in right and cell not in position.figures
        )
        touch(house, wrong)
        assert "exactly two steps" in house.screen.ids.message.refusal
        closed = {mark.cell for mark in house.screen.ids.board.marks if mark.kind == "closed"}
        assert closed == {wrong}
        house.press("ft-turn-page")
        house.press("cross")
        assert house.snapshot.played == 0


def test_a_tile_from_the_peoples_own_stack_is_named_by_touch(open_window: Any, tmp_path: Path) -> None:
    from ui.games.fairytile.scoreboard import StackView

    with evening(open_window, tmp_path, seed=3) as house:
        begin(house, "We draw tiles from our own stack")
        assert (house.snapshot.position.stack, house.snapshot.position.hidden) == ((), 12)
        house.finger.tap(house.screen.ids.stack)
        offered = house.finger.until(
            lambda: [w for w in house.seen() if isinstance(w, StackView) and w.title]
        )
        assert len({tile.title for tile in offered}) == 12 and len(offered) == 24
        house.finger.frames(3)
        chosen = offered[0]
        house.finger.tap(chosen)
        house.finger.until(lambda: house.screen.laying)
        house.screen.spot(0)
        house.press(text="Lay it")
        shown = house.until(lambda shown: shown.played == 1)
        laid = shown.position.kingdom.placed_tiles[-1]
        assert laid.tile == chosen.title and shown.position.hidden == 11


def test_an_act_is_undone_and_the_game_goes_on_after_it_was_left(open_window: Any, tmp_path: Path) -> None:
    chance = Random(5)
    with evening(open_window, tmp_path, seed=5) as house:
        begin(house, "3 pages for everybody")
        do(house, helpful(house, chance))
        house.press("undo")
        house.until(lambda shown: shown.played == 0)
        house.finger.tap(house.screen.ids.message.ids.words.center)
        log = house.finger.until(lambda: house.screen.log, "a touch of the bar's words opens the log")
        house.screen.look_back(1)
        house.finger.frames(3)
        house.finger.tap(log.back.center)
        shown = house.until(lambda shown: shown.played == 1)
        before = shown.position
        house.press("menu")
        house.on("menu")
        house.press("door")
        house.on("start")
        house.press("play", "Continue")
        for _ in ("Ana", "Bo"):
            house.on("dealt")
            house.press("check")
        house.on("fairytile_play")
        assert house.snapshot.position == before


def texts(house: Evening, root: Any) -> list[str]:
    """What is written below a widget, from top to bottom."""
    found = [widget for widget in house.seen(root) if isinstance(getattr(widget, "text", 0), str)]
    found = [widget for widget in found if widget.text]
    return [widget.text for widget in sorted(found, key=lambda widget: -widget.to_window(*widget.pos)[1])]
