"""The guided first round of Fate by touch: a finger that does what the bubble says and points at."""

from pathlib import Path
from typing import Any

from companion.games.lesson import END
from tests.ui.evening import Evening, evening
from tests.ui.test_lesson import overlay

_MOST_TOUCHES = 80


class Pupil:
    """Somebody who does what the bubble or the large key says; `seen` are the steps of the lesson."""

    def __init__(self, house: Evening) -> None:
        self.house, self.seen, self.touches, self.acted_after = house, [""], 0, 0

    def touch(self) -> None:
        """Touch what is pointed at, else the answer or the large key."""
        house, screen = self.house, self.house.screen
        self.touches += 1
        house.until(lambda _: True)
        house.finger.until(self._is_ready, "words or a question")
        before = self._state()
        bubble, view = overlay(house), screen._teaching.lesson
        if not bubble.shown:
            house.running.screenshot(f"fate_lesson_{len(self.seen)}_film_{self.touches}.png")
            house.finger.tap(self._answer())
        else:
            if view.key != self.seen[-1]:
                self.seen.append(view.key)
                house.running.screenshot(f"fate_lesson_{len(self.seen)}_{view.key}.png")
            if bubble.bubble.onward:
                house.press(text=bubble.bubble.onward)
            elif bubble._spots:
                spot = bubble._spots[0]
                house.finger.tap((spot.x, spot.y))
            else:
                house.finger.tap(screen.hero_panel.part("practice"))
        house.finger.until(lambda: self._state() != before, "an answer to the touch")
        house.finger.frames(14)
        if not self.acted_after and house.snapshot.played:
            self.acted_after = self.touches

    def _is_ready(self) -> bool:
        screen = self.house.screen
        waits = screen.snapshot.stage == "heroes" and not screen.dialog and screen._teaching.lesson
        return bool(overlay(self.house).shown or not waits)

    def _state(self) -> Any:
        """All that a touch may change."""
        screen = self.house.screen
        ask = screen.dialog.ask if screen.dialog else None
        return id(screen.snapshot), id(ask), screen.previewed, len(self.house.running.window.children)

    def _answer(self) -> Any:
        """The key that goes on: of a question the highlighted answer, else the large one."""
        from ui.widgets.basics import TouchButton

        screen, house = self.house.screen, self.house
        if screen.dialog is None:
            return screen.ids.main
        keys = [w for w in house.seen(screen.ids.panel) if isinstance(w, TouchButton) and not w.disabled]
        return next((key for key in keys if key.primary or key.chosen), keys[0])


def test_the_first_round_of_fate(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path, taught=True) as house:
        house.press(text="Fate")
        house.on("intro")
        house.finger.frames(10)
        house.running.screenshot("fate_intro.png")
        house.press("teach")
        house.on("fate_play")
        house.finger.frames(10)
        house.running.screenshot("fate_lesson_0.png")
        pupil = Pupil(house)
        while pupil.seen[-1] != END and pupil.touches < _MOST_TOUCHES:
            pupil.touch()
        print(pupil.seen, pupil.touches, pupil.acted_after)
        assert pupil.seen[1:3] == ["move", "attack"] and pupil.seen[-1] == END
