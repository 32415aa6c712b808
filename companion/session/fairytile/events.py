"""Events of Fairy Tile, and the JSON objects that `companion watch` prints for them."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.base import Space
from companion.games.fairytile.board import Cell, FaceUpTile, Figure, Hex, cell_text
from companion.games.fairytile.placements import Spot
from companion.session.events import Event, Json


@dataclass(frozen=True, slots=True)
class CoveredCell:
    """A cell that a tile covers.

    `hex`: its land, None if unsure. `tile`, `face`, `part`: the tile, if the reader has learnt it. `px`:
    centre in the picture, in pixels.
    """

    hex: Hex | None
    tile: str | None
    face: str | None
    part: str | None
    px: tuple[float, float]

    def as_json(self) -> Json:
        """Return the JSON object of a cell."""
        return {
            "terrain": self.hex.terrain if self.hex else None,
            "river": list(self.hex.river) if self.hex else None,
            "tile": self.tile,
            "face": self.face,
            "part": self.part,
            "px": [round(self.px[0], 1), round(self.px[1], 1)],
        }


@dataclass(frozen=True, slots=True)
class KingdomRead(Event):
    """The tiles and figures on the table.

    Unsure spaces are in `unsure`, unsure figures are left out.
    """

    name = "table"
    cells: Mapping[Cell, CoveredCell]
    figures: Mapping[Figure, Cell]
    unsure: tuple[Space, ...]

    def _fields(self) -> Json:
        return {
            "cells": {cell_text(cell): self.cells[cell].as_json() for cell in sorted(self.cells)},
            "figures": {figure: cell_text(cell) for figure, cell in self.figures.items()},
            "unsure": list(self.unsure),
        }


@dataclass(frozen=True, slots=True)
class FigureMoved(Event):
    """A figure was moved legally."""

    name = "move"
    player: str
    figure: Figure
    source: Space
    target: Space
    confidence: float

    def _fields(self) -> Json:
        return {
            "player": self.player,
            "figure": self.figure,
            "from": self.source,
            "to": self.target,
            "confidence": round(self.confidence, 4),
        }


@dataclass(frozen=True, slots=True)
class TilePlaced(Event):
    """A tile was placed legally."""

    name = "placed"
    player: str
    tile: FaceUpTile
    spot: Spot
    confidence: float

    def _fields(self) -> Json:
        return {
            "player": self.player,
            "tile": self.tile.tile,
            "face": self.tile.side,
            "at": cell_text(self.spot.at),
            "turn": self.spot.turn,
            "confidence": round(self.confidence, 4),
        }


@dataclass(frozen=True, slots=True)
class GameStands(Event):
    """State of the game when the pictures end."""

    name = "end"
    status: str
    winner: str | None

    def _fields(self) -> Json:
        result = None if self.status == "playing" else {"winner": self.winner}
        return {"status": self.status, "result": result}
