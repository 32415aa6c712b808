"""The loop of `companion watch --game fabula`: which cards lie on the table, and what became of them."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from companion.app.base import WatchRequest
from companion.app.fabula.follow import Follower
from companion.app.fabula.hands import drawn_cards, simulated
from companion.app.fabula.own_cards import own_cards
from companion.app.table.frame_reader import FrameReader
from companion.games import fabula
from companion.games.base import in_order
from companion.session.events import AsExpected, Event, Waiting
from companion.session.fabula.events import CardChanged, CardRead, CardsRead, Corners
from companion.settings import settings
from vision.cameras.recorder import Recorder
from vision.cameras.sources import Camera, FolderCamera, open_camera
from vision.fabula.layout import PlacedCard
from vision.fabula.reader import FabulaReader
from vision.fabula.table_changes import Change, TableTracker


class FabulaWatch:
    """One duel that is looked at until the pictures end."""

    def __init__(
        self,
        camera: Camera,
        reader: FrameReader[FabulaReader],
        follower: Follower | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self._camera, self._reader = camera, reader
        self._follower, self._recorder = follower, recorder
        self._tracker = TableTracker()

    def events(self) -> Iterator[Event]:
        """What is seen, at least one event a picture. Raises VisionError when a picture or the camera
        fails.
        """
        last: CardsRead | None = None
        while frame := self._camera.read():
            seen = self._reader.look(frame)
            if self._recorder and seen.trouble != "motion":
                self._recorder.write(frame)
            if seen.trouble:
                yield Waiting(seen.trouble, in_order(seen.hidden), frame=frame.name)
                continue
            if last is not None and not seen.changed and not isinstance(self._camera, FolderCamera):
                yield AsExpected(frame=frame.name)
                continue
            cards = self._reader.reader.cards
            last = _table(cards, frame.name)
            yield last
            changes = self._tracker.settle(cards)
            for change in changes:
                yield _changed(change, frame.name)
            if self._follower:
                yield from self._follower.settle(cards, frame.name)

    def end(self) -> Event | None:
        """How the duel stands, when it was followed."""
        return self._follower.end() if self._follower else None

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


def open_watch(request: WatchRequest) -> FabulaWatch:
    """Get ready to watch. Raises RuleError, VisionError, StorageError for options that do not fit."""
    start = request.options.get("start")
    follower = Follower.from_file(start, request.gettext) if start else None
    camera = open_camera(request.source, simulated)
    name = request.options.get("cards")
    faces = drawn_cards() if request.source.startswith("sim:") and not name else own_cards(name)
    hold_s = 0.0 if isinstance(camera, FolderCamera) else settings.load().camera.hold_s
    scene = {"game": fabula.NAME, "camera": {"source": request.source}}
    recorder = Recorder(request.record, scene, None) if request.record else None
    reader = FrameReader(lambda _: FabulaReader(faces), hold_s=hold_s)
    return FabulaWatch(camera, reader, follower, recorder)


def _table(cards: tuple[PlacedCard, ...], frame: str) -> CardsRead:
    named = tuple(
        CardRead(card.id, _corners(card), card.tapped, card.side, card.zone) for card in cards if card.id
    )
    return CardsRead(named, tuple(_corners(card) for card in cards if not card.id), frame=frame)


def _corners(card: PlacedCard) -> Corners:
    return tuple((float(x), float(y)) for x, y in card.corners_px)


def _changed(change: Change, frame: str) -> CardChanged:
    more: dict[str, Any] = {name: value for name, value in asdict(change).items() if value is not None}
    return CardChanged(more.pop("what"), more.pop("card"), more, frame=frame)
