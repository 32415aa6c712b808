"""Direction and depth of cast shadows are found from the pieces themselves."""

from functools import partial

import cv2
import numpy as np
import pytest

from companion.table.observation import Observation
from tests.vision.pictures import OPENING, camera, picture, state, taps
from vision.arrays import Mask, Picture
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.board.room_light import find_room_light
from vision.board.scene import Layout
from vision.fae.board import DRUIDS, fae_reader
from vision.geometry.find_board import from_taps
from vision.light.change import to_lab

DEPTH, REACH_MM = 0.5, 24.0


@pytest.fixture(scope="module")
def layout(plan: PrintedBoard) -> Layout:
    return Layout(plan, DRUIDS, camera(plan, width=640, distance_mm=600))


@pytest.fixture(scope="module")
def bases_mm(plan: PrintedBoard) -> np.ndarray:
    return np.array([plan.spaces[space].mean(0) for space in plan.spaces])


def shadowed(
    layout: Layout, bases_mm: np.ndarray, ways: np.ndarray, depth: float | np.ndarray = DEPTH
) -> tuple[Picture, Mask]:
    """A grainy grey board in Lab, dark along these ways (m, 2) from the bases by a depth, or by some, (h, w);
    and where pieces stand."""
    grain = np.random.default_rng(1).normal(0, 12, layout.shape)
    lightness = 140 + cv2.GaussianBlur(grain, (0, 0), 2) * 3
    dark, covered = (np.zeros(layout.shape, np.uint8) for _ in range(2))
    ends = np.stack([bases_mm, bases_mm + REACH_MM * ways], 1)
    lines = layout.view.project(np.concatenate([ends, np.zeros((*ends.shape[:2], 1))], -1))
    for start, end in np.rint(lines).astype(int).tolist():
        cv2.line(dark, start, end, 1, 7)
        cv2.circle(covered, start, 7, 1, -1)
    lightness = np.where(dark > 0, lightness * depth, lightness)
    lab = np.stack([lightness, *(np.full(layout.shape, 128.0) for _ in range(2))], -1)
    return np.clip(lab, 0, 255).astype(np.uint8), covered > 0


@pytest.mark.parametrize("azimuth_deg", [10, 130, 250])
def test_a_far_light_is_found_with_the_length_and_depth_of_its_shadows(
    layout: Layout, bases_mm: np.ndarray, azimuth_deg: float
) -> None:
    way = np.array([np.cos(np.radians(azimuth_deg)), np.sin(np.radians(azimuth_deg))])
    picture, covered = shadowed(layout, bases_mm, np.tile(way, (len(bases_mm), 1)))
    room_light = find_room_light(layout, picture, bases_mm, covered)
    assert room_light is not None
    assert room_light.away @ way > np.cos(np.radians(16))
    assert room_light.reach_mm == pytest.approx(REACH_MM, abs=7)
    assert np.exp(room_light.depths) == pytest.approx(DEPTH, abs=0.1)


def test_shadows_spread_from_a_near_light(layout: Layout, bases_mm: np.ndarray) -> None:
    ways = bases_mm - (-200.0, -150.0)
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    picture, covered = shadowed(layout, bases_mm, ways)
    room_light = find_room_light(layout, picture, bases_mm, covered)
    assert room_light is not None
    directions = room_light.shadows_mm(bases_mm, np.array([1.0]))[:, 0] - bases_mm
    assert np.percentile((directions * ways).sum(1), 10) > np.cos(np.radians(20))


def test_shadows_are_darker_near_the_light(plan: PrintedBoard, layout: Layout, bases_mm: np.ndarray) -> None:
    ways = np.tile((1.0, 0.0), (len(bases_mm), 1))
    depth = np.tile(np.linspace(0.3, 0.8, layout.shape[1]), (layout.shape[0], 1))
    picture, covered = shadowed(layout, bases_mm, ways, depth)
    room_light = find_room_light(layout, picture, bases_mm, covered)
    assert room_light is not None
    columns = layout.view.project(np.column_stack([bases_mm, np.zeros(len(bases_mm))]))[:, 0].astype(int)
    darkness = np.exp([room_light.depths[plan.numbers[space]] for space in plan.spaces])
    assert np.abs(darkness - depth[0, columns]).mean() < 0.07


def test_some_dark_spots_beside_pieces_are_no_shadows(layout: Layout, bases_mm: np.ndarray) -> None:
    way = np.array([0.0, 1.0])
    picture, covered = shadowed(layout, bases_mm, np.tile(way, (len(bases_mm), 1)))
    for base, dark in ((bases_mm, False), (bases_mm[:4], True)):  # so near a piece is hardly any ground seen
        spots = layout.view.project(np.column_stack([base + np.array([9.0, 0.0]), np.zeros(len(base))]))
        for x, y in np.rint(spots).astype(int).tolist():
            covered[y - 3 : y + 4, x - 3 : x + 4] = not dark
            if dark:
                picture[y - 3 : y + 4, x - 3 : x + 4, 0] = 5
    room_light = find_room_light(layout, picture, bases_mm, covered)
    assert room_light is not None
    assert room_light.away @ way > np.cos(np.radians(16))


def test_without_shadows_there_is_no_light(layout: Layout, bases_mm: np.ndarray) -> None:
    picture, covered = shadowed(layout, bases_mm, np.zeros_like(bases_mm))
    assert find_room_light(layout, picture, bases_mm, covered) is None


def test_a_known_light_is_kept_where_pieces_hide_their_shadows(layout: Layout, bases_mm: np.ndarray) -> None:
    way = np.array([0.6, 0.8])
    picture, covered = shadowed(layout, bases_mm, np.tile(way, (len(bases_mm), 1)))
    known = find_room_light(layout, picture, bases_mm, covered)
    assert known is not None
    hidden, ends = covered.astype(np.uint8), np.stack([bases_mm, bases_mm + 40 * way], 1)
    lines = layout.view.project(np.concatenate([ends, np.zeros((*ends.shape[:2], 1))], -1))
    for start, end in np.rint(lines).astype(int).tolist():
        cv2.line(hidden, start, end, 1, 17)
    assert find_room_light(layout, picture, bases_mm, hidden > 0, known) is known
    assert find_room_light(layout, picture, bases_mm, hidden > 0) is None
    bright, _ = shadowed(layout, bases_mm, np.zeros_like(bases_mm))
    assert find_room_light(layout, bright, bases_mm, covered, known) is None


@pytest.mark.slow
def test_from_afar_shadows_are_seen_beside_pieces(
    plan: PrintedBoard, opening: tuple[BoardReader, Observation]
) -> None:
    """They are a few pixels long there."""
    near = opening[0].learnt.room_light
    image, corners_px = picture(OPENING, 0), taps(OPENING)
    far = np.full_like(image, 90)
    size = (image.shape[1] * 3 // 4, image.shape[0] * 3 // 4)
    far[50 : 50 + size[1], 100 : 100 + size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    reader = fae_reader(partial(from_taps, plan, taps_px=corners_px * 3 / 4 + (100, 50)))
    reader.look("0", 0.0, far)
    room_light = reader.learnt.room_light
    assert near is not None
    assert room_light is not None
    assert room_light.away @ near.away > np.cos(np.radians(25))


def test_the_shade_of_a_piece_lies_behind_it(layout: Layout, bases_mm: np.ndarray) -> None:
    way = np.array([0.6, 0.8])
    picture, covered = shadowed(layout, bases_mm, np.tile(way, (len(bases_mm), 1)))
    room_light = find_room_light(layout, picture, bases_mm, covered)
    assert room_light is not None
    shade = room_light.shadow_area_mm((200.0, 150.0)) - (200.0, 150.0)
    assert (shade @ way).min() > -5
    assert (shade @ way).max() == pytest.approx(REACH_MM + 7, abs=7)
    assert np.abs(shade @ (0.8, -0.6)).max() < 16


def test_where_shadows_came_the_light_is_looked_for_anew(
    reader: BoardReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    shade = np.ones(picture(OPENING, 2).shape[:2], np.float32)
    shade[200:800, 300:700] = 0.7
    image = (picture(OPENING, 2) * cv2.GaussianBlur(shade, (0, 0), 15)[..., None]).astype(np.uint8)
    looked: list[Picture] = []
    monkeypatch.setattr("vision.board.reader.find_room_light", lambda _, lab, *__: looked.append(lab))
    seen = reader.look("2", 2.0, image)
    assert (seen.trouble, seen.table) == (None, state(OPENING, 0))
    reader.accept(state(OPENING, 0))
    assert reader.memory is not None
    assert len(looked) == 1
    assert np.array_equal(looked[0], to_lab(reader.memory.work))  # not the picture without its shadows
