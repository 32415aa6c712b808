"""Finds the layout of a strip by asking people for the position of single lamps."""

from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal, TypeAlias, get_args

from companion.errors import HardwareError
from companion.games.base import N_, Sentence
from hardware.strip import CORNERS, Corner, Strip

Side: TypeAlias = Literal["top", "right", "bottom", "left"]
SIDES: tuple[Side, ...] = get_args(Side)
Place: TypeAlias = Side | Corner
LEAST = 8
"""Minimum number of lamps of a strip around a board."""


class StripSurvey:
    """`asked` is the next lamp to light, by its number on the wire; `answer` takes its position.

    Lamps near both ends show where the strip begins and its direction; then every corner is found by
    bisection, with about four answers per corner for 60 lamps and five for 150.
    """

    def __init__(self, lamps: int) -> None:
        """`lamps` is the number on the wire. Raises ValueError for fewer than `LEAST`."""
        if lamps < LEAST:
            raise ValueError(f"expected {LEAST} lamps or more, found {lamps}")
        self._lamps = lamps
        self._ends = [lamps // 16, lamps - 1 - lamps // 16]
        self._sides: list[int] = []
        self._passed: dict[int, float] = {0: 0.0, lamps - 1: 3.0}
        """Number of corners before a lamp; a half for a lamp at a corner, which belongs to no side."""

    @property
    def asked(self) -> int | None:
        """The lamp to light; None when the layout is known."""
        if len(self._sides) < 2:
            return self._ends[len(self._sides)]
        for corners in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0):
            before, behind = self._neighbours(corners)
            if behind - before > 1:
                return (before + behind) // 2
        return None

    def answer(self, place: Place) -> None:
        """Record the position of the asked lamp.

        Raises HardwareError `strip_unclear` for a contradiction.
        """
        lamp = self.asked
        if lamp is None:
            return
        if len(self._sides) < 2:
            self._see_end(place)
        else:
            self._passed[lamp] = self._corners_before(place, lamp)
            if any(a > b for a, b in pairwise(self._passed[k] for k in sorted(self._passed))):
                raise _unclear()

    def strip(self, like: Strip) -> Strip:
        """The strip's layout, with other values from `like`.

        Raises ValueError while lamps are asked for.
        """
        if self.asked is not None:
            raise ValueError(f"expected all answers, found lamp {self.asked} without")
        leaves = [self._neighbours(corner - 0.5)[1] for corner in (1, 2, 3)]
        begins = [self._neighbours(float(corner))[1] for corner in (1, 2, 3)]
        gap = min(begin - left for begin, left in zip(begins, leaves, strict=True))
        counts = [leaves[0]]
        for left, following in zip(leaves, [*leaves[1:], self._lamps], strict=True):
            counts.append(following - left - gap)
        lamps: dict[str, Any] = {SIDES[side]: count for side, count in zip(self._ways(), counts, strict=True)}
        first = self._sides[0]
        corner = CORNERS[first if self._clockwise else (first + 1) % 4]
        return replace(like, **lamps, start=corner, clockwise=self._clockwise, corner_gap=gap)

    @property
    def _clockwise(self) -> bool:
        return (self._sides[1] - self._sides[0]) % 4 == 3

    def _ways(self) -> list[int]:
        """The sides in the order of the wire."""
        step = 1 if self._clockwise else -1
        return [(self._sides[0] + step * k) % 4 for k in range(4)]

    def _see_end(self, place: Place) -> None:
        """Process a lamp near an end; a corner shows no side, so the next lamp inwards is asked."""
        end = len(self._sides)
        if place not in SIDES:
            self._ends[end] += 1 if end == 0 else -1
            if self._ends[0] >= self._ends[1] - 1:
                raise _unclear()
            return
        self._sides.append(SIDES.index(place))
        self._passed[self._ends[end]] = 3.0 * end
        if end == 1 and (self._sides[1] - self._sides[0]) % 2 == 0:
            raise _unclear()

    def _corners_before(self, place: Place, lamp: int) -> float:
        ways = self._ways()
        if place in SIDES:
            return float(ways.index(SIDES.index(place)))
        corner = CORNERS.index(place)  # it lies between the sides corner - 1 and corner
        k = ways.index(corner if self._clockwise else (corner - 1) % 4)
        return k - 0.5 if k else 0.0 if lamp < self._lamps / 2 else 3.0

    def _neighbours(self, corners: float) -> tuple[int, int]:
        """The last lamp known to lie before `corners` corners, and the first known to lie after."""
        before = max(lamp for lamp, passed in self._passed.items() if passed < corners)
        return before, min(lamp for lamp, passed in self._passed.items() if passed >= corners)


def _unclear() -> HardwareError:
    sentence = Sentence(
        N_(
            "These places match no strip: expected one that begins at a corner and goes once"
            " around the board. Lay it like that, then begin again."
        )
    )
    return HardwareError.of("strip_unclear", sentence)
