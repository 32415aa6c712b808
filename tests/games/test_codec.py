"""Decoding by types alone; a game's own tests cover its acts and positions."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from companion.games.base import Sentence
from companion.games.codec import Allowed, decode, encode, one_of, within


class Card(NamedTuple):
    name: Annotated[str, one_of(("ace", "king"))]
    suit: Literal["red", "black"] = "red"
    value: Annotated[int, within(1, 13)] | None = None


class Hand(NamedTuple):
    cards: Annotated[tuple[Card, ...], Allowed("a list of cards")]
    seats: Mapping[Annotated[int, Allowed("seats 1 and 2", (1, 2))], str | Mapping[str, int]] = {}
    note: object = None


def read(written: object, place: str = "hand") -> tuple[Hand, str]:
    problems: list[Sentence] = []
    hand = decode(Hand, written, place, problems)
    return hand, " ".join(map(str, problems))


def test_what_is_written_is_read_back() -> None:
    hand = Hand((Card("ace"), Card("king", "black", 13)), {1: "Ana", 2: {"Bo": 3}}, [1, {"any": "thing"}])
    assert read(encode(hand)) == (hand, "")


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (7, "hand: expected an object, found 7."),
        ({}, "hand.cards: expected a list of cards, found nothing."),
        ({"cards": 5}, "hand.cards: expected a list of cards, found 5."),
        ({"cards": [5]}, "hand.cards[0]: expected an object, found 5."),
        ({"cards": [{}]}, "hand.cards[0].name: expected ace, king, found nothing."),
        ({"cards": [{"name": "queen"}]}, "hand.cards[0].name: expected ace, king, found 'queen'."),
        ({"cards": [{"name": []}]}, "hand.cards[0].name: expected ace, king, found []."),
        ({"cards": [{"name": "ace", "value": 0}]}, "hand.cards[0].value: expected 1..13, found 0."),
        ({"cards": [{"name": "ace", "value": True}]}, "hand.cards[0].value: expected 1..13, found True."),
        ({"cards": [{"name": "ace", "suit": "blue"}]}, "hand.cards[0].suit: expected red, black, found"),
        ({"cards": [{"name": "ace", "color": 1}]}, "hand.cards[0].color: expected no such key, found 1."),
        ({"cards": [], "seats": {"3": "Cy"}}, "hand.seats: expected seats 1 and 2, found '3'."),
        ({"cards": [], "seats": {"x": "Cy"}}, "hand.seats: expected seats 1 and 2, found 'x'."),
        ({"cards": [], "seats": {"1": {"Bo": "3"}}}, "hand.seats.1.Bo: expected a whole number, found '3'."),
        ({"cards": [], "seats": {"1": 5}}, "hand.seats.1: expected a text, found 5."),
    ],
)  # fmt: skip
def test_a_mistake_names_its_place_and_what_was_expected(written: Any, message: str) -> None:
    assert read(written)[1].startswith(message)


def test_all_mistakes_are_told_at_once() -> None:
    written = {"cards": [{"name": "queen"}, {"name": "ace", "value": 14}], "notes": 1}
    assert read(written)[1].count("expected") == 3


def test_places_of_a_whole_document_have_no_name_before_them() -> None:
    assert read({"cards": [], "notes": 1}, "")[1] == "notes: expected no such key, found 1."
