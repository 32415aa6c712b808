"""Learning how one's own table looks, from one picture."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.app.fate_expected import read_expected
from companion.app.learnt import boards, locate, pieces, samples
from companion.errors import ExitCode, RuleError, VisionError
from companion.games.base import N_, Sentence, rule_error
from vision import learnt_board
from vision.calibrate import View
from vision.cameras import Picture, load_picture
from vision.fate import own_set
from vision.fate.kinds import Edition
from vision.fate.own_set import ToldApart
from vision.fate.plan import fate_plan
from vision.find_board import Plan
from vision.plan import fae_plan

PLANS: Mapping[str, Callable[[], Plan]] = {"fae": fae_plan, "fate": fate_plan}
JPEG_QUALITY = 92
_NO_PIECES = N_("{path}: expected what stands where in {picture}, such as {example}, found no piece of it.")

Points = Sequence[tuple[float, float]]


def learn_board(path: Path, game: str, corners: Points | None, name: str) -> None:
    """Keep how the board in a picture looks from above; it must be found again by that alone.

    Raises VisionError, or StorageError when it cannot be kept.
    """
    picture, plan = load_picture(path), PLANS[game]()
    learnt = learnt_board.flatten(plan, picture, _view(path, picture, game, corners))
    _told(path, lambda: learnt_board.find(plan, picture, learnt))
    _, content = cv2.imencode(".jpg", learnt, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    boards(game).save(name, content.tobytes())


def learn_pieces(
    path: Path, at: Path, corners: Points | None, name: str, edition: Edition | None = None
) -> list[ToldApart]:
    """Keep how Fate's pieces in a picture look, besides those learnt before; `at` says what stands where.

    Tells of every kind how well its samples are known by the others. Raises VisionError, RuleError for a
    wrong file, StorageError when it cannot be kept.
    """
    picture = load_picture(path)
    table = read_expected(at).table(path.name)
    if not table:
        raise _no_pieces(at, path)
    found = own_set.take(picture, _view(path, picture, "fate", corners), table, edition)
    if name in pieces().names():
        found = samples(name).and_also(found)
    pieces().save(name, own_set.encode(found))
    return own_set.study(found, edition).told_apart


def _no_pieces(at: Path, path: Path) -> RuleError:
    values = {"path": str(at), "picture": path.name, "example": '{"12,3": "goblin"}'}
    return rule_error("bad_expected", [Sentence(_NO_PIECES, values)])


def _view(path: Path, picture: Picture, game: str, corners: Points | None) -> View:
    taps_px = None if corners is None else np.array(corners, dtype=np.float64)
    return _told(path, lambda: locate(game, PLANS[game](), taps_px)(picture))


def _told(path: Path, find: Callable[[], View]) -> View:
    """The view; an error names the picture, which is what is wrong."""
    try:
        return find()
    except VisionError as error:
        error.exit_code = ExitCode.WRONG_INPUT
        error.args = (f"{path}: {error}",)
        raise
