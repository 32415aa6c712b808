"""Evidence of one picture for and against readings: a druid went from 20 to 45."""

from copy import deepcopy
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.games.base import Table
from companion.games.fae.board import COLOURS
from companion.table.observation import CERTAIN_NATS, Evidence, Observation
from tests.vision.pictures import OPENING, picture, small, state
from vision.arrays import FloatMap
from vision.base import PlacedPiece
from vision.board.densities import DensityComparison
from vision.board.likelihood_map import LikelihoodMap, RelitPicture
from vision.board.params import PARAMS
from vision.board.reader import BoardReader
from vision.board.reading import PieceReader
from vision.board.room_light import RoomLight
from vision.fae.board import DRUIDS
from vision.light.change import Pixels

BEFORE, AFTER = state(OPENING, 0), state(OPENING, 1)
((DRUID, _),) = BEFORE[20].items()


@pytest.fixture(scope="module")
def seen(opening: tuple[BoardReader, Observation]) -> Observation:
    reader = deepcopy(opening[0])
    reader.accept(BEFORE)
    return reader.look("1", 1.0, picture(OPENING, 1))


@pytest.fixture(scope="module")
def evidence(seen: Observation) -> Evidence:
    assert seen.evidence is not None
    return seen.evidence


@pytest.fixture
def likelihoods(opening: tuple[BoardReader, Observation]) -> LikelihoodMap:
    """Likelihoods around 20 and 45."""
    reader = opening[0]
    memory = reader.memory
    assert memory is not None
    lab = np.asarray(cv2.cvtColor(small(picture(OPENING, 1)), cv2.COLOR_BGR2LAB), dtype=np.uint8)
    ground, before = DensityComparison(lab, memory.plate), DensityComparison(lab, memory.lab)
    relit = RelitPicture(lab, ground, before, memory.known.ravel(), neutral, neutral)
    return LikelihoodMap(reader.layout, reader.learnt, relit).for_spaces([20, 45])


def neutral(pixels: Pixels) -> FloatMap:
    """Print that nobody knows."""
    return np.zeros(len(pixels), np.float32)


def wanted(seen: Observation, **other: dict[str, int]) -> Table:
    """The changed spaces as they are, but for some."""
    return {space: other.get(f"s{space}", AFTER.get(space, {})) for space in seen.changed}


def test_where_nothing_changed_no_druid_came(reader: BoardReader) -> None:
    """One that nobody knew of stood there before; something else lies on its space now."""
    memory = reader.memory
    assert memory is not None
    druid = next(piece for piece in memory.pieces if piece.space == 45)
    reader.memory = replace(memory, pieces=tuple(piece for piece in memory.pieces if piece != druid))
    now = picture(OPENING, 0).copy()
    bases = reader.layout.bases_mm(45)
    farthest = bases[np.linalg.norm(bases - druid.base_mm, axis=1).argmax()]
    column, row = np.rint(reader.layout.view.project([(*farthest, 0.0)])[0]).astype(int) * 2
    now[row - 8 : row + 8, column - 8 : column + 8] = 255
    looked = reader.look("1", 1.0, now)
    assert 45 in looked.changed
    assert looked.table.get(45) is None


def test_evidence_counts_what_stands_there_and_what_left(seen: Observation, evidence: Evidence) -> None:
    assert evidence.pieces(20) == ()
    assert sorted(piece.kind for piece in evidence.pieces(45)) == sorted([DRUID, *BEFORE[45]])
    assert evidence.left(20) == 1
    assert evidence.left(45) == 0


def test_whole_pieces_weigh_about_what_certain_ones_do(evidence: Evidence) -> None:
    for piece in evidence.pieces(45):
        assert 0.5 * CERTAIN_NATS < piece.nats < 3 * CERTAIN_NATS


def test_another_colour_costs_something_but_never_more_than_colour_may(evidence: Evidence) -> None:
    for piece in evidence.pieces(45):
        colour = {kind: nats for (space, kind), nats in piece.others.items() if space == 45}
        assert len(colour) == 4
        assert piece.kind not in colour
        assert min(colour.values()) > 0
        assert max(colour.values()) <= PARAMS.decisive_nats


def test_one_more_in_full_view_is_hard_to_believe(evidence: Evidence) -> None:
    assert evidence.addition(20, DRUID) > CERTAIN_NATS / 2


def test_the_true_table_fits_best(seen: Observation, evidence: Evidence) -> None:
    other = next(kind for kind in COLOURS if kind not in AFTER[45])
    best = evidence.fit(wanted(seen))
    worse = {
        "nothing happened": wanted(seen, s20={DRUID: 1}, s45=dict(BEFORE[45])),
        "one more": wanted(seen, s20={DRUID: 1}),
        "one less": wanted(seen, s45=dict(BEFORE[45])),
        "another colour": wanted(seen, s45={**BEFORE[45], other: 1}),
    }
    for what, table in worse.items():
        assert evidence.fit(table) < best - 2, what


# -- pixels


def places(likelihoods: LikelihoodMap, space: int) -> PlacedPiece:
    """The druid where it fits best on a space."""
    number = DRUIDS.names.index(DRUID)
    best = int(likelihoods.scores(space)[number].argmax())
    x, y = likelihoods.layout.bases_mm(space)[best]
    return PlacedPiece(DRUID, space, (float(x), float(y)))


def test_pixels_support_a_druid_where_it_stands_now_only(likelihoods: LikelihoodMap) -> None:
    number = DRUIDS.names.index(DRUID)
    usual = likelihoods.learnt.usual
    assert likelihoods.scores(45)[number].max() > 0.5 * usual
    assert likelihoods.scores(20)[number].max() < 0.1 * usual


def test_explained_pixels_support_no_further_piece(likelihoods: LikelihoodMap) -> None:
    number = DRUIDS.names.index(DRUID)
    piece = places(likelihoods, 45)
    index = likelihoods.index_of(piece)
    before = float(likelihoods.support(index, number))
    assert likelihoods.visible(index, number) == 1
    likelihoods.explain_away(piece)
    assert likelihoods.visible(index, number) == 0
    assert abs(float(likelihoods.support(index, number))) < 0.3 * before
    assert likelihoods.scores(45)[number].max() < 0.7 * before


def test_a_dark_place_in_the_shadow_of_a_druid_is_hardly_another_one(
    likelihoods: LikelihoodMap,
) -> None:
    black, standing = COLOURS.index("black"), PlacedPiece("black", 45, (300.0, 250.0))
    middle_mm, away = np.array([250.0, 200.0]), np.array([1.0, 0.0])
    index = likelihoods.layout.body_index(np.array([[312.0, 250.0]]))
    likelihoods._dimmed = np.full(likelihoods.explained.size, 0.1, np.float32)
    depths = np.zeros(likelihoods.layout.label_count)
    likelihoods.learnt = replace(
        likelihoods.learnt,
        room_light=RoomLight(away, 0.0, middle_mm, DRUIDS.radius_mm, 24.0, depths, 1.0),
    )
    likelihoods.arrival_gain[black] = 5.0
    unshaded = float(likelihoods.support(index, black)[0])
    likelihoods.cast_shadows(standing)
    assert float(likelihoods.support(index, black)[0]) < 0 < unshaded


def test_in_a_shadow_where_gloss_was_the_ground_may_have_the_colours_it_has_elsewhere(
    opening: tuple[BoardReader, Observation],
) -> None:
    """The light that casts it made the gloss."""
    reader = opening[0]
    layout, memory = reader.layout, reader.memory
    assert memory is not None
    (area,) = np.nonzero((layout.labels == layout.plan.numbers[45]) & ~reader._covered(memory.pieces).ravel())
    lab, glossy = memory.lab, memory.plate.copy()
    glossy.reshape(-1, 3)[area] = (220, 130, 155)
    ground, before = DensityComparison(lab, glossy), DensityComparison(lab, memory.lab)
    depths = np.full(layout.label_count, -0.4)
    room_light = RoomLight(
        np.array([1.0, 0.0]), 0.0, np.array([250.0, 200.0]), DRUIDS.radius_mm, 24.0, depths, 0.25
    )
    relit = RelitPicture(lab, ground, before, memory.known.ravel(), neutral, neutral)
    likelihoods = LikelihoodMap(layout, replace(reader.learnt, room_light=room_light), relit).for_spaces([45])
    assert np.median(likelihoods._dimmed[area]) < 0.2


def test_the_kept_share_counts_visible_points_only(likelihoods: LikelihoodMap) -> None:
    piece = places(likelihoods, 45)
    index = likelihoods.index_of(piece)
    assert likelihoods.kept_share(index, DRUIDS.numbers[DRUID]) == 1
    likelihoods._kept[index] = -1.5
    assert likelihoods.kept_share(index, DRUIDS.numbers[DRUID]) == 0
    likelihoods.explain_away(piece)
    assert likelihoods.kept_share(index, DRUIDS.numbers[DRUID]) == 1


@pytest.mark.parametrize("kept_nats", [0.0, -1.5])
def test_where_nothing_shows_what_it_did_some_of_its_colour_is_no_druid(
    opening: tuple[BoardReader, Observation],
    likelihoods: LikelihoodMap,
    monkeypatch: pytest.MonkeyPatch,
    kept_nats: float,
) -> None:
    reader, some = opening[0], 0.35 * likelihoods.learnt.usual
    monkeypatch.setattr(LikelihoodMap, "near", lambda _, bases, __: np.full(len(bases), some, np.float32))
    memory = reader.memory
    assert memory is not None
    same = DensityComparison(memory.lab, memory.lab)
    relit = replace(
        likelihoods._relit,
        lab=memory.lab,
        before=same,
        kept=lambda pixels: np.full(len(pixels), kept_nats, np.float32),
    )
    nothing = np.zeros(memory.known.size, bool)
    read = PieceReader(LikelihoodMap(reader.layout, reader.learnt, relit), memory.pieces, [20], nothing)
    assert (read.left[20] == 0) == (kept_nats == 0)


@pytest.mark.parametrize(("share", "persists"), [(0.85, False), (0.95, True)])
def test_what_looks_quite_as_before_stays_whatever_its_colour(
    opening: tuple[BoardReader, Observation],
    likelihoods: LikelihoodMap,
    monkeypatch: pytest.MonkeyPatch,
    share: float,
    persists: bool,
) -> None:
    reader = opening[0]
    memory = reader.memory
    assert memory is not None
    relit = replace(likelihoods._relit, lab=memory.lab, before=DensityComparison(memory.lab, memory.lab))
    monkeypatch.setattr(LikelihoodMap, "near", lambda _, bases, __: np.zeros(len(bases), np.float32))
    (piece,) = (piece for piece in memory.pieces if piece.space == 45)
    bare = LikelihoodMap(reader.layout, reader.learnt, relit).for_spaces([45])
    whole = float(bare.support(bare.index_of(piece), COLOURS.index(piece.kind), persists=True))
    learnt = replace(reader.learnt, usual=whole / share)
    nothing = np.zeros(memory.known.size, bool)
    read = PieceReader(LikelihoodMap(reader.layout, learnt, relit), memory.pieces, [45], nothing)
    assert (read.left[45] == 0) == persists


@pytest.mark.slow
def test_a_druid_pushed_to_near_a_border_may_be_of_either_side(
    middle: tuple[BoardReader, Observation],
) -> None:
    reader = middle[0]
    memory = reader.memory
    assert memory is not None
    bare = DensityComparison(memory.lab, memory.plate)
    relit = RelitPicture(memory.lab, bare, bare, memory.known.ravel(), neutral, neutral)

    def beside_mm(piece: PlacedPiece) -> float:
        others = (outline for space, outline in reader.plan.spaces.items() if space != piece.space)
        return max(cv2.pointPolygonTest(each.astype(np.float32), piece.base_mm, True) for each in others)

    piece = max(memory.pieces, key=beside_mm)
    middle_mm = reader.plan.spaces[piece.space].mean(0)
    way = (middle_mm - piece.base_mm) / np.linalg.norm(middle_mm - piece.base_mm)
    x, y = piece.base_mm + 8 * way
    pieces = [p for p in memory.pieces if p.space != piece.space]
    pieces.append(replace(piece, base_mm=(float(x), float(y))))
    nothing = np.zeros(memory.known.size, bool)
    read = PieceReader(LikelihoodMap(reader.layout, reader.learnt, relit), pieces, [piece.space], nothing)
    (pushed,) = [s for s in read.seen if np.hypot(*np.subtract(s.piece.base_mm, piece.base_mm)) < 4]
    assert read.left[piece.space] == 0
    assert {space for space, _ in pushed.others} - {piece.space}


def test_what_looks_like_no_druid_speaks_for_none(
    opening: tuple[BoardReader, Observation], likelihoods: LikelihoodMap
) -> None:
    piece = places(likelihoods, 45)
    index = likelihoods.index_of(piece)
    memory = opening[0].memory
    assert memory is not None
    lab = likelihoods._relit.lab.copy()
    lab.reshape(-1, 3)[index] = (255, 200, 60)
    relit = replace(likelihoods._relit, lab=lab, ground=DensityComparison(lab, memory.plate))
    pink = LikelihoodMap(likelihoods.layout, likelihoods.learnt, relit).for_spaces([45])
    assert all(float(pink.support(index, number)) <= 0 for number in range(len(COLOURS)))


def test_a_fork_has_its_own_explained_pixels(likelihoods: LikelihoodMap) -> None:
    number = DRUIDS.names.index(DRUID)
    score = likelihoods.scores(45)[number].max()
    fork = likelihoods.fork()
    fork.explain_away(places(fork, 45))
    assert fork.explained.any()
    assert not likelihoods.explained.any()
    assert likelihoods.scores(45)[number].max() == score
    assert fork.scores(45)[number].max() < score


def test_free_places_are_clear_or_all_when_none_is(likelihoods: LikelihoodMap) -> None:
    bases = likelihoods.layout.bases_mm(45)
    piece = places(likelihoods, 45)
    free = likelihoods.free(45, [piece])
    gaps = np.linalg.norm(bases - piece.base_mm, axis=1)
    assert np.array_equal(free, gaps > 10)
    everywhere = [PlacedPiece(DRUID, 45, (float(x), float(y))) for x, y in bases]
    assert likelihoods.free(45, everywhere).all()
