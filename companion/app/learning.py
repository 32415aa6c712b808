"""Learning how one's own table looks, from one picture."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.app.learnt import boards, locate
from companion.errors import ExitCode, VisionError
from vision import learnt_board
from vision.calibrate import View
from vision.cameras import Picture, load_picture
from vision.fate.plan import fate_plan
from vision.find_board import Plan
from vision.plan import fae_plan

PLANS: Mapping[str, Callable[[], Plan]] = {"fae": fae_plan, "fate": fate_plan}
JPEG_QUALITY = 92

Points = Sequence[tuple[float, float]]


def learn_board(path: Path, game: str, corners: Points | None, name: str) -> None:
    """Keep how the board in a picture looks from above; it must be found again by that alone.

    Raises VisionError, or StorageError when it cannot be kept.
    """
    picture, plan = load_picture(path), PLANS[game]()
    learnt = learnt_board.flatten(plan, picture, _view(path, picture, game, plan, corners))
    _told(path, lambda: learnt_board.find(plan, picture, learnt))
    _, content = cv2.imencode(".jpg", learnt, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    boards(game).save(name, content.tobytes())


def _view(path: Path, picture: Picture, game: str, plan: Plan, corners: Points | None) -> View:
    taps_px = None if corners is None else np.array(corners, dtype=np.float64)
    return _told(path, lambda: locate(game, plan, taps_px)(picture))


def _told(path: Path, find: Callable[[], View]) -> View:
    """The view; an error names the picture, which is what is wrong."""
    try:
        return find()
    except VisionError as error:
        error.exit_code = ExitCode.WRONG_INPUT
        error.args = (f"{path}: {error}",)
        raise
