"""Conditions of the moments of Fairy Tile, read from RULES.md: on top of the second reader, `oracle`."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import product
from typing import Any

from companion.games.fairytile.kingdom import Kingdom
from companion.games.fairytile.position import FinishTurn, GiveUp, Move, PlaceTile, Position, Tell, TurnPage
from tests.games.fairytile import oracle
from tests.games.fairytile.oracle import WAY_OF, Land, Point

Claim = Callable[[Position, Any, Position], bool]
Call = tuple[str, ...]
"""A test of a goal: verb, figure, things."""
CALL = r"(visit|cross|meet|see)\(([^()]*)\)"

SEEDS = range(12)
TOO_RARE: Mapping[str, str] = {"FT-143": "random players seldom all give up; test_moments of the game does"}


@lru_cache(8)
def land(kingdom: Kingdom) -> Land:
    return {(2 * q + r, r): (hex_.terrain, frozenset(hex_.river)) for (q, r), hex_ in kingdom.cells.items()}


def spot(cell: tuple[int, int]) -> Point:
    return 2 * cell[0] + cell[1], cell[1]


def figures(p: Position) -> dict[str, Point]:
    return dict(zip(oracle.NAMES, map(spot, p.figures), strict=True))


# moves of figures


def moves(who: str | None, holds: Callable[[Position, Point, Point], bool] = lambda *_: True) -> Claim:
    """The figure, or any, was moved and a condition on position, start and end holds."""

    def claim(before: Position, act: Any, after: Position) -> bool:
        if not isinstance(act, Move) or who not in (None, act.figure):
            return False
        return holds(before, figures(before)[act.figure], figures(after)[act.figure])

    return claim


def shortest(p: Position, who: str, start: Point, end: Point) -> list[list[Point]]:
    found = [way for way in oracle.ways(land(p.kingdom), who, start, options(p)) if way[-1] == end]
    return [way for way in found if len(way) == min(map(len, found))]


def options(p: Position) -> dict[str, bool]:
    return p.box.options._asdict()


def castle(p: Position, *cells: Point) -> bool:
    return all(land(p.kingdom)[cell][0] == "castle" for cell in cells)


def touching(one: Point, other: Point) -> bool:
    return (other[0] - one[0], other[1] - one[1]) in WAY_OF.values()


def jumped_last(p: Position, start: Point, end: Point) -> bool:
    ways = shortest(p, "princess", start, end)
    return any(len(way) == 2 and touching(start, way[0]) and castle(p, *way) for way in ways)


def jumped_first(p: Position, start: Point, end: Point) -> bool:
    ways = shortest(p, "princess", start, end)
    return any(len(way) == 2 and castle(p, start, way[0]) and touching(way[0], end) for way in ways)


def jumped_twice(p: Position, start: Point, end: Point) -> bool:
    return castle(p, start, end) and len(shortest(p, "princess", start, end)[0]) == 3


def bent(p: Position, start: Point, end: Point) -> bool:
    return not any((start[0] + 2 * x, start[1] + 2 * y) == end for x, y in WAY_OF.values())


def gap_ahead(p: Position, start: Point, end: Point) -> bool:
    """More land of the same line lies beyond the gap at which the dragon stopped."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return any(
        dx * (y - end[1]) == dy * (x - end[0]) and dx * (x - end[0]) + dy * (y - end[1]) > 0
        for x, y in land(p.kingdom)
    )


def passed(before: Position, act: Any, after: Position) -> bool:
    if not isinstance(act, Move):
        return False
    now = figures(before)
    start, end = now.pop(act.figure), spot(act.to)
    ways = shortest(before, act.figure, start, end)
    return any(all(cell in way[:-1] for way in ways) for cell in now.values() if cell != start)


def shared(p: Position, act: Any, after: Position) -> bool:
    return isinstance(act, Move) and sum(at == act.to for at in after.figures) > 1


# tiles


def places(holds: Callable[[Land, Land], bool] = lambda *_: True) -> Claim:
    """A tile was laid, and a condition on the land before and after holds."""
    return lambda before, act, after: (
        isinstance(act, PlaceTile) and holds(land(before.kingdom), land(after.kingdom))
    )


def great_is_new(old: Land, new: Land, what: str) -> bool:
    known = {cell for group in oracle.great(old, what) for cell in group}
    return any(not group & known for group in oracle.great(new, what))


LANDS = ("plain", "forest", "mountain")


def sides(old: Land, new: Land) -> list[tuple[Point, int, Point]]:
    """Sides of the new tile against old land: cell, clock, cell beyond."""
    return [
        (cell, clock, beyond)
        for cell in new.keys() - old.keys()
        for clock, beyond, _ in oracle.sides(cell)
        if beyond in old
    ]


def rivers(kingdom: Land) -> int:
    """Number of rivers that are not joined."""
    left, number = {cell for cell, (_, river) in kingdom.items() if river}, 0
    while left:
        number, joined = number + 1, [left.pop()]
        for cell in joined:
            for clock, beyond, _ in oracle.sides(cell):
                if clock in kingdom[cell][1] and beyond in left:
                    left.remove(beyond)
                    joined.append(beyond)
    return number


# pages


class Plans(frozenset[frozenset[Call]]):
    """Sets of tests each of which fulfils a goal; `&` and `|` bind as the words of a goal do."""

    def __and__(self, other: Any) -> "Plans":
        return Plans(one | more for one in self for more in other)

    def __or__(self, other: Any) -> "Plans":
        return Plans([*self, *other])


def plans(goal: str) -> Plans:
    calls = [
        (call[1], *(" ".join(part.split()) for part in call[2].split(",")))
        for call in re.finditer(CALL, goal)
    ]
    numbers = iter(range(len(calls)))
    code = re.sub(CALL, lambda _: f"tests[{next(numbers)}]", goal)
    code = re.sub(r"\bor\b", "|", re.sub(r"\band\b", "&", code))
    found = eval(code, {"tests": [Plans([frozenset([call])]) for call in calls]})
    assert isinstance(found, Plans)
    return found


@lru_cache(8)
def held(before: Position, page: int) -> frozenset[Call]:
    """Tests by which a told page is fulfilled, for a choice of ways that fulfils most of it."""
    turn = oracle.Turn(land(before.kingdom), figures(before), options(before))
    turn.done = [
        (done.figure or "", [[*map(spot, way)] for way in done.crossed] or [[]]) for done in before.done
    ]
    goal = plans(before.box.pages[page])
    return max(
        (
            frozenset(test for plan in goal if all(turn._test(taken, *t) for t in plan) for test in plan)
            for taken in product(*(ways for _, ways in turn.done))
        ),
        key=len,
    )


def tells(holds: Callable[[Call], bool]) -> Claim:
    """A page was told, and one of its tests that hold satisfies a condition."""
    return lambda before, act, after: isinstance(act, Tell) and any(map(holds, held(before, act.page)))


def line(test: Call) -> bool:
    return test[0] == "see" and test[2].startswith("3 ")


def sees_itself(before: Position, act: Any, after: Position) -> bool:
    """All that a figure sees for the page is on its own cell."""
    if not isinstance(act, Tell):
        return False
    now, kingdom = figures(before), land(before.kingdom)
    turn = oracle.Turn(kingdom, now, options(before))
    for verb, who, *things in held(before, act.page):
        if verb != "see" or line((verb, who, *things)):
            continue
        wanted = {
            cell
            for thing in things
            for cell in (
                [now[thing]] if thing in now else turn._place(thing) & oracle.sees(kingdom, now[who])
            )
        }
        if wanted == {now[who]}:
            return True
    return False


def sees_by_tiles(before: Position, act: Any, after: Position) -> bool:
    return tells(lambda test: test[0] == "see")(before, act, after) and all(
        done.figure is None for done in before.done
    )


def goes_on(before: Position, act: Any, after: Position) -> bool:
    return isinstance(act, Tell) and len(after.books[before.turn]) > 0


# turns


def turned(holds: Callable[[Position], bool] = lambda _: True) -> Claim:
    return lambda before, act, after: isinstance(act, TurnPage) and holds(before)


def second(before: Position, act: Any, after: Position) -> bool:
    return isinstance(act, Move | PlaceTile) and len(after.done) == 2


CLAIMS: Mapping[str, Claim] = {
    "FT-004": moves(None),
    "FT-042": lambda before, act, after: len(after.done) > len(before.done),
    "FT-045": turned(),
    "FT-051": passed,
    "FT-052": shared,
    "FT-053": moves(None, lambda p, start, end: land(p.kingdom)[end][0] == "mountain"),
    "FT-060": moves("princess"),
    "FT-061": moves("princess", jumped_last),
    "FT-063": moves("princess", jumped_first),
    "A08": moves("princess", jumped_twice),
    "FT-070": moves("knight"),
    "FT-075": moves("knight", bent),
    "FT-080": moves("dragon"),
    "FT-082": moves("dragon", gap_ahead),
    "FT-090": places(),
    "FT-093": places(),
    "FT-094": places(lambda old, new: any(clock in new[cell][1] for cell, clock, _ in sides(old, new))),
    "FT-095": places(lambda old, new: any(new[a][0] != new[b][0] for a, _, b in sides(old, new))),
    "FT-096": places(lambda old, new: rivers(new) > rivers(old) and rivers(new) > 1),
    "FT-097": lambda before, act, after: before.stack_left > 0 == after.stack_left,
    "FT-098": places(),
    "FT-110": lambda before, act, after: isinstance(act, Tell),
    "FT-113": lambda before, act, after: second(before, act, after) and before.page_told_this_turn,
    "FT-115": goes_on,
    "FT-116": goes_on,
    "FT-121": turned(lambda before: not before.magic[before.turn]),
    "FT-122": turned(),
    "FT-123": turned(lambda before: len(before.books[before.turn]) == 1),
    "FT-124": turned(lambda before: before.magic[before.turn]),
    "FT-131": second,
    "FT-132": second,
    "FT-136": lambda before, act, after: isinstance(act, FinishTurn) and before.magic[before.turn],
    "FT-140": lambda before, act, after: () in after.books,
    "FT-142": lambda before, act, after: isinstance(act, GiveUp),
    "FT-143": lambda before, act, after: len(after.out) == len(after.books),
    "A18": lambda before, act, after: len(before.out) < len(after.out) < len(after.books),
    "FT-150": tells(lambda test: test[0] == "see"),
    "FT-153": sees_itself,
    "FT-154": tells(lambda test: test[0] == "see" and len(test) == 4),
    "FT-155": tells(line),
    "FT-156": sees_by_tiles,
    "FT-160": tells(lambda test: test[0] == "visit"),
    "FT-170": tells(lambda test: test[0] == "meet"),
    "FT-180": places(lambda old, new: any(great_is_new(old, new, kind) for kind in LANDS)),
    "FT-181": places(
        lambda old, new: any(
            great_is_new(old, new, kind) and len(oracle.great(new, kind)) > 1 for kind in LANDS
        )
    ),
    "FT-190": places(lambda old, new: great_is_new(old, new, "river")),
    "FT-200": tells(lambda test: test[0] == "cross"),
    "FT-210": lambda before, act, after: (
        isinstance(act, Tell) and bool(re.search(r"\b(and|or)\b", before.box.pages[act.page]))
    ),
}
