from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.slow import slow_but
from tests.vision.fabula import scene
from vision.arrays import Floats, Picture
from vision.fabula import samples
from vision.fabula.card_classifier import Scene
from vision.fabula.cards import corners_mm, on_table
from vision.fabula.faces import FACE_PX
from vision.fabula.find_table import first_view
from vision.fabula.local_features import detect, find_cards
from vision.fabula.outlines import STRAIGHT_LENSES, _tilted, fit_view
from vision.fabula.params import PARAMS as FABULA
from vision.fabula.reader import FabulaReader
from vision.fabula.verify_card import print_difference
from vision.geometry.params import PARAMS, Lens

SIZE_PX = (1280, 960)
VIEW = _tilted(np.radians(25), SIZE_PX)
EVERYWHERE = np.ones(99, bool)


def _table(cards: dict[str, tuple[float, float, float]], level: float = 90) -> Picture:
    """Cards on a table as dark as that, each with its middle in mm and its turn."""
    table = np.random.default_rng(0).normal(level, 3, (SIZE_PX[1], SIZE_PX[0], 3)).clip(0, 255)
    picture = np.asarray(table, np.uint8)
    for name, pose in cards.items():
        face = scene.taught()[name]
        corners = VIEW.project(on_table(corners_mm(np.array([pose]))))[0]
        height, width = face.shape[:2]
        flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        place = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
        cv2.warpPerspective(
            face, place, SIZE_PX, dst=picture, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_LINEAR
        )
    return picture


def _sides_mm(view_corners: Floats) -> Floats:
    return np.asarray(np.linalg.norm(np.roll(view_corners, -1, 0) - view_corners, axis=1))


@pytest.mark.parametrize(
    "names", slow_but(1, [["luntolo", "covisve"], ["luntolo", "covisve", "muko_e_grionar"]])
)
def test_few_cards_determine_the_view(names: list[str]) -> None:
    cards = {name: (-100.0 + 100 * at, 10.0, 0.1 * at) for at, name in enumerate(names)}
    view_and_poses = first_view(Scene.of(_table(cards)), scene.faces())
    assert view_and_poses is not None
    for pose in cards.values():
        corners = view_and_poses[0].to_board(VIEW.project(on_table(corners_mm(np.array([pose]))))[0])
        assert np.abs(_sides_mm(corners) - (63, 88, 63, 88)).max() < 3


@pytest.mark.parametrize("lens", PARAMS.lenses, ids=lambda lens: lens.name)
def test_cards_determine_the_view_of_any_lens(lens: Lens) -> None:
    cards = np.array([[-200.0 + 100 * at, 60.0 * (-1) ** at, 0.1 * at] for at in range(5)])
    view = _tilted(np.radians(25), SIZE_PX, lens)
    view = replace(view, offset_mm=view.offset_mm * lens.focal_share)  # the cards fill the picture
    outlines = view.project(on_table(corners_mm(cards)))
    outlines += np.random.default_rng(0).normal(0, 0.5, outlines.shape)
    fitted = fit_view(outlines, SIZE_PX)
    assert fitted is not None and len(fitted[1]) == len(cards)
    assert lens is not PARAMS.lenses[0] or fitted[0].lens is lens
    for corners in fitted[0].to_board(outlines):
        assert np.abs(np.sort(_sides_mm(corners)) - (63, 63, 88, 88)).max() < 3


def test_one_card_without_an_outline_determines_the_view() -> None:
    pose = (20.0, 10.0, 0.4)
    picture = _table({"luntolo": pose})
    corners = VIEW.project(on_table(corners_mm(np.array([pose]), 1.0)))[0]
    cv2.polylines(picture, [np.rint(corners).astype(np.int32)], True, (90, 90, 90), 9)  # hides the edges
    cv2.line(picture, (0, 500), (1279, 420), (90, 90, 90), 3)  # no outline is closed
    view_and_poses = first_view(Scene.of(picture), scene.faces())
    assert view_and_poses is not None
    seen = view_and_poses[0].to_board(VIEW.project(on_table(corners_mm(np.array([pose]))))[0])
    assert np.abs(_sides_mm(seen) - (63, 88, 63, 88)).max() < 4


@pytest.mark.parametrize("turn", [0.0, 0.5, 2.0, 3.1])
def test_features_find_a_card_in_half_a_shadow(turn: float) -> None:
    pose = np.array([[30.0, -20.0, turn]])
    picture = _table({"covisve": (30.0, -20.0, turn)})
    corners = VIEW.project(on_table(corners_mm(pose)))[0]
    shade = np.ones((*picture.shape[:2], 1))
    shade[:, int(corners[:, 0].mean()) :] = 0.4
    dark = np.asarray(picture * shade, np.uint8)
    seen = find_cards(detect(Scene.of(dark).grey), scene.faces().features)
    assert min(np.abs(found - corners).max() for found in seen) < 6


def test_features_find_nothing_on_a_table_without_cards() -> None:
    spots = np.random.default_rng(1).integers(0, 255, (60, 80, 3), dtype=np.uint8)
    mat = np.asarray(cv2.resize(spots, SIZE_PX, interpolation=cv2.INTER_CUBIC), np.uint8)
    assert not len(find_cards(detect(Scene.of(mat).grey), scene.faces().features))


@pytest.mark.slow
def test_cards_never_taught_are_unknown() -> None:
    cards = {"luntolo": (-110.0, 0.0, 0.0), "covisve": (0.0, 40.0, 0.05), "muko_e_grionar": (110.0, 0.0, 0.0)}
    reader = FabulaReader(samples.faces({}))
    reader.look("a", 0.0, _table(cards))
    assert [card.id for card in reader.cards] == [None] * len(cards)
    for pose in cards.values():
        middle = VIEW.project(on_table(corners_mm(np.array([pose]))))[0].mean(0)
        assert min(np.abs(card.corners_px.mean(0) - middle).max() for card in reader.cards) < 6


def test_cards_never_taught_are_unknown_at_any_turn() -> None:
    cards = {
        "luntolo": (-170.0, 0.0, 0.4),
        "covisve": (-40.0, 40.0, 2.2),
        "muko_e_grionar": (80.0, 10.0, 0.9),
        "pabuar_sos": (180.0, -60.0, 1.3),
    }
    reader = FabulaReader(samples.faces({}))
    reader.look("a", 0.0, _table(cards))
    assert [card.id for card in reader.cards] == [None] * len(cards)
    for pose in cards.values():
        middle = VIEW.project(on_table(corners_mm(np.array([pose]))))[0].mean(0)
        assert min(np.abs(card.corners_px.mean(0) - middle).max() for card in reader.cards) < 6


def test_frames_smaller_than_cards_determine_an_approximate_view() -> None:
    cards = np.array([[-200.0 + 100 * at, 60.0 * (-1) ** at, 0.5 * at] for at in range(5)])
    whole, frames = (VIEW.project(on_table(corners_mm(cards, margin))) for margin in (0.0, -3.0))
    outlines = np.concatenate([frames[:3], whole[3:]])
    outlines += np.random.default_rng(0).normal(0, 1.5, outlines.shape)
    exact = fit_view(outlines, SIZE_PX)
    assert exact is None or len(exact[1]) < len(cards)
    fitted = fit_view(outlines, SIZE_PX, 4, FABULA.approximate_miss_mm, STRAIGHT_LENSES)
    assert fitted is not None and len(fitted[1]) == len(cards)


@pytest.mark.slow
def test_a_card_like_two_faces_is_unknown_even_if_a_side_is_covered() -> None:
    cards = {"luntolo": (-110.0, 0.0, 0.0), "covisve": (0.0, 40.0, 0.0), "muko_e_grionar": (110.0, 0.0, 0.0)}
    picture = _table(cards)
    corners = VIEW.project(on_table(corners_mm(np.array([cards["covisve"]]))))[0]
    for start, end in ((0, 1), (2, 3)):
        ends = np.rint(corners[[start, end]]).astype(np.int32)
        cv2.line(picture, tuple(ends[0].tolist()), tuple(ends[1].tolist()), (90, 90, 90), 15)
    taught = {name: scene.taught()[name] for name in cards}
    reader = FabulaReader(samples.faces({**taught, "twin": taught["covisve"]}))
    reader.look("a", 0.0, picture)
    near = [card.id for card in reader.cards if np.abs(card.corners_px - corners).max() < 12]
    assert len(reader.cards) == len(cards) and near == [None]


def test_a_bare_table_has_no_view() -> None:
    assert first_view(Scene.of(_table({})), scene.faces()) is None


@pytest.mark.slow
def test_a_card_that_replaces_another_is_recognised() -> None:
    reader = FabulaReader(scene.faces())
    there = {"luntolo": (-110.0, 0.0, 0.0), "covisve": (0.0, 0.0, 0.0), "muko_e_grionar": (110.0, 0.0, 0.0)}
    reader.look("a", 0.0, _table(there))
    assert sorted(str(card.id) for card in reader.cards) == sorted(there)
    swapped = {"zuaper_quazeir" if name == "covisve" else name: pose for name, pose in there.items()}
    reader.look("b", 2.0, _table(swapped))
    assert sorted(str(card.id) for card in reader.cards) == sorted(swapped)


@pytest.mark.parametrize(("card", "twin"), [("padrever_trior", "tregredem_keibi")])
def test_the_print_of_a_near_twin_differs(card: str, twin: str) -> None:
    seen, own, other = (
        np.asarray(cv2.resize(scene.taught()[name], FACE_PX, interpolation=cv2.INTER_AREA), np.uint8)
        for name in (card, card, twin)
    )
    darker = np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.8) * 0.6, np.uint8)
    assert print_difference(darker, own, EVERYWHERE) < 0.01
    assert print_difference(darker, other, EVERYWHERE) > 0.025
