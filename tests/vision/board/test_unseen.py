"""A druid that people vouch for in the first picture though nothing of it shows there."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import TypeAlias

import numpy as np
import pytest

from companion.games import fae
from companion.session.board.interpreter import Interpreter
from companion.table.observation import Observation
from companion.table.verdict import Settled, Wrong
from tests.slow import slow_but
from tests.vision.board.test_learn import painted_over, set_up
from tests.vision.pictures import OPENING, picture, state
from vision.arrays import Picture
from vision.board.reader import BoardReader
from vision.fae.board import fae_reader
from vision.geometry.find_board import Locate

BARE, SOURCE, TARGET = 12, 20, 45
"""Number 1 of the sequence shows the druid of 20 on 45."""
BEFORE = state(OPENING, 0)
POSITION = fae.start(set_up(BEFORE), 2)
NOISE = 10.0


Unseen: TypeAlias = Callable[[int], tuple[BoardReader, Picture]]


@pytest.fixture(scope="module")
def accepted_unseen(opening: tuple[BoardReader, Observation], located: Locate) -> Unseen:
    """Readers that accepted a druid of a space which is painted over in the picture, and that picture."""

    @cache
    def accepted(space: int) -> tuple[BoardReader, Picture]:
        image = painted_over(opening[0], picture(OPENING, 0), space)
        fresh = fae_reader(located, BEFORE)
        assert space not in fresh.look("0", 0.0, image).table
        fresh.accept(BEFORE)
        return fresh, image

    return lambda space: deepcopy(accepted(space))


def test_it_does_not_leave_where_nobody_saw_it(accepted_unseen: Unseen) -> None:
    """In noise its space is looked at again and again."""
    reader, image = accepted_unseen(BARE)
    noise = np.random.default_rng(5).normal(0, NOISE, image.shape)
    seen = reader.look("1", 1.0, np.clip(np.rint(image + noise), 0, 255).astype(np.uint8))
    assert seen.evidence is not None
    assert BARE in seen.changed
    assert seen.evidence.left(BARE) == 0
    assert [piece.nats for piece in seen.evidence.pieces(BARE)] == [0.0]
    assert isinstance(Interpreter(fae).interpret(POSITION, seen, {}), Settled)


@pytest.mark.parametrize("space", slow_but(1, [BARE, TARGET]))
def test_it_is_known_as_soon_as_it_is_seen(accepted_unseen: Unseen, space: int) -> None:
    reader, _ = accepted_unseen(space)
    seen = reader.look("1", 1.0, picture(OPENING, 0))
    assert isinstance(Interpreter(fae).interpret(POSITION, seen, {}), Settled)
    reader.accept(BEFORE)
    assert [piece.seen for piece in reader.pieces if piece.space == space] == [True]


def test_its_move_is_seen_by_where_it_comes(accepted_unseen: Unseen) -> None:
    reader, _ = accepted_unseen(SOURCE)
    seen = reader.look("1", 1.0, picture(OPENING, 1))
    verdict = Interpreter(fae).interpret(POSITION, seen, {})
    assert isinstance(verdict, Wrong)
    assert (verdict.source, verdict.target, verdict.reason.code) == (SOURCE, TARGET, "across_lake")
