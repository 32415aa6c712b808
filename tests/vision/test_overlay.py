import cv2
import numpy as np

from companion.games.fae.board import CENTRES, COLOURS, MAP_MM
from tests.vision.pictures import camera
from vision.fae.plan import BoardPlan
from vision.fae.scene import Piece
from vision.fate.kinds import KINDS
from vision.overlay import COLOURS_BGR, HIDDEN_BGR, LETTERS, close_up, overlay

GREY = np.full((960, 1280, 3), 90, np.uint8)


def middle_mm(space: int) -> tuple[float, float]:
    x, y = np.array(CENTRES[space]) * MAP_MM
    return float(x), float(y)


def test_every_piece_is_marked_in_its_colour_at_its_foot(plan: BoardPlan) -> None:
    view = camera(plan, width=640)
    pieces = [Piece(kind, n * 10 + 3, middle_mm(n * 10 + 3)) for n, kind in enumerate(COLOURS)]
    drawn = overlay(GREY, plan, view, pieces)
    assert drawn.shape == (480, 640, 3)
    for piece in pieces:
        x, y = np.rint(view.project([*piece.base_mm, 0.0])).astype(int)
        disc = drawn[y - 5 : y + 6, x - 5 : x + 6].reshape(-1, 3)
        rgb = COLOURS_BGR[piece.kind][::-1]
        assert (np.abs(disc.astype(int) - rgb).max(1) < 12).mean() > 0.3


def test_colour_is_not_the_only_difference() -> None:
    assert set(LETTERS) == set(COLOURS_BGR) == {*COLOURS, *KINDS}
    assert len(set(LETTERS.values())) == len(LETTERS)


def test_marks_of_one_colour_differ_by_their_letter(plan: BoardPlan) -> None:
    view = camera(plan, width=640)
    marks = []
    for kind in ("red", "blue"):
        drawn = overlay(GREY, plan, view, [Piece(kind, 20, middle_mm(20))])
        plain = overlay(GREY, plan, view, [])
        x, y = np.rint(view.project([*middle_mm(20), 0.0])).astype(int)
        assert (drawn != plain).any()
        disc = drawn[y - 5 : y + 6, x - 5 : x + 6].astype(int)
        marks.append(np.abs(disc - COLOURS_BGR[kind][::-1]).max(-1) > 60)
    assert (marks[0] != marks[1]).sum() > 5


def test_hidden_spaces_are_veiled_and_no_others(plan: BoardPlan) -> None:
    view = camera(plan, width=640)
    plain, veiled = overlay(GREY, plan, view, []), overlay(GREY, plan, view, [], hidden=[24])
    inside = np.zeros((480, 640), np.uint8)
    outline = plan.spaces[24]
    pixels = view.project(np.column_stack([outline, np.zeros(len(outline))]))
    cv2.fillPoly(inside, [np.rint(pixels).astype(np.int32)], 1)
    inner = cv2.erode(inside, np.ones((5, 5), np.uint8)) > 0
    assert inner.sum() > 50
    expected = 0.4 * np.array(HIDDEN_BGR[::-1]) + 0.6 * 90
    assert np.abs(veiled[inner] - expected).max() <= 2
    assert not (plain != veiled)[cv2.dilate(inside, np.ones((5, 5), np.uint8)) == 0].any()


def test_the_picture_given_is_left_alone(plan: BoardPlan) -> None:
    view = camera(plan)
    overlay(GREY, plan, view, [Piece("red", 1, middle_mm(1))], hidden=[2])
    assert (GREY == 90).all()


def test_the_close_up_shows_the_whole_board_and_little_else(plan: BoardPlan) -> None:
    view = camera(plan, width=640)
    drawn = overlay(GREY, plan, view, [])
    near = close_up(drawn, plan, view)
    assert (near[..., 0] == 255).sum() == (drawn[..., 0] == 255).sum(), "no line is cut off"
    assert near.size < drawn.size
