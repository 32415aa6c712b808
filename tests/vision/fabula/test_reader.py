from collections import Counter
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import pytest

from companion.table.observation import Observation
from tests.vision.fabula import scene
from vision.fabula import samples
from vision.fabula.layout import PlacedCard
from vision.fabula.reader import FabulaReader

VISIBLE = 0.5
Row: TypeAlias = dict[str, Any]


@cache
def _read() -> list[tuple[Row, Observation, tuple[PlacedCard, ...]]]:
    reader = FabulaReader(scene.faces())
    found = []
    for number, row in enumerate(scene.truth()):
        seen = reader.look(row["file"], 2.0 * number, scene.picture(row["file"]))
        found.append((row, seen, reader.cards))
    return found


def _at(cards: tuple[PlacedCard, ...], corners: list[list[float]]) -> PlacedCard | None:
    near = [card for card in cards if np.abs(card.corners_px - np.array(corners)).max() < 12]
    return near[0] if near else None


def _settled() -> list[tuple[Row, tuple[PlacedCard, ...]]]:
    return [(row, cards) for row, seen, cards in _read() if seen.trouble is None]


def test_every_card_whose_face_is_visible_is_recognised() -> None:
    recognised = [
        (card["id"], found.id if (found := _at(cards, card["corners_px"])) else None)
        for row, cards in _settled()
        for card in row["cards"]
        if card["covered_share"] < VISIBLE
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
    assert [seen.trouble for row, seen, _ in _read()] == [None, "hand", None, None]


@pytest.mark.slow
def test_the_same_picture_again_changes_nothing() -> None:
    reader = FabulaReader(scene.faces())
    first = scene.truth()[0]["file"]
    reader.look("a", 0.0, scene.picture(first))
    assert reader.look("b", 2.0, scene.picture(first)).changed == frozenset()


def test_a_card_that_was_not_taught_is_unknown_and_no_other() -> None:
    known = {card: face for card, face in scene.taught().items() if card != "mumi_e_quiopais"}
    reader = FabulaReader(samples.faces(known))
    row = scene.truth()[0]
    reader.look(row["file"], 0.0, scene.picture(row["file"]))
    corners = next(card["corners_px"] for card in row["cards"] if card["id"] == "mumi_e_quiopais")
    middle = np.mean(corners, 0)
    there = [card.id for card in reader.cards if np.hypot(*(card.corners_px.mean(0) - middle)) < 20]
    assert there == [None]


def test_without_taught_cards_nothing_is_named() -> None:
    reader = FabulaReader(samples.faces({}))
    row = scene.truth()[0]
    assert reader.look("a", 0.0, scene.picture(row["file"])).trouble is None
    assert {card.id for card in reader.cards} <= {None}


def test_an_empty_table_has_no_cards() -> None:
    reader = FabulaReader(scene.faces())
    bare = np.random.default_rng(1).normal(128, 3, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    seen = reader.look("a", 0.0, bare)
    assert (reader.cards, reader.view) == ((), None)
    assert not seen.table
