"""The guided first round of Fábula by touch, alone against the app."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.lesson import END
from tests.ui.evening import Evening, evening
from tests.ui.test_lesson import learn, said, spots, taught, teaching

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery

MOST_TOUCHES, MOST_FRAMES = 160, 40


def shown(house: Evening) -> tuple[object, ...]:
    """State that a touch changes: the game, the teacher, a card or question over the table, the draft."""
    screen = house.screen
    over = tuple(screen.ids.panel.children)
    picked = str(screen.draft), screen.number, tuple(screen.picked)
    return house.app.latest(), said(house), spots(house), over, picked


def point(house: Evening) -> None:
    """Touch what the teacher points at; without it, what the screen offers first."""
    screen, before = house.screen, shown(house)
    over = screen.ids.panel.__self__ if screen.ids.panel.children else None
    primary = [key for key in house.buttons(root=over) if key.primary]
    if taught(house) and (there := spots(house)):
        house.finger.tap(there[0][:2])
    elif over and not primary and (closing := house.buttons("back", root=over)):
        house.finger.tap(closing[0])
    elif screen.draft and screen.draft.targets and not screen.ids.panel.children:
        table = screen.ids.table
        house.finger.tap(table.to_window(*table.spot(sorted(screen.draft.targets)[0])))
    elif screen.snapshot.asks == "discard" and screen.ids.main.disabled:
        house.finger.tap(screen._fan.to_window(*screen._fan.spot(1)))
    else:
        house.finger.tap(primary[0] if primary else screen.ids.main)
    house.finger.until(lambda: shown(house) != before, "something that the touch did")


def settle(house: Evening) -> None:
    """Wait until a person has to do something, and the screen shows it."""
    for _ in range(2):
        house.until(lambda shown: shown.over or shown.players[shown.decider] not in shown.bots)
        house.finger.until(lambda: not teaching(house)._remark, "the end of what is said about the last move")
        house.finger.frames(12)
    for _ in range(MOST_FRAMES):  # a step may wait for what moves
        view = teaching(house).lesson
        if taught(house) or house.screen.ids.panel.children or not (view and view.saying):
            return
        house.finger.frames(1)


@pytest.mark.parametrize(
    "size", [(800, 480), *(pytest.param(size, marks=pytest.mark.slow) for size in ((1280, 720), (480, 800)))]
)
def test_the_first_round_of_fabula(open_window: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    with evening(open_window, tmp_path, size, taught=True) as house:
        learn(house, "Fábula")
        house.on("fabula_play")  # the hand lies open to a person alone: nothing is handed over
        seen: list[str] = []
        for _ in range(MOST_TOUCHES):
            settle(house)
            view = teaching(house).lesson
            if taught(house) and view.key not in seen:
                assert spots(house) or not view.saying.ways, f"{view.key}: nothing is lit"
                seen.append(view.key)
                house.finger.frames(4, draw=True)
                house.running.screenshot(f"lesson_fabula_{size[0]}_{len(seen):02}_{view.key}.png")
            point(house)
            if seen and seen[-1] == END:
                break
        without = [step for step in seen if step != "on"]  # the turn ends by itself if nothing can be paid
        assert without[:4] == ["centre", "hand", "play", "goal"]
        assert {"crown", "attack"} <= {*seen}, "what influence is, too"
        assert seen[-1] == END, seen
        house.finger.until(lambda: not house.screen.bar.taught, "the end of the lesson")
