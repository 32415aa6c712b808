"""Place names of hexes: players at a table know no coordinates."""

import pytest

from companion.games.base import N_, Sentence
from companion.games.fate.board import LOCATION_OF, LOCATIONS, OUTSIDE
from companion.games.fate.geometry import CLOCK, HEXES
from companion.games.fate.places import OF, place, placed


@pytest.mark.parametrize(
    ("hex_", "words"),
    [
        ("12,4", "a hex of the Temple Ruins"),
        ("12,3", "a hex to the northwest of the Temple Ruins"),
        ("13,5", "a hex 2 steps to the southeast of the Temple Ruins"),
        ("12,1", "a hex of the Dark Forest, to the northeast"),
        ("5,17", "a hex of the Wyrm Lair, to the south"),
        ("8,7", "a hex 2 steps to the northwest of Grimheim"),
        ("9,9", "Grimheim"),
        ("G", "Grimheim"),
    ],
)
def test_a_hex_is_told_by_the_place_it_is_in_or_the_nearest_one(hex_: str, words: str) -> None:
    assert str(place(hex_)) == words


def test_every_hex_has_words_and_those_in_a_place_name_it() -> None:
    for hex_ in HEXES:
        text = str(place(hex_))
        assert text and not any(letter == "," and text[i - 1].isdigit() for i, letter in enumerate(text))
    for hex_ in OUTSIDE:
        if name := LOCATION_OF.get(hex_):
            assert OF[name] in str(place(hex_))
    assert set(OF) == {*LOCATIONS, "G"}


def test_opposite_neighbours_lie_on_opposite_sides() -> None:
    x, y = 12, 4
    sides = {hour: str(place(f"{x + dx},{y + dy}")) for hour, (dx, dy) in CLOCK.items()}
    assert "to the east of" in sides[3]
    assert "to the west of" in sides[9]
    assert "to the northeast of" in sides[1]
    assert "to the southwest of" in sides[7]


def test_sentences_keep_all_but_their_hexes() -> None:
    text = Sentence("{a} {b} {c} {n}", {"a": "12,4", "b": "9,1 · 12,4", "c": N_("Bjorn"), "n": 3})
    assert str(placed(text)) == (
        "a hex of the Temple Ruins a hex of the Dark Forest, to the northwest and others: 1 Bjorn 3"
    )
    assert placed(Sentence("{n}", {"n": 3, "who": "1,2,3"})).values == {"n": 3, "who": "1,2,3"}
