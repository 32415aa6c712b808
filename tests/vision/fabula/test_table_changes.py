import numpy as np
import pytest

from vision.fabula.layout import PlacedCard, zone_at
from vision.fabula.table_changes import Change, TableTracker

CORNERS = np.zeros((4, 2))


def _card(name: str | None, x: float, y: float, tapped: bool = False, under: int | None = None) -> PlacedCard:
    return PlacedCard(name, CORNERS, tapped, "near" if y > 200 else "far", zone_at(x, y), (x, y), under)


BANDIT, WOLF = _card("bandit", 126, 254), _card("wolf", 202, 254)


def _after(*tables: list[PlacedCard]) -> list[Change]:
    tracker = TableTracker()
    return [change for table in tables for change in tracker.settle(table)]


def test_the_first_table_has_no_changes() -> None:
    assert _after([BANDIT, WOLF]) == []


def test_an_untouched_table_has_no_changes() -> None:
    shaken = [card._replace(at_mm=(card.at_mm[0] + 3, card.at_mm[1] - 2)) for card in (WOLF, BANDIT)]
    assert _after([BANDIT, WOLF], shaken) == []


@pytest.mark.parametrize(
    ("now", "change"),
    [
        ([BANDIT, WOLF], Change("appeared", "wolf", "near", "battle")),
        ([], Change("gone", "bandit", "near", "battle")),
        ([_card("bandit", 130, 250, tapped=True)], Change("tapped", "bandit", "near", "battle")),
        (
            [_card("bandit", 458, 254)],
            Change("moved", "bandit", "near", "discard", from_side="near", from_zone="battle"),
        ),
        (
            [_card("bandit", 374, 146)],
            Change("moved", "bandit", "far", "battle", from_side="near", from_zone="battle"),
        ),
        ([_card("back", 126, 254)], Change("turned_down", "bandit", "near", "battle")),
    ],
)
def test_one_change(now: list[PlacedCard], change: Change) -> None:
    assert _after([BANDIT], now) == [change]


def test_restored_after_it_was_tapped() -> None:
    tapped = _card("bandit", 126, 254, tapped=True)
    assert [change.what for change in _after([BANDIT], [tapped], [BANDIT])] == ["tapped", "restored"]


def test_an_attached_card_names_its_host() -> None:
    charm = _card("charm", 126, 239, under=0)
    assert _after([BANDIT], [BANDIT, charm]) == [Change("appeared", "charm", "near", "battle", to="bandit")]
    loose = _card("charm", 354, 254)
    changes = _after([BANDIT, loose], [BANDIT, charm])
    assert changes == [Change("attached", "charm", "near", "battle", to="bandit")]


def test_a_card_that_is_not_certain_stays_what_it_was() -> None:
    unsure = _card(None, 127, 255)
    assert _after([BANDIT, WOLF], [unsure, WOLF], [BANDIT, WOLF]) == []


def test_a_card_under_another_is_not_gone() -> None:
    tracker = TableTracker()
    pile, newer = _card("wolf", 458, 254), _card("bandit", 459, 255)
    tracker.settle([BANDIT, pile])
    assert [change.what for change in tracker.settle([newer])] == ["moved"]
    assert tracker.settle([pile]) == [Change("gone", "bandit", "near", "discard")]


def test_equal_cards_are_distinguished_by_their_places() -> None:
    other = _card("bandit", 354, 254)
    tapped = _card("bandit", 354, 254, tapped=True)
    assert [change.what for change in _after([BANDIT, other], [BANDIT, tapped])] == ["tapped"]
    assert [change.what for change in _after([BANDIT, other], [other])] == ["gone"]
