"""What happens at a table of Fairy Tile, and the JSON objects that `companion watch` prints."""

from dataclasses import dataclass

from companion.games.base import Space
from companion.games.fairytile.board import Figure, Upside, cell_text
from companion.games.fairytile.placements import Spot
from companion.session.events import Event, Json


@dataclass(frozen=True, slots=True)
class FigureMoved(Event):
    """A figure went where it may go."""

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
    """A tile was laid where it may lie."""

    name = "placed"
    player: str
    tile: Upside
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
    """No more pictures: how the game stands."""

    name = "end"
    status: str
    winner: str | None

    def _fields(self) -> Json:
        result = None if self.status == "playing" else {"winner": self.winner}
        return {"status": self.status, "result": result}
