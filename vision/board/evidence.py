"""Evidence of one picture for and against readings.

Takes a `PieceReader`; implements the evidence protocol of `companion.table.observation`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.games.base import Kind, Space, Table
from companion.table.observation import SeenPiece
from vision.base import PlacedPiece
from vision.board.reading import PieceReader


class PictureEvidence:
    """Evidence of one picture about alternative readings of its changed spaces."""

    def __init__(self, reader: PieceReader) -> None:
        self._reader = reader
        self._pieces: dict[Space, list[SeenPiece]] = {}
        for seen in reader.seen:
            piece = SeenPiece(seen.piece.space, seen.piece.kind, seen.nats, seen.others)
            self._pieces.setdefault(piece.space, []).append(piece)
        self._additions: dict[Space, Mapping[Kind, float]] = {}

    def pieces(self, space: Space) -> Sequence[SeenPiece]:
        """Return the pieces seen on the space."""
        return self._pieces.get(space, ())

    def left(self, space: Space) -> int:
        """Return the number of pieces that left their place on the space."""
        return self._reader.left[space]

    def gone(self, space: Space) -> int:
        """Return the number of those whose place is in clear view."""
        return self._reader.gone[space]

    def stood(self, space: Space) -> int:
        """Return the number of pieces on the space in the previous picture."""
        return self._reader.stood[space]

    def came(self, space: Space, kinds: Collection[Kind]) -> int:
        """Return the number of new pieces that may be of these kinds and on this space."""
        return self._reader.came(space, kinds)

    def fit(self, wanted: Table) -> float:
        """Return the nats of the best arrangement of exactly these pieces on all changed spaces."""
        return self._reader.fit(wanted)

    def taken_for(self, space: Space, kind: Kind) -> list[PlacedPiece]:
        """Return pieces read as others that may be of this kind on this space, most likely first."""
        found = [s for s in self._reader.seen if (space, kind) in s.others]
        return [s.piece for s in sorted(found, key=lambda s: s.others[space, kind])]

    def best_place(self, space: Space, kind: Kind, standing: Sequence[PlacedPiece]) -> tuple[float, float]:
        """Return the best place for one more piece of the kind among the others, in board mm."""
        return self._reader.best_place(space, kind, standing).base_mm

    def addition(self, space: Space, kind: Kind) -> float:
        """Return the nats lost if one more, unseen piece of the kind is there."""
        if space not in self._additions:
            self._additions[space] = self._reader.addition(space)
        return self._additions[space][kind]
