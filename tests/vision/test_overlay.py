import cv2
import numpy as np
import pytest

from companion.games.fae.board import CENTRES, COLOURS, MAP_MM
from tests.vision.pictures import camera
from vision.arrays import Floats, Picture
from vision.base import PlacedPiece
from vision.board.printed_board import PrintedBoard
from vision.board.reader import ShownBoard
from vision.fae.board import MARKS
from vision.geometry.calibrate import View
from vision.overlay import HIDDEN_BGR, MARGIN, annotated

GREY = np.full((960, 1280, 3), 90, np.uint8)
SMALL = np.full((480, 640, 3), 90, np.uint8)


@pytest.fixture
def view(plan: PrintedBoard) -> View:
    return camera(plan, width=640)


def shown(plan: PrintedBoard) -> ShownBoard:
    return ShownBoard(plan.spaces, plan.corners_mm, MARKS, plan.taps_mm)


def middle_mm(space: int) -> tuple[float, float]:
    x, y = np.array(CENTRES[space]) * MAP_MM
    return float(x), float(y)


def close_up_px(plan: PrintedBoard, view: View) -> Floats:
    """The left upper and the right lower corner of what is shown of a picture in the view's size."""
    corners = view.project(plan.corners_mm)
    margin = MARGIN * np.ptp(corners, axis=0)
    return np.array([np.floor(corners.min(0) - margin), np.ceil(corners.max(0) + margin)])


def at(plan: PrintedBoard, view: View, place_mm: tuple[float, float]) -> tuple[int, int]:
    """Where a point of the board is drawn in the close-up."""
    x, y = np.rint(view.project([*place_mm, 0.0]) - close_up_px(plan, view)[0]).astype(int)
    return int(x), int(y)


def disc(drawn: Picture, plan: PrintedBoard, view: View, place_mm: tuple[float, float]) -> Picture:
    x, y = at(plan, view, place_mm)
    return drawn[y - 5 : y + 6, x - 5 : x + 6]


def test_every_piece_is_marked_in_its_colour_at_its_foot(plan: PrintedBoard, view: View) -> None:
    pieces = [PlacedPiece(kind, n * 10 + 3, middle_mm(n * 10 + 3)) for n, kind in enumerate(COLOURS)]
    drawn = annotated(SMALL, shown(plan), view, pieces)
    for piece in pieces:
        colours = disc(drawn, plan, view, piece.base_mm).reshape(-1, 3).astype(int)
        assert (np.abs(colours - MARKS[piece.kind].bgr[::-1]).max(1) < 12).mean() > 0.3


def test_the_view_may_be_of_another_size_than_the_picture(plan: PrintedBoard, view: View) -> None:
    pieces = [PlacedPiece("red", 20, middle_mm(20))]
    drawn = annotated(GREY, shown(plan), view, pieces)
    assert np.array_equal(drawn, annotated(GREY, shown(plan), view.scaled(2), pieces))
    colours = disc(drawn, plan, view.scaled(2), middle_mm(20)).reshape(-1, 3).astype(int)
    assert (np.abs(colours - MARKS["red"].bgr[::-1]).max(1) < 12).mean() > 0.3


def test_marks_of_one_colour_differ_by_their_letter(plan: PrintedBoard, view: View) -> None:
    marks = []
    plain = annotated(SMALL, shown(plan), view, [])
    for kind in ("red", "blue"):
        drawn = annotated(SMALL, shown(plan), view, [PlacedPiece(kind, 20, middle_mm(20))])
        assert (drawn != plain).any()
        colours = disc(drawn, plan, view, middle_mm(20)).astype(int)
        marks.append(np.abs(colours - MARKS[kind].bgr[::-1]).max(-1) > 60)
    assert (marks[0] != marks[1]).sum() > 5


def test_a_piece_without_a_mark_of_its_own_is_shown_too(plan: PrintedBoard, view: View) -> None:
    drawn = annotated(SMALL, shown(plan), view, [PlacedPiece("stranger", 20, middle_mm(20))])
    assert (drawn != annotated(SMALL, shown(plan), view, [])).any()


def test_hidden_spaces_are_veiled_and_no_others(plan: PrintedBoard, view: View) -> None:
    plain, veiled = (
        annotated(SMALL, shown(plan), view, []),
        annotated(SMALL, shown(plan), view, [], hidden=[24]),
    )
    inside = np.zeros(plain.shape[:2], np.uint8)
    outline = plan.spaces[24]
    pixels = view.project(np.column_stack([outline, np.zeros(len(outline))])) - close_up_px(plan, view)[0]
    cv2.fillPoly(inside, [np.rint(pixels).astype(np.int32)], 1)
    inner = cv2.erode(inside, np.ones((5, 5), np.uint8)) > 0
    assert inner.sum() > 50
    expected = 0.4 * np.array(HIDDEN_BGR[::-1]) + 0.6 * 90
    assert np.abs(veiled[inner] - expected).max() <= 2
    assert not (plain != veiled)[cv2.dilate(inside, np.ones((5, 5), np.uint8)) == 0].any()


def test_the_picture_given_is_left_alone(plan: PrintedBoard) -> None:
    annotated(GREY, shown(plan), camera(plan), [PlacedPiece("red", 1, middle_mm(1))], hidden=[2])
    assert (GREY == 90).all()


def test_the_close_up_shows_the_whole_board_and_little_else(plan: PrintedBoard, view: View) -> None:
    drawn = annotated(SMALL, shown(plan), view, [])
    low, high = close_up_px(plan, view)
    assert drawn.shape == (*(high - low)[::-1], 3)
    assert drawn.size < SMALL.size
    white = np.argwhere(drawn[..., 0] == 255)
    assert (white.min(0) > 0).all(), "no line is cut off"
    assert (white.max(0) < np.array(drawn.shape[:2]) - 1).all()


def test_a_board_beyond_the_edge_is_shown_as_far_as_it_goes(plan: PrintedBoard) -> None:
    near = camera(plan, width=640, distance_mm=420.0)
    assert (near.project(plan.corners_mm) < 0).any()
    pieces = [PlacedPiece("red", space, middle_mm(space)) for space in CENTRES]
    drawn = annotated(SMALL, shown(plan), near, pieces)
    assert drawn.shape[0] <= 480
    assert drawn.shape[1] == 640


@pytest.mark.parametrize("width_px", [150, 300])
def test_no_wider_than_it_is_shown(plan: PrintedBoard, width_px: int) -> None:
    view = camera(plan)
    pieces = [PlacedPiece("red", 20, middle_mm(20))]
    whole, small = (
        annotated(GREY, shown(plan), view, pieces),
        annotated(GREY, shown(plan), view, pieces, (), width_px),
    )
    assert small.shape[1] == width_px
    scale = width_px / whole.shape[1]
    assert small.shape[0] == round(whole.shape[0] * scale)
    x, y = (round(place * scale) for place in at(plan, view, middle_mm(20)))
    colours = small[y - 5 : y + 6, x - 5 : x + 6].reshape(-1, 3).astype(int)
    assert (np.abs(colours - MARKS["red"].bgr[::-1]).max(1) < 12).mean() > 0.3


def test_a_limit_beyond_its_width_changes_nothing(plan: PrintedBoard, view: View) -> None:
    assert np.array_equal(
        annotated(SMALL, shown(plan), view, [], (), 2000), annotated(SMALL, shown(plan), view, [])
    )


def test_without_a_view_all_of_the_picture_is_shown(plan: PrintedBoard) -> None:
    picture = np.zeros((480, 640, 3), np.uint8)
    picture[..., 0] = 200
    assert (annotated(picture, shown(plan), None, []) == (0, 0, 200)).all()
    assert annotated(picture, shown(plan), None, [], (), 320).shape == (240, 320, 3)
