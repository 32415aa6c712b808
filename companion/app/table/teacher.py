"""Learning boards and pieces at the table, from the camera's own picture."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import cv2
import numpy as np

from companion.app.camera.board_finder import board_picture, boards
from companion.app.camera_game import Points, Teaching
from companion.app.game_loader import app_game, seeing
from companion.app.table import learning
from companion.app.table.table_view import outlines, shares
from companion.errors import CompanionError, VisionError
from companion.games.base import N_, Sentence, Space
from companion.session.own_files import PRINTED_MARKS, decoded
from companion.storage.folders import MOST_LETTERS
from companion.storage.named_files import NamedFileStore
from ui.services import PicturePoint, RgbPicture, TableLook
from ui.teacher import KindAccuracy
from vision.cameras.sources import Camera, Lockable, Picture
from vision.geometry import learnt_board
from vision.photo import card_corners, coded, from_above

Lesson: TypeAlias = Literal["boards", "pieces"]

WARM_UP = 12
"""Number of pictures skipped while the camera adapts to the light."""
_USUAL_NAME = "mine"
_NO_PICTURE = Sentence(N_("The camera gave no picture: check cable and power."))


class TableTeacher:
    """Implements `ui.teacher.Teacher`; `open_camera` opens the camera at the table of a game."""

    def __init__(self, open_camera: Callable[[str], Camera]) -> None:
        self._open_camera = open_camera
        self._game = ""
        self._lesson: Lesson = "boards"
        self._picture: Picture | None = None
        self._corners_px: Points | None = None

    def capture(self, game: str) -> RgbPicture:
        """Capture the picture to learn from; blocks until the camera is ready. Raises VisionError."""
        self._game = game
        self._picture = self._look()
        return _shown(self._picture)

    def spaces(self, corners: Sequence[PicturePoint] | None) -> Mapping[Space, tuple[PicturePoint, ...]]:
        """Outlines of the spaces in the captured picture. Raises VisionError if no board is found."""
        picture = self._captured
        view = learning.find(picture, self._game, self._pixels(corners))
        return outlines(seeing(self._game).printed_board(self._game).spaces, view)

    def learn_board(self, corners: Sequence[PicturePoint], name: str) -> None:
        """Learn the board in the captured picture. Raises VisionError, StorageError."""
        self._lesson = "boards"
        learning.keep_board(self._captured, self._game, self._pixels(corners), file_name(name))

    def learn_pieces(
        self, corners: Sequence[PicturePoint] | None, lesson: Any, name: str
    ) -> Sequence[KindAccuracy]:
        """Learn the pieces of a lesson, which is in the game's own format.

        Raises VisionError, RuleError, StorageError.
        """
        self._lesson, self._corners_px = "pieces", self._pixels(corners)
        view = learning.find(self._captured, self._game, self._corners_px)
        return _teaching(self._game).learn(self._captured, view, lesson, file_name(name), {})

    def propose(self, name: str) -> Any:
        """Guess the lesson for the captured picture with the set of that name.

        Raises VisionError, StorageError.
        """
        propose = _teaching(self._game).propose
        assert propose is not None, self._game
        return propose(self._captured, learning.find(self._captured, self._game, None), file_name(name))

    def face(self, game: str, name: str, kind: str) -> RgbPicture:
        """Appearance of a kind in the set of that name. Raises StorageError."""
        face = _teaching(game).face
        assert face is not None, game
        return _shown(face(file_name(name), kind))

    def card(self) -> Sequence[PicturePoint]:
        """Corners of the card in the captured picture, clockwise from its top left.

        () if there is none.
        """
        found = card_corners(self._captured)
        return () if found is None else shares(found, self._captured.shape[1::-1])

    def photo(self, corners: Sequence[PicturePoint]) -> bytes:
        """Rectify the area between four corners of the captured picture; returns a small JPEG."""
        return coded(from_above(self._captured, np.array(self._pixels(corners))))

    def test(self, name: str) -> TableLook:
        """Capture the table again and read it with the last learnt set of that name.

        Raises VisionError.
        """
        picture, board = self._look(), seeing(self._game).printed_board(self._game)
        if self._lesson == "boards":
            path = boards(self._game).used(file_name(name))
            known = board_picture(boards(self._game).read(file_name(name)), path)
            view = learnt_board.find(board, picture, known)
            corners = shares(view.project(board.corners_mm), view.size_px)
            return TableLook(_shown(picture), corners, ready=True)
        view = learning.find(picture, self._game, self._corners_px)
        return TableLook(
            _shown(picture),
            shares(view.project(board.corners_mm), view.size_px),
            outlines=outlines(board.spaces, view),
            pieces=_teaching(self._game).read(picture, view, file_name(name)),
            ready=True,
        )

    def learnt(self, sort: Lesson, game: str) -> Sequence[str]:
        """Names of the learnt sets, last used first."""
        kept = _shelf(sort, game)
        return kept.names() if kept else ()

    def damaged(self, sort: Lesson, game: str) -> Mapping[str, CompanionError]:
        """Errors of the damaged files, by their names."""
        kept = _shelf(sort, game)
        if kept is None:
            return {}
        found = kept.each(lambda name: self.check(sort, game, kept.read(name), str(kept.path(name))))
        return {name: why for name, why in found if isinstance(why, CompanionError)}

    def check(self, sort: Lesson, game: str, content: bytes, place: str) -> None:
        """Check the content of a file of that sort; `place` names it in errors.

        Raises StorageError `learnt_damaged`, VisionError.
        """
        if sort == "boards":
            board_picture(content, Path(place))
        else:
            decoded(_teaching(game).check, content, place)

    def forget(self, sort: Lesson, game: str, name: str) -> None:
        """Delete a learnt set. Raises StorageError."""
        if kept := _shelf(sort, game):
            kept.forget(name)

    def use(self, sort: Lesson, game: str, name: str) -> None:
        """Use this learnt set from now on. Raises StorageError."""
        if kept := _shelf(sort, game):
            kept.used(name)

    @property
    def _captured(self) -> Picture:
        assert self._picture is not None
        return self._picture

    def _pixels(self, corners: Sequence[PicturePoint] | None) -> Points | None:
        height, width = self._captured.shape[:2]
        return [(x * width, y * height) for x, y in corners] if corners else None

    def _look(self) -> Picture:
        camera = self._open_camera(self._game)
        try:
            for _ in range(WARM_UP if isinstance(camera, Lockable) else 0):
                camera.read()
            frame = camera.read()
        finally:
            camera.close()
        if frame is None:
            raise VisionError("camera_lost", str(_NO_PICTURE), sentences=(_NO_PICTURE,), camera="")
        return frame.picture


def file_name(name: str) -> str:
    """Convert a name typed by the user to a valid file name."""
    plain = re.sub(r"[^\w-]+", "-", name).strip("-")[:MOST_LETTERS]
    return _USUAL_NAME if plain in ("", PRINTED_MARKS) else plain


def _teaching(game: str) -> Teaching:
    teaching = seeing(game).teaching
    assert teaching is not None, game
    return teaching


def _shelf(sort: Lesson, game: str) -> NamedFileStore | None:
    if sort == "boards":
        return boards(game)
    teaching = seeing(game).teaching if app_game(game).camera else None
    return teaching.sets.store if teaching else None


def _shown(picture: Picture) -> RgbPicture:
    rgb = np.ascontiguousarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    return RgbPicture(picture.shape[1], picture.shape[0], rgb.tobytes())
