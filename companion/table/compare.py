"""What lies on a table and what should: the differences people are pointed at."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

from companion.games.base import Kind, Space, Table, in_order
from companion.table.observation import Observation

SURE = 0.9
"""The least confidence with which a space counts as read."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A space where something else lies than should; None is nothing. Kinds as in `Table`."""

    space: Space
    expected: Kind | None
    seen: Kind | None


def folded(table: Table, fold: Mapping[Space, Space]) -> Table:
    """The table with the spaces of `fold` taken for others, such as the hexes of one area for the area."""
    lying: dict[Space, Counter[Kind]] = {}
    for space, counts in table.items():
        lying.setdefault(fold.get(space, space), Counter()).update(counts)
    return {space: dict(+counts) for space, counts in lying.items() if +counts}


def doubtful(observation: Observation) -> frozenset[Space]:
    """The spaces that were not read for sure."""
    return frozenset(space for space, chance in observation.confidence.items() if chance < SURE)


def differences(
    expected: Table, observation: Observation, fold: Mapping[Space, Space] | None = None
) -> tuple[tuple[Difference, ...], tuple[Space, ...]]:
    """Where a settled picture shows something else than expected, and which spaces were not read for sure.

    An unsure space is a difference only where it is sure that something else lies there. An area counts as
    read for sure as soon as the spaces of it that were show all that is expected there.
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
    """Each missing piece beside one that lies there instead."""
    missing, extra = Counter(wanted) - Counter(seen), Counter(seen) - Counter(wanted)
    return list(zip_longest(sorted(missing.elements()), sorted(extra.elements())))
