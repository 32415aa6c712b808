from hypothesis import given
from hypothesis import strategies as st

from companion.games.base import Table
from companion.session.repair import after, removals, spaces, steps
from companion.table.guide import GuideStep
from companion.table.tables import plus
from tests.session.fakes import same

pieces = st.dictionaries(st.sampled_from(["red", "blue"]), st.integers(1, 3), min_size=1)
tables = st.dictionaries(st.integers(1, 5), pieces)


@given(actual=tables, wanted=tables)
def test_doing_all_steps_makes_the_table_right(actual: Table, wanted: Table) -> None:
    now = actual
    for step in steps(actual, wanted):
        now = after(now, step)
    assert same(now, wanted)


def test_a_group_that_went_on_is_brought_back_in_one_move() -> None:
    actual: Table = {13: {"red": 2, "blue": 1}, 20: {"red": 1}}
    wanted: Table = {12: {"red": 2}, 13: {"blue": 1}, 20: {"red": 1}}
    assert steps(actual, wanted) == (GuideStep("move", 13, 12, {"red": 2}),)


def test_what_is_missing_comes_from_the_box_and_what_is_too_much_goes_there() -> None:
    todo = steps({1: {"red": 1}}, {2: {"blue": 1}})
    assert todo == (GuideStep("place", 2, None, {"blue": 1}), GuideStep("remove", 1, None, {"red": 1}))
    assert spaces(todo) == (2, 1)


@given(actual=tables, wanted=tables)
def test_two_sided_pieces_are_turned_and_the_table_is_right(actual: Table, wanted: Table) -> None:
    now = actual
    for step in steps(actual, wanted, {"red": "blue", "blue": "red"}):
        now = after(now, step)
    assert same(now, wanted)


def test_a_disc_with_the_wrong_side_up_is_turned_where_it_lies() -> None:
    todo = steps({1: {"red": 1}, 2: {"red": 1}}, {1: {"blue": 1}, 2: {"red": 1}}, {"red": "blue"})
    assert todo == (GuideStep("turn_over", 1, None, {"red": 1}, becomes={"blue": 1}),)
    assert steps({1: {"red": 1}}, {1: {"blue": 1}}, {"blue": "red"})[0].act == "place"


def test_two_pieces_that_changed_places_are_exchanged() -> None:
    todo = steps({1: {"red": 1}, 2: {"blue": 1}}, {1: {"blue": 1}, 2: {"red": 1}})
    assert todo == (GuideStep("exchange", 1, 2, {"red": 1}, becomes={"blue": 1}),)


def test_nothing_to_do() -> None:
    assert steps({1: {"red": 1}}, {1: {"red": 1}}) == ()
    assert removals({}) == ()
    assert plus({}, {}) == {}
