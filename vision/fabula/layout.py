"""Side and zone of each card, by the rows in which both players lay their cards.

Takes the cards of a picture; returns them with side, zone, tapped, and the card that they are attached to.
Table mm: x right, y towards the near player, the middle of the table at 250, 200. Each player has, from the
middle outwards, the row of the battle with the discard pile at their right, and the row of five bases, the
third of which is the centre, with the deck at their right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from vision.arrays import Floats
from vision.fabula.cards import same_place
from vision.fabula.params import PARAMS
from vision.fabula.rows import (
    BACK,
    BASE_COLUMNS_MM,
    BASES_MM,
    BATTLE_COLUMNS_MM,
    BATTLE_MM,
    PILES_MM,
    TABLE_MM,
)

if TYPE_CHECKING:  # loads OpenCV
    from vision.fabula.read_cards import SeenCard

Side: TypeAlias = Literal["near", "far"]
Zone: TypeAlias = Literal["battle", "centre", "outskirts", "discard", "deck"]

PILES_FROM_MM = 427.0
"""Least x of the near player's piles, mm."""
DIAGONAL = 0.5**0.5
"""Sine and cosine of 45 degrees: a card turned by more lies across."""


class PlacedCard(NamedTuple):
    """A card on the table.

    `id` is None if the card is not certain, `back` if it is face down; `corners_px` (4, 2) begin at its own
    top left; `at_mm` is its middle, table mm; `under` is the number of the card that it is attached to.
    """

    id: str | None
    corners_px: Floats
    tapped: bool
    side: Side
    zone: Zone
    at_mm: tuple[float, float]
    under: int | None = None


def _slots() -> Floats:
    """Return the slots for cards (n, 4): x, y, facing (1 near, -1 far) and weight."""
    near = [(x, BASES_MM, 1.0, 1.0) for x in (*BASE_COLUMNS_MM, PILES_MM)]
    near += [(PILES_MM, BATTLE_MM, 1.0, 1.0)]
    near += [(x, BATTLE_MM, 1.0, PARAMS.battle_weight) for x in BATTLE_COLUMNS_MM]
    far = [(TABLE_MM[0] - x, TABLE_MM[1] - y, -facing, weight) for x, y, facing, weight in near]
    return np.array(near + far)


_SLOTS = _slots()


def offset_mm(cards: Sequence[SeenCard], before: Floats | None = None) -> Floats:
    """Return the shift (2,) from the cards' poses to table mm.

    Of all shifts of one card into one slot, the one with most cards in slots and facing their player. If too
    few are, it stays as `before`, or else the cards' middle becomes the table's.
    """
    if not cards:
        return np.zeros(2) if before is None else before
    poses = np.array([card.pose for card in cards])
    facing = np.array([np.cos(card.pose[2]) if card.id not in (None, BACK) else 0.0 for card in cards])
    if before is not None:
        still = _slot_agreement(poses, facing, before[None])[0]
        if still.max(1).sum() > PARAMS.still_slots_share * len(cards):
            return _best_offset(poses, still)
    tries = (_SLOTS[None, :, :2] - poses[:, None, :2]).reshape(-1, 2)
    found = _slot_agreement(poses, facing, tries)
    score = found.max(2).sum(1)
    best = found[int(score.argmax())]
    if score.max() < PARAMS.min_slots_score:
        return np.array(TABLE_MM) / 2 - poses[:, :2].mean(0) if before is None else before
    return _best_offset(poses, best)


def _slot_agreement(poses: Floats, facing: Floats, tries: Floats) -> Floats:
    """Return the agreement 0..1 of n cards with m slots for k shifts, (k, n, m)."""
    away = poses[None, :, None, :2] + tries[:, None, None] - _SLOTS[None, None, :, :2]
    near = np.exp(-(away**2).sum(3) / PARAMS.slot_spread_mm**2) * _SLOTS[:, 3]
    wrong_way = facing[:, None] * _SLOTS[:, 2] < -DIAGONAL
    return np.asarray(np.where(wrong_way, 0, near))


def _best_offset(poses: Floats, in_slots: Floats) -> Floats:
    """Return the shift (2,) that fits cards best into their slots; `in_slots` (n, m) is the agreement."""
    slot, weight = in_slots.argmax(1), in_slots.max(1)[:, None]
    return np.asarray(((_SLOTS[slot, :2] - poses[:, :2]) * weight).sum(0) / weight.sum())


def place_cards(cards: Sequence[SeenCard], offset: Floats) -> list[PlacedCard]:
    """Return the same cards with their side and zone."""
    found = []
    for card in cards:
        x, y = (card.pose[:2] + offset).tolist()
        side: Side = "near" if y > TABLE_MM[1] / 2 else "far"
        tapped = abs(np.sin(card.pose[2])) > DIAGONAL
        corners = card.corners_px
        if card.id in (None, BACK) and _upside_down(card.pose[2], side):
            corners = np.roll(corners, 2, 0)
        under = _host(card, cards)
        found.append(PlacedCard(card.id, corners, bool(tapped), side, zone_at(x, y), (x, y), under))
    return found


def zone_at(x: float, y: float) -> Zone:
    """Return the zone of a place on the table, mm."""
    if y < TABLE_MM[1] / 2:
        x, y = TABLE_MM[0] - x, TABLE_MM[1] - y
    battle = y < (BATTLE_MM + BASES_MM) / 2
    if x > PILES_FROM_MM or (not battle and x > (BASE_COLUMNS_MM[-1] + PILES_MM) / 2):
        return "discard" if battle else "deck"
    if battle:
        return "battle"
    return "centre" if int(np.abs(np.array(BASE_COLUMNS_MM) - x).argmin()) == 2 else "outskirts"


def _upside_down(turn: float, side: Side) -> bool:
    """Return true if an unknown card or a back is upside down for its player; tapped is turned clockwise."""
    up = np.cos(turn) if abs(np.cos(turn)) > DIAGONAL else np.sin(turn)
    return bool((up > 0) != (side == "near"))


def _host(card: SeenCard, cards: Sequence[SeenCard]) -> int | None:
    if card.open_share > PARAMS.max_attached_open_share:
        return None
    for number, other in enumerate(cards):
        along = abs(np.sin(card.pose[2] - other.pose[2])) < PARAMS.same_turn_sin
        near = np.hypot(*(card.pose[:2] - other.pose[:2])) < PARAMS.attached_mm
        if (
            other is not card
            and along
            and near
            and other.open_share > card.open_share
            and not same_place(card.pose, other.pose)
        ):
            return number
    return None
