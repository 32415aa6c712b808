import numpy as np

from tests.vision.pictures import camera
from vision.board.figures import body_pixels, flat_index
from vision.board.printed_board import PrintedBoard
from vision.fae.board import DRUIDS

BASES_MM = np.array([[60.0, 50.0], [250.0, 200.0], [470.0, 380.0]])


def test_the_axis_of_a_body_stands_on_its_base(plan: PrintedBoard) -> None:
    view = camera(plan)
    pixels = body_pixels(view, BASES_MM, DRUIDS.body_mm)
    assert pixels.shape == (3, len(DRUIDS.body_mm), 2)
    axis = np.flatnonzero((DRUIDS.body_mm[:, :2] == 0).all(1))
    assert len(axis) > 3
    for point in axis:
        height_mm = DRUIDS.body_mm[point, 2]
        assert np.allclose(view.to_board(pixels[:, point], height_mm), BASES_MM, atol=0.05)


def test_the_body_is_as_wide_as_a_base(plan: PrintedBoard) -> None:
    view = camera(plan)
    lowest = DRUIDS.body_mm[:, 2] == DRUIDS.body_mm[:, 2].min()
    ground = view.to_board(
        body_pixels(view, BASES_MM, DRUIDS.body_mm)[:, lowest], DRUIDS.body_mm[lowest, 2][0]
    )
    radii = np.linalg.norm(ground - BASES_MM[:, None], axis=-1).max(1)
    assert (radii > DRUIDS.radius_mm).all()
    assert (radii < 1.2 * DRUIDS.radius_mm).all()


def test_bodies_lean_away_from_the_camera(plan: PrintedBoard) -> None:
    view = camera(plan, tilt_deg=40.0)
    axis = np.flatnonzero((DRUIDS.body_mm[:, :2] == 0).all(1))
    on_ground = view.to_board(body_pixels(view, BASES_MM, DRUIDS.body_mm)[:, axis[[0, -1]]])
    lean = on_ground[:, 1] - on_ground[:, 0]
    away = BASES_MM - view.centre_mm[:2]
    lengths = np.linalg.norm(lean, axis=1) * np.linalg.norm(away, axis=1)
    assert np.linalg.norm(lean, axis=1).min() > 5
    assert np.allclose((lean * away).sum(1) / lengths, 1, atol=1e-3)


def test_pixels_outside_are_taken_at_the_edge() -> None:
    picture = np.arange(12).reshape(3, 4)
    pixels = np.array([[0.0, 0.0], [3.4, 1.6], [-5.0, 1.0], [99.0, 99.0]])
    assert picture.ravel()[flat_index(pixels, (4, 3))].tolist() == [0, 11, 4, 11]
