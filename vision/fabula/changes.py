"""What happened between two settled tables: cards that came, went, moved, were tapped, restored or
turned over.

A card that another was laid onto is still there: it is remembered until it is seen again somewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Literal, TypeAlias

from vision.fabula.cards import BACK
from vision.fabula.layout import PlacedCard, Side, Zone

What: TypeAlias = Literal[
    "appeared", "gone", "moved", "tapped", "restored", "attached", "detached", "turned_down", "turned_up"
]
STAYED_MM = 22.0
"""A card that lies so near to where one lay is that one; tapping and tidying shift it."""
COVERED_MM = 62.0
"""A card lies under another when their middles are nearer and it is not seen any more."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one card: its name, whose it is and in which zone now, or last when it is `gone`.

    `from_side` and `from_zone` are where it was before it moved; `to` is the card that it lies under.
    """

    what: What
    card: str
    side: Side
    zone: Zone
    from_side: Side | None = None
    from_zone: Zone | None = None
    to: str | None = None


@dataclass(frozen=True, slots=True)
class _Known:
    """A card on the table as last seen; `under` is the name of the card that it lies attached to."""

    id: str
    side: Side
    zone: Zone
    tapped: bool
    at_mm: tuple[float, float]
    under: str | None = None
    covered: bool = False
    face_up: bool = True

    def far_mm(self, other: _Known) -> float:
        """How far apart the middles of two cards lie."""
        return hypot(self.at_mm[0] - other.at_mm[0], self.at_mm[1] - other.at_mm[1])


class TableTracker:
    """Follows the cards of one table over settled pictures; a card keeps its name while nobody moves it."""

    def __init__(self) -> None:
        self._known: list[_Known] | None = None

    @property
    def covered(self) -> list[str]:
        """The cards that lie unseen under others."""
        return [card.id for card in self._known or () if card.covered]

    def settle(self, cards: Sequence[PlacedCard]) -> list[Change]:
        """What changed since the table before; of the first table nothing is told."""
        seen = [_known(card, cards) for card in cards]
        if self._known is None:
            self._known = [card for card in seen if card.id]
            return []
        before, now = list(self._known), list(seen)
        pairs = list(_paired(before, now))
        changes: list[Change] = []
        after: list[_Known] = []
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
        self._known = after
        return changes


def _known(card: PlacedCard, cards: Sequence[PlacedCard]) -> _Known:
    under = None if card.under is None else cards[card.under].id
    face_up = card.id != BACK
    return _Known(card.id or "", card.side, card.zone, card.tapped, card.at_mm, under, face_up=face_up)


def _paired(before: list[_Known], now: list[_Known]) -> Iterator[tuple[_Known, _Known]]:
    """The cards that are the same, taken out of both lists: those of one name that lay there, then those that
    lay there and are not certain or were turned over, then those of one name that were moved.
    """
    rules: tuple[Callable[[_Known, _Known], bool], ...] = (
        lambda old, new: old.id == new.id and old.far_mm(new) < STAYED_MM,
        lambda old, new: _may_be(old, new) and not old.covered and old.far_mm(new) < STAYED_MM,
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


def _may_be(old: _Known, new: _Known) -> bool:
    """Whether a card that lay there may be another name now: unsure, or turned over."""
    return not new.id or old.face_up != new.face_up


def _same(old: _Known, new: _Known) -> _Known:
    """A card as it is known now; where it is not certain it stays what it was."""
    return new if new.id else replace(new, id=old.id, face_up=old.face_up, under=old.under)


def _changed(old: _Known, kept: _Known, new: _Known) -> Iterator[Change]:
    def told(what: What, card: str = kept.id, to: str | None = None) -> Change:
        return Change(what, card, kept.side, kept.zone, to=to)

    if old.face_up != kept.face_up:
        up = kept.face_up
        yield told("turned_up" if up else "turned_down", card=kept.id if up else old.id)
    if (old.side, old.zone) != (kept.side, kept.zone):
        yield replace(told("moved"), from_side=old.side, from_zone=old.zone)
    elif old.tapped != kept.tapped and not old.covered:
        yield told("tapped" if kept.tapped else "restored")
    if old.under != kept.under and new.id:
        yield told("attached", to=kept.under) if kept.under else told("detached", to=old.under)


def _laid_over(card: _Known, over: Sequence[_Known], before: Sequence[_Known]) -> bool:
    """Whether a card that is not seen may lie under one that came to its place."""
    came = [new for new in over if new.far_mm(card) < COVERED_MM]
    return any(not any(old.id == new.id and old.far_mm(new) < STAYED_MM for old in before) for new in came)
