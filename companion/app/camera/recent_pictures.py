"""The pictures of the last seconds and what was believed, for a capture."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

import cv2

from companion.games.base import Table, guest_name
from companion.session.events import Event
from ui.services import PicturePoint
from ui.table_test_service import SeenThing
from vision.arrays import Floats
from vision.cameras.capture_file import (
    MAX_BYTES,
    MAX_PICTURES,
    CaptureContent,
    CapturedPicture,
    picture_name,
)
from vision.frame import Frame

KEPT_S = 10.0
"""Time in seconds that a capture goes back; further if no picture since then begins a replay."""
EVERY_S = 0.8
"""Longest time in seconds between two kept pictures, less one at 5 pictures/s: one a second is promised."""
QUALITY = 80
"""JPEG quality, 0..100; at 80 a busy table's 10 s fit. Measured: tests/bench/captures.py."""
_PICTURE_BYTES = MAX_BYTES - 500_000
"""Maximum size of all kept pictures in bytes; the rest is for texts."""
_MEASURED = {"frame", "confidence", "px", "corners_px"}
"""Keys of events that say how sure or where in the picture, and differ from picture to picture."""

Json: TypeAlias = Mapping[str, Any]


class Start(NamedTuple):
    """How a replay begins: `opening` is the event that tells the position, `written` the position itself.

    A game that is replayed by its readings alone needs none. `clean`: a replay may begin here.
    """

    clean: bool = True
    written: Json | None = None
    opening: Event | None = None


ANYWHERE = Start()
"""A replay by readings alone may begin anywhere."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Belief:
    """Belief of the game after one picture, without secrets.

    `expected` is the table by the rules, `settled` the one seen beyond doubt. `corners`: where the board lies
    in the picture, as shares of its size. `start`: how a replay begins that begins here. `things`: what the
    camera reads in the picture; None if it cannot be read.
    """

    events: Sequence[Event]
    expected: Table | None
    settled: Table | None
    start: Start = ANYWHERE
    corners: Floats | None = None
    players: Sequence[str] = ()
    things: Callable[[], tuple[SeenThing, ...]] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """`changed`: it changed a belief; `first`: a replay may begin with it."""

    picture: CapturedPicture
    belief: Belief
    corners_px: Sequence[Sequence[float]] | None
    changed: bool
    first: bool


class Moment(NamedTuple):
    """A capture and what the camera read in its last picture; None if that cannot be read."""

    capture: CaptureContent
    things: tuple[SeenThing, ...] | None = None


class RecentPictures:
    """A bounded ring of JPEG pictures: one a second of the last `KEPT_S`, and each that changed a belief.

    It begins with a picture in which the table was as expected, so that it can be replayed. Only kept
    pictures are encoded. `content` may be called from any thread.
    """

    def __init__(self) -> None:
        self._kept: list[_Kept] = []
        self._last: object = None
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """Size of the kept pictures in bytes."""
        return sum(len(one.picture.jpeg) for one in self._kept)

    @property
    def room(self) -> int:
        """Bytes of a capture that are free beside any two of its pictures and its texts."""
        return _PICTURE_BYTES - 2 * max((len(one.picture.jpeg) for one in self._kept), default=0)

    def add(self, frame: Frame, belief: Belief, *, moving: bool, trouble: bool) -> None:
        """Take a picture and what was believed after it; keep it if it is due or changed a belief."""
        kept = self._kept
        if kept and frame.time_s < kept[-1].picture.time_s:  # the camera was opened again
            kept = []
        beliefs = [compared(event.as_json()) for event in belief.events]
        changed, self._last = beliefs != self._last, beliefs
        if not (changed or not kept or frame.time_s >= kept[-1].picture.time_s + EVERY_S):
            return
        _, content = cv2.imencode(".jpg", frame.picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        settled = not trouble and belief.settled is not None and belief.settled == belief.expected
        picture = CapturedPicture(content.tobytes(), frame.time_s, moving, settled)
        first = belief.start.clean and not trouble and belief.settled is not None
        height, width = frame.picture.shape[:2]
        corners = None if belief.corners is None else (belief.corners * (width, height)).round(1).tolist()
        with self._lock:
            self._kept = _bounded([*kept, _Kept(picture, belief, corners, changed, first)])

    def moment(
        self, scene: Json, version: str, learnt: Mapping[str, bytes] | None = None, *, readable: bool = False
    ) -> Moment | None:
        """Return this moment; None before the first picture. `scene` describes the table.

        `learnt` are the files of what was taught and is used; they take at most `room`, and other pictures
        than the first and the last make place for them.
        `readable`: the newest moment of the last `KEPT_S` whose picture could be read, if there is one.
        """
        with self._lock:
            kept = self._kept
        if readable:
            kept = _readable(kept)
        if not kept:
            return None
        read = kept[-1].belief.things
        return Moment(_content(kept, scene, version, learnt or {}), read and read())

    def content(
        self, scene: Json, version: str, learnt: Mapping[str, bytes] | None = None
    ) -> CaptureContent | None:
        """Return the capture of this moment, as `moment`; None before the first picture."""
        moment = self.moment(scene, version, learnt)
        return moment and moment.capture


def judged(
    capture: CaptureContent,
    wrong: Sequence[SeenThing],
    missed: Sequence[PicturePoint],
    right: Sequence[SeenThing] = (),
) -> CaptureContent:
    """Return a capture that says what was right, wrong and missed in its last picture."""
    said = {
        "picture": picture_name(len(capture.pictures) - 1),
        "wrong": [{"kind": one.kind, "place": one.place} for one in wrong],
        "missed": list(missed),
        "right": [{"kind": one.kind, "place": one.place} for one in right],
    }
    return replace(capture, scene={**capture.scene, "judged": said})


def _content(kept: list[_Kept], scene: Json, version: str, learnt: Mapping[str, bytes]) -> CaptureContent:
    kept = kept[next((at for at, one in enumerate(kept) if one.first), 0) :]
    kept = _within(kept, _PICTURE_BYTES - sum(map(len, learnt.values())))
    begin = kept[0]
    start = begin.belief.start
    names = {name: guest_name(number) for number, name in enumerate(begin.belief.players, 1)}
    events = [
        (number, event)
        for number, one in enumerate(kept)
        for event in ([start.opening] if number == 0 and start.opening else one.belief.events)
    ]
    described = {"players": list(names.values()), "corners_px": begin.corners_px, "start": start.written}
    return CaptureContent(
        scene={**scene, **described},
        pictures=[one.picture for one in kept],
        believed=[_anonymous(replace(e, frame=picture_name(n)).as_json(), names) for n, e in events],
        expected={
            picture_name(n): _anonymous(_table_object(one.belief.expected or {}), names)
            for n, one in enumerate(kept)
        },
        version=version,
        learnt=learnt,
    )


def _readable(kept: list[_Kept]) -> list[_Kept]:
    """Drop the pictures after the newest recent one that could be read, if there is one."""
    for end in range(len(kept), 0, -1):
        if kept[end - 1].picture.time_s < kept[-1].picture.time_s - KEPT_S:
            break
        if kept[end - 1].belief.things:
            return kept[:end]
    return kept


def _table_object(table: Table) -> dict[str, Any]:
    """Write a table as JSON: the kind of a single piece, else the number of each kind."""
    return {
        str(space): next(iter(kinds)) if sum(kinds.values()) == 1 else dict(kinds)
        for space, kinds in table.items()
        if kinds
    }


def _bounded(kept: list[_Kept]) -> list[_Kept]:
    """Drop what is too old, then what is too much: pictures that changed nothing first, the oldest first."""
    old_s = kept[-1].picture.time_s - KEPT_S
    firsts = [at for at, one in enumerate(kept) if one.first and one.picture.time_s <= old_s]
    first, *rest = kept[firsts[-1] if firsts else 0 :]
    rest = [one for one in rest if one.changed or one.picture.time_s >= old_s]
    return _within([first, *rest], _PICTURE_BYTES)


def _within(kept: list[_Kept], most_bytes: int) -> list[_Kept]:
    """Drop pictures until the others fit: the first and the last stay longest."""
    first, *rest = kept
    while rest and (len(rest) >= MAX_PICTURES or _bytes(first, rest) > most_bytes):
        rest.remove(next((one for one in rest[:-1] if not one.changed), rest[0]))
    return [first, *rest]


def _bytes(first: _Kept, rest: Sequence[_Kept]) -> int:
    return sum(len(one.picture.jpeg) for one in (first, *rest))


def compared(value: Any) -> Any:
    """Return an event without its measured values; a hand that moves on changes no belief."""
    if isinstance(value, dict):
        unlike = _MEASURED | ({"spaces"} if value.get("event") == "wait" else set())
        return {key: compared(item) for key, item in value.items() if key not in unlike}
    return [compared(item) for item in value] if isinstance(value, list | tuple) else value


def _anonymous(value: Any, names: Mapping[str, str]) -> Any:
    """Replace the names of people: the value of a key "player", and a text such as "Ana/c", a space."""
    if isinstance(value, dict):
        renamed = {_space(key, names): _anonymous(item, names) for key, item in value.items()}
        return renamed | ({"player": names.get(value["player"], "")} if "player" in value else {})
    if isinstance(value, list | tuple):
        return [_anonymous(item, names) for item in value]
    return _space(value, names) if isinstance(value, str) else value


def _space(text: str, names: Mapping[str, str]) -> str:
    owner, slash, place = text.partition("/")
    return names[owner] + slash + place if slash and owner in names else text
