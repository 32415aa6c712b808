"""How a game begins: the set-up as read from the table, and as it is written down."""

from typing import Any

from companion.games import fae
from companion.games.base import Table
from companion.games.fae.script import Setup, read_setup, setup_object


def setup_of(position: fae.Position, players: tuple[str, ...]) -> dict[str, Any]:
    """The set-up of the script format; an opening in its short form."""
    setup = setup_object(Setup(players, {}, position))
    groups = [list(pieces) for pieces in fae.table(position).values()]
    if any(len(colours) != 1 for colours in groups) or position.cards_used or any(position.scores):
        return setup
    short = {"players": setup["players"], "turn": setup["turn"], "druids": {}}
    for space, pieces in setup["druids"].items():
        (short["druids"][space],) = pieces
    return short if read_setup(short).position == position else setup


def one_druid_a_space(table: Table) -> dict[int, str]:
    """Space to colour; spaces with several druids are named together with their colours."""
    return {
        int(space): " + ".join(f"{n} {kind}" if n > 1 else kind for kind, n in pieces.items())
        for space, pieces in table.items()
    }
