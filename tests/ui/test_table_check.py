from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from companion.app.fae import seeing
from companion.app.table.table_view import HINTS, LOST, SHAKES, WRONG_CORNERS
from companion.errors import VisionError
from companion.games.base import Sentence, Term
from companion.i18n import LANGUAGES
from tests.ui import table_looks
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_each_size, check_apart, check_layout, widgets
from tests.ui.press import press
from ui.services import Hint, PicturePoint, TableLook, TableProblem

BOARD = ((0.2, 0.15), (0.8, 0.15), (0.85, 0.85), (0.15, 0.85))
DARK = Hint("light", Sentence("Too dark: switch on a lamp."))
GLARE = Hint(
    "reflection",
    Sentence("A lamp is reflected here: move the lamp or the camera."),
    ((0.6, 0.6), (0.7, 0.6), (0.65, 0.7)),
)


PHOTO = table_looks.ready().picture


def square(x: float, y: float) -> tuple[PicturePoint, ...]:
    return ((x, y), (x + 0.1, y), (x + 0.1, y + 0.1), (x, y + 0.1))


def wrong(space: int, text: str) -> TableProblem:
    return TableProblem(square(0.1 * space, 0.4), Sentence(text))


def look(**changes: Any) -> TableLook:
    spaces = {space: square(0.1 * space, 0.4) for space in range(2, 8)}
    pieces: Mapping[int, Mapping[str, int]] = {2: {"red": 1}, 3: {"blue": 1}, 4: {"black": 2}}
    shown: dict[str, Any] = {"corners": BOARD, "outlines": spaces, "pieces": pieces, "ready": True} | changes
    return TableLook(PHOTO, **shown)


class Check:
    """The table check before a game of Fae, with a result to show."""

    def __init__(self, running: Any, shown: TableLook | None, game: str = "fae") -> None:
        self.running, self.controller = running, running.controller
        self.began: list[tuple[Any, ...]] = []
        self.controller.table_check.look = shown
        running.app.open("check", game=game, table="camera", begin=lambda *begun: self.began.append(begun))
        running.lay_out()

    @property
    def page(self) -> Any:
        return self.running.screen

    @property
    def calls(self) -> Any:
        return self.controller.table_check.calls

    def show(self, shown: TableLook | None) -> None:
        self.controller.table_check.look = shown
        self.page._tick()
        self.running.lay_out()

    def button(self, text: str) -> Any:
        from ui.widgets.basics import Key

        for root in (self.page, *self.running.window.children):
            for widget, _ in widgets(root):
                if isinstance(widget, Key) and widget.text == text:
                    return widget
        raise AssertionError(text)

    def touch(self, text: str) -> None:
        self.running.tap(*self.button(text).center)

    def choose(self, text: str) -> None:
        """A row of the sheet: lists wait for a swipe before they take a touch."""
        self.button(text).dispatch("on_release")
        self.running.lay_out()

    def spot(self, place: PicturePoint) -> PicturePoint:
        spot: PicturePoint = self.page.ids.picture.spot(place)
        return spot


@pytest.fixture
def check(open_window: Any) -> Check:
    controller = FakeFae()
    controller.playing = False
    return Check(open_window(controller), look())


@pytest.mark.slow
@at_each_size
def test_fits_in_every_language_and_with_large_texts(open_window: Any, size: tuple[int, int]) -> None:
    controller = FakeFae()
    controller.playing = False
    running = open_window(controller, size=size)
    page = Check(running, look(hints=(LOST,), corners=(), ready=False))
    for text_size in (1.0, 1.25):
        controller.profiles.prefer(text_size=text_size)
        for _ in LANGUAGES:
            running.next_language()
            running.lay_out()
            check_layout(running)
            check_apart(running)
    page.show(look(ready=False, problems=(wrong(3, "Blue is missing here."), wrong(4, "Only one druid."))))
    assert page.page.others == "and 1 more"
    running.screenshot(f"check_{size[0]}x{size[1]}.png")


@pytest.mark.slow
@at_each_size
def test_every_sentence_fits_in_large_text(
    open_window: Any, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = FakeFae()
    controller.playing = False
    controller.profiles.prefer(text_size=1.25)
    check = Check(open_window(controller, size=size), look())
    values = {"colour": "Yellow", "missing": "Purple", "piece": "Queen of the Dead"}
    sentences = [hint.sentence for hint in (LOST, WRONG_CORNERS, SHAKES, *HINTS.values())]
    sentences += [Sentence(pattern, values) for pattern in vars(seeing).values() if isinstance(pattern, Term)]
    problems = [VisionError(code, "", camera="/dev/video0") for code in ("no_camera", "camera_lost")]
    for _ in LANGUAGES:
        check.running.next_language()
        for sentence in sentences:
            check.show(look(ready=False, problems=(TableProblem(BOARD, sentence), wrong(3, "Another."))))
            check_layout(check.running)
        for problem in problems:
            monkeypatch.setattr(controller.table_check, "latest", partial(_raise, problem))
            check.page._tick()
            check.running.lay_out()
            check_layout(check.running)
            monkeypatch.undo()


def _raise(error: Exception) -> None:
    raise error


def test_ready_begins_with_what_was_read(check: Check) -> None:
    assert (check.page.icon, check.page.status) == ("check", "All is well.")
    check.touch("Start")
    assert check.began == [("camera", {2: "red", 3: "blue"})]
    assert ("close",) in check.calls


def test_a_hint_comes_before_what_is_wrong(check: Check) -> None:
    check.show(look(hints=(DARK, GLARE), problems=(wrong(2, "Red is missing here."),), ready=False))
    assert (check.page.icon, check.page.status) == ("lamp", "Too dark: switch on a lamp.")
    assert check.button("Start").disabled
    signs = [outline.sign for outline in check.page.ids.picture.outlines]
    assert signs == ["glare", ""]
    assert [number for _, number in check.page.ids.picture.signs] == [0]


def test_a_reflection_does_not_hide_what_is_wrong(check: Check) -> None:
    check.show(look(hints=(GLARE,), problems=(wrong(2, "Red is missing here."),), ready=False))
    assert check.page.status == "Red is missing here."
    check.show(look(hints=(GLARE,)))
    assert check.page.icon == "glare"
    assert not check.button("Start").disabled


def test_several_mistakes_have_numbers_and_a_list(check: Check) -> None:
    twice = "Red stands twice in this region."
    problems = (wrong(2, twice), wrong(3, "Blue is missing here."), wrong(4, twice))
    check.show(look(problems=problems, ready=False))
    assert [number for _, number in check.page.ids.picture.signs] == [1, 2, 1]
    assert (check.page.status, check.page.others) == (f"1. {twice}", "and 1 more")
    check.page.tell_all()
    check.running.lay_out()
    assert check.button("2. Blue is missing here.")
    check_layout(check.running)


def test_mistakes_pulse(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    from ui.screens import table_check as page

    strengths = []
    for strength in (0.4, 0.9):
        monkeypatch.setattr(page, "pulse", lambda strength=strength: strength)
        check.show(look(problems=(wrong(2, "Red is missing here."),), ready=False))
        strengths.append(check.page.ids.picture.outlines[0].colour[3])
    assert strengths == [0.4, 0.9]


def test_a_corner_is_dragged_under_a_glass_that_no_finger_hides(check: Check) -> None:
    from kivy.graphics import Ellipse
    from kivy.tests.common import UnitTestTouch

    from ui import theme

    picture = check.page.ids.picture
    x, y = check.spot(BOARD[0])
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    touch.touch_move(x + 30, y - 20)
    check.show(look())
    glass = [drawn for drawn in picture._glass.children if isinstance(drawn, Ellipse)][-1]
    middle = (glass.pos[0] + glass.size[0] / 2, glass.pos[1] + glass.size[1] / 2)
    apart = ((middle[0] - x - 30) ** 2 + (middle[1] - y + 20) ** 2) ** 0.5
    assert apart >= glass.size[0] / 2 + theme.mm(8)
    assert check.spot(picture.corners[0]) == pytest.approx((x + 30, y - 20))
    check.running.screenshot("check_magnifier.png")
    touch.touch_up()
    assert not picture._glass.children
    (dragged,) = [corners for name, *corners in check.calls if name == "drag"]
    assert check.spot(dragged[0][0]) == pytest.approx((x + 30, y - 20))
    assert dragged[0][1:] == list(BOARD[1:])


def test_dragged_corners_are_dashed_and_can_be_let_go(check: Check) -> None:
    assert check.button("Find again").disabled
    check.show(look(dragged=True))
    assert check.page.ids.picture.dashed
    check.touch("Find again")
    assert check.calls[-1] == ("drag", None)


def test_corners_to_drag_are_there_when_no_board_is_seen(check: Check) -> None:
    check.show(look(hints=(LOST,), corners=(), ready=False))
    picture = check.page.ids.picture
    assert len(picture.corners) == 4
    assert picture.dashed
    assert check.page.icon == "corners"


def test_a_space_is_corrected_by_touch(check: Check) -> None:
    check.running.tap(*check.spot((0.35, 0.45)))
    check_layout(check.running)
    assert check.button("Blue").chosen
    check.choose("Purple")
    assert check.calls[-1] == ("correct", 3, {"purple": 1})
    check.running.tap(*check.spot((0.35, 0.45)))
    check.choose("Nothing")
    assert check.calls[-1] == ("correct", 3, {})
    check.running.tap(*check.spot((0.35, 0.45)))
    check.choose("Look again")
    assert check.calls[-1] == ("correct", 3, None)


def test_a_touch_beside_the_spaces_asks_nothing(check: Check) -> None:
    before = len(check.running.window.children)
    check.running.tap(*check.spot((0.5, 0.9)))
    assert len(check.running.window.children) == before


def test_the_camera_is_chosen_and_held(check: Check) -> None:
    check.touch("Camera")
    check.choose("Camera 1")
    assert check.calls[-1] == ("use", "1")
    choices = {
        "brightness": (True, False, False),
        "colours": (False, True, False),
        "focus": (False, False, True),
    }
    for words, held in choices.items():
        check.touch("Camera")
        check_layout(check.running)
        check.choose(f"Hold the {words}")
        assert check.calls[-1] == ("lock", *held)
    check.controller.profiles.prefer(lock_exposure=True, camera="1")
    check.touch("Camera")
    assert check.button("Hold the brightness").chosen
    assert check.button("Camera 1").chosen
    check.choose("Hold the brightness")
    assert check.calls[-1] == ("lock", False, False, False)


def test_a_lost_camera_is_reported_and_comes_back(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> TableLook | None:
        raise VisionError("camera_lost", "no more pictures", camera="0", pictures=3)

    monkeypatch.setattr(check.controller.table_check, "latest", gone)
    check.page._tick()
    assert check.page.icon == "camera"
    assert check.page.status == "Camera 0 gives no more pictures: check cable and power."
    assert check.button("Start").disabled
    monkeypatch.undo()
    check.page._tick()
    assert check.page.status == "All is well."


def test_mistakes_are_corrected_by_touch(check: Check) -> None:
    check.show(look(ready=False, problems=(wrong(4, "Only one druid belongs here."),)))
    check.touch("Go on by touch")
    assert check.page.name == "fae_setup"
    assert check.page.druids[2] == "red"
    assert len(check.page.druids) == 60
    check.page.start()
    ((table, druids),) = check.began
    assert (table, druids[2], len(druids)) == ("camera", "red", 60)


def test_fate_begins_with_an_empty_board(open_window: Any) -> None:
    controller = FakeFae()
    controller.playing = False
    check = Check(open_window(controller), look(pieces={}, ready=False), "fate")
    check.touch("Start anyway")
    assert check.began == [("camera", None)]


def test_leaving_lets_the_camera_go_but_another_size_does_not(check: Check) -> None:
    check.running.app._fill()
    check.running.lay_out()
    assert ("close",) not in check.calls
    check.running.app.back()
    check.running.lay_out()
    assert check.calls[-1] == ("close",)


def test_in_the_middle_of_a_game_there_is_only_a_way_back(open_window: Any) -> None:
    running = open_window(FakeFae())
    running.controller.table_check.look = look()
    running.app.open("check", resume=True)
    running.lay_out()
    check_layout(running)
    assert not [w for w, _ in widgets(running.screen) if getattr(w, "icon", "") == "finger"]
    running.screen.touched((0.35, 0.45))
    assert not [call for call in running.controller.table_check.calls if call[0] == "correct"]
    running.app.open("menu")
    running.app.open("check", resume=True)
    press(running, "Back to the game")
    assert running.screen.name == "fae_play"


def test_pieces_read_appear_one_by_one(check: Check) -> None:
    from ui.screens.table_check import READ_AT_ONCE

    pieces = {space: {"red": 1} for space in range(2, 8)} | {8: {"blue": 1}}
    check.page._ticks.cancel()  # only the looks of this test, however long a frame takes
    check.page._shown = 0
    check.show(look(pieces=pieces))
    read = check.page.ids.picture.read
    assert len(read) == READ_AT_ONCE < 6
    assert read[0][1] == "druid-red"
    (x, y), _ = read[0]
    assert (x, y) == pytest.approx((0.25, 0.4825))
    for _ in range(3):
        check.show(look(pieces=pieces))
    assert len(check.page.ids.picture.read) == 6, "a space without a place on the picture is left out"


def test_the_glass_is_in_the_window_and_never_under_the_finger(check: Check) -> None:
    from ui.widgets.magnifier import beside

    width, height = check.running.window.size
    radius, gap = 63.0, 47.0
    for x in range(0, width + 1, 20):
        for y in range(0, height + 1, 20):
            middle = beside((x, y), radius, gap, (width, height))
            assert radius <= middle[0] <= width - radius and radius <= middle[1] <= height - radius
            assert ((middle[0] - x) ** 2 + (middle[1] - y) ** 2) ** 0.5 >= radius + gap - 1
