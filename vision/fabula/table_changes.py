"""Changes between two settled tables: cards that appeared, left, moved, were tapped, restored or turned over.

Takes the cards of each settled picture; returns the changes. A covered card counts as present until it is
seen again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Literal, TypeAlias

from vision.fabula.layout import PlacedCard, Side, Zone
from vision.fabula.params import PARAMS
from vision.fabula.rows import BACK

ChangeKind: TypeAlias = Literal[
    "appeared", "gone", "moved", "tapped", "restored", "attached", "detached", "turned_down", "turned_up"
]


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one card: its name, side and zone now, or the last ones if it is `gone`.

    `from_side` and `from_zone` are those before it moved; `to` is the card that it is attached to.
    """

    what: ChangeKind
    card: str
    side: Side
    zone: Zone
    from_side: Side | None = None
    from_zone: Zone | None = None
    to: str | None = None


@dataclass(frozen=True, slots=True)
class _KnownCard:
    """A card on the table as last seen; `under` is the name of the card that it is attached to."""

    id: str
    side: Side
    zone: Zone
    tapped: bool
    at_mm: tuple[float, float]
    under: str | None = None
    covered: bool = False
    face_up: bool = True

    def far_mm(self, other: _KnownCard) -> float:
        """Return the distance of the middles of two cards."""
        return hypot(self.at_mm[0] - other.at_mm[0], self.at_mm[1] - other.at_mm[1])


class TableTracker:
    """Follows the cards of one table over settled pictures; a card keeps its name while it is not moved."""

    def __init__(self) -> None:
        self._remembered: list[_KnownCard] | None = None

    def settle(self, cards: Sequence[PlacedCard]) -> list[Change]:
        """Return the changes since the table before; none for the first table."""
        seen = [_remembered(card, cards) for card in cards]
        if self._remembered is None:
            self._remembered = [card for card in seen if card.id]
            return []
        before, now = list(self._remembered), list(seen)
        pairs = list(_paired(before, now))
        changes: list[Change] = []
        after: list[_KnownCard] = []
        for old, new in pairs:
            kept = _same(old, new)
            after.append(kept)
            changes += _changed(old, kept, new)
        for new in now:
            if new.id:
                after.append(new)
                changes.append(Change("appeared", new.id, new.side, new.zone, to=new.under))
        for old in before:
            if old.covered or _laid_over(
                old, [new for _, new in pairs] + now, before=[old for old, _ in pairs]
            ):
                after.append(replace(old, covered=True))
            else:
                changes.append(Change("gone", old.id, old.side, old.zone))
        self._remembered = after
        return changes


def _remembered(card: PlacedCard, cards: Sequence[PlacedCard]) -> _KnownCard:
    under = None if card.under is None else cards[card.under].id
    face_up = card.id != BACK
    return _KnownCard(card.id or "", card.side, card.zone, card.tapped, card.at_mm, under, face_up=face_up)


def _paired(before: list[_KnownCard], now: list[_KnownCard]) -> Iterator[tuple[_KnownCard, _KnownCard]]:
    """Yield pairs of equal cards and remove them from both lists.

    First cards of one name in one place, then cards in one place that are uncertain or were turned over, then
    cards of one name that were moved.
    """
    rules: tuple[Callable[[_KnownCard, _KnownCard], bool], ...] = (
        lambda old, new: old.id == new.id and old.far_mm(new) < PARAMS.same_place_mm,
        lambda old, new: _may_be(old, new) and not old.covered and old.far_mm(new) < PARAMS.same_place_mm,
        lambda old, new: old.id == new.id and old.id != BACK and not old.covered,
        lambda old, new: old.id == new.id and old.id != BACK,
    )
    for same in rules:
        found = sorted(
            (
                (old.far_mm(new), a, b)
                for a, old in enumerate(before)
                for b, new in enumerate(now)
                if same(old, new)
            )
        )
        taken: list[tuple[int, int]] = []
        for _, a, b in found:
            if not any(a == other_a or b == other_b for other_a, other_b in taken):
                taken.append((a, b))
        yield from [(before[a], now[b]) for a, b in taken]
        for a in sorted((a for a, _ in taken), reverse=True):
            del before[a]
        for b in sorted((b for _, b in taken), reverse=True):
            del now[b]


def _may_be(old: _KnownCard, new: _KnownCard) -> bool:
    """Return true if a card may have another name now: uncertain, or turned over."""
    return not new.id or old.face_up != new.face_up


def _same(old: _KnownCard, new: _KnownCard) -> _KnownCard:
    """Return a card as it is known now; an uncertain one keeps its name."""
    return new if new.id else replace(new, id=old.id, face_up=old.face_up, under=old.under)


def _changed(old: _KnownCard, kept: _KnownCard, new: _KnownCard) -> Iterator[Change]:
    def change(what: ChangeKind, card: str = kept.id, to: str | None = None) -> Change:
        return Change(what, card, kept.side, kept.zone, to=to)

    if old.face_up != kept.face_up:
        up = kept.face_up
        yield change("turned_up" if up else "turned_down", card=kept.id if up else old.id)
    if (old.side, old.zone) != (kept.side, kept.zone):
        yield replace(change("moved"), from_side=old.side, from_zone=old.zone)
    elif old.tapped != kept.tapped and not old.covered:
        yield change("tapped" if kept.tapped else "restored")
    if old.under != kept.under and new.id:
        yield change("attached", to=kept.under) if kept.under else change("detached", to=old.under)


def _laid_over(card: _KnownCard, over: Sequence[_KnownCard], before: Sequence[_KnownCard]) -> bool:
    """Return true if a missing card may be covered by one that came to its place."""
    came = [new for new in over if new.far_mm(card) < PARAMS.covered_mm]
    return any(
        not any(old.id == new.id and old.far_mm(new) < PARAMS.same_place_mm for old in before) for new in came
    )
