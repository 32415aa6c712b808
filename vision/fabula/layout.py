"""Whose a card is and in which zone it lies, by where both players lay their rows of cards.

Table mm: x right, y towards the near player, the middle of the table at 250, 200. Each player has, from the
middle outwards, the row of the battle with the discard pile at their right, and the row of five bases, the
third of which is the centre, with the deck at their right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from vision.arrays import Floats
from vision.fabula.cards import BACK, same_place
from vision.fabula.reading import SeenCard

Side: TypeAlias = Literal["near", "far"]
Zone: TypeAlias = Literal["battle", "centre", "outskirts", "discard", "deck"]

TABLE_MM = (500.0, 400.0)
BATTLE_MM, BASES_MM = 254.0, 350.0
"""How far down the near player's rows lie."""
BASE_COLUMNS_MM = (44.0, 122.0, 200.0, 278.0, 356.0)
BATTLE_COLUMNS_MM = (50.0, 126.0, 202.0, 278.0, 354.0)
PILES_MM = 458.0
PILES_FROM_MM = 427.0
"""Cards farther right belong to a pile."""
BATTLE_WEIGHT = 0.5
"""Cards lie less exactly in the battle than bases and piles do."""
SPREAD_MM = 14.0
LEAST_SCORE, STILL = 2.5, 0.45
"""Fewer cards do not tell where the rows are; the table has not moved when so many of them lie in slots."""
FACING = 0.7
ATTACHED_MM, ATTACHED_OPEN = 50.0, 0.55


class PlacedCard(NamedTuple):
    """A card on the table: `id` is None where it is not certain, `back` when it lies face down; its corners
    (4, 2) in the picture, from its own top left; where its middle lies, table mm; under which other of the
    cards it lies attached, its number, or None.
    """

    id: str | None
    corners_px: Floats
    tapped: bool
    side: Side
    zone: Zone
    at_mm: tuple[float, float]
    under: int | None = None


def _slots() -> Floats:
    """Where cards lie: x, y, their facing (1 near, -1 far) and weight, (n, 4)."""
    near = [(x, BASES_MM, 1.0, 1.0) for x in (*BASE_COLUMNS_MM, PILES_MM)]
    near += [(PILES_MM, BATTLE_MM, 1.0, 1.0)]
    near += [(x, BATTLE_MM, 1.0, BATTLE_WEIGHT) for x in BATTLE_COLUMNS_MM]
    far = [(TABLE_MM[0] - x, TABLE_MM[1] - y, -facing, weight) for x, y, facing, weight in near]
    return np.array(near + far)


_SLOTS = _slots()


def offset_mm(cards: Sequence[SeenCard], before: Floats | None = None) -> Floats:
    """What must be added to where cards lie to have table mm, (2,).

    Of all ways to lay one card into one slot the one where most cards lie in slots, and face their
    player; where too few do, as before, or else the cards' middle is the table's.
    """
    if not cards:
        return np.zeros(2) if before is None else before
    poses = np.array([card.pose for card in cards])
    facing = np.array([np.cos(card.pose[2]) if card.id not in (None, BACK) else 0.0 for card in cards])
    if before is not None:
        still = _in_slots(poses, facing, before[None])[0]
        if still.max(1).sum() > STILL * len(cards):
            return _fitted(poses, still)
    tries = (_SLOTS[None, :, :2] - poses[:, None, :2]).reshape(-1, 2)
    found = _in_slots(poses, facing, tries)
    score = found.max(2).sum(1)
    best = found[int(score.argmax())]
    if score.max() < LEAST_SCORE:
        return np.array(TABLE_MM) / 2 - poses[:, :2].mean(0) if before is None else before
    return _fitted(poses, best)


def _in_slots(poses: Floats, facing: Floats, tries: Floats) -> Floats:
    """How well each of n cards lies in each of m slots, 0..1, by each of k ways to lay them, (k, n, m)."""
    away = poses[None, :, None, :2] + tries[:, None, None] - _SLOTS[None, None, :, :2]
    near = np.exp(-(away**2).sum(3) / SPREAD_MM**2) * _SLOTS[:, 3]
    wrong_way = facing[:, None] * _SLOTS[:, 2] < -FACING
    return np.asarray(np.where(wrong_way, 0, near))


def _fitted(poses: Floats, in_slots: Floats) -> Floats:
    """What lays cards best into the slots that they are in, (n, m)."""
    slot, weight = in_slots.argmax(1), in_slots.max(1)[:, None]
    return np.asarray(((_SLOTS[slot, :2] - poses[:, :2]) * weight).sum(0) / weight.sum())


def placed(cards: Sequence[SeenCard], offset: Floats) -> list[PlacedCard]:
    """The same cards with their side and zone."""
    found = []
    for card in cards:
        x, y = (card.pose[:2] + offset).tolist()
        side: Side = "near" if y > TABLE_MM[1] / 2 else "far"
        tapped = abs(np.sin(card.pose[2])) > FACING
        corners = card.corners_px
        if card.id in (None, BACK) and _upside_down(card.pose[2], side):
            corners = np.roll(corners, 2, 0)
        under = _under(card, cards)
        found.append(PlacedCard(card.id, corners, bool(tapped), side, zone_at(x, y), (x, y), under))
    return found


def zone_at(x: float, y: float) -> Zone:
    """The zone of a place on the table, mm."""
    if y < TABLE_MM[1] / 2:
        x, y = TABLE_MM[0] - x, TABLE_MM[1] - y
    battle = y < (BATTLE_MM + BASES_MM) / 2
    if x > PILES_FROM_MM or (not battle and x > (BASE_COLUMNS_MM[-1] + PILES_MM) / 2):
        return "discard" if battle else "deck"
    if battle:
        return "battle"
    return "centre" if int(np.abs(np.array(BASE_COLUMNS_MM) - x).argmin()) == 2 else "outskirts"


def _upside_down(turn: float, side: Side) -> bool:
    """Whether a card without an upper side is read from the wrong one; tapped ones are turned clockwise."""
    up = np.cos(turn) if abs(np.cos(turn)) > FACING else np.sin(turn)
    return bool((up > 0) != (side == "near"))


def _under(card: SeenCard, cards: Sequence[SeenCard]) -> int | None:
    if card.open > ATTACHED_OPEN:
        return None
    for number, other in enumerate(cards):
        along = abs(np.sin(card.pose[2] - other.pose[2])) < 0.2
        near = np.hypot(*(card.pose[:2] - other.pose[:2])) < ATTACHED_MM
        if (
            other is not card
            and along
            and near
            and other.open > card.open
            and not same_place(card.pose, other.pose)
        ):
            return number
    return None
