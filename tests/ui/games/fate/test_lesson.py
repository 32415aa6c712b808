"""The guided first round of Fate by touch: a finger that does what the teacher says and points at."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.lesson import END
from tests.ui.evening import Evening, evening
from tests.ui.layout import widgets
from tests.ui.test_lesson import learn, said, shut, spots, taught, teaching

_MOST_TOUCHES = 80
_SIZES = ((800, 480), *(pytest.param(size, marks=pytest.mark.slow) for size in ((1280, 720), (480, 800))))


class Pupil:
    """Somebody who does what the teacher or the large key says; `seen` are the steps of the lesson."""

    def __init__(self, house: Evening) -> None:
        self.house, self.touches, self.sheets = house, 0, 0
        self.seen: list[str] = []

    def touch(self) -> None:
        """Touch what is pointed at, else the highlighted answer or the large key."""
        house = self.house
        house.finger.until(self._is_ready, "words or a question")
        if taught(house):
            self._check_sheet()
            shut(house)
        house.finger.frames(12)
        house.finger.until(self._is_ready, "words or a question, after what came meanwhile")
        before, now = self._state(), taught(house)
        self.touches += 1
        if now and (key := teaching(house).lesson.key) not in self.seen:
            self.seen.append(key)
            self._check_steps()
            house.running.screenshot(f"fate_lesson_{house.running.window.width}_{len(self.seen)}.png")
        house.finger.tap(self._meant() if now else self._answer())
        house.finger.until(lambda: self._state() != before, "an answer to the touch")

    def _check_sheet(self) -> None:
        """A sheet leaves the teacher's strip in sight, and there is nothing to do on it but to read."""
        from ui.widgets.rows import RowButton

        window = self.house.running.window
        sheet = window.children[0]
        if not hasattr(sheet, "dismiss"):
            return
        self.sheets += 1
        page = sheet.children[0]
        assert page.top <= window.height - self.house.screen.bar.height + 1
        assert sheet.background_color[3] == sheet.overlay_color[3] == 0, "nothing veils the strip"
        for row, _ in widgets(sheet):
            if isinstance(row, RowButton):
                assert row.text.startswith(("Quest: ", "Next ability: ")), row.text
        self.house.running.screenshot(f"fate_lesson_{window.width}_sheet_{self.sheets}.png")

    def _check_steps(self) -> None:
        """The marks of the steps stand below the words."""
        words = self.house.screen.bar.teacher.ids.words
        marks = [one for one in words.canvas.after.children if hasattr(one, "radius")]
        assert marks
        for mark in marks:
            assert words.y - mark.size[1] - 10 < mark.pos[1] <= words.y - mark.size[1], (mark.pos, words.pos)

    def _is_ready(self) -> bool:
        house, screen = self.house, self.house.screen
        latest = house.snapshot is house.running.app.snapshot is screen.snapshot
        lesson = screen.snapshot.stage == "heroes" and not screen.ask and screen.snapshot.lesson
        return bool(latest and (taught(house) or not (lesson and lesson.saying)))

    def _state(self) -> Any:
        screen = self.house.screen
        return screen.snapshot, screen.ask, said(self.house)

    def _meant(self) -> Any:
        """Return the first place that the teacher points at; without one any action."""
        spot = next(iter(spots(self.house)), None)
        return (spot.x, spot.y) if spot else self.house.screen.hero_panel.part("practice")

    def _answer(self) -> Any:
        from ui.widgets.basics import TouchButton

        screen, house = self.house.screen, self.house
        if screen.ask is None:
            return screen.ids.main
        keys = [w for w in house.seen(screen.ids.panel) if isinstance(w, TouchButton) and not w.disabled]
        return next((key for key in keys if key.primary or key.chosen), keys[0])


@pytest.mark.parametrize("size", _SIZES)
def test_the_first_round_of_fate(open_window: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    with evening(open_window, tmp_path, size, taught=True) as house:
        learn(house, "Fate")
        house.on("fate_play")
        pupil = Pupil(house)
        while END not in pupil.seen and pupil.touches < _MOST_TOUCHES:
            pupil.touch()
        assert pupil.seen[:2] == ["move", "attack"]
        assert {"town", "choose", "track", END} <= set(pupil.seen)
        assert house.snapshot.position.step >= 2, "the monsters had a turn"
        assert pupil.sheets, "a hero's card or a stack was opened"
