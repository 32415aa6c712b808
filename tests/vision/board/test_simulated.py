"""Simulated tables of boards; tests of one board stand together, as what is painted is kept for the next."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, pairwise

import cv2
import numpy as np
import pytest

from companion.games.base import Space, Table
from companion.table.guide import GuideStep
from tests.bench.board_sequences import GAMES, Game, Turn, played
from tests.slow import slow_but
from tests.vision.pictures import beyond
from vision.arrays import Floats, Picture
from vision.base import PieceMark
from vision.board import simulated
from vision.board.piece_kinds import DARK, LIGHT, PieceKind, PieceKinds
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.board.simulated import SimulatedBoard
from vision.geometry.find_board import from_taps
from vision.simulated import stage
from vision.simulated.props import StageFrame

REVERSI, DRAUGHTS = GAMES["reversi"], GAMES["draughts"]
MARK = PieceMark("P", (200, 200, 200))
CROWD = PieceKinds(
    [
        PieceKind("disc", MARK, 14.0, 4.0),
        PieceKind("white", MARK, 16.0, 28.0, flat=False, colour=LIGHT),
        PieceKind("black", MARK, 16.0, 28.0, flat=False, colour=DARK),
    ],
    per_space=None,
)


def morris() -> PrintedBoard:
    """Return the board of nine men's morris."""
    ways = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
    places: dict[Space, tuple[float, float]] = {
        f"{ring}{number}": (175.0 + ring * 50.0 * x, 175.0 + ring * 50.0 * y)
        for ring in (1, 2, 3)
        for number, (x, y) in enumerate(ways)
    }
    pairs = [(f"{ring}{n}", f"{ring}{(n + 1) % 8}") for ring in (1, 2, 3) for n in range(8)]
    pairs += [(f"1{n}", f"3{n}") for n in (1, 3, 5, 7)]
    lines = [np.array([places[a], places[b]]) for a, b in pairs]
    return PrintedBoard.points(places, 16.0, (350.0, 350.0), lines, 15.0, symmetry=4)


def hexes() -> PrintedBoard:
    """Return a board of 24 hexagons."""
    centres: dict[Space, tuple[float, float]] = {
        f"{column},{row}": (60 + 52.5 * column, 70 + 35 * 3**0.5 * (row + 0.5 * (column % 2)))
        for column in range(6)
        for row in range(4)
    }
    return PrintedBoard.hex(centres, 35.0, (400.0, 320.0), 12.0)


HEXES = hexes()


def at_rest(table: SimulatedBoard, turns: Sequence[Turn]) -> list[StageFrame[Space]]:
    """Return the last picture before the first turn and after each."""
    return [frame for frame, rest in played(table, turns, 2.0) if rest]


def seen_at(board: PrintedBoard, frame: StageFrame[Space], spot_mm: Sequence[float]) -> tuple[Floats, Floats]:
    """Return the BGR colours around a point of the board, (9, 3), and its pixel, (2,)."""
    corners = board.corners_mm[:, :2].astype(np.float32)
    plane = cv2.getPerspectiveTransform(corners, frame.corners_px.astype(np.float32))
    at_px = cv2.perspectiveTransform(np.array([[spot_mm]], np.float32), plane)[0, 0].astype(np.float64)
    x, y = np.round(at_px).astype(int)
    return frame.picture[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).astype(np.float64), at_px


def in_space(board: PrintedBoard, frame: StageFrame[Space], space: Space) -> tuple[float, Floats]:
    """Return the mean brightness in the middle of a space and the pixel, (2,), of that."""
    colours, at_px = seen_at(board, frame, board.spaces[space].mean(0).tolist())
    return float(colours.mean()), at_px


@pytest.mark.slow
def test_equal_seeds_give_equal_pictures() -> None:
    def shown(seed: int) -> Picture:
        return next(SimulatedBoard(hexes(), CROWD, {"1,1": {"disc": 3, "white": 1}}, seed).frames([])).picture

    first = shown(3)
    stage._painted.cache_clear()
    simulated._props.cache_clear()
    assert np.array_equal(first, shown(3))
    assert beyond(cv2.absdiff(first, shown(4)), 20) > first[..., 0].size / 4


@pytest.mark.parametrize(
    ("board", "drawn", "plain"),
    slow_but(
        1, [(HEXES, (60.0, 70.0 + 35 * 3**0.5 / 2), (60.0, 70.0)), (morris(), (175.0, 25.0), (100.0, 50.0))]
    ),
    ids=["hexes", "morris"],
)
def test_lines_are_darker_than_the_ground(
    board: PrintedBoard, drawn: tuple[float, float], plain: tuple[float, float]
) -> None:
    frame = next(SimulatedBoard(board, CROWD, {}, 5, tilt_deg=10.0).frames([]))
    line, ground = (seen_at(board, frame, spot)[0].mean(1).min() for spot in (drawn, plain))
    assert line < 0.75 * ground


def test_several_pieces_lie_apart_in_their_space() -> None:
    stage = SimulatedBoard(HEXES, CROWD, {"2,2": {"disc": 2, "white": 1, "black": 1}}, 5, tilt_deg=10.0)
    spots = np.array([(p.x_mm, p.y_mm) for p in stage.pieces["2,2"]])
    gaps = [np.hypot(*(a - b)) for n, a in enumerate(spots) for b in spots[:n]]
    assert min(gaps) >= 14
    outline = HEXES.spaces["2,2"].astype(np.float32)
    assert all(cv2.pointPolygonTest(outline, (float(x), float(y)), True) > 0 for x, y in spots)


def test_pieces_have_the_colours_of_their_kinds() -> None:
    table: Table = {"c3": {"light": 1}, "f6": {"dark": 1}}
    frame = next(SimulatedBoard(REVERSI.board, REVERSI.kinds, table, 7, tilt_deg=0.0).frames([]))
    light, dark = (in_space(REVERSI.board, frame, space)[0] for space in ("c3", "f6"))
    assert light > 2.5 * dark


@pytest.mark.parametrize("seed", slow_but(1, range(3)))
def test_a_bent_space_holds_its_piece_inside(seed: int) -> None:
    bend = np.array([[0.0, 0], [90, 0], [90, 30], [30, 30], [30, 90], [0, 90]])
    board = PrintedBoard((100.0, 100.0), {"bend": bend})
    kinds = PieceKinds([PieceKind("disc", MARK, 12.0, 4.0)])
    (standing,) = SimulatedBoard(board, kinds, {"bend": {"disc": 1}}, seed).pieces["bend"]
    spot = standing.x_mm, standing.y_mm
    assert cv2.pointPolygonTest(bend.astype(np.float32), spot, True) > 5


def test_truth_follows_the_acts() -> None:
    board = SimulatedBoard(REVERSI.board, REVERSI.kinds, REVERSI.table, rest_s=0.3)

    def acts() -> Iterator[GuideStep]:
        yield GuideStep("place", "d3", pieces={"dark": 1})
        assert board.truth == {**REVERSI.table, "d3": {"dark": 1}}
        yield GuideStep("turn_over", "d4", pieces={"light": 1}, becomes={"dark": 1})
        assert board.truth["d4"] == {"dark": 1}
        yield GuideStep("move", "d3", "a1")
        yield GuideStep("exchange", "a1", "e5", pieces={"dark": 1}, becomes={"light": 1})
        assert (board.truth["a1"], board.truth["e5"]) == ({"light": 1}, {"dark": 1})
        yield GuideStep("remove", "a1")
        assert "a1" not in board.truth

    assert any(frame.hand_in_view for frame in board.frames(acts(), 4.0))


def test_a_kind_that_is_not_described_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of light, dark on a1, found 'king'"):
        SimulatedBoard(REVERSI.board, REVERSI.kinds, {"a1": {"king": 1}})


def capture(source: str, target: str, taken: str, player: str) -> Turn:
    return [
        GuideStep("move", source, target, player=player),
        GuideStep("remove", taken, player=player),
    ]


DRAUGHTS_OPENING = [
    [GuideStep("move", "c3", "d4")],
    [GuideStep("move", "b6", "a5")],
    [GuideStep("move", "d4", "c5")],
    capture("d6", "b4", "c5", "dark"),
    capture("a3", "c5", "b4", "light"),
    [GuideStep("move", "f6", "e5")],
]
REVERSI_OPENING = [*islice(REVERSI.play(dict(REVERSI.start), np.random.default_rng(0)), 3)]


@pytest.mark.parametrize("seed", slow_but(1, range(3)))
@pytest.mark.parametrize(
    ("game", "turns"),
    slow_but(1, [(REVERSI, REVERSI_OPENING), (DRAUGHTS, DRAUGHTS_OPENING)]),  # equal boards before and after
    ids=["reversi", "draughts"],
)
def test_an_opening_is_read_back(game: Game, turns: Sequence[Turn], seed: int) -> None:
    frames = at_rest(SimulatedBoard(game.board, game.kinds, game.table, seed), turns)
    assert len(frames) == len(turns) + 1
    assert all(a.truth != b.truth for a, b in pairwise(frames))
    locate = partial(from_taps, game.board, taps_px=frames[0].corners_px)
    reader = BoardReader(game.board, game.kinds, locate, game.table)
    for number, frame in enumerate(frames):
        seen = reader.look(f"{number}", frame.time_s, frame.picture)
        assert (seen.trouble, seen.table) == (None, frame.truth), number
        reader.accept(frame.truth)


def test_only_a_moved_piece_changes_the_picture() -> None:
    table = SimulatedBoard(DRAUGHTS.board, DRAUGHTS.kinds, DRAUGHTS.table)
    before, after = at_rest(table, [[GuideStep("move", "c3", "d4")]])
    changed = cv2.absdiff(before.picture, after.picture).max(2) > 40
    rows, columns = np.nonzero(cv2.erode(changed.astype(np.uint8), np.ones((3, 3), np.uint8)))
    seen_px = np.column_stack([columns, rows])
    spots_px = np.array([in_space(DRAUGHTS.board, before, space)[1] for space in ("c3", "d4")])
    side_px = np.linalg.norm(spots_px[0] - spots_px[1]) / 2**0.5
    gaps_px = np.linalg.norm(seen_px[:, None] - spots_px[None], axis=2)
    assert gaps_px.min(1).max() < side_px
    assert ((gaps_px < side_px / 3).sum(0) > 100).all()


def test_grounds_of_a_chequered_board_differ() -> None:
    frame = next(SimulatedBoard(DRAUGHTS.board, DRAUGHTS.kinds, {}).frames([]))
    bright: Mapping[str, list[float]] = {"light": [], "dark": []}
    for space, ground in DRAUGHTS.board.grounds.items():
        bright[ground].append(in_space(DRAUGHTS.board, frame, space)[0])
    assert min(bright["light"]) > 1.3 * max(bright["dark"])
