from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.errors import VisionError
from vision.geometry.marker_sheet import SheetTexts, write_sheet

PX_PER_MM = 8
TEXTS = SheetTexts("Marcadores de canto", "“São João”: às 100 %", "régua", "tabuleiro", ("a", "b", "c", "d"))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> np.ndarray:
    """The printed page, grey, 8 pixels a millimetre, rendered by another library than the writer's."""
    path = tmp_path_factory.mktemp("sheet") / "markers.pdf"
    write_sheet(path, TEXTS)
    document = pypdfium2.PdfDocument(path)
    assert len(document) == 1
    image: np.ndarray = document[0].render(scale=PX_PER_MM * 25.4 / 72, grayscale=True).to_numpy()
    return np.ascontiguousarray(image.reshape(image.shape[:2]))


@pytest.fixture(scope="module")
def corners_mm(page: np.ndarray) -> dict[int, np.ndarray]:
    """The four corners of each marker's black square, clockwise from the picture's top left, in mm."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
    corners_px, ids, _ = detector.detectMarkers(page)
    assert ids is not None
    return {int(i): c.reshape(4, 2) / PX_PER_MM for i, c in zip(ids.ravel(), corners_px, strict=True)}


def test_page_is_a4(page: np.ndarray) -> None:
    assert np.allclose(np.array(page.shape) / PX_PER_MM, (297, 210), atol=0.2)


def test_each_marker_is_there_once_upright_and_30_mm_wide(corners_mm: dict[int, np.ndarray]) -> None:
    assert sorted(corners_mm) == [0, 1, 2, 3]
    for corners in corners_mm.values():
        square = np.array([(0, 0), (30, 0), (30, 30), (0, 30)])
        assert np.allclose(corners - corners[0], square, atol=0.15)


def test_cards_lie_as_around_the_board(corners_mm: dict[int, np.ndarray]) -> None:
    centres = [corners_mm[i].mean(axis=0) for i in range(4)]
    assert centres[0][0] == pytest.approx(centres[3][0], abs=0.1)
    assert centres[1][0] == pytest.approx(centres[2][0], abs=0.1)
    assert centres[0][1] == pytest.approx(centres[1][1], abs=0.1)
    assert centres[0][0] < centres[1][0]
    assert centres[0][1] < centres[3][1]


def dark_share(page: np.ndarray, box_mm: Sequence[float]) -> float:
    left, top, right, bottom = (round(mm * PX_PER_MM) for mm in box_mm)
    return float((page[top:bottom, left:right] < 250).mean())


def test_quiet_zone_is_white_and_ends_at_a_cutting_line(
    page: np.ndarray, corners_mm: dict[int, np.ndarray]
) -> None:
    for corners in corners_mm.values():
        (left, top), (right, bottom) = corners[0], corners[2]
        for box in (
            (left - 5.7, top - 5.7, right + 5.7, top - 0.3),
            (left - 5.7, bottom + 0.3, right + 5.7, bottom + 5.7),
            (left - 5.7, top, left - 0.3, bottom),
            (right + 0.3, top, right + 5.7, bottom),
        ):
            assert dark_share(page, box) == 0
        for box in (
            (left, top - 6.2, right, top - 5.8),
            (left, bottom + 5.8, right, bottom + 6.2),
            (left - 6.2, top, left - 5.8, bottom),
            (right + 5.8, top, right + 6.2, bottom),
        ):
            assert dark_share(page, box) > 0.3


def test_ruler_is_100_mm_long(page: np.ndarray, corners_mm: dict[int, np.ndarray]) -> None:
    below = page[round((corners_mm[2][2][1] + 12) * PX_PER_MM) :] < 128
    widest = below[below.sum(axis=1).argmax()].nonzero()[0]
    assert (widest[-1] - widest[0]) / PX_PER_MM == pytest.approx(100, abs=0.4)


def test_printer_is_asked_not_to_scale(tmp_path: Path) -> None:
    path = tmp_path / "markers.pdf"
    write_sheet(path, TEXTS)
    assert b"/PrintScaling /None" in path.read_bytes()


def test_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "markers.pdf"
    with pytest.raises(VisionError, match=r"nowhere/markers\.pdf.*No such file") as error:
        write_sheet(path, TEXTS)
    assert error.value.code == "sheet_not_written"


def test_an_unwritable_target_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "markers.pdf").mkdir()
    with pytest.raises(VisionError):
        write_sheet(tmp_path / "markers.pdf", TEXTS)
    assert [path.name for path in tmp_path.iterdir()] == ["markers.pdf"]
