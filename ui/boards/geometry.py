"""Borders of a map: split into shared chains, smoothed, and put together again as outlines.

Outlines are closed rings of (x, y) points; neighbours share their border points, so a chain that is
smoothed once fits both sides.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import TypeAlias, TypeVar

Point: TypeAlias = tuple[float, float]
Ring: TypeAlias = Sequence[Point]
_AreaT = TypeVar("_AreaT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Border:
    """A smoothed chain between two corners of the map and the one or two areas it bounds."""

    points: tuple[Point, ...]
    sides: frozenset[Hashable]


def segments(ring: Ring) -> Iterator[tuple[Point, Point]]:
    """The sides of a closed ring, last to first included."""
    return zip(ring, [*ring[1:], ring[0]], strict=True)


def smooth(points: Sequence[Point], rounds: int = 2) -> tuple[Point, ...]:
    """Chaikin's corner cutting of an open chain; both ends stay."""
    for _ in range(rounds):
        cut: list[Point] = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            cut.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
            cut.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        points = [*cut, points[-1]]
    return tuple(points)


class BorderMap:
    """The areas of a map with smoothed borders: `rings` per area and every `Border` once."""

    def __init__(self, areas: Mapping[Hashable, Ring]) -> None:
        sides: dict[frozenset[Point], set[Hashable]] = defaultdict(set)
        for area, ring in areas.items():
            for a, b in segments(ring):
                sides[frozenset((a, b))].add(area)
        self._sides = {pair: frozenset(owners) for pair, owners in sides.items()}
        self._chains: dict[tuple[Point, ...], Border] = {}
        self.rings = {area: self._smooth_ring(ring) for area, ring in areas.items()}
        self.borders = tuple(self._chains.values())

    def _smooth_ring(self, ring: Ring) -> tuple[Point, ...]:
        owners = [self._sides[frozenset(pair)] for pair in segments(ring)]
        corners = [i for i in range(len(ring)) if owners[i] != owners[i - 1]] or [0]
        result: list[Point] = []
        for start, stop in zip(corners, [*corners[1:], corners[0] + len(ring)], strict=True):
            chain = [ring[i % len(ring)] for i in range(start, stop + 1)]
            result += self._border(chain, owners[start])[:-1]
        return tuple(result)

    def _border(self, chain: list[Point], sides: frozenset[Hashable]) -> tuple[Point, ...]:
        forward = chain <= chain[::-1]
        key = tuple(chain if forward else chain[::-1])
        if key not in self._chains:
            on_frame = len(sides) == 1
            self._chains[key] = Border(key if on_frame else smooth(key), sides)
        points = self._chains[key].points
        return points if forward else points[::-1]


def contains(ring: Ring, point: Point) -> bool:
    """Return true if a point lies inside a ring (even-odd rule)."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in segments(ring):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def distance(ring: Ring, point: Point) -> float:
    """Distance from a point to the nearest side of a ring."""
    x, y = point
    best = float("inf")
    for (ax, ay), (bx, by) in segments(ring):
        dx, dy = bx - ax, by - ay
        length2 = dx * dx + dy * dy
        t = 0.0 if length2 == 0 else max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length2))
        best = min(best, hypot(x - ax - t * dx, y - ay - t * dy))
    return best


def ring_at(rings: Mapping[_AreaT, Ring], point: Point, reach: float) -> _AreaT | None:
    """The area that contains a point, or the nearest one within `reach`."""
    for area, ring in rings.items():
        if contains(ring, point):
            return area
    gaps = {area: distance(ring, point) for area, ring in rings.items()}
    nearest = min(gaps, key=lambda area: gaps[area])
    return nearest if gaps[nearest] <= reach else None
