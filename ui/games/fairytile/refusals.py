"""Refusals: a sentence and the lands concerned; no widgets here."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.base import N_, Reason
from companion.games.fairytile.board import TURNS, Cell, FaceUpTile, tile_cells
from companion.games.fairytile.placements import Obstacle, Spot, edges_touched, obstacle
from companion.games.fairytile.position import Move, Position
from companion.session.fairytile.words import REASONS

GOING: Mapping[str, str] = {
    "princess": N_("The princess goes one step; a jump between castles comes just before or after it."),
    "knight": N_("The knight goes exactly two steps over land, away from where he stands."),
    "dragon": N_("The dragon flies straight on to where the land ends."),
}
_RIVER_ENDS, _RIVER_MISSING = (
    N_("The river of the tile ends here."),
    N_("The river of the kingdom ends here."),
)
_ONE_EDGE = N_("Only one edge touches: two side by side must touch.")
_NO_EDGE = N_("The tile must touch the kingdom.")
_APART = N_("The touching edges are not side by side.")


class Refused(NamedTuple):
    """A sentence (a message key), the lands that cause the refusal, and the id of the rule."""

    sentence: str
    closed: tuple[Cell, ...] = ()
    rule: str = ""


def going(move: Move, reason: Reason) -> Refused:
    """Reason why a figure cannot go to a cell."""
    if reason.code != "not_reachable":
        return Refused(REASONS[reason.code], (), reason.rule)
    return Refused(GOING[move.figure], (move.to,), reason.rule)


def placing(position: Position, tile: FaceUpTile | None, cell: Cell) -> Refused | None:
    """Reason why the tile in hand cannot cover a cell: the mildest obstacle of all its spots."""
    if tile is None:
        return Refused(REASONS["stack_empty"], (), "FT-097")
    if cell in position.kingdom.cells:
        return Refused(REASONS["overlap"], (cell,), "FT-092")
    face = position.box.face(tile)
    found = [
        (_ORDER.index(why.code), spot, why)
        for spot in _covering(cell)
        if (why := obstacle(position.kingdom, face, spot))
    ]
    if not found:
        return None
    _, spot, why = min(found, key=lambda one: one[0])
    return wrong_place(position, spot, why)


def wrong_place(position: Position, spot: Spot, why: Obstacle) -> Refused:
    """Reason why a tile cannot be placed on a spot."""
    match why.code:
        case "river_mismatch":
            own, there = why.cells
            flows = position.kingdom.flows(there, own)
            return Refused(_RIVER_MISSING if flows else _RIVER_ENDS, (there,), "FT-094")
        case "too_few_edges":
            touched = edges_touched(position.kingdom, spot)
            here = tuple(cell for cell in why.cells if cell in position.kingdom.cells)
            return Refused((_NO_EDGE, _ONE_EDGE)[touched] if touched < 2 else _APART, here, "FT-093")
        case _:
            return Refused(REASONS[why.code], why.cells, "FT-092")


_ORDER = ("river_mismatch", "too_few_edges", "overlap")


def _covering(cell: Cell) -> list[Spot]:
    """All spots of a tile that cover a cell."""
    found = []
    for turn in TURNS:
        for q, r in tile_cells((0, 0), turn):
            found.append(Spot((cell[0] - q, cell[1] - r), turn))
    return found
