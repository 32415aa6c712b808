from copy import deepcopy

import numpy as np
import pytest

from companion.table.observation import Observation
from tests.vision.pictures import OPENING, PILES, picture, state, tapped
from vision.calibrate import View
from vision.fae.plan import BoardPlan, fae_plan
from vision.fae.reader import Reader


@pytest.fixture(scope="session")
def plan() -> BoardPlan:
    return fae_plan()


@pytest.fixture(scope="session")
def opening(plan: BoardPlan) -> tuple[Reader, Observation]:
    """A reader that has seen the set-up, and what it read. Not to be changed: see `reader`."""
    reader = Reader(plan, tapped(plan, OPENING))
    return reader, reader.look("0", 0.0, picture(OPENING, 0))


@pytest.fixture(scope="session")
def middle(plan: BoardPlan) -> tuple[Reader, Observation]:
    """A reader that has seen a known position in the middle of a game, and what it read there."""
    reader = Reader(plan, tapped(plan, PILES), state(PILES, 0))
    return reader, reader.look("0", 0.0, picture(PILES, 0))


@pytest.fixture
def reader(opening: tuple[Reader, Observation]) -> Reader:
    """A reader of one's own that has seen the set-up and was told that it is right."""
    mine = deepcopy(opening[0])
    mine.accept(state(OPENING, 0))
    return mine


@pytest.fixture(scope="session")
def opening_view(opening: tuple[Reader, Observation]) -> View:
    """The view found in the picture of the set-up, in pixels of that picture."""
    return opening[0].layout.view.scaled(1280 / np.float64(opening[0].layout.view.size_px[0]).item())
