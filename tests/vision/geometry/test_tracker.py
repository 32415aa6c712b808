"""Tracking of a board under movements of the camera; nothing else is taken for it."""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest

from companion.errors import VisionError
from tests.slow import slow_but
from tests.vision.geometry.test_orientation import TABLES
from tests.vision.pictures import OPENING, picture, state, tapped
from vision.arrays import Floats, Picture
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.fae.board import fae_reader
from vision.geometry.calibrate import View
from vision.geometry.find_board import from_taps, no_board
from vision.geometry.tracker import Tracker

KNOCK_PX, KNOCK_DEG = (104.0, 78.0), 9.0


def turned(focal_px: float = 1024.0) -> Floats:
    """The homography of a camera that is knocked aside: it turns by 9 degrees and looks 130 px elsewhere."""
    lens = np.array([[focal_px, 0, 639.5], [0, focal_px, 479.5], [0, 0, 1]])
    right, down = np.arctan(np.array(KNOCK_PX) / focal_px)
    angles = ([0, right, 0], [-down, 0, 0], [0, 0, -np.radians(KNOCK_DEG)])
    turn = np.linalg.multi_dot([cv2.Rodrigues(np.array(angle))[0] for angle in angles])
    return np.asarray(lens @ turn @ np.linalg.inv(lens))


def cut_elsewhere() -> Floats:
    """The same of a picture that was shifted and turned afterwards: its optical axis is not in its middle."""
    knock = cv2.getRotationMatrix2D((640, 480), KNOCK_DEG, 1.0)
    knock[:, 2] += np.array(KNOCK_PX)
    return np.vstack([knock, [0, 0, 1]])


KNOCKS: dict[str, Callable[[], Floats]] = {"turned": turned, "cut": cut_elsewhere}


def knocked(image: Picture, knock: Floats) -> Picture:
    moved = cv2.warpPerspective(image, knock, (1280, 960), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.uint8)


def no_markers(_: Picture) -> View:
    raise no_board("0 of its four corner markers are in view")


@cache
def found(name: str) -> View:
    table = TABLES[name]
    return from_taps(table.board, table.picture, table.taps_px)


def begun(name: str) -> Tracker:
    """A tracker after a picture of the board whose first way to find it fails from then on."""
    table, views = TABLES[name], iter([found(name)])
    tracker = Tracker(table.board, lambda image: next(views, None) or no_markers(image))
    assert tracker.begin(table.picture) is None
    return tracker


@pytest.mark.parametrize(
    ("name", "knock"),
    slow_but(1, [("storybook_piles", "cut"), ("dark_markers", "turned"), ("tiles_night", "turned")]),
)
def test_a_knocked_camera_finds_the_board_there_and_back_without_markers(name: str, knock: str) -> None:
    table, where = TABLES[name], KNOCKS[knock]()
    tracker = begun(name)
    last = tracker.working(table.picture)
    points = tracker.view.project(table.board.lines[0])
    for image, there in ((knocked(table.picture, where), where), (table.picture, np.eye(3))):
        work = tracker.working(image)
        followed = tracker.follow(image, work, last)
        assert followed.trouble is None
        assert followed.moved is not None
        expected = cv2.perspectiveTransform(points[None], there)[0]
        apart = np.linalg.norm(tracker.view.project(table.board.lines[0]) - expected, axis=1)
        assert np.median(apart) < 1.0
        assert apart.max() < 3.0
        last = work


@pytest.mark.parametrize("name", slow_but(1, ["storybook_piles", "tiles_night"]))
def test_another_board_is_not_taken_for_it(name: str) -> None:
    tracker = begun("dark_markers")
    view, last = tracker.view, tracker.working(TABLES["dark_markers"].picture)
    other = TABLES[name].picture
    assert tracker.follow(other, tracker.working(other), last).trouble == "board_lost"
    assert tracker.view is view


def test_a_picture_without_the_board_is_searched_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table, searched = TABLES["dark_markers"], []
    tracker = begun("dark_markers")
    last = tracker.working(table.picture)

    def search(image: Picture) -> View:
        searched.append(image)
        raise VisionError("no_board", "none", why="none")

    monkeypatch.setattr(tracker, "_locate", search)
    other = TABLES["storybook_piles"].picture
    for _ in range(3):
        assert tracker.follow(other, tracker.working(other), last).trouble == "board_lost"
    assert len(searched) == 1
    assert tracker.follow(table.picture, last, last).trouble is None


def test_a_blurred_picture_is_reported_and_not_used() -> None:
    table = TABLES["tiles_night"]
    tracker = begun("tiles_night")
    last = tracker.working(table.picture)
    soft = np.asarray(cv2.GaussianBlur(table.picture, (0, 0), 3), dtype=np.uint8)
    assert tracker.follow(soft, tracker.working(soft), last).trouble == "blurred"
    again = tracker.follow(table.picture, last, last)
    assert again.trouble is None
    assert again.moved is None


@pytest.mark.slow
def test_play_goes_on_after_the_camera_was_knocked_there_and_back(reader: BoardReader) -> None:
    """A druid moves while the camera lies askew, and back when it stands right again."""
    for number, where in ((0, turned()), (1, turned()), (2, np.eye(3))):
        seen = reader.look(f"{number}", 2.0 * number, knocked(picture(OPENING, number), where))
        assert seen.trouble is None
        assert seen.table == state(OPENING, number)
        reader.accept(state(OPENING, number))


@pytest.mark.slow
def test_a_blurred_set_up_is_not_read_and_a_sharp_one_then_is(plan: PrintedBoard) -> None:
    reader = fae_reader(tapped(plan, OPENING))
    sharp = picture(OPENING, 0)
    soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 2.6), dtype=np.uint8)
    seen = reader.look("0", 0.0, soft)
    assert seen.trouble == "blurred"
    assert not seen.table
    assert reader.view is None
    assert reader.look("1", 1.0, sharp).table == state(OPENING, 0)
