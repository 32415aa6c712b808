"""Kind of light on a table, as one word."""

from typing import Literal, TypeAlias, get_args

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.light import quality
from vision.light.params import PARAMS

Light: TypeAlias = Literal["dim", "normal", "bright", "uneven"]
LIGHTS: tuple[Light, ...] = get_args(Light)


def light_of(picture: Picture, outline_px: Floats | None = None) -> Light:
    """Return the light in a BGR picture, (h, w, 3), on the outline of the board, (n, 2), or everywhere.

    "dim" if its lightest twentieth is below `dark_level`; "bright" if it is overexposed, or has too many
    reflections; "uneven" if the lightest twentieths of its quarters differ by more than `uneven_light`.
    """
    flaws = {each.flaw for each in quality.findings(picture, outline_px)}
    if flaws & {"dark", "covered"}:
        return "dim"
    if "bright" in flaws:
        return "bright"
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    board = np.ones(grey.shape, np.uint8)
    if outline_px is not None:
        board[:] = 0
        cv2.fillPoly(board, [np.rint(outline_px).astype(np.int32)], 1)
    rows, columns = np.nonzero(board)
    if not len(rows):
        return "normal"
    middle_y, middle_x = int(np.median(rows)), int(np.median(columns))
    levels = [
        quality.lightest(grey[down, across], board[down, across])
        for down in (slice(middle_y), slice(middle_y, None))
        for across in (slice(middle_x), slice(middle_x, None))
        if board[down, across].any()
    ]
    return "uneven" if max(levels) > PARAMS.uneven_light * min(levels) else "normal"
