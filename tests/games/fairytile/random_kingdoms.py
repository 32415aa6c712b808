"""Random questions: any set of cells, matching rivers, legal and illegal adventures."""

import random
from typing import Any

from companion.games.fairytile.board import CLOCK, FIGURES, TERRAINS, cell_text, neighbour, opposite
from companion.games.fairytile.kingdom import PLACES

OPTIONS = (
    "princess_double_jump", "princess_may_return", "own_hex_counts_in_line", "free_placement_when_stuck",
)  # fmt: skip


def kingdom(chance: random.Random, cells: int) -> dict[str, Any]:
    """Return mostly connected cells; their rivers match, some end at a gap."""
    found = {(0, 0)}
    while len(found) < cells:
        found.add(neighbour(chance.choice(sorted(found)), chance.choice(CLOCK)))
        if chance.random() < 0.05:
            found.add((chance.randrange(-6, 7), chance.randrange(-6, 7)))
    weights = chance.choice([(3, 3, 3, 1), (1, 1, 1, 3), (5, 1, 1, 1)])
    terrain = {cell: chance.choices(TERRAINS, weights)[0] for cell in sorted(found)}
    rivers: dict[tuple[int, int], set[int]] = {cell: set() for cell in found}
    wet = chance.choice([0.1, 0.25, 0.5])
    for cell in sorted(found):
        for clock in CLOCK:
            there = neighbour(cell, clock)
            if there not in found and chance.random() < wet / 2:
                rivers[cell].add(clock)
            elif there in found and cell < there and chance.random() < wet:
                rivers[cell].add(clock)
                rivers[there].add(opposite(clock))
    return {cell_text(c): {"terrain": terrain[c], "river": sorted(rivers[c])} for c in sorted(found)}


def tile(chance: random.Random, wet: float = 0.2) -> dict[str, Any]:
    rivers: list[set[int]] = [set(), set(), set()]
    for part, other, clock in ((0, 1, 3), (0, 2, 5), (1, 2, 7)):
        if chance.random() < wet:
            rivers[part].add(clock)
            rivers[other].add(opposite(clock))
    inner = ({3, 5}, {9, 7}, {11, 1})
    for part in range(3):
        rivers[part] |= {clock for clock in CLOCK if clock not in inner[part] and chance.random() < wet / 2}
    return {"hexes": [{"terrain": chance.choice(TERRAINS), "river": sorted(river)} for river in rivers]}


def goal(chance: random.Random, depth: int = 2) -> str:
    if depth and chance.random() < 0.55:
        word = chance.choice((" and ", " or "))
        parts = [goal(chance, depth - 1) for _ in range(chance.randrange(2, 4))]
        return word.join(f"({part})" if chance.random() < 0.5 else part for part in parts)
    figure, place = chance.choice(FIGURES), chance.choice(PLACES)
    kinds = (
        f"visit({figure}, {place})",
        f"cross({figure},{place})",
        f"cross({figure}, {chance.choice(('castle', 'forest', 'plain'))})",
        f"meet({figure}, {chance.choice(FIGURES)})",
        f"see({figure}, {place})",
        f"see({figure}, {chance.choice(FIGURES)})",
        f"see( {figure} , {chance.choice(FIGURES)}, {chance.choice(FIGURES)})",
        f"see({figure}, 3 {place})",
    )
    return chance.choice(kinds)


def question(seed: int) -> dict[str, Any]:
    """Return a valid question; its adventures may be illegal."""
    chance = random.Random(seed)
    cells = kingdom(chance, chance.choice((1, 3, 5, 9, 14, 25)))
    names = sorted(cells)
    done: list[dict[str, Any]] = []
    for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3))):
        if chance.random() < 0.7:
            done.append({"move": chance.choice(FIGURES), "to": chance.choice(names)})
        else:
            at = f"{chance.randrange(-5, 6)},{chance.randrange(-5, 6)}"
            done.append({"place": [at, chance.randrange(6)], "tile": tile(chance, chance.choice((0, 0.2)))})
    return {
        "kingdom": cells,
        "figures": {figure: chance.choice(names) for figure in FIGURES},
        "tile": tile(chance),
        "done": done,
        "pages": [goal(chance) for _ in range(12)],
        "options": {name: chance.random() < 0.5 for name in OPTIONS if chance.random() < 0.4},
    }
