import cv2
import numpy as np
import pytest

from vision import hand_detection
from vision.arrays import Mask

SHAPE = (480, 640)
NOTHING = np.zeros(SHAPE, bool)
BOARD = NOTHING.copy()
BOARD[60:420, 80:560] = True


def bar(left: int, top: int, right: int, bottom: int) -> Mask:
    mask = NOTHING.copy()
    mask[top:bottom, left:right] = True
    return mask


ARM = bar(300, 300, 350, 480)
"""From the lower edge of the picture over the board."""
SHORT = bar(300, 390, 350, 480)
"""Little of it is over the board."""
PATCH = bar(300, 200, 350, 250)
LARGE = bar(200, 100, 300, 300)


def hand_in(changed: Mask, foreign: Mask, board: Mask, light_changed: bool) -> Mask | None:
    found = hand_detection.reaching_in(hand_detection.large_parts(changed), foreign, board, light_changed)
    return found if found.any() else None


def test_an_arm_comes_in_over_the_edge_of_the_picture() -> None:
    part = hand_in(ARM, NOTHING, BOARD, light_changed=False)
    assert part is not None
    assert (part & ARM).sum() > 0.95 * ARM.sum()
    assert not part[~cv2.dilate(ARM.astype(np.uint8), np.ones((9, 9))).astype(bool)].any()


def test_nothing_is_no_hand() -> None:
    assert hand_in(NOTHING, NOTHING, BOARD, light_changed=False) is None


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_it_may_come_from_every_side(side: str) -> None:
    turns = ["bottom", "right", "top", "left"].index(side)
    size = np.zeros((480, 480), bool)
    size[300:, 220:270] = True
    arm = np.ascontiguousarray(np.rot90(size, turns))
    assert hand_in(arm, np.zeros_like(arm), np.ones_like(arm), light_changed=False) is not None


def test_an_arm_beside_the_board_is_none() -> None:
    assert hand_in(bar(0, 0, 70, 480), NOTHING, BOARD, light_changed=False) is None


@pytest.mark.parametrize(
    ("reach_px", "print_shows", "found"), [(12, False, True), (12, True, False), (0, False, False)]
)
def test_fingertips_over_the_edge_of_the_board_are_a_hand(
    reach_px: int, print_shows: bool, found: bool
) -> None:
    """Unless they are a shadow."""
    parts = hand_detection.large_parts(bar(300, 420 - reach_px, 310, 430) | bar(280, 430, 350, 480))
    over = hand_detection.reaching_in(parts, NOTHING, BOARD, False, lambda part: part & (not print_shows))
    assert over.any() == found


def test_an_arm_that_ends_where_the_moved_camera_had_seen_nothing_is_one() -> None:
    seen = NOTHING.copy()
    seen[:470] = True
    for known, found in ((seen, True), (None, False)):
        parts = hand_detection.large_parts(ARM & seen, known)
        assert hand_detection.reaching_in(parts, NOTHING, BOARD, False).any() == found


@pytest.mark.parametrize("only_lit", [False, True])
def test_fingers_that_hide_a_piece_alone_are_a_hand_unless_the_arm_is_a_shadow(only_lit: bool) -> None:
    parts = hand_detection.large_parts(bar(300, 412, 310, 430) | bar(280, 430, 350, 480))
    over = hand_detection.reaching_in(
        parts, NOTHING, BOARD, False, lambda part: part & False, lambda _: only_lit
    )
    assert over.any() != only_lit


def test_pieces_that_moved_are_none() -> None:
    assert hand_in(PATCH, NOTHING, BOARD, light_changed=False) is None


def test_a_large_foreign_thing_in_the_middle_is_one() -> None:
    assert hand_in(PATCH, PATCH, BOARD, light_changed=False) is not None


@pytest.mark.parametrize(
    ("part", "hidden", "found"),
    [
        (LARGE, LARGE, True),
        (LARGE, bar(200, 100, 250, 190), False),
        (SHORT, bar(300, 390, 350, 415), True),
        (SHORT, bar(300, 390, 350, 405), False),
    ],
)
def test_what_hides_more_print_than_a_crowd_or_a_shadow_is_one_in_any_light(
    part: Mask, hidden: Mask, found: bool
) -> None:
    over = hand_detection.reaching_in(
        hand_detection.large_parts(part), NOTHING, BOARD, True, lambda part: part & hidden
    )
    assert over.any() == found


def test_a_thin_line_from_the_edge_is_none() -> None:
    assert hand_in(bar(300, 100, 308, 480), NOTHING, BOARD, light_changed=False) is None


def test_in_changing_light_only_a_whole_arm_counts() -> None:
    assert hand_in(SHORT, NOTHING, BOARD, light_changed=False) is not None
    assert hand_in(SHORT, NOTHING, BOARD, light_changed=True) is None
    assert hand_in(ARM, NOTHING, BOARD, light_changed=True) is not None


def test_arms_at_the_edge_are_found_with_a_margin_and_nothing_else() -> None:
    arms = hand_detection.at_edge(hand_detection.large_parts(ARM | PATCH), SHAPE)
    assert arms[ARM].all()
    assert arms[400, 297]
    assert not arms[PATCH & ~bar(0, 290, 640, 480)].any()
    assert arms.sum() < 1.3 * ARM.sum()


def test_a_small_error_is_ignored_but_an_object_is_unexplained() -> None:
    assert not hand_detection.unexplained(bar(200, 200, 210, 210), NOTHING).any()
    thing = bar(200, 200, 220, 220)
    assert (hand_detection.unexplained(thing | bar(300, 300, 310, 310), NOTHING) == thing).all()


def test_pixels_of_a_piece_are_explained() -> None:
    thing = bar(200, 200, 220, 220)
    assert not hand_detection.unexplained(thing, thing).any()
    assert hand_detection.unexplained(thing, bar(230, 200, 250, 220)).any()


def test_scattered_specks_are_ignored() -> None:
    specks = np.random.default_rng(3).random(SHAPE) < 0.1
    assert specks.sum() > 20000
    assert not hand_detection.unexplained(specks, NOTHING).any()
