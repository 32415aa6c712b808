"""Monsters, legends at both levels, monster cards and numbers of tiles."""

import json
from collections.abc import Iterable
from importlib import resources
from typing import Any, Literal, NamedTuple, TypeAlias

from companion.games.fate.position import Colour, Hex, Monster

Faction: TypeAlias = Literal["trollkin", "firehorde", "dead", "wyrm"]

QUEEN = "queen_of_the_dead"
SEER = "seer_of_odin"
GRENDEL = "grendel"
SURT = "surt"
HRUNGBALD = "hrungbald"
NIDHUGGR = "nidhuggr"


class MonsterSide(NamedTuple):
    """Printed values of a tile or one side of a legend card.

    `rank` is 1 to 3, legends have 4 (F-372). `strength` in dice is 0 if the legend has a rule of its own
    (Nidhuggr, red Seer), as is the red Seer's `range`. `steps` is the normal movement (F-260).
    """

    rank: int
    strength: int
    health: int
    xp: int
    range: int
    steps: int
    armour: int


class MonsterCard(NamedTuple):
    """A monster card: the monster of each hex of `location`; `level` is that of its legend, else 0."""

    number: int
    colour: Colour
    title: str
    location: str
    place: tuple[tuple[Hex, str], ...]
    legend: str = ""
    level: int = 0


def _read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(
        resources.files(__package__).joinpath(f"data/{name}.json").read_text("utf-8")
    )
    return content


_data = _read("monsters")
_rows: dict[str, list[Any]] = _data["monsters"] | _data["legends"]

REGULAR: tuple[str, ...] = tuple(_data["monsters"])
LEGENDS: tuple[str, ...] = tuple(_data["legends"])
KINDS: tuple[str, ...] = REGULAR + LEGENDS

FACTION: dict[str, Faction] = {kind: row[0] for kind, row in _rows.items()}
"""Faction of every kind; a legend has the one its card names first (F-370, F-371)."""

TILES: dict[str, int] = {kind: row[1] for kind, row in _rows.items()}
"""Number of tiles of every kind; a legend's one tile serves both levels."""

SIDES: dict[tuple[str, int], MonsterSide] = {
    (kind, level): MonsterSide(*values)
    for kind, row in _rows.items()
    for level, values in enumerate(row[2:], 1 if kind in LEGENDS else 0)
}
"""Printed values by kind and level; the level of a regular monster is 0."""


def _card(number: str, row: dict[str, Any], colour: Colour) -> MonsterCard:
    place = tuple((hex_, kind) for hex_, kind in row["place"])
    legend = next((kind for _, kind in place if kind in LEGENDS), "")
    level = (1 if colour == "yellow" else 2) if legend else 0
    return MonsterCard(int(number), colour, row["title"], row["location"], place, legend, level)


_COLOURS: tuple[Colour, ...] = ("yellow", "red")
CARDS: dict[int, MonsterCard] = {
    int(number): _card(number, row, colour)
    for colour in _COLOURS
    for number, row in _read("cards")[colour].items()
}
"""The 54 monster cards by number (F-033, F-342)."""

YELLOW: frozenset[int] = frozenset(n for n, card in CARDS.items() if card.colour == "yellow")
RED: frozenset[int] = frozenset(n for n, card in CARDS.items() if card.colour == "red")


def side(monster: Monster) -> MonsterSide:
    """Return the printed values of this monster."""
    return SIDES[monster.kind, monster.level]


def faction(monster: Monster) -> Faction:
    """Return its faction, on any hex (F-370)."""
    return FACTION[monster.kind]


def is_legend(monster: Monster) -> bool:
    """Return whether it is one of the six legends."""
    return monster.level > 0


def on_board(monsters: Iterable[Monster], legend: str, *levels: int) -> bool:
    """Return whether a legend is on the board at one of `levels` (either, when none is given)."""
    return any(m.kind == legend and (not levels or m.level in levels) for m in monsters)


def health(monster: Monster, monsters: Iterable[Monster]) -> int:
    """Damage at which it dies: the red Queen gives all other dead 1 more (F-162, F-381)."""
    helped = faction(monster) == "dead" and monster.kind != QUEEN and on_board(monsters, QUEEN, 2)
    return side(monster).health + helped


def supply(monsters: Iterable[Monster]) -> dict[str, int]:
    """Number of tiles of every kind that are not on the board."""
    left = dict(TILES)
    for monster in monsters:
        left[monster.kind] -= 1
    return left
