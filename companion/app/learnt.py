"""What was learnt of one's own table, as readers take it: how its board is found."""

from functools import partial

import numpy as np
import numpy.typing as npt

from companion.errors import VisionError
from companion.storage.shelf import Shelf
from vision import learnt_board
from vision.calibrate import View
from vision.cameras import Picture, load_picture
from vision.find_board import Locate, Plan, from_markers, from_taps, no_board

Corners = npt.NDArray[np.float64]


def boards(game: str) -> Shelf:
    """The boards learnt, each as a picture from above."""
    return Shelf("boards", game, ".jpg")


def locate(game: str, plan: Plan, corners_px: Corners | None = None) -> Locate:
    """How the board is found in a picture: where it was tapped, else by its markers, else as learnt."""
    if corners_px is not None:
        return partial(from_taps, plan, taps_px=corners_px)
    return partial(_untapped, game, plan)


def _untapped(game: str, plan: Plan, picture: Picture) -> View:
    try:
        return from_markers(plan, picture)
    except VisionError as error:
        why = str(error.params["why"])
    shelf = boards(game)
    for name in shelf.names():
        learnt = load_picture(shelf.path(name))
        try:
            view = learnt_board.find(plan, picture, learnt)
        except VisionError as error:
            why += f"; board {name}: {error.params['why']}"
        else:
            shelf.used(name)
            return view
    if not shelf.names():
        why += ", and no board was learnt (companion learn board)"
    raise no_board(why)
