"""The guided first round of Fairy Tile by touch: a finger that does what the teacher says."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.fairytile.position import FinishTurn, Move, PlaceTile, Tell
from companion.games.lesson import END
from tests.ui.evening import Evening, evening
from tests.ui.games.fairytile.test_evening import texts
from tests.ui.test_lesson import follow, shut, taught, teaching

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


def page_words(house: Evening) -> list[str]:
    """Words of the book while a finger holds it."""
    seen: list[str] = []
    page = house.screen.ids.page
    house.finger.hold(page, meanwhile=lambda: seen.extend(texts(house, page)))
    return seen


def step(house: Evening, shot: str) -> str:
    """Do what the teacher says: hold the book if it asks for that, tell a page that is true."""
    house.finger.until(lambda: taught(house) or house.screen._told, "the teacher")
    if house.screen._told:
        house.finger.tap(house.screen._told.sheet)
        house.finger.until(lambda: taught(house), "the teacher")
    house.finger.frames(12)
    shut(house)
    view = teaching(house).lesson
    assert view and view.saying
    picture(house, f"{shot}-{view.number}-{view.key}")
    true = False
    if view.key in ("look", "tell", "after"):
        words = page_words(house)
        assert any(text.startswith("Page ") for text in words)
        true = any(text.endswith(": tell it!") for text in words)
    if view.key in ("tell", "after"):
        house.press(text="Tell" if true else "End turn")
    elif view.key == "magic":
        if house.screen.story_shown:
            house.press("cross")
            house.finger.frames(12)
        house.finger.hold(house.screen.ids.second)
    elif view.key != "look":
        for touch in range(4):
            follow(house)
            picture(house, f"{shot}-{view.number}-{view.key}-{touch}")
            if teaching(house).lesson != view:
                break
    house.finger.until(lambda: teaching(house).lesson != view, "the next step")
    return str(view.key)


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
            seen.append(step(house, shot))
        record_property("first_act_s", round(first_s, 1))
        record_property("first_act_touches", first_touches)
        assert [key for key in seen if key != "close"] == [
            "figure", "look", "tell", "tile", "after", "magic", "books", END
        ]  # fmt: skip
        assert first_touches <= 8
        acts = [line.act for line in house.snapshot.log if line.player not in house.snapshot.bots]
        assert {Move, PlaceTile, Tell, FinishTurn} <= {type(act) for act in acts}
