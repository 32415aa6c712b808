"""Overlay for the camera's picture of a duel."""

import numpy as np

from vision.fabula.card_overlay import CardOverlay
from vision.fabula.layout import PlacedCard
from vision.geometry.calibrate import View
from vision.overlay import annotated

VIEW = View((640, 480), 512.0, 0.0, np.zeros(3), np.array([0.0, 0.0, 512.0]))


def _card(name: str | None, left: float, top: float) -> PlacedCard:
    corners = np.array([[left, top], [left + 63, top], [left + 63, top + 88], [left, top + 88]])
    return PlacedCard(name, corners, False, "near", "battle", (0.0, 0.0))


def test_each_card_carries_its_name() -> None:
    cards = [_card("knight", 100, 100), _card("back", 300, 100), _card(None, 500, 300)]
    plan = CardOverlay(cards, VIEW, {"knight": "Cavaleiro das Águas"})
    assert plan.marks["knight"].name == "Cavaleiro das Águas"
    assert [piece.kind for piece in plan.pieces] == ["knight", "back", "unknown"]
    (x, y), (left, top) = VIEW.project([*plan.pieces[0].base_mm, 0.0]), (100 + 31.5, 100 + 44)
    assert abs(x - left) < 1 and abs(y - top) < 1
    assert plan.spaces["near battle"][:, 0].max() < plan.pieces[2].base_mm[0], (
        "what is not certain is no zone"
    )
    picture = np.full((480, 640, 3), 90, np.uint8)
    named = annotated(picture, plan, VIEW, plan.pieces)
    nameless = annotated(picture, CardOverlay(cards, VIEW, {}), VIEW, plan.pieces)
    assert named.shape == nameless.shape and (named != nameless).any()
