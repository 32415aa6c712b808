"""Motions: sheets, walking pieces, dice, rings and sparks; all of it ends with a touch."""

from typing import Any

import pytest

from tests.ui.finger import FRAME_S, Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.games.fairytile import states as fairy_states
from tests.ui.games.fate import states as fate_states


def test_a_sheet_appears_and_a_touch_finds_it_there(open_window: Any) -> None:
    from ui.widgets.rows import Row
    from ui.widgets.sheet import ModalSheet

    running = open_window(FakeFae())
    chosen: list[int] = []
    with Finger(running.window).ready() as finger:
        sheet = ModalSheet("Which?", [Row("This one", lambda: chosen.append(1))])
        finger.frames(2)
        assert 0 < sheet.opacity < 1
        (row,) = sheet.rows.shown()
        finger.tap(row)
        assert chosen == [1]
        sheet = ModalSheet("Which?", [Row("This one", lambda: None)])
        finger.frames(12)
        assert sheet.opacity == 1


def test_with_little_motion_nothing_walks_rolls_or_sparks(open_window: Any) -> None:
    from ui.games.fate.dice import FaceRow
    from ui.widgets.sparks import Sparks

    fake = FakeFae()
    fake.profiles.prefer(little_motion=True)
    running = open_window(fake)
    row, sparks = FaceRow(faces=["hit", "rune"], thrown=True, size=(300, 100)), Sparks()
    row.roll()
    sparks._begin()
    assert row.rolled_s > 0.5 and sparks.progress == 1 and not sparks.canvas.children
    running.close()


@pytest.mark.parametrize(("steps", "seconds"), [(1, 0.35), (4, 0.48), (9, 0.6)])
def test_a_longer_way_takes_longer_up_to_a_limit(display: str, steps: int, seconds: float) -> None:
    from ui.boards import walk

    assert walk.seconds(steps) == pytest.approx(seconds)
    assert walk.lift(0) == walk.lift(1) == 0 < walk.lift(0.25) < walk.lift(0.5)


def test_dice_lie_still_one_after_the_other_as_they_fell(open_window: Any) -> None:
    from ui.games.fate.dice import FaceRow

    running = open_window(FakeFae())
    row = FaceRow(faces=["hit", "rune", "hit"], thrown=True, size=(300, 100))
    running.window.add_widget(row)
    with Finger(running.window).ready() as finger:
        finger.frames(2)
        still = [turn.angle for turn, _ in row._turns]
        row.roll()
        seen = []
        for _ in range(round(1 / FRAME_S)):
            finger.frames()
            seen.append([turn.angle for turn, _ in row._turns])
        assert all(one != other for one, other in zip(seen[2], still, strict=True))
        ends = [next(i for i, angles in enumerate(seen) if angles[die] == still[die]) for die in range(3)]
        assert ends == sorted(set(ends))
        assert seen[-1] == still
        row.roll()
        finger.frames(2)
        finger.tap((5, running.window.height - 5))
        assert [turn.angle for turn, _ in row._turns] == still
    running.window.remove_widget(row)


def test_a_monster_step_rolls_the_dice(open_window: Any) -> None:
    from tests.ui.layout import widgets
    from ui.games.fate.dice import FaceRow

    running = open_window(fate_states.strike())
    rows = [widget for widget, _ in widgets(running.screen) if isinstance(widget, FaceRow)]
    assert rows and rows[0].rolled_s < 0.5, "they roll"


def test_sparks_fly_and_are_gone(open_window: Any) -> None:
    running = open_window(fairy_states.turn())
    sparks = running.screen.sparks
    sparks.burst()
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        spots = [spark.pos for _, spark in sparks._sparks]
        assert len(spots) == len(set(spots)) <= 24
        finger.frames(2)
        assert [spark.pos for _, spark in sparks._sparks] != spots
        finger.frames(30)
        assert not sparks.canvas.children
