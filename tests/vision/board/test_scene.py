import cv2
import numpy as np
import pytest

from companion.games.fae.board import CENTRES, LAKES, MAP_MM
from tests.vision.pictures import camera
from vision.arrays import FloatMap
from vision.base import PlacedPiece
from vision.board import colours
from vision.board.params import PARAMS
from vision.board.printed_board import PrintedBoard
from vision.board.scene import GroundDensities, Layout, clear_of, gains, ground_densities, support
from vision.fae.board import DRUIDS


@pytest.fixture(scope="module")
def layout(plan: PrintedBoard) -> Layout:
    return Layout(plan, DRUIDS, camera(plan, width=640))


def label_at(layout: Layout, x_mm: float, y_mm: float, height_mm: float = 0.0) -> int:
    x, y = np.rint(layout.view.project([x_mm, y_mm, -height_mm])).astype(int)
    labels = layout.labels_at(height_mm) if height_mm else layout.labels
    return int(labels.reshape(layout.shape)[y, x])


def test_pixels_carry_the_label_of_what_is_there(layout: Layout) -> None:
    for space, centre in CENTRES.items():
        x, y = np.array(centre) * MAP_MM
        assert label_at(layout, x, y) == layout.plan.numbers[space]
    lake = (np.array(LAKES[0]) * MAP_MM).mean(0)
    assert label_at(layout, *lake) == layout.label_count - 2
    assert label_at(layout, -layout.plan.frame_mm / 2, 100) == layout.label_count - 1
    assert layout.labels[0] == 0


def test_labels_at_a_height_are_those_below_the_point(layout: Layout) -> None:
    for space in (1, 30, 60):
        x, y = np.array(CENTRES[space]) * MAP_MM
        assert label_at(layout, x, y, 20.0) == layout.plan.numbers[space]
    assert (layout.labels_at(20.0) != layout.labels).any()


def test_what_seems_to_stand_at_the_edge_is_on_the_frame(layout: Layout) -> None:
    width, height = MAP_MM
    places = [(1.0, 90.0), (90.0, height - 1.0), (4.0, 4.0), (width / 2, height / 2)]
    assert layout.inside(np.array(places)).tolist() == [False, False, True, True]
    assert layout.inside(np.array(places), 6.0).tolist() == [False, False, False, True]


def test_pieces_may_stand_all_over_a_space_and_nowhere_else(layout: Layout) -> None:
    for space, polygon in layout.plan.spaces.items():
        outline = polygon.astype(np.float32)
        bases = layout.bases_mm(space)
        assert min(cv2.pointPolygonTest(outline, (x, y), True) for x, y in bases) > 0
        area = len(bases) * PARAMS.sample_step_mm**2
        assert 0.6 < area / cv2.contourArea(outline) < 1.1


def test_a_foot_moves_bodies_towards_the_camera(layout: Layout) -> None:
    bases = layout.bases_mm(30)[:3]
    other = layout.with_foot(4.0)
    nearer = bases - 4.0 * layout.away(bases)
    assert np.array_equal(other.body_index(bases), layout.body_index(nearer))
    centre = layout.view.centre_mm[:2]
    gains = np.linalg.norm(bases - centre, axis=1) - np.linalg.norm(nearer - centre, axis=1)
    assert gains == pytest.approx(4.0)


def test_index_is_that_of_every_place(layout: Layout) -> None:
    index = layout.index(17)
    assert index.shape == (len(layout.bases_mm(17)), len(DRUIDS.body_mm))
    assert np.array_equal(index[4], layout.body_index(layout.bases_mm(17)[4:5])[0])


def test_support_is_the_log_of_the_mixture() -> None:
    ratios = np.array([[2.0, -1.0, 0.5], [0.0, 0.0, 0.0]], np.float32)
    shape = np.array([0.9, 0.4, 0.1], np.float32)
    by_hand = sum(
        np.log(s * np.exp(r) + 1 - s) for r, s in zip(ratios[0].tolist(), shape.tolist(), strict=True)
    )
    assert support(gains(ratios), shape) == pytest.approx([by_hand, 0.0], abs=1e-5)


def test_support_against_a_piece_is_bounded_where_it_need_not_be() -> None:
    """A point that is piece with a chance of 0.4 only can speak against it by log 0.6 at most."""
    against = support(gains(np.array([-50.0], np.float32)), np.array([0.4], np.float32))
    assert float(against) == pytest.approx(np.log(0.6), abs=1e-4)


def test_places_too_near_a_piece_are_taken() -> None:
    apart_mm = 10.0
    places = np.array([[0.0, 0.0], [apart_mm + 0.1, 0.0], [0.0, apart_mm - 0.1]])
    assert clear_of(places, [PlacedPiece("red", 1, (0.0, 0.0))], apart_mm).tolist() == [False, True, False]
    assert clear_of(places, [], apart_mm).all()


def every_density(layout: Layout, grounds: GroundDensities) -> FloatMap:
    """Log densities of all grounds and bins, (labels, BIN_COUNT)."""
    labels = np.arange(layout.label_count, dtype=np.uint8)
    return grounds.of(labels[:, None], np.arange(colours.BIN_COUNT, dtype=np.int32)[None])


def test_grounds_are_densities_of_what_is_not_covered(layout: Layout) -> None:
    bins = np.full(layout.shape, 1000, np.int32)
    mine = layout.labels.reshape(layout.shape) == layout.plan.numbers[5]
    bins[mine] = 40000
    covered = np.zeros(mine.size, bool)
    densities = every_density(layout, ground_densities(layout, bins, covered))
    assert densities.shape == (layout.label_count, colours.BIN_COUNT)
    assert np.exp(densities.astype(np.float64)).sum(1) == pytest.approx(1, abs=1e-3)
    assert densities[layout.plan.numbers[5], 40000] > densities[layout.plan.numbers[5], 1000]
    covered[mine.ravel()] = True
    hidden = every_density(layout, ground_densities(layout, bins, covered))
    assert hidden[layout.plan.numbers[5], 1000] > hidden[layout.plan.numbers[5], 40000]


def test_spaces_of_one_ground_lend_each_other_their_colours(layout: Layout) -> None:
    grounds = layout.plan.grounds
    like = next(s for s in grounds if s != 5 and grounds[s] == grounds[5])
    unlike = next(s for s in grounds if grounds[s] != grounds[5])
    bins = np.full(layout.shape, 1000, np.int32)
    bins[layout.labels.reshape(layout.shape) == layout.plan.numbers[5]] = 40000
    densities = every_density(layout, ground_densities(layout, bins, np.zeros(bins.size, bool)))[:, 40000]
    own, same, other = (densities[layout.plan.numbers[space]] for space in (5, like, unlike))
    assert own > same > other + 1
