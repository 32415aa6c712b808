"""Differences between an observed table and the expected one."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

from companion.games.base import Kind, Space, Table, in_order
from companion.table.observation import Observation

SURE = 0.9
"""Minimum confidence with which a space counts as read, 0..1. Measured: tests/bench/watch_scenes.py."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A space with other contents than expected; None means empty. Kinds as in `Table`."""

    space: Space
    expected: Kind | None
    seen: Kind | None


def folded(table: Table, fold: Mapping[Space, Space]) -> Table:
    """Return the table with the spaces of `fold` merged, such as the hexes of an area."""
    found: dict[Space, Counter[Kind]] = {}
    for space, counts in table.items():
        found.setdefault(fold.get(space, space), Counter()).update(counts)
    return {space: dict(+counts) for space, counts in found.items() if +counts}


def doubtful(observation: Observation) -> frozenset[Space]:
    """Return the spaces that were read with less confidence than `SURE`."""
    return frozenset(space for space, chance in observation.confidence.items() if chance < SURE)


def differences(
    expected: Table, observation: Observation, fold: Mapping[Space, Space] | None = None
) -> tuple[tuple[Difference, ...], tuple[Space, ...]]:
    """Return the differences of a settled picture from `expected`, and the unsure spaces.

    An unsure space is a difference only if something else lies there for sure (`Observation.other`). A merged
    area counts as sure as soon as its sure spaces show all that is expected in it.
    """
    fold = fold or {}
    doubted = doubtful(observation)
    certain = folded({s: kinds for s, kinds in observation.table.items() if s not in doubted}, fold)
    seen, wanted = folded(observation.table, fold), folded(expected, fold)
    areas = {area for area in fold.values() if certain.get(area, {}) == wanted.get(area, {})}
    seen = {**seen, **{area: wanted.get(area, {}) for area in areas}}
    unsure = {fold.get(space, space) for space in doubted} - areas
    found = [
        Difference(space, missing, extra)
        for space in in_order({*seen, *wanted} - (unsure - observation.other))
        for missing, extra in _pairs(wanted.get(space, {}), seen.get(space, {}))
    ]
    return tuple(found), in_order(unsure)


def _pairs(wanted: Mapping[Kind, int], seen: Mapping[Kind, int]) -> list[tuple[Kind | None, Kind | None]]:
    """Return pairs of a missing piece and the piece in its place."""
    missing, extra = Counter(wanted) - Counter(seen), Counter(seen) - Counter(wanted)
    return list(zip_longest(sorted(missing.elements()), sorted(extra.elements())))
