"""A suggested act can be made from its page: a figure's move, and a tile."""

from typing import Any

import pytest

from companion.games.base import Advice, Sentence
from companion.games.fairytile.board import cell_text, tile_cells
from companion.games.fairytile.placements import placements
from companion.games.fairytile.position import Act, Move, PlaceTile, Position
from companion.games.fairytile.rules import reachable
from tests.ui.finger import Finger
from tests.ui.games.fairytile import states
from tests.ui.press import buttons


def knight(p: Position) -> Advice[Act]:
    move = Move("knight", min(reachable(p, "knight")))
    way = cell_text(p.figure_cells["knight"]), cell_text(move.to)
    return Advice(move, way, way, Sentence("Now the knight sees the dragon."))


def tile(p: Position) -> Advice[Act]:
    act = PlaceTile(*placements(p.kingdom, p.box.face(p.stack[0]), False)[0])
    way = tuple(map(cell_text, tile_cells(act.at, act.turn)))
    return Advice(act, way, way, Sentence("The forest grows."))


@pytest.mark.parametrize("suggest", [knight, tile])
def test_a_suggested_act_is_made_from_its_page(open_window: Any, suggest: Any) -> None:
    fake = states.turn(0)
    advice = suggest(fake.position)
    fake.hints.found = (advice,)
    fake.session.bots = dict.fromkeys(
        fake.session.players[1:], "easy"
    )  # alone against the app: nothing is secret
    running = open_window(fake)
    with Finger(running.window).ready() as finger:

        def touch(text: str) -> None:
            finger.until(lambda: key_of(running, text))
            finger.tap(key_of(running, text))

        running.app.open("hint")
        touch("Show good moves")
        finger.until(lambda: key_of(running, "1"))
        touch("1")
        touch("Play this")
        finger.until(lambda: fake.position.done)
    done = fake.position.done[-1]
    assert done.figure == getattr(advice.move, "figure", None)


def key_of(running: Any, text: str) -> Any:
    """The key with this text or number; None while there is none."""
    return next((key for key in buttons(running) if text in (key.text, getattr(key, "number", ""))), None)
