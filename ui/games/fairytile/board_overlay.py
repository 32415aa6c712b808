"""Overlay of the kingdom: marks, arrows, tiles not placed yet; no widgets here."""

from typing import NamedTuple

from companion.games import fairytile
from companion.games.fairytile.board import Cell, placed_hexes, read_cell
from companion.games.fairytile.position import PlaceTile
from companion.session.fairytile.snapshot import FairySnapshot
from ui import theme
from ui.games.fairytile.board import Ghost, Mark
from ui.games.fairytile.hints import land
from ui.games.fairytile.selection import FairySelection, Lie, lies


class BoardOverlay(NamedTuple):
    """Overlay of a `KingdomBoard`."""

    marks: tuple[Mark, ...] = ()
    ways: tuple[tuple[Cell, ...], ...] = ()
    tile: Ghost | None = None
    spots: tuple[Lie, ...] = ()


def look(snapshot: FairySnapshot, selection: FairySelection) -> BoardOverlay:
    """Overlay of the selection; else of wrong pieces found by the camera, or of the next manual step."""
    if selection.figure:
        return BoardOverlay(_asked(snapshot, selection))
    if selection.laying:
        assert selection.tile
        tile = selection.spot and Ghost(
            placed_hexes(snapshot.position.box.face(selection.tile), *selection.spot)
        )
        return BoardOverlay(tile=tile or None, spots=tuple(selection.spots))
    return _wrong(snapshot) if snapshot.illegal else _hands(snapshot)


def _asked(snapshot: FairySnapshot, selection: FairySelection) -> tuple[Mark, ...]:
    """Lands that a figure sees, and its legal targets."""
    assert selection.figure
    position = snapshot.position
    sees = sorted(position.kingdom.sees(position.figure_cells[selection.figure]))
    return (*(Mark(cell, "sight") for cell in sees), *(Mark(cell, "reach") for cell in selection.targets))


def _wrong(snapshot: FairySnapshot) -> BoardOverlay:
    """A wrong tile and its legal spots, with the lands that forbid it."""
    assert snapshot.illegal
    position = snapshot.position
    cells = [cell for space in snapshot.illegal.spaces if (cell := read_cell(str(space)))]
    marks = tuple(Mark(cell, "closed") for cell in cells if cell in position.kingdom.cells)
    strange = {
        cell: shown
        for space, kinds in snapshot.strange.items()
        if (cell := read_cell(str(space))) and (shown := land(kinds))
    }
    if not strange:
        return BoardOverlay(marks)
    return BoardOverlay(marks, tile=Ghost(strange, theme.BAD), spots=tuple(lies(fairytile.spots(position))))


def _hands(snapshot: FairySnapshot) -> BoardOverlay:
    """The next manual step, if the game waits for it."""
    step, position = snapshot.step, snapshot.position
    if step is None or snapshot.put_back:
        return BoardOverlay()
    if isinstance(snapshot.suggested_move, PlaceTile) and step.player:
        at, turn = snapshot.suggested_move.at, snapshot.suggested_move.turn
        return BoardOverlay(tile=Ghost(placed_hexes(position.box.face(position.stack[0]), at, turn)))
    way = tuple(cell for space in (step.space, step.target) if space and (cell := read_cell(str(space))))
    return (
        BoardOverlay(ways=(way,))
        if len(way) == 2
        else BoardOverlay(tuple(Mark(cell, "todo") for cell in way))
    )
