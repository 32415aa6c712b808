"""Cards that are not recognised keep the name of the card that lay in their place."""

import numpy as np

from companion.app.fabula.seeing import recognised, table_of
from vision.fabula.layout import PlacedCard


def card(name: str | None, x_mm: float, tapped: bool = False, under: int | None = None) -> PlacedCard:
    return PlacedCard(name, np.zeros((4, 2)), tapped, "near", "battle", (x_mm, 250.0), under)


def names(cards: list[PlacedCard]) -> list[str | None]:
    return [each.id for each in cards]


def test_a_card_that_lies_where_it_lay_is_the_same_card() -> None:
    before = [card("bandit", 50.0, tapped=True), card("archer", 126.0)]
    turned = recognised([card(None, 58.0), card("archer", 126.0)], before)
    assert table_of(turned) == {"near battle": {"bandit": 1, "archer": 1}}
    again = recognised([card(None, 58.0, tapped=True), card(None, 130.0)], turned)
    assert table_of(again) == {"near battle": {"bandit/tapped": 1, "archer": 1}}


def test_a_name_is_not_given_twice() -> None:
    before = [card("bandit", 50.0), card("archer", 126.0)]
    assert names(recognised([card(None, 50.0), card("bandit", 90.0)], before)) == [None, "bandit"]
    assert names(recognised([card(None, 45.0), card(None, 55.0)], before)).count("bandit") == 1


def test_a_card_elsewhere_stays_unknown() -> None:
    assert names(recognised([card(None, 300.0)], [card("bandit", 50.0)])) == [None]


def test_a_tapped_card_partly_under_another_is_tapped() -> None:
    cards = [card("archer", 50.0, tapped=True), card("bandit", 80.0, tapped=True, under=0)]
    assert table_of(cards) == {"near battle": {"archer/tapped": 1, "bandit@archer/tapped": 1}}
