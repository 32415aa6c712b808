"""Common illegal acts at a table, so that a picture of one can be recognised."""

from collections.abc import Iterator
from itertools import combinations, product

from companion.games.base import Mistake, Reason, Space
from companion.games.fae.board import ACROSS_LAKE, NEIGHBOURS, SPACES
from companion.games.fae.position import MAX_MOVING, SIZE, Position, pack, unpack

_ACROSS = tuple(tuple(b for b in SPACES if (a, b) in ACROSS_LAKE) for a in (0, *SPACES))
_TWO_STEPS = tuple(
    tuple(sorted({c for b in NEIGHBOURS[a] for c in NEIGHBOURS[b]} - {a, *NEIGHBOURS[a], *_ACROSS[a]}))
    for a in (0, *SPACES)
)
_SMALL_GROUP = 3
"""Maximum size of a group that is split in every way; of larger groups one druid goes or stays."""


def mistakes(p: Position) -> Iterator[Mistake]:
    """Yield the common illegal acts.

    They are: a wrong target, a group too large, some druids left behind, several moves at once.
    """
    for source in SPACES:
        group = p.groups[source]
        if not group:
            continue
        neighbours = [n for n in NEIGHBOURS[source] if p.groups[n]]
        for target in _ACROSS[source]:
            yield _moved(p, Reason("across_lake", (source, target), "E-015"), source, target)
        for target in NEIGHBOURS[source]:
            if not p.groups[target]:
                yield _moved(p, Reason("empty_target", (source, target), "E-013"), source, target)
        if group & SIZE > MAX_MOVING:
            for target in neighbours:
                yield _moved(p, Reason("too_many_druids", (source, target), "E-014"), source, target)
        for target in _TWO_STEPS[source]:
            if p.groups[target]:
                yield _moved(p, Reason("not_adjacent", (source, target), "E-011"), source, target)
        code, rule = ("too_many_druids", "E-014") if group & SIZE > MAX_MOVING else ("split_group", "E-011")
        for part in _parts(group):
            for target in neighbours:
                yield _moved(p, Reason(code, (source, target), rule), source, target, part)
        for first, second in combinations(neighbours, 2):
            yield Mistake(
                Reason("several_moves", (first, second, source), "E-010"),
                first,
                source,
                {first: {}, second: {}, source: unpack(group + p.groups[first] + p.groups[second])},
            )


def _moved(p: Position, reason: Reason, source: int, target: int, part: int | None = None) -> Mistake:
    moving = p.groups[source] if part is None else part
    after: dict[Space, dict[str, int]] = {
        source: unpack(p.groups[source] - moving),
        target: unpack(p.groups[target] + moving),
    }
    return Mistake(reason, source, target, after)


def _parts(group: int) -> Iterator[int]:
    """Yield proper parts of a group that people move by mistake, packed."""
    n = group & SIZE
    counts = unpack(group)
    if n <= _SMALL_GROUP:
        for numbers in product(*(range(count + 1) for count in counts.values())):
            if 0 < sum(numbers) < n:
                yield pack(dict(zip(counts, numbers, strict=True)))
        return
    for colour in counts:
        one = pack({colour: 1})
        yield one
        yield group - one
