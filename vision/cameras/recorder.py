"""Recording of a camera as a folder of scene.json and numbered pictures."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import VisionError
from vision.cameras.params import PARAMS
from vision.frame import Frame


class Recorder:
    """Writes each picture immediately, so that a recording is complete up to the moment it stops.

    `scene` describes the table: game, players, camera, start. `corners_px` (4, 2) are the board's outer
    corners in the first picture. Raises VisionError if the folder cannot be written or already holds a
    recording.
    """

    def __init__(
        self, folder: Path, scene: Mapping[str, Any], corners_px: NDArray[np.floating] | None = None
    ) -> None:
        """Create the folder and write scene.json."""
        self._folder, self._count = folder, 0
        taps = None if corners_px is None else np.round(corners_px, 1).tolist()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / "scene.json").open("x", encoding="utf-8") as file:
                json.dump({**scene, "corners_px": taps}, file, ensure_ascii=False, indent=1)
        except OSError as error:
            raise self._unwritten(folder / "scene.json", error) from error

    def write(self, frame: Frame) -> str:
        """Store one picture and return its file name."""
        name = f"{self._count:04d}.jpg"
        _, content = cv2.imencode(".jpg", frame.picture, [cv2.IMWRITE_JPEG_QUALITY, PARAMS.recording_quality])
        try:
            (self._folder / name).write_bytes(content.tobytes())
        except OSError as error:
            raise self._unwritten(self._folder / name, error) from error
        self._count += 1
        return name

    def _unwritten(self, path: Path, error: OSError) -> VisionError:
        return VisionError(
            "recording_not_written",
            f"{path}: cannot be written ({error.strerror}) after {self._count} pictures; "
            "record into a new folder on a disk with room",
            path=str(path),
            cause=error.strerror,
            pictures=self._count,
        )
