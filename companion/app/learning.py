"""Learning how one's own table looks, from one picture."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.app.base import Points, Teaching
from companion.app.board_finder import boards
from companion.app.game_loader import seeing
from companion.errors import ExitCode, VisionError
from companion.games.base import N_, Sentence, rule_error
from ui.services import KindAccuracy
from vision import learnt_board
from vision.calibrate import View
from vision.cameras import Picture, load_picture

JPEG_QUALITY = 92
_NO_PIECES = N_("{path}: expected what stands where in {picture}, such as {example}, found no piece of it.")


def learn_board(path: Path, game: str, corners: Points | None, name: str) -> None:
    """Keep how the board in a picture file looks.

    Raises VisionError, or StorageError when it cannot be kept.
    """
    picture = load_picture(path)
    with _naming(path):
        keep_board(picture, game, corners, name)


def learn_pieces(
    path: Path,
    at: Path,
    game: str,
    teaching: Teaching,
    corners: Points | None,
    name: str,
    options: Mapping[str, Any],
) -> Sequence[KindAccuracy]:
    """Keep how the pieces in a picture file look; the file `at` says what stands where.

    Raises VisionError, RuleError for a wrong file, StorageError when it cannot be kept.
    """
    picture = load_picture(path)
    table = teaching.read_file(at, path.name)
    if not table:
        values = {"path": str(at), "picture": path.name, "example": teaching.example}
        raise rule_error("bad_expected", [Sentence(_NO_PIECES, values)])
    with _naming(path):
        return teaching.learn(picture, find(picture, game, corners), table, name, options)


def keep_board(picture: Picture, game: str, corners: Points | None, name: str) -> None:
    """Keep how the board in a BGR picture looks from above; it must be found again by that alone.

    Without corners it is found by its markers, or as learnt. Raises VisionError, StorageError.
    """
    plan = seeing(game).printed_board(game)
    learnt = learnt_board.flatten(plan, picture, find(picture, game, corners))
    learnt_board.find(plan, picture, learnt)
    _, content = cv2.imencode(".jpg", learnt, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    boards(game).save(name, content.tobytes())


def find(picture: Picture, game: str, corners: Points | None) -> View:
    """The board in a picture: inside its corners in pixels, else by its markers or as learnt."""
    taps_px = None if corners is None else np.array(corners, dtype=np.float64)
    return seeing(game).locate(game, taps_px)(picture)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Errors about a picture name its file, which is what is wrong."""
    try:
        yield
    except VisionError as error:
        error.exit_code = ExitCode.WRONG_INPUT
        error.args = (f"{path}: {error}",)
        raise
