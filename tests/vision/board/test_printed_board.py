import cv2
import numpy as np

from companion.games.fae import board
from vision.board.params import PARAMS
from vision.board.printed_board import PrintedBoard
from vision.fae.board import DRUIDS, SETUP


def depth_mm(polygon: np.ndarray, point: np.ndarray) -> float:
    return cv2.pointPolygonTest(polygon.astype(np.float32), (float(point[0]), float(point[1])), True)


def test_corners_are_those_of_the_map_with_its_frame(plan: PrintedBoard) -> None:
    left_top, _, right_bottom, _ = plan.corners_mm
    assert np.allclose(right_bottom - left_top, [*(np.array(board.MAP_MM) + 2 * board.FRAME_MM), 0])
    assert np.allclose(left_top[:2], -board.FRAME_MM)
    assert cv2.contourArea(plan.corners_mm[:, :2].astype(np.float32), oriented=True) > 0


def test_every_space_lies_in_its_own_outline_only(plan: PrintedBoard) -> None:
    for space, centre in board.CENTRES.items():
        at = np.array(centre) * board.MAP_MM
        assert [s for s, polygon in plan.spaces.items() if depth_mm(polygon, at) > 0] == [space]


def test_regions_hold_one_space_for_each_kind() -> None:
    sizes = np.bincount(list(SETUP.groups.values()))[1:]
    assert set(sizes.tolist()) == {len(DRUIDS.names)}


def test_lines_lie_on_outlines_and_their_normals_cross_them(plan: PrintedBoard) -> None:
    points, normals = plan.lines
    assert np.allclose(np.linalg.norm(normals, axis=1), 1)
    assert not points[:, 2].any()
    assert not normals[:, 2].any()
    outlines = [*plan.spaces.values(), *plan.holes, plan.corners_mm[:, :2]]
    for point, normal in zip(points[::25], normals[::25], strict=True):
        outline = min(outlines, key=lambda o: abs(depth_mm(o, point)))
        assert abs(depth_mm(outline, point)) < 0.01
        sides = [depth_mm(outline, point + 0.2 * way * normal) for way in (-1, 1)]
        assert sides[0] * sides[1] < 0


def test_a_border_of_two_spaces_counts_once(plan: PrintedBoard) -> None:
    points = plan.lines[0][:, :2]
    gaps = np.linalg.norm(points[:, None] - points[None], axis=-1)
    gaps[np.diag_indices(len(points))] = PARAMS.border_step_mm
    assert gaps.min() > 0.1
