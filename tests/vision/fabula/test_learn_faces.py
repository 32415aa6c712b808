import cv2
import numpy as np
import pytest

from companion.errors import VisionError
from tests.vision.fabula import scene
from vision.arrays import Floats, Picture
from vision.fabula import learn_faces
from vision.fabula.simulated import SimulatedFabulaTable
from vision.simulated import SimulatedCamera


def _table(*places: tuple[int, int]) -> Picture:
    """A wooden table with cards at these places."""
    table = np.random.default_rng(0).normal((60, 90, 130), 4, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    face = cv2.resize(scene.taught()["luntolo"], (126, 176), interpolation=cv2.INTER_AREA)
    for left, top in places:
        table[top : top + 176, left : left + 126] = face
    return table


def _corners(left: float, top: float) -> Floats:
    return np.asarray(np.array([[0, 0], [126, 0], [126, 176], [0, 176]]) + np.array([left, top]), float)


def test_the_one_card_is_found() -> None:
    found = learn_faces.only_card(_table((200, 150)))
    assert np.abs(found - _corners(200, 150)).max() < 4


@pytest.mark.parametrize(("places", "reason"), [((), "found none"), (((80, 150), (350, 150)), "found 2")])
def test_no_card_or_two_are_refused(places: tuple[tuple[int, int], ...], reason: str) -> None:
    with pytest.raises(VisionError, match=f"Expected one card in the picture, {reason}") as refused:
        learn_faces.only_card(_table(*places))
    assert refused.value.code == "bad_lesson"


@pytest.mark.parametrize(
    ("lying", "reason"),
    [({}, "found none"), ({"near battle 2": "spark_runner", "near battle 4": "moss_giant"}, "found 2")],
)
def test_a_mat_is_no_card(lying: dict[str, str], reason: str) -> None:
    twin = SimulatedFabulaTable({space: {card: 1} for space, card in lying.items()}, 3)
    frame = SimulatedCamera(twin, [], fps=4).read()
    assert frame
    with pytest.raises(VisionError, match=reason):
        learn_faces.only_card(frame.picture)


def _white(pips: int, diamonds: bool, mat: bool = False) -> Picture:
    """A playing card with few pips on a wooden table, or on a bare mat."""
    picture = _table()
    if mat:
        cv2.rectangle(picture, (120, 60), (480, 440), (70, 110, 60), -1)
        cv2.rectangle(picture, (120, 60), (480, 440), (180, 220, 190), 2)
    left, top, wide, high = 220, 110, 180, 252
    cv2.rectangle(picture, (left, top), (left + wide, top + high), (238, 240, 242), -1)
    places = {
        1: [(0.5, 0.5)],
        2: [(0.5, 0.2), (0.5, 0.8)],
        4: [(x, y) for x in (0.3, 0.7) for y in (0.2, 0.8)],
    }
    corner = [(0.1, 0.1), (0.9, 0.9)]
    for x, y in (*places[pips], *corner):
        at, size = np.array([left + x * wide, top + y * high]), 8 if (x, y) in corner else 22
        shape = np.array([[0, -1.3], [1, 0], [0, 1.3], [-1, 0]]) * size
        if diamonds:
            cv2.fillConvexPoly(picture, (at + shape).astype(int), (40, 30, 200), cv2.LINE_AA)
        else:
            cv2.circle(picture, (int(at[0]), int(at[1])), size, (30, 30, 30), -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("mat", [False, True])
@pytest.mark.parametrize("diamonds", [False, True])
@pytest.mark.parametrize("pips", [1, 2, 4])
def test_a_card_with_much_white_is_found(pips: int, diamonds: bool, mat: bool) -> None:
    found = learn_faces.only_card(_white(pips, diamonds, mat))
    corners = np.array([[220, 110], [400, 110], [400, 362], [220, 362]], float)
    assert np.abs(found - corners).max() < 4
    assert learn_faces.take(_white(pips, diamonds, mat), found, "ace").std() > 5


@pytest.mark.parametrize(
    ("corners", "reason"),
    [
        (_corners(560, 150), "corners inside the picture, found 686,150"),
        (_corners(200, 150)[::-1], "clockwise"),
        (_corners(0, 0) / 4 + 200, "at least 50 pixels across, found 32"),
        (_corners(200, 150)[[1, 2, 3, 0]], r"63 x 88 mm\), found a width of 1.40"),
        (_corners(400, 20), "nothing printed there"),
    ],
)
def test_corners_where_no_card_can_be_are_refused(corners: Floats, reason: str) -> None:
    with pytest.raises(VisionError, match=reason) as refused:
        learn_faces.take(_table((200, 150)), corners, "luntolo")
    assert "luntolo" in str(refused.value)


def test_a_picture_out_of_focus_is_refused() -> None:
    blurred = np.asarray(cv2.GaussianBlur(_table((200, 150)), (0, 0), 2.5), np.uint8)
    with pytest.raises(VisionError, match="luntolo: expected a sharp picture, found it out of focus"):
        learn_faces.take(blurred, _corners(200, 150), "luntolo")


def test_a_face_is_taken_upright() -> None:
    turned = np.ascontiguousarray(_table((200, 150))[::-1, ::-1])
    corners = (640, 480) - _corners(200, 150)
    taken = learn_faces.take(turned, corners, "luntolo")
    assert np.abs(taken.astype(int) - scene.taught()["luntolo"]).mean() < 12
