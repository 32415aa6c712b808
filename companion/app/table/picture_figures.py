"""How well real pictures are read today: captures that players judged, by light and camera."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import cv2
import numpy as np

from companion.app.table.capture_replay import CaptureWatcher, damaged, open_replay
from companion.app.table.seen_things import seen_things
from companion.app.table.table_view import outlines
from companion.errors import CompanionError
from companion.storage import atomic
from companion.table.compare import doubtful
from ui.services import PicturePoint
from vision.arrays import Picture
from vision.cameras.capture_file import SUFFIX, CaptureContent, encode, picture_name, read
from vision.cameras.picture_files import decoded
from vision.light.kind import LIGHTS, light_of

ALLOWED = "may_be_used"
"""Key of `scene.json`: true if the players said that the capture may be used; false where it is left out."""
REACH = 0.02
"""Distance, as a share of the width of a picture, within which two marks are one thing."""
_MOST_WORD = 40

Reading: TypeAlias = Literal["right", "asked", "wrong"]


class Mark(NamedTuple):
    """A thing in a picture and its place there; "" is any kind."""

    kind: str
    place: PicturePoint


class Verdict(NamedTuple):
    """The players' judgement of a picture: things read rightly, things read wrongly, and missed places.

    `right` is None in captures of older versions, which do not say it.
    """

    right: Sequence[Mark] | None
    wrong: Sequence[Mark]
    missed: Sequence[Mark]


@dataclass
class Figures:
    """`counts` of pictures by light, camera and reading; other captures by the reason, and broken ones."""

    counts: Counter[tuple[str, str, Reading]] = field(default_factory=Counter)
    not_allowed: int = 0
    not_judged: int = 0
    simulated: int = 0
    broken: list[CompanionError] = field(default_factory=list)


def captures_in(folders: Sequence[Path]) -> list[Path]:
    """Return the capture files in folders and all folders below, each once."""
    found = {path.resolve(): path for folder in folders for path in sorted(folder.rglob(f"*{SUFFIX}"))}
    return [path for path in found.values() if path.is_file()]


def allow(path: Path) -> None:
    """Write into a capture that it may be used. Raises VisionError `bad_capture`, OSError."""
    content = read(path)
    if content.scene.get(ALLOWED) is not True:
        atomic.write(path, encode(replace(content, scene={**content.scene, ALLOWED: True})), private=True)


def figures(paths: Sequence[Path]) -> Figures:
    """Read the judged picture of every real capture that may be used as this version reads it."""
    found = Figures()
    for path in paths:
        try:
            _count(path, read(path), found)
        except CompanionError as error:
            found.broken.append(error)
    return found


def _count(path: Path, content: CaptureContent, found: Figures) -> None:
    if content.scene.get(ALLOWED) is not True:
        found.not_allowed += 1
    elif content.scene.get("simulated") is True:
        found.simulated += 1
    elif "judged" not in content.scene:
        found.not_judged += 1
    else:
        verdict = _verdict(path, content)
        loop = open_replay(path)
        for _ in loop.events():
            pass
        last = decoded(content.pictures[-1].jpeg, path / picture_name(len(content.pictures) - 1))
        light, camera = _light(content, last, loop.watcher), _camera(content, last)
        found.counts[light, camera, reading_of(loop.watcher, verdict)] += 1


def reading_of(watcher: CaptureWatcher, verdict: Verdict) -> Reading:
    """Compare the last picture with what the players said of it.

    "right": all is as they said. "asked": every difference lies on a space in doubt, or the picture cannot
    be read, so that the app waits. "wrong": any other difference.
    """
    seen, reader = watcher.seen, watcher.reader
    if seen is None or seen.trouble or reader.view is None:
        return "asked"
    things = seen_things(reader.plan, reader.view, tuple(reader.pieces), seen.table, seen.hidden)
    faults = _faults([Mark(thing.kind, thing.place) for thing in things], verdict)
    around = outlines(reader.plan.spaces, reader.view)
    doubted = [around[space] for space in doubtful(seen) if space in around]
    if any(not any(_inside(place, outline) for outline in doubted) for place in faults):
        return "wrong"
    return "asked" if faults else "right"


def _faults(things: list[Mark], verdict: Verdict) -> list[PicturePoint]:
    """Return the places where a reading is not as players said; each thing answers one mark."""
    faults = [mark.place for mark in verdict.right or () if not _taken(things, mark)]
    faults += [mark.place for mark in verdict.missed if not _taken(things, mark)]
    faults += [mark.place for mark in verdict.wrong if _taken(things, mark)]
    if verdict.right is None:
        return faults
    corrected = [Mark("", mark.place) for mark in verdict.wrong]  # another thing may lie there, or nothing
    return faults + [
        thing.place for thing in things if not any(_apart(thing, one) <= REACH for one in corrected)
    ]


def _taken(things: list[Mark], mark: Mark) -> bool:
    """Remove the nearest thing of that kind within reach; return whether there was one."""
    near = [thing for thing in things if mark.kind in ("", thing.kind) and _apart(thing, mark) <= REACH]
    if near:
        things.remove(min(near, key=lambda thing: _apart(thing, mark)))
    return bool(near)


def _apart(one: Mark, other: Mark) -> float:
    return hypot(one.place[0] - other.place[0], one.place[1] - other.place[1])


def _inside(place: PicturePoint, outline: Sequence[PicturePoint]) -> bool:
    return cv2.pointPolygonTest(np.array(outline, np.float32), place, measureDist=False) >= 0


def _light(content: CaptureContent, picture: Picture, watcher: CaptureWatcher) -> str:
    """Return the light that the capture states, else the one on the board, else in the picture."""
    stated = content.scene.get("light")
    if stated in LIGHTS:
        return str(stated)
    reader = watcher.reader
    corners_mm = getattr(reader.plan, "corners_mm", None)
    if reader.view is None or corners_mm is None:
        return light_of(picture)
    return light_of(picture, reader.view.project(corners_mm))


def _camera(content: CaptureContent, picture: Picture) -> str:
    """Return the camera that the capture states, else the size of its pictures."""
    stated = content.scene.get("camera")
    if isinstance(stated, str) and stated.isprintable() and 0 < len(stated) <= _MOST_WORD:
        return stated
    return f"{picture.shape[1]}x{picture.shape[0]}"


def _verdict(path: Path, content: CaptureContent) -> Verdict:
    """Return what was said of the last picture. Raises VisionError `bad_capture`."""
    said = content.scene["judged"]
    last = picture_name(len(content.pictures) - 1)
    if not isinstance(said, dict) or said.get("picture") != last:
        raise damaged(path, f"judged in scene.json that is not of {last}")
    try:
        right = said.get("right")
        return Verdict(
            None if right is None else [*map(_mark, right)],
            [*map(_mark, said["wrong"])],
            [_mark({"kind": "", "place": place}) for place in said["missed"]],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise damaged(path, f"judged in scene.json with a wrong mark ({error})") from error


def _mark(written: Mapping[str, Any]) -> Mark:
    x, y = (float(share) for share in written["place"])
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise ValueError(f"the place {x:g}, {y:g}")
    return Mark(str(written["kind"]), (x, y))
