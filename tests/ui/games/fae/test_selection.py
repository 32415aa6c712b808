import pytest

from companion.games import fae
from companion.games.fae import board
from tests.ui.games.fae.fake import opening

pytestmark = pytest.mark.usefixtures("display")  # the package of a game's widgets needs one


@pytest.fixture
def position() -> fae.Position:
    return opening(3, 2)


def test_group_then_target_is_a_move(position: fae.Position) -> None:
    from ui.games.fae.selection import FaeSelection

    taps = FaeSelection()
    move = fae.legal(position)[0]
    assert taps.board(position, move.source) is None
    assert move.target in taps.targets(position)
    assert taps.board(position, move.target) == move
    assert taps.selected is None


def test_second_tap_on_the_group_lets_it_go(position: fae.Position) -> None:
    from ui.games.fae.selection import FaeSelection

    taps = FaeSelection()
    taps.board(position, 1)
    taps.board(position, 1)
    assert taps.selected is None


def test_targets_are_the_legal_moves(position: fae.Position) -> None:
    from ui.games.fae.selection import FaeSelection

    taps = FaeSelection(selected=9)
    assert set(taps.targets(position)) == {m.target for m in fae.legal(position) if m.source == 9}


def test_forbidden_target_says_why_and_keeps_the_group(position: fae.Position) -> None:
    from ui.games.fae.selection import FaeSelection, Forbidden

    source, across = sorted(board.ACROSS_LAKE)[0]
    taps = FaeSelection(selected=source)
    meaning = taps.board(position, across)
    assert isinstance(meaning, Forbidden)
    assert (meaning.reason.code, meaning.space, taps.selected) == ("across_lake", across, source)


def test_empty_space_is_not_selected(position: fae.Position) -> None:
    from ui.games.fae.selection import FaeSelection

    move = fae.legal(position)[0]
    taps = FaeSelection()
    taps.board(fae.apply(position, move), move.source)
    assert taps.selected is None


def test_moves_in_doubt_are_told_apart_by_the_space_only_they_have() -> None:
    from ui.games.fae.selection import answer_spaces, answered

    same_target = (fae.Move(3, 4), fae.Move(5, 4), fae.Move(3, 2))
    assert answer_spaces(same_target) == (3, 5, 2)
    assert answered(same_target, 5) == same_target[1]
    assert answered(same_target, 4) is None


def test_order_is_complete_when_every_space_was_tapped_and_can_be_taken_back() -> None:
    from ui.games.fae.selection import FaeSelection

    taps = FaeSelection()
    assert taps.order((7, 8), 8) is None
    assert taps.order((7, 8), 8) is None
    assert taps.order((7, 8), 20) is None
    assert taps.order((7, 8), 7) is None
    assert taps.order((7, 8), 8) == (7, 8)
