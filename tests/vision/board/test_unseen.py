"""A druid that people vouch for in the first picture though nothing of it shows there."""

import numpy as np
import pytest

from companion.games import fae
from companion.session.board.interpreter import Interpreter
from companion.table.observation import Observation
from companion.table.verdict import Settled, Wrong
from tests.vision.board.test_learn import painted_over, set_up
from tests.vision.pictures import OPENING, picture, state, tapped
from vision.arrays import Picture
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.fae.board import fae_reader

BARE, SOURCE, TARGET = 12, 20, 45
"""Number 1 of the sequence shows the druid of 20 on 45."""
BEFORE = state(OPENING, 0)
POSITION = fae.start(set_up(BEFORE), 2)
NOISE = 10.0


def accepted_unseen(plan: PrintedBoard, reader: BoardReader, space: int) -> tuple[BoardReader, Picture]:
    """Return a reader that accepted a druid which is painted over in the picture, and that picture."""
    image = painted_over(reader, picture(OPENING, 0), space)
    fresh = fae_reader(tapped(plan, OPENING), BEFORE)
    assert space not in fresh.look("0", 0.0, image).table
    fresh.accept(BEFORE)
    return fresh, image


def test_it_does_not_leave_where_nobody_saw_it(
    plan: PrintedBoard, opening: tuple[BoardReader, Observation]
) -> None:
    """In noise its space is looked at again and again."""
    reader, image = accepted_unseen(plan, opening[0], BARE)
    noise = np.random.default_rng(5).normal(0, NOISE, image.shape)
    seen = reader.look("1", 1.0, np.clip(np.rint(image + noise), 0, 255).astype(np.uint8))
    assert seen.evidence is not None
    assert BARE in seen.changed
    assert seen.evidence.left(BARE) == 0
    assert [piece.nats for piece in seen.evidence.pieces(BARE)] == [0.0]
    assert isinstance(Interpreter(fae).interpret(POSITION, seen, {}), Settled)


@pytest.mark.parametrize("space", [BARE, TARGET])
def test_it_is_known_as_soon_as_it_is_seen(
    plan: PrintedBoard, opening: tuple[BoardReader, Observation], space: int
) -> None:
    reader, _ = accepted_unseen(plan, opening[0], space)
    seen = reader.look("1", 1.0, picture(OPENING, 0))
    assert isinstance(Interpreter(fae).interpret(POSITION, seen, {}), Settled)
    reader.accept(BEFORE)
    assert [piece.seen for piece in reader.pieces if piece.space == space] == [True]


def test_its_move_is_seen_by_where_it_comes(
    plan: PrintedBoard, opening: tuple[BoardReader, Observation]
) -> None:
    reader, _ = accepted_unseen(plan, opening[0], SOURCE)
    seen = reader.look("1", 1.0, picture(OPENING, 1))
    verdict = Interpreter(fae).interpret(POSITION, seen, {})
    assert isinstance(verdict, Wrong)
    assert (verdict.source, verdict.target, verdict.reason.code) == (SOURCE, TARGET, "across_lake")
