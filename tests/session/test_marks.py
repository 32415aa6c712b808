"""What needs the eye on a watched table: the same for lamps, windows and phones."""

from dataclasses import replace

import pytest

from companion.games import fae
from companion.games.base import Reason, rule_error
from companion.session.fae import decisions
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.view import Mark
from companion.table.guide import GuideStep
from tests.session.contract import GAME
from tests.session.fae_answers import moved
from tests.session.test_contract import played


@pytest.fixture
def shown() -> FaeSnapshot:
    """Fae after one move, which may be made on the screen alone."""
    session = played("fae").begun()
    before = session.snapshot(GAME)
    assert isinstance(before, FaeSnapshot)
    session.tell(moved(GAME, _legal(before)[0]))
    found = session.snapshot(GAME)
    assert isinstance(found, FaeSnapshot)
    return replace(found, decisions=())


def _legal(shown: FaeSnapshot) -> list[fae.Move]:
    assert shown.position
    return [*fae.legal(shown.position)]


def test_the_last_move_until_hands_are_to_do_something(shown: FaeSnapshot) -> None:
    source, target = shown.log[-1].move[:2]
    assert shown.marks == (Mark(source, "last"), Mark(target, "last"))
    assert replace(shown, todo=(GuideStep("remove", 7), GuideStep("place", 8))).marks == (Mark(7, "remove"),)


def test_the_way_back_goes_before_what_is_wrong(shown: FaeSnapshot) -> None:
    wrong = replace(shown, illegal=Reason("across_lake", (7, 9, 11)), todo=(GuideStep("move", 9, 7),))
    assert wrong.marks == (Mark(11, "wrong"), Mark(9, "move"), Mark(7, "goal"))


def test_several_moves_in_doubt_have_letters_and_the_only_one_is_whole(shown: FaeSnapshot) -> None:
    moves = next(
        (one, other) for one in _legal(shown) for other in _legal(shown) if not {*one[:2]} & {*other[:2]}
    )
    which = replace(shown, unclear=(3,), decisions=(decisions.which("Ana", moves),))
    assert which.marks == tuple(
        Mark(move.target, "ask", letter) for move, letter in zip(moves, "AB", strict=True)
    )
    only = replace(shown, decisions=(decisions.which("Ana", moves[:1]),))
    assert only.marks == (Mark(moves[0].source, "ask"), Mark(moves[0].target, "ask", "?"))


def test_pieces_that_are_not_understood_and_rituals_to_order_are_asked_about(shown: FaeSnapshot) -> None:
    assert replace(shown, unclear=(3, 5)).marks[-2:] == (Mark(3, "ask", "?"), Mark(5, "ask", "?"))
    assert replace(shown, choose=(3, 5)).marks == (Mark(3, "ask", "?"), Mark(5, "ask", "?"))


def test_the_wrong_spaces_of_a_set_up(shown: FaeSnapshot) -> None:
    problem = rule_error("bad_setup", [], spaces=(3, 99))
    setup = FaeSnapshot(name="fae", game=GAME, players=shown.players, phase="setup", problem=problem)
    assert setup.marks == (Mark(3, "wrong"),)
