"""Kinds of pieces on a Fate table, and their numbers in the outputs of the network."""

from typing import Literal, TypeAlias

from companion.games.base import Kind

EMPTY = 0
MONSTERS: tuple[Kind, ...] = (
    "goblin", "brute", "troll", "sprite", "elemental", "jotunn", "imp", "skeleton", "draugr",
)  # fmt: skip
ONE_COLOUR: tuple[tuple[Kind, ...], ...] = (MONSTERS[:3], MONSTERS[3:6], MONSTERS[6:])
"""Monsters whose miniatures have the same colour."""
LEGENDS: tuple[Kind, ...] = (
    "queen_of_the_dead", "seer_of_odin", "grendel", "surt", "hrungbald", "nidhuggr",
)  # fmt: skip
HEROES: tuple[Kind, ...] = ("bjorn", "alva", "embla", "boldur")
KINDS: tuple[Kind, ...] = (*MONSTERS, *LEGENDS, *HEROES)
"""A kind is known by its index plus 1; 0 is nothing."""

SINGLE = frozenset((*LEGENDS, *HEROES))
"""Kinds of which there is only one in the box."""

OUTPUT_KINDS = (EMPTY, *range(1, 10), *range(1, 10), *range(10, 20))
"""Kind of each output of the network: nothing, monsters as tiles, as miniatures, legends and heroes."""

Edition: TypeAlias = Literal["tiles", "minis"]
FIRST_OUTPUT = {"tiles": 1, "minis": 10}
"""First of the nine outputs for the monsters of each edition."""
