"""How many touches a round of Fate takes, by fingers on the real app without a camera."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.fate.acts import Correct
from tests.ui.evening import Evening, evening
from tests.ui.games.fate.test_by_hand import begin, correct, say

MOST = 10


class Counted(Evening):
    """An evening that counts the fingers put down."""

    def __init__(self, house: Evening) -> None:
        super().__init__(house.running, house.finger, house.app, house.journal)
        self.touches = 0
        self.finger._touch = self._counted(self.finger._touch)  # type: ignore[method-assign]  # every touch goes there

    def _counted(self, touch: Callable[..., None]) -> Callable[..., None]:
        def counted(*how: Any) -> None:
            self.touches += 1
            touch(*how)

        return counted


@pytest.fixture
def house(open_window: Any, tmp_path: Path) -> Iterator[Counted]:
    with evening(open_window, tmp_path, seed=6) as made:
        yield Counted(made)


def deal(house: Counted) -> None:
    """Bjorn and Alva away from Grimheim with monsters near them, each with one event card."""
    begin(house, "bjorn", "alva")
    correct(
        house,
        Correct("hex", "bjorn", value="12,6"),
        Correct("hex", "alva", value="7,11"),
        Correct("place", "brute", value="13,4"),
        Correct("place", "goblin", value="14,4"),
        Correct("place", "skeleton", value="5,13"),
    )
    assert [hero.hand for hero in house.snapshot.position.heroes] == [1, 1]
    house.touches = 0


def move(house: Counted, source: str, target: str) -> None:
    """A hero is carried to another hex."""
    board = house.screen.ids.board
    house.finger.drag(board.middle(source), board.middle(target))
    house.until(lambda shown: acting_of(shown).hex == target, f"on {target}")


def acting_of(shown: Any) -> Any:
    return shown.position.heroes[shown.position.turn]


def attack(house: Counted, place: str) -> None:
    """A monster is attacked; the event cards in the hand are asked for."""
    house.finger.tap(house.screen.ids.board.middle(place))
    say(house, "Roll in the app")
    say(house, "Deal the damage")
    house.until(lambda shown: acting_of(shown).actions == ("move", "attack"))


def test_a_round_of_two_heroes_takes_ten_touches(house: Counted) -> None:
    deal(house)
    move(house, "12,6", "12,5")
    attack(house, "13,4")
    move(house, "7,11", "6,12")  # ends the turn of Bjorn
    attack(house, "5,13")
    house.finger.tap(house.screen.ids.main)  # the cards in the hand may still be played
    shown = house.until(lambda shown: shown.stage == "guide")
    told = [str(step.title) for step in shown.steps]
    assert told[0] == "Move the Rune Stone to space 2."
    assert any(title.startswith("Brute attacks Bjorn.") for title in told)
    assert any(title.startswith("Goblin attacks Bjorn.") for title in told)
    house.finger.tap(house.screen.ids.main)
    shown = house.until(lambda shown: shown.stage == "heroes")
    assert (shown.position.turn, shown.position.step) == (0, 2)
    assert shown.position.heroes[0].damage
    assert house.touches <= MOST
