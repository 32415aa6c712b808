"""A picture's evidence for and against readings, in the terms of the interpreter."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.games.base import Kind, Space, Table
from companion.table.observation import SeenPiece
from vision.base import PlacedPiece
from vision.fae.reading import PieceReader


class PictureEvidence:
    """What one picture says about other readings of its changed spaces."""

    def __init__(self, reader: PieceReader) -> None:
        self._reader = reader
        self._pieces: dict[Space, list[SeenPiece]] = {}
        for seen in reader.seen:
            piece = SeenPiece(seen.piece.space, seen.piece.kind, seen.nats, seen.others)
            self._pieces.setdefault(piece.space, []).append(piece)
        self._additions: dict[Space, Mapping[Kind, float]] = {}

    def pieces(self, space: Space) -> Sequence[SeenPiece]:
        """The pieces seen on the space."""
        return self._pieces.get(space, ())

    def left(self, space: Space) -> int:
        """How many pieces no longer stand where they stood on the space."""
        return self._reader.left[space]

    def gone(self, space: Space) -> int:
        """How many of those would be in clear view if they still stood there."""
        return self._reader.gone[space]

    def stood(self, space: Space) -> int:
        """How many pieces stood on the space in the picture before."""
        return self._reader.stood[space]

    def came(self, space: Space, kinds: Collection[Kind]) -> int:
        """How many pieces that may well be of these kinds, and the space's, are seen where none stood."""
        return self._reader.came(space, kinds)

    def fit(self, wanted: Table) -> float:
        """Nats for the best arrangement of exactly these pieces on all the changed spaces."""
        return self._reader.fit(wanted)

    def taken_for(self, space: Space, kind: Kind) -> list[PlacedPiece]:
        """Pieces read as others that may be of this kind on this space, the likeliest first."""
        found = [s for s in self._reader.seen if (space, kind) in s.others]
        return [s.piece for s in sorted(found, key=lambda s: s.others[space, kind])]

    def best_place(self, space: Space, kind: Kind, standing: Sequence[PlacedPiece]) -> tuple[float, float]:
        """Where one more piece of the kind stands best among the others, in board mm."""
        return self._reader.best_place(space, kind, standing).base_mm

    def addition(self, space: Space, kind: Kind) -> float:
        """Nats lost if one more piece of the kind stood there unseen."""
        if space not in self._additions:
            self._additions[space] = self._reader.addition(space)
        return self._additions[space][kind]
