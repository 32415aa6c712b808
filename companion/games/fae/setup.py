"""Set-up of a game of Fae: read from the table, repaired, and written down."""

from collections.abc import Mapping
from typing import Any

from companion.games.base import Chance, Table
from companion.games.fae.board import COLOURS, REGION_OF, REGIONS
from companion.games.fae.position import Position, table
from companion.games.fae.script import FaeSetup, read_setup, setup_object


def setup_of(position: Position, players: tuple[str, ...]) -> dict[str, Any]:
    """Return the set-up in the script format; an opening in its short form."""
    setup = setup_object(FaeSetup(players, {}, position))
    groups = [list(pieces) for pieces in table(position).values()]
    if any(len(colours) != 1 for colours in groups) or position.cards_used or any(position.scores):
        return setup
    short = {"players": setup["players"], "turn": setup["turn"], "druids": {}}
    for space, pieces in setup["druids"].items():
        (short["druids"][space],) = pieces
    return short if read_setup(short).position == position else setup


def colour_by_space(contents: Table) -> dict[int, str]:
    """Map space to colour; spaces with several druids are named together with their colours."""
    return {
        int(space): " + ".join(f"{n} {kind}" if n > 1 else kind for kind, n in pieces.items())
        for space, pieces in contents.items()
    }


def random_druids(chance: Chance) -> dict[int, str]:
    """Return a random set-up, colour by space (E-002)."""
    return {
        space: colour
        for spaces in REGIONS.values()
        for space, colour in zip(spaces, chance.sample(COLOURS, len(COLOURS)), strict=True)
    }


def nearest_valid(druids: Mapping[int, str]) -> dict[int, str]:
    """Return the valid set-up nearest to the one that was read.

    A space that is empty, unknown or one too many of its colour gets a colour that its region lacks.
    """
    right: dict[int, str] = {}
    for spaces in REGIONS.values():
        lacking = list(COLOURS)
        for space in spaces:
            if druids.get(space) in lacking:
                right[space] = druids[space]
                lacking.remove(druids[space])
        for space in spaces:
            if space not in right:
                right[space] = lacking.pop(0)
    return dict(sorted(right.items()))


def swapped(druids: Mapping[int, str], one: int, other: int) -> dict[int, str]:
    """Swap the druids of two spaces of the same region; other pairs change nothing."""
    if REGION_OF[one] != REGION_OF[other]:
        return dict(druids)
    return {**druids, one: druids[other], other: druids[one]}
