"""The guided first round by touch: from the start page to the last words."""

from pathlib import Path
from typing import Any

from companion.games.lesson import END
from tests.ui.evening import Evening, evening


def overlay(house: Evening) -> Any:
    """The bubble of the play screen, and what it points at."""
    return house.screen._teaching._overlay


def learn(house: Evening, game: str) -> None:
    """Touch the cover of a game nobody here knows, and let the app show the first round."""
    house.press(text=game)
    house.on("intro")
    house.press("teach")


def follow(house: Evening) -> None:
    """Touch what the bubble points at first, and wait for what that does."""
    bubble, teaching = overlay(house), house.screen._teaching
    spots, view = bubble._spots, teaching.lesson
    house.finger.tap(spots[0][:2])
    house.finger.until(lambda: bubble._spots != spots or teaching.lesson != view, "what the touch did")
    house.finger.frames(12)


def play_step(house: Evening) -> str:
    """Do what the bubble asks for, touching what it points at; return the step's key, or "rule"."""
    bubble, teaching = overlay(house), house.screen._teaching

    def now() -> Any:
        return teaching.lesson, teaching._rules

    house.finger.until(lambda: bubble.shown and any(now()), "a bubble")
    view, rules = before = now()
    house.finger.frames(12)
    if onward := bubble.bubble.onward:
        house.press(text=onward)
    else:
        while now() == before and bubble.shown:
            follow(house)
    house.finger.until(lambda: now() != before, "the next step")
    return "rule" if rules else str(view.key)


def test_the_first_round_of_fae(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        learn(house, "Fae")
        house.on("dealt")
        house.finger.hold(house.screen.ids.hold)
        house.press("check")
        house.on("fae_play")
        seen = [play_step(house)]
        while seen[-1] != END:
            seen.append(play_step(house))
        assert [step for step in seen if step != "rule"] == ["ritual", "card", "spirit", "move", END]
        assert "rule" not in seen, "no second teacher speaks in a lesson"
        house.finger.until(lambda: not overlay(house).shown, "the end of the lesson")
