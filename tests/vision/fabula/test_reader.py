from collections import Counter
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import pytest

from companion.table.observation import Observation
from tests.slow import slow_but
from tests.vision.fabula import scene
from vision.fabula import samples
from vision.fabula.faces import Faces
from vision.fabula.layout import PlacedCard
from vision.fabula.reader import FabulaReader

VISIBLE = 0.5
UNTAUGHT = "mumi_e_quiopais"
Row: TypeAlias = dict[str, Any]


@cache
def _faces(but: str) -> Faces:
    return samples.faces({card: face for card, face in scene.taught().items() if card != but})


@cache
def _read(but: str) -> list[tuple[Row, Observation, tuple[PlacedCard, ...]]]:
    """The readings of a reader that was taught all cards but one."""
    reader = FabulaReader(_faces(but))
    found = []
    for number, row in enumerate(scene.truth()):
        seen = reader.look(row["file"], 2.0 * number, scene.picture(row["file"]))
        found.append((row, seen, reader.cards))
    return found


def _at(cards: tuple[PlacedCard, ...], corners: list[list[float]]) -> PlacedCard | None:
    near = [card for card in cards if np.abs(card.corners_px - np.array(corners)).max() < 12]
    return near[0] if near else None


def _settled(but: str = UNTAUGHT) -> list[tuple[Row, tuple[PlacedCard, ...]]]:
    return [(row, cards) for row, seen, cards in _read(but) if seen.trouble is None]


@pytest.mark.parametrize("but", slow_but(1, [UNTAUGHT, ""]))
def test_every_card_whose_face_is_visible_is_recognised(but: str) -> None:
    recognised = [
        (card["id"], found.id if (found := _at(cards, card["corners_px"])) else None)
        for row, cards in _settled(but)
        for card in row["cards"]
        if card["covered_share"] < VISIBLE and card["id"] != but
    ]
    assert len(recognised) > 60
    assert [pair for pair in recognised if pair[0] != pair[1]] == []


def test_no_card_is_invented() -> None:
    for row, cards in _settled():
        true = Counter(card["id"] for card in row["cards"])
        recognised = Counter(card.id for card in cards if card.id)
        assert not recognised - true, row["file"]


def test_side_zone_and_tapped() -> None:
    for row, cards in _settled():
        for card in row["cards"]:
            if found := _at(cards, card["corners_px"]):
                seen = found.side, found.zone, found.tapped
                assert seen == (card["side"], card["zone"], card["tapped"]), (row["file"], card["id"])


def test_a_picture_with_a_hand_waits() -> None:
    assert [seen.trouble for row, seen, _ in _read(UNTAUGHT)] == [None, "hand", None, None]


@pytest.mark.slow
def test_the_same_picture_again_changes_nothing() -> None:
    reader = FabulaReader(scene.faces())
    first = scene.truth()[0]["file"]
    reader.look("a", 0.0, scene.picture(first))
    assert reader.look("b", 2.0, scene.picture(first)).changed == frozenset()


def test_a_card_that_was_not_taught_is_unknown_and_no_other() -> None:
    row, _, cards = _read(UNTAUGHT)[0]
    corners = next(card["corners_px"] for card in row["cards"] if card["id"] == UNTAUGHT)
    middle = np.mean(corners, 0)
    there = [card.id for card in cards if np.hypot(*(card.corners_px.mean(0) - middle)) < 20]
    assert there == [None]


@pytest.mark.slow
def test_without_taught_cards_nothing_is_named() -> None:
    reader = FabulaReader(samples.faces({}))
    row = scene.truth()[0]
    assert reader.look("a", 0.0, scene.picture(row["file"])).trouble is None
    assert {card.id for card in reader.cards} <= {None}


def test_an_empty_table_has_no_cards() -> None:
    reader = FabulaReader(_faces(UNTAUGHT))
    bare = np.random.default_rng(1).normal(128, 3, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    seen = reader.look("a", 0.0, bare)
    assert (reader.cards, reader.view) == ((), None)
    assert not seen.table
