"""Interpretation of a picture of the kingdom: nothing new, adventures, or a violation.

Only sure readings count. A tile is accepted if all its cells match a tile that may come now. A turn without a
declared end is ended automatically if the next adventure cannot belong to it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from typing import TypeAlias

from companion.errors import RuleError
from companion.games import fairytile
from companion.games.base import Kind, Reason, Space, Table, in_order
from companion.games.fairytile.board import (
    FIGURES,
    TURNS,
    Cell,
    FaceUpTile,
    Figure,
    Hex,
    cell_text,
    hex_kind,
    placed_hexes,
    read_cell,
    tile_cells,
)
from companion.games.fairytile.placements import Spot
from companion.games.fairytile.position import Act, FinishTurn, Move, PlaceTile, Position
from companion.table.compare import doubtful
from companion.table.observation import Observation
from companion.table.verdict import Played, Settled, Verdict, Wait, Wrong

_CELLS_OF_TILE = 3
_SURE = 0.99
"""Confidence of a verdict on sure readings, 0..1. Assumed."""
_MIN_ADVANTAGE_NATS, _MAX_MISFIT_NATS = 3.0, 24.0
"""Minimum advantage of an unsure tile over any other fit, and maximum misfit of it, both in nats.
Measured: tests/bench/watch_scenes.py."""


Lands: TypeAlias = Mapping[Cell, Kind]
"""Land of each cell, as a kind of piece."""


def interpret(position: Position, observation: Observation) -> Verdict[Act]:
    """Return the meaning of a picture in `position`."""
    if observation.trouble:
        return Wait(observation.trouble, in_order(observation.hidden))
    doubt = doubtful(observation) | observation.hidden
    lands = _lands(observation.table)
    fresh: Lands | None = {cell: kind for cell, kind in lands.items() if cell not in position.kingdom.cells}
    moved = _moved(position, observation.table, doubt)
    if fresh and any(cell_text(cell) in doubt for cell in fresh):
        fresh = _resolve_unsure(position, observation, fresh)
    if moved is None or fresh is None:
        return Wait("motion", in_order(doubt))
    if wrong_cells := _contradictions(position, lands, doubt):
        return Wrong(Reason("unexplained", wrong_cells), wrong_cells[0], None, _SURE)
    if not fresh and not moved:
        counts = doubt - set(
            map(cell_text, position.kingdom.cells.keys() - {*position.figure_cells.values()})
        )
        return Wait("motion", in_order(counts)) if counts else Settled(_SURE, {})
    if fresh and len(fresh) != _CELLS_OF_TILE:
        return Wait("motion", tuple(map(cell_text, sorted(fresh))))
    return _explained(position, fresh, [Move(figure, to) for figure, to in moved.items()])


def shows(table: Table, observation: Observation) -> bool:
    """Return whether all sure spaces of a picture show exactly this table."""
    doubt = doubtful(observation) | observation.hidden
    return not observation.trouble and all(
        dict(table.get(space, {})) == dict(observation.table.get(space, {}))
        for space in {*table, *observation.table} - doubt
    )


def _resolve_unsure(position: Position, observation: Observation, fresh: Lands) -> Lands | None:
    """Return the lands of unsure cells if one tile that may come now fits best; otherwise None."""
    if observation.evidence is None or len(fresh) != _CELLS_OF_TILE:
        return None
    fits: dict[tuple[tuple[Cell, Kind], ...], float] = {}
    for _, hexes in _tiles_on(position, fresh):
        lands = {cell: hex_kind(hex_) for cell, hex_ in hexes.items()}
        nats = observation.evidence.fit({cell_text(cell): {kind: 1} for cell, kind in lands.items()})
        fits[tuple(sorted(lands.items()))] = nats
    best, *others = sorted(fits, key=lambda lands: -fits[lands]) or [()]
    if (
        not best
        or fits[best] < -_MAX_MISFIT_NATS
        or any(fits[best] - fits[other] < _MIN_ADVANTAGE_NATS for other in others)
    ):
        return None
    return dict(best)


def could_lie(position: Position, lands: Lands) -> Iterator[tuple[FaceUpTile, Spot]]:
    """Yield the tiles that may come now and their placements that match these three cells."""
    for (upside, spot), hexes in _tiles_on(position, lands):
        if all(hex_kind(hex_) == lands[cell] for cell, hex_ in hexes.items()):
            yield upside, spot


def _tiles_on(
    position: Position, cells: Collection[Cell]
) -> Iterator[tuple[tuple[FaceUpTile, Spot], Mapping[Cell, Hex]]]:
    """Yield all placements of tiles that may come now on exactly these cells, with their lands."""
    for upside in _next_tiles(position):
        face = position.box.face(upside)
        for at in sorted(cells):
            for turn in TURNS:
                if set(tile_cells(at, turn)) == set(cells):
                    yield (upside, Spot(at, turn)), placed_hexes(face, at, turn)


def _next_tiles(position: Position) -> Iterator[FaceUpTile]:
    """Yield the top tile of the stack, or all remaining tiles if the stack is unknown."""
    if position.stack:
        yield position.stack[0]
    elif position.hidden:
        lying = {laid.tile for laid in position.kingdom.placed_tiles}
        for tile, sides in position.box.tiles.items():
            if tile not in lying:
                yield from (FaceUpTile(tile, side) for side, face in sides.items() if face.start is None)


def _lands(table: Table) -> dict[Cell, Kind]:
    found = {}
    for space, kinds in table.items():
        cell = read_cell(str(space))
        land = next((kind for kind in kinds if kind not in FIGURES), None)
        if cell and land:
            found[cell] = land
    return found


def _moved(position: Position, table: Table, doubt: Collection[Space]) -> dict[Figure, Cell] | None:
    """Return the moved figures; None if one is unsure or seen more than once."""
    found: dict[Figure, Cell] = {}
    for figure, before in position.figure_cells.items():
        here = [cell for space, kinds in table.items() if figure in kinds and (cell := read_cell(str(space)))]
        if here == [before]:
            continue
        if len(here) > 1 or not here or cell_text(here[0]) in doubt:
            return None
        found[figure] = here[0]
    return found


def _contradictions(position: Position, lands: Lands, doubt: Collection[Space]) -> tuple[Space, ...]:
    """Return cells of the kingdom that show something else, or nothing, for sure."""
    return tuple(
        cell_text(cell)
        for cell, hex_ in sorted(position.kingdom.cells.items())
        if cell_text(cell) not in doubt and lands.get(cell) != hex_kind(hex_)
    )


def _explained(position: Position, fresh: Lands, moves: Sequence[Move]) -> Verdict[Act]:
    """Return the adventures in a legal order, or the violation by the first illegal one."""
    places: list[PlaceTile] = []
    if fresh:
        placements = list(could_lie(position, fresh))
        if not placements:
            cells = tuple(map(cell_text, sorted(fresh)))
            return Wrong(Reason("bad_setup", cells), cells[0], None, _SURE)
        laid = [_place(position, *each) for each in placements]
        places = [next((place for place in laid if _refused(position, place) is None), laid[0])]
    acts: tuple[Act, ...] = (*places, *moves)
    for order in permutations(acts):
        if legal := _legal(position, order):
            return Played(legal[0], _SURE, {}, tuple(legal[1:]))
    return _wrong(position, acts)


def _place(position: Position, upside: FaceUpTile, spot: Spot) -> PlaceTile:
    return PlaceTile(*spot, None if position.stack else upside)


def _legal(position: Position, order: Sequence[Act]) -> list[Act] | None:
    """Return the acts with the ends of turns between them; None if one of them is not legal."""
    acts: list[Act] = []
    for act in order:
        for with_end in ([act], [FinishTurn(), act]):
            try:
                after = position
                for one in with_end:
                    after = fairytile.apply(after, one)
            except RuleError:
                continue
            position, acts = after, [*acts, *with_end]
            break
        else:
            return None
    return acts


def _refused(position: Position, act: Act) -> Reason | None:
    """Return the reason why an act is not legal, also after the end of the current turn."""
    reason = fairytile.explain(position, act)
    if reason and reason.code == "no_magic":
        return fairytile.explain(fairytile.apply(position, FinishTurn()), act)
    return reason


def _wrong(position: Position, acts: Sequence[Act]) -> Wrong:
    for act in acts:
        reason = _refused(position, act)
        if reason and isinstance(act, Move):
            return Wrong(reason, cell_text(position.figure_cells[act.figure]), cell_text(act.to), _SURE)
        if reason and isinstance(act, PlaceTile):
            return Wrong(reason, cell_text(act.at), None, _SURE)
    return Wrong(Reason("unexplained", ()), None, None, _SURE)
