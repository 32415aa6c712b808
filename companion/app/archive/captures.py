"""Captures kept on this machine: made with one touch, listed, copied to a stick, deleted."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.archive.history import local_time
from companion.errors import CompanionError
from companion.games.base import N_, Sentence
from companion.session.words import TROUBLE
from companion.storage import atomic, bounded, exports
from companion.storage.failure import failure
from companion.storage.folders import is_plain
from ui.services import KeptMoment, RgbPicture
from ui.table_test_service import Judged, TestPicture

if TYPE_CHECKING:  # loads OpenCV, which the start page does without
    from companion.app.camera.recent_pictures import Moment
    from vision.cameras.capture_file import CaptureContent

MOST_KEPT = 40
"""Maximum number of captures on this machine; they take 200 MB at most."""
_SUFFIX = ".zip"
_SHOWN_WIDTH_PX = 320
_BELIEVED: Mapping[str, str] = {
    "position": N_("The table was as expected."),
    "settled": N_("The table was as expected."),
    "corrected": N_("The table was as expected."),
    "table": N_("The app read the table."),
    "differences": N_("The app saw differences."),
    "move": N_("The app saw a move."),
    "ritual": N_("The app saw a move."),
    "guide": N_("The app asked for a step."),
    "illegal": N_("The app saw a move that is not allowed."),
    "ask": N_("The app was not sure which move it was."),
}
"""Last belief by the name of the event."""
_NOTHING = N_("The app has no picture of the table yet. Wait a moment and try again.")
_NOT_READ = N_("Take your hands away and wait a moment; then touch again.")
_FULL = N_("{most} moments are kept already. Delete some of them first.")
_NOT_WRITTEN = N_("{path}: cannot be written ({cause}); make room or check who owns the folder.")
_GONE = N_("This moment is not there any more.")
_DAMAGED = N_("Expected a moment that the app can read, found: {found}. Delete it.")


class CaptureStore:
    """Implements `ui.services.Moments`; `moment` returns the moment of now, None without pictures.

    With True it returns the newest one whose picture could be read, if there is one.
    """

    def __init__(self, folder: Path, moment: "Callable[[bool], Moment | None]") -> None:
        self._folder, self._now = folder, moment

    def keep(self) -> None:
        """Keep the last seconds. Raises StorageError `no_pictures`, `too_many_kept`, `not_kept`."""
        self._write(self._moment(False).capture)

    def take(self) -> TestPicture:
        """Take the last readable picture with what was read. Raises StorageError."""
        capture, things = self._moment(True)
        if things is None:
            raise failure("not_read", _NOT_READ)
        return TestPicture(_picture(capture, Path(), None), things, capture)

    def keep_judged(self, judged: Judged) -> None:
        """Keep a picture in which something was wrong. Raises StorageError `too_many_kept`, `not_kept`."""
        from companion.app.camera.recent_pictures import judged as described

        missed = sorted(judged.missed)
        self._write(described(judged.picture.capture, judged.wrong_things, missed, judged.right_things))

    def _moment(self, readable: bool) -> "Moment":
        moment = self._now(readable)
        if moment is None:
            raise failure("no_pictures", _NOTHING)
        return moment

    def _write(self, content: "CaptureContent") -> None:
        from vision.cameras.capture_file import encode

        if len(self._files()) >= MOST_KEPT:
            raise failure("too_many_kept", _FULL, most=MOST_KEPT)
        stem = time.strftime("moment-%Y%m%d-%H%M%S")
        path = next(path for n in range(MOST_KEPT + 1) if not (path := self._path(f"{stem}-{n}")).exists())
        try:
            atomic.write(path, encode(content), private=True)
        except OSError as error:
            raise failure("not_kept", _NOT_WRITTEN, path=str(path), cause=error.strerror) from error

    def moments(self) -> Sequence[KeptMoment]:
        """All of them, the newest first, a damaged one with the reason; takes a moment."""
        return [moment for path in self._files() if (moment := _listed(path))]

    def picture(self, name: str) -> RgbPicture:
        """The last picture, small. Raises CompanionError if it is damaged."""
        path = self._path(name)
        return _picture(_content(path), path, _SHOWN_WIDTH_PX)

    def delete(self, name: str) -> None:
        """Delete one. Raises StorageError `not_kept`."""
        path = self._path(name)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise failure("not_kept", _NOT_WRITTEN, path=str(path), cause=error.strerror) from error

    def export(self, name: str) -> exports.Saved:
        """Copy one to a USB stick, else to the documents. Raises StorageError."""
        from vision.cameras.capture_file import MAX_BYTES

        try:
            content = bounded.read(self._path(name), MAX_BYTES)
        except FileNotFoundError as error:
            raise failure("not_kept", _GONE) from error
        except OSError as error:
            raise _unreadable(error) from error
        return exports.write(name, _SUFFIX, content)

    def _path(self, name: str) -> Path:
        if not is_plain(name):
            raise failure("not_kept", _GONE)
        return self._folder / f"{name}{_SUFFIX}"

    def _files(self) -> list[Path]:
        found = self._folder.glob(f"*{_SUFFIX}")
        return sorted((path for path in found if is_plain(path.stem) and not path.is_dir()), reverse=True)


def _picture(capture: "CaptureContent", path: Path, width_px: int | None) -> RgbPicture:
    """The last picture, as wide as it is or scaled to a width."""
    import cv2

    from vision.cameras.picture_files import decoded

    bgr = decoded(capture.pictures[-1].jpeg, path)
    height, width = bgr.shape[:2]
    size = (width_px, max(1, round(height * width_px / width))) if width_px else (width, height)
    rgb = cv2.cvtColor(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB)
    return RgbPicture(size[0], size[1], rgb.tobytes())


def _content(path: Path) -> "CaptureContent":
    """Read a capture. Raises StorageError `not_kept`, VisionError `bad_capture`."""
    from vision.cameras.capture_file import MAX_BYTES, decoded_from

    try:
        return decoded_from(bounded.read(path, MAX_BYTES), path)
    except OSError as error:
        raise _unreadable(error) from error


def _unreadable(error: OSError) -> CompanionError:
    return failure("not_kept", _DAMAGED, found=error.strerror or str(error))


def _listed(path: Path) -> KeptMoment | None:
    try:
        when = local_time(path.lstat().st_mtime)
    except OSError:  # just deleted
        return None
    try:
        content = _content(path)
    except CompanionError as error:
        return KeptMoment(path.stem, "", when, Sentence(_DAMAGED, {"found": error.params["found"]}))
    last = content.believed[-1] if content.believed else {}
    why = TROUBLE.get(str(last.get("why")), "")
    said = Sentence(_BELIEVED.get(str(last.get("event")), "") or why)
    game = str(content.scene.get("game", ""))
    return KeptMoment(path.stem, game if is_plain(game) else "", when, said)
