import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.errors import StorageError, VisionError
from companion.i18n import LANGUAGES
from tests.patience import WAIT_S
from tests.ui import press as anywhere
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_each_size, check_layout, widgets
from ui.services import RgbPicture, TableLook

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery

GREY = RgbPicture(64, 48, bytes([90]) * 64 * 48 * 3)
FOUND = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.8), (0.1, 0.8))


@pytest.fixture
def controller() -> FakeFae:
    made = FakeFae()
    made.playing = False
    made.teacher.picture = GREY
    made.table_check.look = TableLook(GREY, FOUND)
    return made


@pytest.fixture
def make(open_window: Any, controller: FakeFae) -> Iterator[Any]:
    def opened(**how: Any) -> Any:
        running = open_window(controller, **how)
        running.app.open("teach")
        running.lay_out()
        return running

    yield opened


def button(running: Any, icon: str = "", text: str = "") -> Any:
    from ui.widgets.basics import Key

    found = [w for w, _ in widgets(running.screen) if isinstance(w, Key)]
    return next(w for w in found if (icon and w.icon == icon) or (text and w.text == text))


def press(running: Any, icon: str = "", text: str = "") -> None:
    """Press a button, and wait for the background thread."""
    button(running, icon, text).dispatch("on_release")
    if running.screen.worker:
        running.screen.worker.join(WAIT_S)
    running.lay_out()
    running.lay_out()


def middle(outline: Any) -> tuple[float, float]:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def walk(running: Any, text: str) -> Iterator[str]:
    """Every step of a lesson, by name."""
    page = running.screen
    press(running, text=text)
    page.preview.look()
    running.lay_out()
    yield page.lesson.step
    press(running, icon="camera")
    yield page.lesson.step
    press(running, icon="check")
    yield page.lesson.step
    if page.lesson.step == "where":
        for outline in page.lesson.outlines.values():
            page.touched(middle(outline))
        running.lay_out()
        press(running, icon="check")
        yield page.lesson.step
    press(running, text=running.app.tr.gettext("old"))
    yield page.lesson.step


def test_a_board_step_by_step(make: Any, controller: FakeFae) -> None:
    running = make()
    steps = []
    for step in walk(running, "My board of Fae"):
        steps.append(step)
        running.screenshot(f"teach_{step}.png")
    assert steps == ["photo", "corners", "name", "test"]
    assert ("capture", "fae") in controller.teacher.calls
    assert ("learn_board", FOUND, "old") in controller.teacher.calls
    assert controller.table_check.calls[-1] == ("close",)
    press(running, icon="check")
    assert running.screen.lesson is None


def test_pieces_step_by_step(make: Any, controller: FakeFae) -> None:
    running = make(size=(480, 800))
    steps = []
    for step in walk(running, "My pieces of Fate"):
        steps.append(step)
        running.screenshot(f"teach_pieces_{step}.png")
    assert steps == ["photo", "corners", "where", "name", "test"]
    from ui import all_games

    assert controller.teacher.calls[-1] == (
        "learn_pieces",
        list(all_games.of("fate").corners),
        {"9,5": {"goblin": 1}, "9,1": {"goblin": 1}},
        "old",
    )


def test_pieces_are_touched_in_a_close_up() -> None:
    from ui.screens.teach_state import around, cropped, within

    rgb = bytes(value for y in range(10) for x in range(20) for value in (x, y, 0))
    box = around([(0.27, 0.32), (0.48, 0.78)])
    assert box == pytest.approx((0.25, 0.3, 0.5, 0.8))
    part = cropped(RgbPicture(20, 10, rgb), box)
    assert (part.width, part.height) == (5, 5)
    assert part.rgb[:3] == bytes((5, 3, 0))
    assert part.rgb[-3:] == bytes((9, 7, 0))
    assert within(box, [(0.25, 0.8)])[0] == pytest.approx((0.0, 1.0))


@pytest.mark.slow
@at_each_size
@pytest.mark.parametrize("text", ["My board of Fate", "My pieces of Fate"])
def test_every_step_fits_in_every_language(make: Any, controller: FakeFae, size: Any, text: str) -> None:
    controller.teacher.names[("boards", "fae")] = ["mine", "Grandma-s-board"]
    controller.teacher.names[("pieces", "fate")] = ["travel"]
    running = make(size=size)
    running.controller.profiles.prefer(text_size=1.25)
    running.lay_out()

    def check() -> None:
        for _ in LANGUAGES:
            running.next_language()
            running.lay_out()
            check_layout(running)

    check()
    for _ in walk(running, text):
        check()


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (VisionError("no_board", "no board", why="x"), "No board inside these corners."),
        (VisionError("bad_corners", "crossed", corners="1,1"), "The corners are crossed."),
    ],
)
def test_wrong_corners_are_reported_and_can_be_dragged_again(
    make: Any, controller: FakeFae, error: Any, status: str
) -> None:
    running = make()
    press(running, text="My board of Fate")
    press(running, icon="camera")
    controller.teacher.refusal = error
    press(running, icon="check")
    assert running.screen.lesson.step == "corners"
    assert running.screen._table.status.startswith(status)
    check_layout(running)
    controller.teacher.refusal = None
    press(running, icon="check")
    assert running.screen.lesson.step == "name"


def test_a_full_disk_is_reported(make: Any, controller: FakeFae) -> None:
    running = make()
    press(running, text="My board of Fae")
    press(running, icon="camera")
    press(running, icon="check")
    controller.teacher.refusal = StorageError("not_written", "full")
    press(running, text="mine")
    assert "disk" in running.screen._table.status
    assert running.screen.lesson.step == "name"
    check_layout(running)


def test_a_camera_that_fails_is_reported(make: Any, controller: FakeFae, monkeypatch: Any) -> None:
    lost = VisionError("camera_lost", "gone", camera="0", pictures=3)

    def fail(_: str) -> Any:
        raise lost

    running = make()
    press(running, text="My board of Fae")
    monkeypatch.setattr(controller.teacher, "capture", fail)
    press(running, icon="camera")
    assert running.screen.lesson.step == "photo"
    assert running.screen._table.wrong
    assert "Camera 0" in running.screen._table.status


def test_a_lesson_goes_on_in_a_window_of_another_look(make: Any, controller: FakeFae) -> None:
    running = make()
    press(running, text="My board of Fate")
    press(running, icon="camera")
    before = running.screen
    controller.profiles.prefer(night=True)
    running.lay_out()
    assert running.screen is not before
    assert running.screen.lesson.step == "corners"
    press(running, icon="check")
    assert running.screen.lesson.step == "name"


def test_learnt_things_can_be_used_and_forgotten(make: Any, controller: FakeFae) -> None:
    controller.teacher.names[("boards", "fae")] = ["mine", "old"]
    running = make()
    press(running, text="Fae · board · old")
    assert controller.teacher.calls[-1] == ("use", "boards", "fae", "old")
    for answer, left in (("Keep", 2), ("Delete", 1)):
        press(running, icon="trash")
        anywhere.press(running, answer)
        assert len(controller.teacher.names[("boards", "fae")]) == left
    running.screenshot("teach_choice.png")


def test_only_the_page_on_top_touches_the_camera(make: Any, controller: FakeFae) -> None:
    running = make()
    running.app.back()
    controller.table_check.open("fae", True)  # somebody else looks
    running.next_language()
    assert controller.table_check.calls == [("open", "fae", True)]
    running.app.open("teach")
    running.lay_out()
    running.screen.begin("fae", "boards")
    running.app.back()
    assert controller.table_check.calls[-1] == ("close",)
    before = list(controller.table_check.calls)
    running.next_language()
    assert controller.table_check.calls == before


def test_a_board_not_found_again_is_reported(make: Any, controller: FakeFae, monkeypatch: Any) -> None:
    def lost(_: str) -> Any:
        raise VisionError("no_board", "no board", why="x")

    running = make()
    monkeypatch.setattr(controller.teacher, "test", lost)
    press(running, text="My board of Fae")
    press(running, icon="camera")
    press(running, icon="check")
    press(running, text="mine")
    assert running.screen._table.status.startswith("The app does not recognise it.")
    check_layout(running)
    press(running, icon="undo")
    assert running.screen.lesson.step == "photo"


def test_nothing_is_begun_twice(make: Any, controller: FakeFae, monkeypatch: Any) -> None:
    may_go_on = threading.Event()
    monkeypatch.setattr(controller.teacher, "capture", lambda _: may_go_on.wait(WAIT_S) and GREY)
    running = make()
    press(running, text="My board of Fae")
    button(running, "camera").dispatch("on_release")
    first = running.screen.worker
    running.next_language()  # shows the step anew
    running.lay_out()
    assert running.screen._table.busy
    button(running, "camera").dispatch("on_release")
    assert running.screen.worker is first
    may_go_on.set()
    first.join(WAIT_S)
    running.lay_out()
    assert running.screen.lesson.step == "corners"
    assert not running.screen._table.busy
