from collections import Counter
from functools import cache
from typing import Any, TypeAlias

import cv2
import numpy as np
import pytest

from companion.table.observation import Observation
from tests.slow import slow_but
from tests.vision.fabula import scene
from vision.arrays import Picture
from vision.fabula import samples
from vision.fabula.faces import Faces
from vision.fabula.layout import PlacedCard
from vision.fabula.reader import FabulaReader
from vision.light import illumination

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


def _closer(picture: Picture, share: float) -> Picture:
    """Return the middle of a picture, in its size: a photograph from nearer by."""
    height, width = picture.shape[:2]
    x, y = round(width * (1 - share) / 2), round(height * (1 - share) / 2)
    return np.asarray(cv2.resize(picture[y : height - y, x : width - x], (width, height)), np.uint8)


@pytest.mark.parametrize("share", slow_but(1, [0.85, 0.95]))
def test_a_photograph_from_elsewhere_shows_no_hand(share: float) -> None:
    reader = FabulaReader(_faces(UNTAUGHT))
    first, other = (scene.picture(row["file"]) for row in (scene.truth()[0], scene.truth()[2]))
    assert reader.look("near", 0.0, _closer(first, share)).trouble is None
    assert reader.look("far", 2.0, other).trouble is None
    assert len(reader.cards) == len(_read(UNTAUGHT)[2][2])


@pytest.mark.slow
def test_a_bump_of_the_camera_hides_no_hand() -> None:
    reader = FabulaReader(_faces(UNTAUGHT))
    first, hand = (scene.picture(row["file"]) for row in scene.truth()[:2])
    assert reader.look("a", 0.0, first).trouble is None
    bumped = illumination.warped(hand, np.array([[1.0, 0, 5], [0, 1, 4], [0, 0, 1]]))
    assert reader.look("b", 2.0, bumped).trouble == "hand"


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
