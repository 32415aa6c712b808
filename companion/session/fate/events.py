"""Events of Fate, and the JSON objects that `companion watch --game fate` prints for them."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.base import Kind, Space
from companion.session.events import Event, Json
from companion.table.compare import Difference


@dataclass(frozen=True, slots=True)
class TableRead(Event):
    """The pieces on the table; `unsure` spaces are left out of `pieces`.

    `confidence`: 0..1, the lowest one of all pieces.
    """

    name = "table"
    pieces: Mapping[Space, Kind]
    unsure: tuple[Space, ...]
    confidence: float

    def _fields(self) -> Json:
        return {
            "pieces": dict(self.pieces),
            "unsure": list(self.unsure),
            "confidence": round(self.confidence, 4),
        }


@dataclass(frozen=True, slots=True)
class DifferencesFound(Event):
    """The table differs from the expected one; `unsure` spaces may differ, too."""

    name = "differences"
    items: tuple[Difference, ...]
    unsure: tuple[Space, ...] = ()

    def _fields(self) -> Json:
        items = [{"hex": item.space, "expected": item.expected, "seen": item.seen} for item in self.items]
        return {"items": items} | ({"unsure": list(self.unsure)} if self.unsure else {})
