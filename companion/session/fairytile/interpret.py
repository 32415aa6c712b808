"""What a picture of the kingdom means: nothing new, adventures, or something that cannot be.

Only what was read for sure counts. A tile is believed when all its cells agree with one that may come now; a
turn that nobody ended ends by itself where the next adventure cannot belong to it.
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
    Figure,
    Hex,
    Upside,
    cell_text,
    hex_kind,
    laid_hexes,
    read_cell,
    tile_cells,
)
from companion.games.fairytile.placements import Spot
from companion.games.fairytile.position import Act, EndTurn, Move, Place, Position
from companion.table.compare import doubtful
from companion.table.observation import Observation
from companion.table.verdict import Played, Settled, Verdict, Wait, Wrong

_PARTS = 3
_SURE = 0.99
_APART, _STRANGE = 3.0, 24.0
"""Nats by which a tile must fit better than any other in doubt, and at most lost by it."""


Lands: TypeAlias = Mapping[Cell, Kind]
"""What each cell shows, as a kind of piece."""


def interpret(position: Position, observation: Observation) -> Verdict[Act]:
    """What happened since `position`, as far as a picture tells."""
    if observation.trouble:
        return Wait(observation.trouble, in_order(observation.hidden))
    doubt = doubtful(observation) | observation.hidden
    lands = _lands(observation.table)
    fresh: Lands | None = {cell: kind for cell, kind in lands.items() if cell not in position.kingdom.cells}
    moved = _moved(position, observation.table, doubt)
    if fresh and any(cell_text(cell) in doubt for cell in fresh):
        fresh = _likeliest(position, observation, fresh)
    if moved is None or fresh is None:
        return Wait("motion", in_order(doubt))
    if odd := _odd(position, lands, doubt):
        return Wrong(Reason("unexplained", odd), odd[0], None, _SURE)
    if not fresh and not moved:
        counts = doubt - set(map(cell_text, position.kingdom.cells.keys() - {*position.standing.values()}))
        return Wait("motion", in_order(counts)) if counts else Settled(_SURE, {})
    if fresh and len(fresh) != _PARTS:
        return Wait("motion", tuple(map(cell_text, sorted(fresh))))
    return _explained(position, fresh, [Move(figure, to) for figure, to in moved.items()])


def shows(table: Table, observation: Observation) -> bool:
    """Return whether a picture shows just this table, wherever it was read for sure."""
    doubt = doubtful(observation) | observation.hidden
    return not observation.trouble and all(
        dict(table.get(space, {})) == dict(observation.table.get(space, {}))
        for space in {*table, *observation.table} - doubt
    )


def _likeliest(position: Position, observation: Observation, fresh: Lands) -> Lands | None:
    """What cells in doubt show if a tile lies there that may come now; None where two lands fit as well."""
    if observation.evidence is None or len(fresh) != _PARTS:
        return None
    fits: dict[tuple[tuple[Cell, Kind], ...], float] = {}
    for _, hexes in _tiles_on(position, fresh):
        lands = {cell: hex_kind(hex_) for cell, hex_ in hexes.items()}
        nats = observation.evidence.fit({cell_text(cell): {kind: 1} for cell, kind in lands.items()})
        fits[tuple(sorted(lands.items()))] = nats
    best, *others = sorted(fits, key=lambda lands: -fits[lands]) or [()]
    if not best or fits[best] < -_STRANGE or any(fits[best] - fits[other] < _APART for other in others):
        return None
    return dict(best)


def could_lie(position: Position, lands: Lands) -> Iterator[tuple[Upside, Spot]]:
    """The tiles that may come now, and how they lie where a picture shows these three cells."""
    for (upside, spot), hexes in _tiles_on(position, lands):
        if all(hex_kind(hex_) == lands[cell] for cell, hex_ in hexes.items()):
            yield upside, spot


def _tiles_on(
    position: Position, cells: Collection[Cell]
) -> Iterator[tuple[tuple[Upside, Spot], Mapping[Cell, Hex]]]:
    """Every way in which a tile that may come now covers just these cells, and what they show then."""
    for upside in _coming(position):
        face = position.box.face(upside)
        for at in sorted(cells):
            for turn in TURNS:
                if set(tile_cells(at, turn)) == set(cells):
                    yield (upside, Spot(at, turn)), laid_hexes(face, at, turn)


def _coming(position: Position) -> Iterator[Upside]:
    """The top of the stack, or any tile left where it is not known."""
    if position.stack:
        yield position.stack[0]
    elif position.hidden:
        placements = {laid.tile for laid in position.kingdom.laid}
        for tile, sides in position.box.tiles.items():
            if tile not in placements:
                yield from (Upside(tile, side) for side, face in sides.items() if face.start is None)


def _lands(table: Table) -> dict[Cell, Kind]:
    found = {}
    for space, kinds in table.items():
        cell = read_cell(str(space))
        land = next((kind for kind in kinds if kind not in FIGURES), None)
        if cell and land:
            found[cell] = land
    return found


def _moved(position: Position, table: Table, doubt: Collection[Space]) -> dict[Figure, Cell] | None:
    """Figures that stand elsewhere now; None where one of them is not seen for sure, or more than once."""
    found: dict[Figure, Cell] = {}
    for figure, before in position.standing.items():
        here = [cell for space, kinds in table.items() if figure in kinds and (cell := read_cell(str(space)))]
        if here == [before]:
            continue
        if len(here) > 1 or not here or cell_text(here[0]) in doubt:
            return None
        found[figure] = here[0]
    return found


def _odd(position: Position, lands: Lands, doubt: Collection[Space]) -> tuple[Space, ...]:
    """Cells of the kingdom that surely show something else, or nothing any more."""
    return tuple(
        cell_text(cell)
        for cell, hex_ in sorted(position.kingdom.cells.items())
        if cell_text(cell) not in doubt and lands.get(cell) != hex_kind(hex_)
    )


def _explained(position: Position, fresh: Lands, moves: Sequence[Move]) -> Verdict[Act]:
    """Adventures in an order in which all are legal, else why the first of them is not."""
    places: list[Place] = []
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


def _place(position: Position, upside: Upside, spot: Spot) -> Place:
    return Place(*spot, None if position.stack else upside)


def _legal(position: Position, order: Sequence[Act]) -> list[Act] | None:
    """The acts with the ends of turns that lie between them; None when one of them is not legal."""
    acts: list[Act] = []
    for act in order:
        for with_end in ([act], [EndTurn(), act]):
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
    """Why an act is not legal, as if a turn that is done had been ended."""
    reason = fairytile.explain(position, act)
    if reason and reason.code == "no_magic":
        return fairytile.explain(fairytile.apply(position, EndTurn()), act)
    return reason


def _wrong(position: Position, acts: Sequence[Act]) -> Wrong:
    for act in acts:
        reason = _refused(position, act)
        if reason and isinstance(act, Move):
            return Wrong(reason, cell_text(position.standing[act.figure]), cell_text(act.to), _SURE)
        if reason and isinstance(act, Place):
            return Wrong(reason, cell_text(act.at), None, _SURE)
    return Wrong(Reason("unexplained", ()), None, None, _SURE)
