"""What was learnt of one's own table, as readers take it: how its board is found, how its pieces look."""

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from companion.errors import VisionError
from companion.games.base import N_
from companion.storage.failure import failure
from companion.storage.shelf import Shelf
from vision import learnt_board
from vision.calibrate import View
from vision.cameras import Picture, load_picture
from vision.fate import own_set
from vision.fate.classifier import Learnt
from vision.fate.kinds import Edition
from vision.fate.own_set import Samples
from vision.find_board import Locate, Plan, from_markers, from_taps, no_board

Corners = npt.NDArray[np.float64]

PRINTED_MARKS = "default"
"""In place of the name of learnt pieces: those everybody has."""
_DAMAGED = N_("{path}: expected learnt pieces, found {cause}; forget them and learn them again.")


def boards(game: str) -> Shelf:
    """The boards learnt, each as a picture from above."""
    return Shelf("boards", game, ".jpg")


def pieces() -> Shelf:
    """The sets of Fate's pieces learnt."""
    return Shelf("pieces", "fate", ".npz")


class Dragged(NamedTuple):
    """Where people dragged a board to, as shares of pictures of one size (width, height)."""

    corners: tuple[tuple[float, float], ...]
    size_px: tuple[int, int]

    @property
    def corners_px(self) -> Corners:
        """The same in pixels, (n, 2)."""
        return np.array(self.corners, dtype=np.float64) * self.size_px


Tapped: TypeAlias = Corners | Callable[[], Dragged | None]
"""The corners of a board in pixels, or who tells where it was dragged to last."""


def locate(game: str, plan: Plan, corners: Tapped | None = None) -> Locate:
    """How the board is found in a picture: by its corners, else by its markers, else as learnt.

    Where it was dragged to holds in pictures of the same size, while the board is really there.
    """
    if callable(corners):
        return partial(_dragged, game, plan, corners)
    if corners is not None:
        return partial(from_taps, plan, taps_px=corners)
    return partial(_untapped, game, plan)


def samples(name: str) -> Samples:
    """The pieces learnt under a name. Raises StorageError."""
    path = pieces().used(name)
    return _decoded(path, path.read_bytes())


def own_pieces(name: str | None = None, edition: Edition | None = None) -> Learnt | None:
    """The pieces learnt under a name, or last; None for the printed marks. Raises StorageError.

    Takes seconds for a set that was not asked for before.
    """
    name = name or next(iter(pieces().names()), PRINTED_MARKS)
    if name == PRINTED_MARKS:
        return None
    path = pieces().used(name)
    return _studied(path, path.read_bytes(), edition)


@lru_cache(maxsize=2)
def _studied(path: Path, content: bytes, edition: Edition | None) -> Learnt:
    return own_set.study(_decoded(path, content), edition).learnt


def _decoded(path: Path, content: bytes) -> Samples:
    try:
        return own_set.decode(content)
    except ValueError as error:
        raise failure("learnt_damaged", _DAMAGED, path=str(path), cause=str(error)) from error


def _dragged(game: str, plan: Plan, ask: Callable[[], Dragged | None], picture: Picture) -> View:
    dragged = ask()
    if dragged and (picture.shape[1], picture.shape[0]) == dragged.size_px:
        with suppress(VisionError):
            return from_taps(plan, picture, dragged.corners_px)
    return _untapped(game, plan, picture)


def _untapped(game: str, plan: Plan, picture: Picture) -> View:
    try:
        return from_markers(plan, picture)
    except VisionError as error:
        why = str(error.params["why"])
    shelf = boards(game)
    for name in shelf.names():
        known = load_picture(shelf.path(name))
        try:
            view = learnt_board.find(plan, picture, known)
        except VisionError as error:
            why += f"; board {name}: {error.params['why']}"
        else:
            shelf.used(name)
            return view
    if not shelf.names():
        why += ", and no board was learnt (companion learn board)"
    raise no_board(why)
