"""Learning the appearance of the user's own table from one picture."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.app.camera.board_finder import Told, boards
from companion.app.camera_game import Points, Teaching
from companion.app.game_loader import seeing
from companion.errors import ExitCode, RuleError, VisionError
from companion.games.base import N_, Sentence, rule_error
from ui.teacher import KindAccuracy
from vision.arrays import Picture
from vision.cameras.picture_files import load_scaled
from vision.geometry import learnt_board
from vision.geometry.calibrate import View
from vision.geometry.find_board import FindableBoard, hidden_part
from vision.light import quality
from vision.light.quality import Flaw

JPEG_QUALITY = 92
_NO_PIECES = N_("{path}: expected the places of the pieces in {picture}, such as {example}, found none.")
_HIDDEN = N_(
    "Expected to see the whole board, found none of its printed lines around {x},{y} in the"
    " picture: clear that place, or take a picture of the whole board."
)
_FLAWS: Mapping[Flaw, str] = {
    "dark": N_("Expected the board in a good light, found it too dark: switch on a lamp."),
    "covered": N_("Expected to see a board, found a picture that is all black: uncover the lens."),
    "bright": N_("Expected the board in an even light, found it glaring: turn the lamp away."),
    "blurred": N_("Expected a sharp board, found it blurred: hold the camera still, and focus it."),
    "small": N_("Expected the board to fill the picture, found it too small: bring the camera nearer."),
}


def learn_board(path: Path, game: str, corners: Points | None, name: str, told: Told | None = None) -> None:
    """Learn the board in a picture file; `told` is told which corners were given.

    Raises VisionError, or StorageError if it cannot be stored.
    """
    picture, scale = load_scaled(path)
    with _naming(path):
        keep_board(picture, game, _scaled(corners, scale), name, told)


def learn_pieces(
    path: Path,
    at: Path,
    game: str,
    teaching: Teaching,
    corners: Points | None,
    name: str,
    options: Mapping[str, Any],
    told: Told | None = None,
) -> Sequence[KindAccuracy]:
    """Learn the pieces in a picture file; the file `at` is the lesson. `told` as in `learn_board`.

    Raises VisionError, RuleError for a wrong file, StorageError if it cannot be stored.
    """
    picture, scale = load_scaled(path)
    lesson = teaching.read_file(at, path.name)
    if not lesson:
        values = {"path": str(at), "picture": path.name, "example": teaching.example}
        raise rule_error("bad_expected", [Sentence(_NO_PIECES, values)])
    with _naming(path):
        view = find(picture, game, _scaled(corners, scale), told)
        return teaching.learn(picture, view, teaching.scaled(lesson, scale), name, options)


def keep_board(
    picture: Picture, game: str, corners: Points | None, name: str, told: Told | None = None
) -> None:
    """Learn the board in a BGR picture; it must then be found by its appearance alone.

    Without corners it is found by its markers, or as learnt. Raises StorageError, VisionError;
    `bad_lesson` for a picture that does not show all of it well.
    """
    plan = seeing(game).printed_board(game)
    view = find(picture, game, corners, told)
    if (flaw := _flaw(plan, picture, view)) is not None:
        raise VisionError("bad_lesson", str(flaw), sentences=(flaw,))
    learnt = learnt_board.flatten(plan, picture, view)
    learnt_board.find(plan, picture, learnt)
    _, content = cv2.imencode(".jpg", learnt, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    boards(game).save(name, content.tobytes())


def find(picture: Picture, game: str, corners: Points | None, told: Told | None = None) -> View:
    """Find the board by its corners in pixels, otherwise by its markers or as learnt."""
    taps_px = None if corners is None else np.array(corners, dtype=np.float64)
    return seeing(game).locate(game, taps_px, told=told)(picture)


def _scaled(corners: Points | None, scale: float) -> Points | None:
    """Return corners of a picture file as they are in the picture reduced by that scale."""
    return corners and [(x / scale, y / scale) for x, y in corners]


def _flaw(plan: FindableBoard, picture: Picture, view: View) -> Sentence | None:
    """Reason not to learn a board from a picture; None if there is none."""
    hidden_px = hidden_part(plan, picture, view)
    if hidden_px is not None:
        x, y = np.rint(hidden_px).astype(int)
        return Sentence(_HIDDEN, {"x": x, "y": y})
    found = quality.findings(picture, view.project(plan.corners_mm), plan.corners_mm)
    return next((Sentence(_FLAWS[each.flaw]) for each in found if each.flaw in _FLAWS), None)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Add the picture file's name to VisionErrors."""
    try:
        yield
    except (VisionError, RuleError) as error:
        error.exit_code = ExitCode.WRONG_INPUT
        error.params["file"] = str(path)
        raise
