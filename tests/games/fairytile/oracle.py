"""Second, independent implementation of the rules, written from RULES.md alone.

It is slow and simple and uses no product code. A cell is a point of the plane in doubled coordinates:
(2q + r, r). Corners are points, a tile is turned by multiplying complex numbers, goals are turned into
Python expressions.
"""

import cmath
import math
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

Point = tuple[int, int]
Land = dict[Point, tuple[str, frozenset[int]]]

WAY_OF = {1: (1, -1), 3: (2, 0), 5: (1, 1), 7: (-1, 1), 9: (-2, 0), 11: (-1, -1)}
CLOCK_OF = {way: clock for clock, way in WAY_OF.items()}
CORNERS = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
"""Corners of a cell, relative to its centre (x, 3y)."""
NAMES = ("princess", "knight", "dragon")


class RefusedError(Exception):
    """Illegal adventure or told page, with its code."""


def point(text: str) -> Point:
    q, r = map(int, text.split(","))
    return 2 * q + r, r


def text(at: Point) -> str:
    return f"{(at[0] - at[1]) // 2},{at[1]}"


def listed(points: Any) -> list[str]:
    return [text(at) for at in sorted(points, key=lambda at: ((at[0] - at[1]) // 2, at[1]))]


def plus(at: Point, way: Point) -> Point:
    return at[0] + way[0], at[1] + way[1]


def land(written: dict[str, Any]) -> Land:
    return {point(cell): (hex_["terrain"], frozenset(hex_["river"])) for cell, hex_ in written.items()}


def spun(way: Point, turn: int) -> Point:
    turned = complex(way[0], way[1] * math.sqrt(3)) * cmath.exp(1j * math.pi / 3 * turn)
    return round(turned.real), round(turned.imag / math.sqrt(3))


def tile_at(tile: dict[str, Any], at: Point, turn: int) -> Land:
    found: Land = {}
    for way, hex_ in zip(((0, 0), WAY_OF[3], WAY_OF[5]), tile["hexes"], strict=True):
        clocks = frozenset(CLOCK_OF[spun(WAY_OF[clock], turn)] for clock in hex_["river"])
        found[plus(at, spun(way, turn))] = (hex_["terrain"], clocks)
    return found


def sides(at: Point) -> Iterator[tuple[int, Point, frozenset[Point]]]:
    """Yield each side of a cell: its clock, the neighbour, its two end points."""
    for clock, way in WAY_OF.items():
        ends = frozenset((at[0] + x, 3 * at[1] + y) for x, y in CORNERS if _on(x, y, way))
        assert len(ends) == 2
        yield clock, plus(at, way), ends


def _on(x: int, y: int, way: Point) -> bool:
    """Return whether a corner is as far from the neighbour's centre as from its own."""
    # one unit of x is as long as sqrt(3) / 3 units of y here: compare squared lengths times 3
    far = 3 * (x - way[0]) ** 2 + (y - 3 * way[1]) ** 2
    return far == 3 * x * x + y * y


def trouble(kingdom: Land, tile: Land, rivers: bool = True) -> str | None:
    if set(kingdom) & set(tile):
        return "overlap"
    shared = [
        (ends, (clock in river) == ((clock + 5) % 12 + 1 in kingdom[beyond][1]))
        for at, (_, river) in tile.items()
        for clock, beyond, ends in sides(at)
        if beyond in kingdom
    ]
    if not any(one is not other and one & other for one, _ in shared for other, _ in shared):
        return "too_few_edges"
    return "river_mismatch" if rivers and not all(goes_on for _, goes_on in shared) else None


def placements(kingdom: Land, tile: dict[str, Any], options: dict[str, bool]) -> list[list[Any]]:
    qs, rs = [(x - y) // 2 for x, y in kingdom], [y for _, y in kingdom]
    tried = [
        (q, r, turn)
        for q in range(min(qs) - 3, max(qs) + 4)
        for r in range(min(rs) - 3, max(rs) + 4)
        for turn in range(6)
    ]

    def those(rivers: bool) -> list[list[Any]]:
        return [
            [f"{q},{r}", turn]
            for q, r, turn in tried
            if trouble(kingdom, tile_at(tile, (2 * q + r, r), turn), rivers) is None
        ]

    return those(True) or (those(False) if options.get("free_placement_when_stuck") else [])


def near(kingdom: Land, at: Point) -> list[Point]:
    return [there for _, there, _ in sides(at) if there in kingdom]


def ahead(kingdom: Land, at: Point, way: Point) -> list[Point]:
    found = []
    while (at := plus(at, way)) in kingdom:
        found.append(at)
    return found


def ways(kingdom: Land, who: str, at: Point, options: dict[str, bool]) -> list[list[Point]]:
    if who == "dragon":
        return [line for way in WAY_OF.values() if (line := ahead(kingdom, at, way))]
    if who == "knight":
        return [
            [middle, end]
            for middle in near(kingdom, at)
            for end in near(kingdom, middle)
            if end != at and end not in [plus(at, way) for way in WAY_OF.values()]
        ]
    castles = [cell for cell, (terrain, _) in kingdom.items() if terrain == "castle"]

    def jumps(cell: Point) -> list[Point]:
        return [castle for castle in castles if castle != cell] if cell in castles else []

    plans = ["step", "step jump", "jump step"]
    if options.get("princess_double_jump", True):
        plans.append("jump step jump")
    found = []
    for plan in plans:
        partial: list[list[Point]] = [[]]
        for part in plan.split():
            partial = [
                [*way, there]
                for way in partial
                for there in (
                    near(kingdom, (way or [at])[-1]) if part == "step" else jumps((way or [at])[-1])
                )
            ]
        found += partial
    return [way for way in found if way[-1] != at or options.get("princess_may_return", False)]


def sees(kingdom: Land, at: Point) -> set[Point]:
    return {at}.union(*(ahead(kingdom, at, way) for way in WAY_OF.values()))


def great(kingdom: Land, what: str) -> list[set[Point]]:
    def joined(one: Point, other: Point) -> bool:
        clock = CLOCK_OF.get((other[0] - one[0], other[1] - one[1]))
        if clock is None:
            return False
        if what == "river":
            return clock in kingdom[one][1] and (clock + 5) % 12 + 1 in kingdom[other][1]
        return kingdom[one][0] == kingdom[other][0] == what

    groups = [
        {cell} for cell in kingdom if (kingdom[cell][1] if what == "river" else kingdom[cell][0] == what)
    ]
    merged = True
    while merged:
        merged = False
        for one, other in ((a, b) for a in groups for b in groups if a is not b):
            if any(joined(x, y) for x in one for y in other):
                one |= other
                groups.remove(other)
                merged = True
                break
    return [group for group in groups if len(group) >= (5 if what == "river" else 3)]


class Turn:
    """Kingdom during a turn."""

    def __init__(self, kingdom: Land, figures: dict[str, Point], options: dict[str, bool]) -> None:
        self.kingdom, self.figures, self.options = dict(kingdom), dict(figures), options
        self.done: list[tuple[str, list[list[Point]]]] = []

    def move(self, who: str, to: Point) -> None:
        taken = [way for way in ways(self.kingdom, who, self.figures[who], self.options) if way[-1] == to]
        if not taken:
            raise RefusedError("not_reachable")
        self.figures[who] = to
        self.done.append((who, taken))

    def place(self, tile: dict[str, Any], at: Point, turn: int) -> None:
        laid = tile_at(tile, at, turn)
        problem = trouble(self.kingdom, laid)
        stuck = problem == "river_mismatch" and self.options.get("free_placement_when_stuck")
        if problem and not (stuck and [text(at), turn] in placements(self.kingdom, tile, self.options)):
            raise RefusedError(problem)
        self.kingdom.update(laid)
        self.done.append(("", [[]]))

    def fulfilled(self, goal: str) -> bool:
        """Return whether a page could be told now."""
        if not self.done:
            return False
        code = re.sub(r"(visit|cross|meet|see)\(([^()]*)\)", self._call, goal)
        return any(
            eval(code, {"test": lambda *asked, t=taken: self._test(t, *asked)})
            for taken in product(*(ways for _, ways in self.done))
        )

    @staticmethod
    def _call(found: re.Match[str]) -> str:
        asked = [found[1], *(" ".join(part.split()) for part in found[2].split(","))]
        return f"test({', '.join(map(repr, asked))})"

    def _place(self, place: str) -> set[Point]:
        if place.startswith("great "):
            return {cell for group in great(self.kingdom, place.split()[1]) for cell in group}
        return {
            c
            for c, (terrain, river) in self.kingdom.items()
            if terrain == place or (place == "river" and river)
        }

    def _test(self, taken: tuple[list[Point], ...], verb: str, who: str, *things: str) -> bool:
        moved = {name for name, _ in self.done}
        at = self.figures[who]
        if verb == "visit":
            return who in moved and at in self._place(things[0])
        if verb == "meet":
            return at == self.figures[things[0]] and bool({who, things[0]} & moved)
        if verb == "cross":
            passed = {
                cell for (name, _), way in zip(self.done, taken, strict=True) if name == who for cell in way
            }
            return bool(passed & self._place(things[0]))
        if things[0].startswith("3 "):
            wanted = self._place(things[0][2:])
            own = [at] if self.options.get("own_hex_counts_in_line", True) else []
            return any(
                len(wanted.intersection(own + ahead(self.kingdom, at, way))) >= 3 for way in WAY_OF.values()
            )
        seen = sees(self.kingdom, at)
        return all(
            self.figures[thing] in seen if thing in NAMES else bool(seen & self._place(thing))
            for thing in things
        )


def answer(ask: dict[str, Any]) -> dict[str, Any]:
    """Answer a valid question; `error` is a code or None."""
    options = ask.get("options", {})
    turn = Turn(land(ask["kingdom"]), {who: point(at) for who, at in ask["figures"].items()}, options)
    try:
        for number, act in enumerate(ask.get("done", [])):
            if number == 2:
                raise RefusedError("no_magic")
            if "move" in act:
                turn.move(act["move"], point(act["to"]))
            else:
                turn.place(act["tile"], point(act["place"][0]), act["place"][1])
    except RefusedError as refused:
        return {"error": str(refused)}
    kingdom = turn.kingdom
    tile = ask.get("tile")
    return {
        "moves": {
            who: listed({way[-1] for way in ways(kingdom, who, turn.figures[who], options)}) for who in NAMES
        },
        "placements": placements(kingdom, tile, options) if tile else [],
        "sees": {who: listed(sees(kingdom, turn.figures[who])) for who in NAMES},
        "great": {
            what: sorted(
                (listed(group) for group in great(kingdom, what)), key=lambda g: [axial(c) for c in g]
            )
            for what in ("plain", "forest", "mountain", "river")
        },
        "pages": [turn.fulfilled(goal) for goal in ask.get("pages", [])],
        "error": None,
    }


def axial(cell: str) -> tuple[int, int]:
    q, r = map(int, cell.split(","))
    return q, r
