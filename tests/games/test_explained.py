import pytest

from companion.games.registry import registered
from tests.games import explained
from tests.games.test_rulebooks import table


@pytest.mark.parametrize("game", registered())
def test_each_rule_has_a_row_that_says_where_or_why_not(game: str) -> None:
    rows = [*explained.rows(game)]
    assert [row.split()[1] for row in rows] == sorted(table(game))
    assert not [row for row in rows if "NO REASON" in row]


def test_a_rule_of_a_ritual_is_explained_on_the_spot_and_on_the_pages_of_rules() -> None:
    assert explained.where("fae", "E-020")[0] == "on the spot"
    assert explained.where("fae", "E-020")[-1] == "rules"
    assert explained.where("fae", "E-001") == ["rules"]
