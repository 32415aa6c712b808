from copy import deepcopy

import cv2
import numpy as np
import pytest

from companion.table.observation import Observation
from tests.vision.pictures import OPENING, PATCH, PILES, picture, small, state, tapped
from vision.arrays import Picture
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.fae.board import fae_board, fae_reader
from vision.geometry.calibrate import View
from vision.geometry.find_board import Locate
from vision.light.change import to_lab


@pytest.fixture(scope="session")
def plan() -> PrintedBoard:
    return fae_board()


@pytest.fixture(scope="session")
def opening(plan: PrintedBoard) -> tuple[BoardReader, Observation]:
    """A reader after the set-up, and its observation. Shared: a test that changes it uses `reader`."""
    reader = fae_reader(tapped(plan, OPENING))
    return reader, reader.look("0", 0.0, picture(OPENING, 0))


@pytest.fixture(scope="session")
def middle(plan: PrintedBoard) -> tuple[BoardReader, Observation]:
    """A reader after a known position in the middle of a game, and its observation."""
    reader = fae_reader(tapped(plan, PILES), state(PILES, 0))
    return reader, reader.look("0", 0.0, picture(PILES, 0))


@pytest.fixture
def reader(opening: tuple[BoardReader, Observation]) -> BoardReader:
    """A copy of the reader after the set-up, which it accepted as right."""
    mine = deepcopy(opening[0])
    mine.accept(state(OPENING, 0))
    return mine


@pytest.fixture(scope="session")
def opening_view(opening: tuple[BoardReader, Observation]) -> View:
    """The view found in the picture of the set-up, in pixels of that picture."""
    return opening[0].layout.view.scaled(1280 / np.float64(opening[0].layout.view.size_px[0]).item())


@pytest.fixture(scope="session")
def located(opening_view: View) -> Locate:
    """The board of the set-up as it was found there, for readers whose test is not about finding it."""
    return lambda _: opening_view


@pytest.fixture(scope="module")
def board() -> Picture:
    """The board, blurred, so that single levels matter."""
    return np.asarray(cv2.GaussianBlur(small(picture(OPENING, 0)), (0, 0), 3), dtype=np.uint8)


@pytest.fixture(scope="module")
def painted(board: Picture) -> Picture:
    now = board.copy()
    now[PATCH] = (200, 60, 200)
    return now


@pytest.fixture(scope="module")
def dimmed(board: Picture) -> Picture:
    """Lab picture with less light on the patch: lightness and colour scale alike."""
    now = to_lab(board).astype(np.float32)
    neutral = np.array([0, 128, 128])
    now[PATCH] = (now[PATCH] - neutral) * 0.6 + neutral
    return np.asarray(np.rint(now), dtype=np.uint8)
