"""Reasons why a figure may not go somewhere, or a tile not lie there, with their sentences."""

from collections.abc import Mapping

from companion.games import fairytile
from companion.games.base import N_, Reason, Sentence
from companion.games.fairytile.board import TURNS, Cell, FaceUpTile, cell_text, tile_cells
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


def going(position: Position, move: Move) -> Reason | None:
    """Return why a figure cannot go to a land; None if it can, or if there is no land."""
    reason = fairytile.explain(position, move)
    if reason is None or move.to not in position.kingdom.cells:
        return None
    if reason.code != "not_reachable":
        return _reason(reason.code, (), reason.rule, REASONS[reason.code])
    return _reason(reason.code, (move.to,), reason.rule, GOING[move.figure])


def placing(position: Position, tile: FaceUpTile, cell: Cell) -> Reason | None:
    """Return why a tile cannot cover a cell: the mildest obstacle of all its spots; None if it can."""
    if cell in position.kingdom.cells:
        return _reason("overlap", (cell,), "FT-092", REASONS["overlap"])
    face = position.box.face(tile)
    obstacles = [(spot, obstacle(position.kingdom, face, spot)) for spot in _covering(cell)]
    found = [(_ORDER.index(why.code), spot, why) for spot, why in obstacles if why]
    if len(found) < len(obstacles):
        return None
    _, spot, why = min(found, key=lambda one: one[0])
    return wrong_place(position, spot, why)


def wrong_place(position: Position, spot: Spot, why: Obstacle) -> Reason:
    """Return why a tile cannot be placed on a spot."""
    match why.code:
        case "river_mismatch":
            own, there = why.cells
            flows = position.kingdom.flows(there, own)
            return _reason(why.code, (there,), "FT-094", _RIVER_MISSING if flows else _RIVER_ENDS)
        case "too_few_edges":
            touched = edges_touched(position.kingdom, spot)
            here = tuple(cell for cell in why.cells if cell in position.kingdom.cells)
            return _reason(
                why.code, here, "FT-093", (_NO_EDGE, _ONE_EDGE)[touched] if touched < 2 else _APART
            )
        case _:
            return _reason(why.code, why.cells, "FT-092", REASONS[why.code])


def _reason(code: str, cells: tuple[Cell, ...], rule: str, pattern: str) -> Reason:
    return Reason(code, tuple(map(cell_text, cells)), rule, Sentence(pattern))


_ORDER = ("river_mismatch", "too_few_edges", "overlap")


def _covering(cell: Cell) -> list[Spot]:
    """Return all spots of a tile that cover a cell."""
    found = []
    for turn in TURNS:
        for q, r in tile_cells((0, 0), turn):
            found.append(Spot((cell[0] - q, cell[1] - r), turn))
    return found
