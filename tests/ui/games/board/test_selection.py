"""Touches of several spaces mean one move."""

from ui.games.board.selection import Selection, answered, telling_spaces

STEP, JUMP, LONG, OTHER = ("c3", "d4"), ("c3", "e5"), ("c3", "e5", "g7"), ("e3", "d4")
MOVES = [STEP, JUMP, LONG, OTHER]


def test_the_only_move_left_is_played_when_it_is_complete() -> None:
    chosen = Selection(tuple)
    assert chosen.next_spaces(MOVES) == {"c3", "e3"}
    assert chosen.touch("c3", MOVES) == "begun"
    assert chosen.next_spaces(MOVES) == {"d4", "e5"}
    assert chosen.touch("d4", MOVES) == (STEP,)
    assert chosen.touched == ()


def test_a_move_that_another_one_continues_waits_for_the_next_touch() -> None:
    chosen = Selection(tuple)
    chosen.touch("c3", MOVES)
    assert chosen.touch("e5", MOVES) == "begun"
    assert chosen.complete(MOVES) == (JUMP,)
    assert chosen.next_spaces(MOVES) == {"g7"}
    assert chosen.touch("g7", MOVES) == (LONG,)
    chosen.touch("c3", MOVES)
    chosen.touch("e5", MOVES)
    assert chosen.touch("e5", MOVES) == (JUMP,)


def test_another_piece_begins_anew_and_the_same_one_gives_up() -> None:
    chosen = Selection(tuple)
    chosen.touch("c3", MOVES)
    assert chosen.touch("e3", MOVES) == "begun"
    assert chosen.touched == ("e3",)
    assert chosen.touch("a1", MOVES) == "refused"
    assert chosen.touched == ("e3",)
    assert chosen.touch("e3", MOVES) == "dropped"
    assert not chosen.touched


def test_a_question_is_answered_by_a_space_of_one_move_only() -> None:
    assert answered("e3", [STEP, OTHER], tuple) == (OTHER,)
    assert answered("d4", [STEP, OTHER], tuple) == ()
    assert telling_spaces([STEP, OTHER], tuple) == ("c3", "e3")
    assert telling_spaces([JUMP, LONG], tuple) == (None, "g7")
