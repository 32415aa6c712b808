import numpy as np
import pytest

from vision.fabula.layout import offset_mm, place_cards, zone_at
from vision.fabula.read_cards import SeenCard
from vision.fabula.rows import TABLE_MM

CORNERS = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], float)


def _card(name: str | None, x: float, y: float, turn_deg: float = 0.0, open_: float = 1.0) -> SeenCard:
    if y < TABLE_MM[1] / 2:
        turn_deg += 180
    return SeenCard(name, CORNERS + np.array([x, y]), np.array([x, y, np.radians(turn_deg)]), open_, 0.9)


BASES = [_card("base", x, y) for y in (350.0, 50.0) for x in (66.0, 144.0, 222.0)]


@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ((200, 350), "centre"),
        ((300, 50), "centre"),
        ((44, 350), "outskirts"),
        ((456, 50), "outskirts"),
        ((458, 350), "deck"),
        ((42, 50), "deck"),
        ((458, 254), "discard"),
        ((42, 146), "discard"),
        ((354, 254), "battle"),
        ((110, 160), "battle"),
    ],
)
def test_zones(place: tuple[float, float], zone: str) -> None:
    assert zone_at(*place) == zone


def test_the_table_is_found_from_any_camera_position() -> None:
    rows = [_card("base", x, 350) for x in (44, 122, 200, 278, 356)]
    rows += [_card("base", 500 - x, 50) for x in (44, 122, 200, 278)]
    rows += [_card("back", 458, 350), _card("ally", 126, 250), _card("ally", 298, 146)]
    away = np.array([-310.0, 120.0, 0])
    moved = [card._replace(pose=card.pose + away) for card in rows]
    assert np.abs(offset_mm(moved) + away[:2]).max() < 4


def test_too_few_cards_keep_the_table_where_it_was() -> None:
    before = np.array([12.0, -7.0])
    assert offset_mm([_card("ally", 500, 500)], before).tolist() == before.tolist()
    assert offset_mm([], before).tolist() == before.tolist()


@pytest.mark.parametrize(("turn", "tapped"), [(0, False), (4, False), (90, True), (-88, True)])
def test_tapped_cards_lie_across(turn: float, tapped: bool) -> None:
    found = place_cards([_card("ally", 126, 254, turn)], np.zeros(2))
    assert [(card.tapped, card.side) for card in found] == [(tapped, "near")]


def test_a_back_is_read_from_its_players_side() -> None:
    far = _card("back", 42, 50, turn_deg=180)
    assert place_cards([far], np.zeros(2))[0].corners_px.tolist() == np.roll(far.corners_px, 2, 0).tolist()


def test_a_card_partly_under_another_is_attached() -> None:
    host, charm = _card("ally", 126, 254), _card("charm", 126, 239, open_=0.2)
    assert [card.under for card in place_cards([host, charm], np.zeros(2))] == [None, 0]
