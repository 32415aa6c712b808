"""The things that the camera reads in a picture, each with its place in it."""

from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np

from companion.app.table.table_view import outlines, shares
from companion.games.base import Table
from ui.table_test_service import SeenThing
from vision.arrays import Floats
from vision.base import Outlined, PlacedPiece
from vision.geometry.calibrate import View


def seen_things(
    plan: Outlined, view: View | None, pieces: Sequence[PlacedPiece], table: Table, hidden: Collection[object]
) -> tuple[SeenThing, ...]:
    """Return them: the pieces, then what else lies on each space, such as tiles, in the middle of the space.

    Only what the picture shows counts: no assumed piece, and no space behind a hand. Empty without a view.
    """
    if view is None:
        return ()
    marks = plan.marks
    shown = [piece for piece in pieces if piece.seen and piece.space not in hidden]
    known = Counter((piece.space, piece.kind) for piece in pieces)
    around = outlines(plan.spaces, view)
    found = [
        SeenThing(piece.kind, piece.space, place, marks[piece.kind].name if piece.kind in marks else "")
        for piece, place in zip(shown, _places([piece.base_mm for piece in shown], view), strict=True)
    ]
    for space in (space for space in table if space in around and space not in hidden):
        outline = around[space]
        middle = sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)
        for kind, count in table[space].items():
            found += [SeenThing(kind, space, middle)] * (count - known[space, kind])
    return tuple(thing for thing in found if all(0 <= share <= 1 for share in thing.place))


def _places(points_mm: Sequence[tuple[float, float]], view: View) -> Sequence[tuple[float, float]]:
    at_mm: Floats = np.array([(x, y, 0.0) for x, y in points_mm], dtype=np.float64).reshape(-1, 3)
    return shares(view.project(at_mm), view.size_px)
