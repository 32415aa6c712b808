"""Finding the board in a picture: by corners, markers or learnt appearance."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np

from companion.errors import StorageError, VisionError
from companion.games.base import N_, Sentence
from companion.storage.named_files import BOARDS, NamedFileStore
from vision.arrays import Floats
from vision.cameras.picture_files import decoded
from vision.cameras.sources import Picture
from vision.geometry import learnt_board
from vision.geometry.calibrate import View
from vision.geometry.find_board import FindableBoard, Locate, from_markers, from_taps, no_board, tapped_part

MOST_SIDE_PX = 1500
"""Maximum width and height of a learnt board; one has a pixel a millimetre.

A search in 64 million pixels takes a minute and 15 GB.
"""


def boards(game: str) -> NamedFileStore:
    """The store of learnt boards, each as a rectified picture."""
    return NamedFileStore(BOARDS, game, ".jpg")


def board_picture(content: bytes, path: Path) -> Picture:
    """The learnt board in the content of a file. Raises VisionError that names `path`."""
    return decoded(content, path, MOST_SIDE_PX)


class Dragged(NamedTuple):
    """Corners dragged by the user, relative to pictures of one size (width, height)."""

    corners: tuple[tuple[float, float], ...]
    size_px: tuple[int, int]

    @property
    def corners_px(self) -> Floats:
        """The corners in pixels, (n, 2)."""
        return np.array(self.corners, dtype=np.float64) * self.size_px


Told: TypeAlias = Callable[[Sentence], None]
_TAKEN = {
    "frame": N_("The corners are taken as those of the board's outer frame."),
    "field": N_("The corners are taken as those of the field inside the frame."),
    None: N_("The corners may be those of the frame or of the field inside it: taken as those of the frame."),
}
Tapped: TypeAlias = Floats | Callable[[], Dragged | None]
"""Corners of a board in pixels, or a function that returns the last dragged ones."""


def locate(
    game: str,
    plan: FindableBoard,
    corners: Tapped | None = None,
    markers: Mapping[int, Floats] | None = None,
    told: Told | None = None,
) -> Locate:
    """Return a function that finds the board by corners, else markers, else appearance.

    `told` is told which corners were given, for a board with a frame. Dragged corners apply to pictures of
    the same size, while the board is really there. `markers` are those of the picture if they are already
    known, as from `find_markers`.
    """
    if callable(corners):
        return partial(_dragged, game, plan, corners)
    if corners is not None:
        return partial(_tapped, plan, corners, told)
    return partial(_untapped, game, plan, markers=markers)


def _tapped(plan: FindableBoard, corners_px: Floats, told: Told | None, picture: Picture) -> View:
    view = from_taps(plan, picture, corners_px)
    if told and plan.field_mm is not None:
        told(Sentence(_TAKEN[tapped_part(plan, view, corners_px)]))
    return view


def _dragged(game: str, plan: FindableBoard, ask: Callable[[], Dragged | None], picture: Picture) -> View:
    dragged = ask()
    if dragged and (picture.shape[1], picture.shape[0]) == dragged.size_px:
        with suppress(VisionError):
            return from_taps(plan, picture, dragged.corners_px)
    return _untapped(game, plan, picture)


def _untapped(
    game: str, plan: FindableBoard, picture: Picture, markers: Mapping[int, Floats] | None = None
) -> View:
    try:
        return from_markers(plan, picture, markers)
    except VisionError as error:
        refused, why = error, str(error.params.get("why", error))
    shelf = boards(game)
    for name in shelf.names():
        try:
            known = board_picture(shelf.read(name), shelf.path(name))
            view = learnt_board.find(plan, picture, known)
        except (StorageError, VisionError) as error:
            why += f"; board {name}: {error.params.get('why', error)}"
        else:
            with suppress(StorageError):  # a full or read-only disk: the board is found all the same
                shelf.used(name)
            return view
    if refused.code == "markers_swapped":
        raise refused
    if not shelf.names():
        why += ", and no board was learnt (companion learn board)"
    raise no_board(why)
