"""Differences between an observed table and the expected one."""

from collections.abc import Mapping

from companion.games.base import Space, Table
from companion.table.compare import Difference, differences, folded
from companion.table.observation import Observation

FOLD: Mapping[Space, Space] = {"9,8": "G", "9,9": "G"}


def seen(table: Table, **confidence: float) -> Observation:
    sure: dict[Space, float] = {space.replace("_", ","): n for space, n in confidence.items()}
    return Observation("0.jpg", 0.0, table, confidence=sure)


def found(expected: Table, observation: Observation) -> tuple[Difference, ...]:
    return differences(expected, observation, FOLD)[0]


def test_equal_tables_do_not_differ() -> None:
    table: Table = {"3,9": {"goblin": 1}, "G": {"bjorn": 1, "alva": 1}}
    actual: Table = {"3,9": {"goblin": 1}, "9,8": {"alva": 1}, "9,9": {"bjorn": 1}, "5,5": {}}
    assert differences(table, seen(actual), FOLD) == ((), ())


def test_what_is_missing_too_much_or_another_is_told() -> None:
    expected: Table = {"3,9": {"goblin": 1}, "4,9": {"troll": 1}, "G": {"bjorn": 1}}
    actual: Table = {"3,9": {"imp": 1}, "5,9": {"sprite": 1}, "9,8": {"alva": 1}}
    assert set(found(expected, seen(actual))) == {
        Difference("3,9", "goblin", "imp"),
        Difference("4,9", "troll", None),
        Difference("5,9", None, "sprite"),
        Difference("G", "bjorn", "alva"),
    }


def test_an_unsure_space_is_no_difference() -> None:
    expected: Table = {"3,9": {"goblin": 1}, "G": {"bjorn": 1}}
    wrong, unsure = differences(expected, seen({"3,9": {"imp": 1}}, **{"3_9": 0.89, "9_8": 0.5}), FOLD)
    assert (wrong, unsure) == ((), ("G", "3,9"))
    assert found(expected, seen({"3,9": {"imp": 1}, "9,9": {"bjorn": 1}}, **{"3_9": 0.9}))


def test_an_area_is_sure_once_all_that_is_expected_was_seen_in_it() -> None:
    expected: Table = {"G": {"bjorn": 1}}
    actual: Table = {"9,8": {"bjorn": 1}, "9,9": {"alva": 1}}
    assert differences(expected, seen(actual, **{"9_9": 0.4}), FOLD) == ((), ())
    assert differences(expected, seen(actual, **{"9_8": 0.4}), FOLD) == ((), ("G",))
    assert differences({}, seen({}, **{"9_8": 0.4}), FOLD) == ((), ())


def test_counts_of_a_folded_space_add_up() -> None:
    assert folded({"9,8": {"alva": 1}, "9,9": {"alva": 1, "bjorn": 0}}, FOLD) == {"G": {"alva": 2}}


def test_an_unsure_space_differs_where_something_else_is_certain() -> None:
    expected: Table = {"3,9": {"goblin": 1}, "4,9": {"troll": 1}}
    actual: Table = {"3,9": {"imp": 1}, "4,9": {"brute": 1}}
    seen_now = Observation(
        "0.jpg", 0.0, actual, confidence={"3,9": 0.7, "4,9": 0.7}, other=frozenset({"3,9"})
    )
    wrong, unsure = differences(expected, seen_now)
    assert wrong == (Difference("3,9", "goblin", "imp"),)
    assert unsure == ("3,9", "4,9")
