import cv2
import numpy as np
import pytest

from companion.errors import ExitCode, VisionError
from companion.games import fae
from tests.bench.scenes import Scene
from tests.games.fae.openings import opening as druids
from tests.slow import slow_but
from tests.vision.pictures import OPENING, PILES, SCENES, picture, taps
from vision.arrays import Floats, Picture
from vision.board.printed_board import PrintedBoard
from vision.fae.simulated import FaeFrame, SimulatedFaeTable
from vision.geometry import find_board
from vision.geometry.calibrate import View
from vision.geometry.markers import marker_squares
from vision.geometry.params import PARAMS

TAP_PX = 6.0


@pytest.fixture(scope="module")
def simulated() -> FaeFrame:
    return next(SimulatedFaeTable(fae.table(druids(1)), 3, rest_s=0.2).frames([], 5))


def tapped(corners_px: Floats, seed: int) -> Floats:
    return corners_px + np.random.default_rng(seed).uniform(-TAP_PX, TAP_PX, (4, 2))


def apart_px(one: View, other: View, plan: PrintedBoard) -> float:
    """Median distance of the drawn borders of the board in the two views."""
    points = plan.lines[0]
    return float(np.median(np.linalg.norm(one.project(points) - other.project(points), axis=1)))


def markers(image: Picture) -> dict[int, Floats]:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    found, ids, _ = detector.detectMarkers(image)
    return {int(i): np.asarray(c, np.float64).reshape(4, 2) for i, c in zip(ids.ravel(), found, strict=True)}


def without_markers(image: Picture, gone: tuple[int, ...]) -> Picture:
    """The picture with some markers painted over in grey."""
    painted = image.copy()
    for number, square in markers(image).items():
        if number in gone:
            cv2.fillConvexPoly(painted, square.astype(np.int32), (120, 120, 120))
    return painted


@pytest.mark.parametrize("seed", slow_but(1, range(4)))
def test_rough_taps_find_the_corners(plan: PrintedBoard, simulated: FaeFrame, seed: int) -> None:
    rough = tapped(simulated.corners_px, seed)
    assert np.linalg.norm(rough - simulated.corners_px, axis=1).max() > 4
    view = find_board.from_taps(plan, simulated.picture, rough)
    miss = np.linalg.norm(view.project(plan.corners_mm) - simulated.corners_px, axis=1)
    assert np.median(miss) < 1.5
    assert miss.max() < 2.5


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_other_taps_find_the_same_view(plan: PrintedBoard, scene: Scene) -> None:
    image = picture(scene, 0)
    first = find_board.from_taps(plan, image, taps(scene))
    corners_px = first.project(plan.corners_mm)
    for seed in (1, 2):
        assert apart_px(find_board.from_taps(plan, image, tapped(corners_px, seed)), first, plan) < 1.5


def test_borders_and_markers_agree(plan: PrintedBoard, opening_view: View) -> None:
    """The view from the borders puts the cards, which it never saw, where they are detected."""
    found = markers(picture(OPENING, 0))
    assert sorted(found) == [0, 1, 2, 3]
    for number, square_mm in marker_squares(plan.corners_mm).items():
        miss = np.linalg.norm(opening_view.project(square_mm) - found[number], axis=1)
        assert np.median(miss) < 1.5, number


def test_the_markers_alone_find_the_board(plan: PrintedBoard, opening_view: View) -> None:
    assert apart_px(find_board.from_markers(plan, picture(OPENING, 0)), opening_view, plan) < 1.0


def test_three_markers_are_enough(plan: PrintedBoard, opening_view: View) -> None:
    image = without_markers(picture(OPENING, 0), (2,))
    assert apart_px(find_board.from_markers(plan, image), opening_view, plan) < 1.0


@pytest.mark.parametrize(("gone", "left"), [((0, 3), 2), ((0, 1, 2, 3), 0)])
def test_missing_markers_are_counted(plan: PrintedBoard, gone: tuple[int, ...], left: int) -> None:
    with pytest.raises(VisionError, match=f"{left} of its four corner markers") as error:
        find_board.from_markers(plan, without_markers(picture(OPENING, 0), gone))
    assert error.value.code == "no_board"


BAD = {
    "counter-clockwise": [[100, 100], [100, 800], [1100, 800], [1100, 100]],
    "convex": [[100, 100], [1100, 800], [1100, 100], [100, 800]],
    "less than 2 %": [[100, 100], [200, 100], [200, 200], [100, 200]],
}


@pytest.mark.parametrize(("problem", "corners"), BAD.items(), ids=["mirrored", "crossed", "tiny"])
def test_bad_corners_are_reported(plan: PrintedBoard, problem: str, corners: list[list[float]]) -> None:
    with pytest.raises(VisionError, match=problem) as error:
        find_board.from_taps(plan, picture(PILES, 0), np.array(corners, dtype=np.float64))
    assert error.value.code == "bad_corners"
    assert error.value.exit_code is ExitCode.WRONG_INPUT
    assert f"{corners[1][0]},{corners[1][1]}" in str(error.value)


def test_a_picture_without_a_board_has_none(plan: PrintedBoard) -> None:
    noise = np.random.default_rng(2).integers(0, 255, (960, 1280, 3), dtype=np.uint8)
    with pytest.raises(VisionError) as error:
        find_board.from_taps(plan, cv2.GaussianBlur(noise, (0, 0), 2).astype(np.uint8), taps(PILES))
    assert error.value.code == "no_board"
    assert error.value.exit_code == ExitCode.CANNOT_GO_ON


def test_borders_stand_out_only_where_they_are(plan: PrintedBoard, opening_view: View) -> None:
    image = picture(OPENING, 0)
    aside = opening_view.with_vector(opening_view.vector + np.array([0, 0, 0, 9.0, 7.0, 0, 0, 0]))
    there, beside = (
        find_board.line_contrast(plan, find_board.soft_lab(image), view) for view in (opening_view, aside)
    )
    assert there > PARAMS.min_line_contrast > beside


@pytest.mark.parametrize(("reach_px", "left"), [(PARAMS.follow_reach_px, 0.5), (PARAMS.tap_reach_px, 0.1)])
def test_a_nudged_picture_is_followed(
    plan: PrintedBoard, opening_view: View, reach_px: tuple[int, ...], left: float
) -> None:
    turn = cv2.getRotationMatrix2D((640, 480), 0.15, 1.0)
    turn[:, 2] += np.array([1.5, -2.0])
    nudged = np.asarray(cv2.warpAffine(picture(OPENING, 0), turn, (1280, 960)), dtype=np.uint8)
    points = plan.lines[0]
    there = opening_view.project(points) @ turn[:, :2].T + turn[:, 2]
    view = find_board.align(plan, find_board.soft_lab(nudged), opening_view, reach_px)
    before, after = (
        float(np.median(np.linalg.norm(v.project(points) - there, axis=1))) for v in (opening_view, view)
    )
    assert before > 2
    assert after < left * before
