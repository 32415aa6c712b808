"""Learning how one's own table looks, from one picture."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from companion.app.beginnings import BOARDS
from companion.app.fate.expected import read_expected
from companion.app.learnt import boards, locate, pieces, samples
from companion.errors import ExitCode, RuleError, VisionError
from companion.games.base import N_, Sentence, Table, rule_error
from vision import learnt_board
from vision.calibrate import View
from vision.cameras import Picture, load_picture
from vision.fate import own_set
from vision.fate.kinds import Edition
from vision.fate.own_set import ToldApart

JPEG_QUALITY = 92
_NO_PIECES = N_("{path}: expected what stands where in {picture}, such as {example}, found no piece of it.")

Points = Sequence[tuple[float, float]]


def learn_board(path: Path, game: str, corners: Points | None, name: str) -> None:
    """Keep how the board in a picture file looks.

    Raises VisionError, or StorageError when it cannot be kept.
    """
    picture = load_picture(path)
    with _naming(path):
        keep_board(picture, game, corners, name)


def learn_pieces(
    path: Path, at: Path, corners: Points | None, name: str, edition: Edition | None = None
) -> list[ToldApart]:
    """Keep how Fate's pieces in a picture file look; `at` says what stands where.

    Raises VisionError, RuleError for a wrong file, StorageError when it cannot be kept.
    """
    picture = load_picture(path)
    table = read_expected(at).table(path.name)
    if not table:
        raise _no_pieces(at, path)
    with _naming(path):
        return keep_pieces(picture, table, corners, name, edition)


def keep_board(picture: Picture, game: str, corners: Points | None, name: str) -> None:
    """Keep how the board in a BGR picture looks from above; it must be found again by that alone.

    Without corners it is found by its markers, or as learnt. Raises VisionError, StorageError.
    """
    plan = BOARDS[game]()
    learnt = learnt_board.flatten(plan, picture, find(picture, game, corners))
    learnt_board.find(plan, picture, learnt)
    _, content = cv2.imencode(".jpg", learnt, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    boards(game).save(name, content.tobytes())


def keep_pieces(
    picture: Picture, table: Table, corners: Points | None, name: str, edition: Edition | None = None
) -> list[ToldApart]:
    """Keep how Fate's pieces in a BGR picture look, besides those learnt before under that name.

    Tells of every kind how well its samples are known by the others. Raises VisionError, StorageError.
    """
    found = own_set.take(picture, find(picture, "fate", corners), table, edition)
    if name in pieces().names():
        found = samples(name).and_also(found)
    pieces().save(name, own_set.encode(found))
    return own_set.study(found, edition).told_apart


def find(picture: Picture, game: str, corners: Points | None) -> View:
    """The board in a picture: inside its corners in pixels, else by its markers or as learnt."""
    taps_px = None if corners is None else np.array(corners, dtype=np.float64)
    return locate(game, BOARDS[game](), taps_px)(picture)


def _no_pieces(at: Path, path: Path) -> RuleError:
    values = {"path": str(at), "picture": path.name, "example": '{"12,3": "goblin"}'}
    return rule_error("bad_expected", [Sentence(_NO_PIECES, values)])


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Errors about a picture name its file, which is what is wrong."""
    try:
        yield
    except VisionError as error:
        error.exit_code = ExitCode.WRONG_INPUT
        error.args = (f"{path}: {error}",)
        raise
