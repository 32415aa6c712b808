"""The guided first round of Fairy Tile by touch: a finger that does what the bubble says."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.fairytile.board import cell_text
from companion.games.fairytile.position import FinishTurn, Move, PlaceTile, Tell
from companion.games.lesson import END
from tests.ui.evening import Evening, evening
from tests.ui.games.fairytile.test_evening import texts
from tests.ui.test_lesson import follow, overlay
from ui.games.fairytile import board_map

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


def page_words(house: Evening) -> list[str]:
    """Words of the book while a finger holds it."""
    seen: list[str] = []
    page = house.screen.ids.page
    house.finger.hold(page, meanwhile=lambda: seen.extend(texts(house, page)))
    return seen


def step(house: Evening, shot: str) -> str:
    """Do what the bubble says: hold the book if it asks for that, tell a page that is true."""
    teaching, bubble = house.screen._teaching, overlay(house)
    house.finger.until(lambda: bubble.shown or house.screen._told, "a bubble")
    if house.screen._told:
        house.finger.tap(house.screen._told.sheet)
        house.finger.until(lambda: bubble.shown, "a bubble")
    house.finger.frames(12)
    if house.buttons(text="Got it"):
        house.press(text="Got it")
        return "rule"
    view = teaching.lesson
    assert view
    if view.key in ("look", "tell", "after"):
        words = page_words(house)
        assert any(text.startswith("Page ") for text in words)
        true = any(text.endswith(": tell it!") for text in words)
    if teaching.lesson == view:
        assert_free(house)
    picture(house, f"{shot}-{view.number}-{view.key}")
    if bubble.bubble.onward and view.key != "look":
        house.press(text=bubble.bubble.onward)
    elif view.key in ("tell", "after"):
        house.press(text="Tell" if true else "End turn")
    for touch in range(4):
        if (
            view.key == "look"
            or bubble.bubble.onward
            or view.key in ("tell", "after")
            or teaching.lesson != view
        ):
            break
        follow(house)
        if teaching.lesson == view:
            assert_free(house)
        picture(house, f"{shot}-{view.number}-{view.key}-{touch}")
    house.finger.until(lambda: teaching.lesson != view, "the next step")
    return str(view.key)


def assert_free(house: Evening) -> None:
    """The bubble hides no land that may be touched, and nothing that it points at."""
    screen, box = house.screen, overlay(house).bubble
    board, view = screen.ids.board, screen._teaching.lesson
    lands = board.kingdom if view.key == "figure" else ()
    places = [board.to_window(*board.spot_seen(board_map.middle(lie))) for lie in board.spots]
    spots = [*overlay(house)._spots, *(screen.spot_of(cell_text(cell)) for cell in lands)]
    for x, y in (*places, *(spot[:2] for spot in spots)):
        assert not (box.x < x < box.right and box.y < y < box.top), (view.key, x, y)


def picture(house: Evening, name: str) -> None:
    house.running.screenshot(f"fairytile-{name}.png")


@pytest.mark.parametrize(
    "size", [(800, 480), *(pytest.param(size, marks=pytest.mark.slow) for size in ((1280, 720), (480, 800)))]
)
def test_the_first_round_of_fairy_tile(
    open_window: Any, tmp_path: Path, size: tuple[int, int], record_property: Any
) -> None:
    with evening(open_window, tmp_path, size, taught=True) as house:
        house.press(text="Fairy Tile")
        house.on("intro")
        picture(house, "{}x{}-0".format(*size))
        house.press("teach")
        house.on("dealt")
        house.finger.hold(house.screen.ids.hold)
        house.press("check")
        house.on("fairytile_play")
        shot = "{}x{}".format(*size)
        began_s = house.finger.now_s
        seen = [step(house, shot)]
        first_s, first_touches = house.finger.now_s - began_s, house.finger.touches
        while seen[-1] != END:
            while not house.screen._teaching.lesson or house.screen._teaching._rules:
                house.finger.until(lambda: house.buttons(text="Got it") or house.screen._teaching.lesson)
                if house.screen._told:
                    picture(house, f"{shot}-told")
                    house.finger.tap(house.screen._told.sheet)
                    house.finger.frames(4)
                elif house.buttons(text="Got it"):
                    house.press(text="Got it")
                elif not house.screen._teaching._rules:
                    break
            seen.append(step(house, shot))
        record_property("first_act_s", round(first_s, 1))
        record_property("first_act_touches", first_touches)
        assert [key for key in seen if key not in ("close", "rule")] == [
            "figure", "look", "tell", "tile", "after", "books", "magic", END
        ]  # fmt: skip
        assert first_touches <= 8
        acts = [line.act for line in house.snapshot.log if line.player not in house.snapshot.bots]
        assert {Move, PlaceTile, Tell, FinishTurn} <= {type(act) for act in acts}
