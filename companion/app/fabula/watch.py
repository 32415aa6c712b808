"""Events of a duel for `companion watch`: the cards on the table, and their changes."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from companion.app.camera.frame_reader import FrameReader
from companion.app.fabula.follow import Follower
from companion.app.fabula.hands import drawn_cards, simulated
from companion.app.fabula.own_cards import own_cards
from companion.games import fabula
from companion.games.base import Table, in_order
from companion.session.events import AsExpected, Event, Waiting
from companion.session.fabula.events import CardChanged, CardRead, CardsRead, Corners
from companion.simulation.watch import WatchLoop, WatchRequest, open_loop
from companion.table.observation import Observation
from vision.arrays import Floats
from vision.cameras.sources import Frame
from vision.fabula.layout import PlacedCard
from vision.fabula.reader import FabulaReader
from vision.fabula.table_changes import Change, TableTracker


class FabulaWatcher:
    """Reads the cards of each frame; with a `follower` it follows the duel as well.

    The cards of every still picture are reported, even if nothing has changed.
    """

    def __init__(self, reader: FrameReader[FabulaReader], follower: Follower | None = None) -> None:
        self._reader, self._follower = reader, follower
        self._tracker = TableTracker()
        self._begun = False

    def look(self, frame: Frame) -> Iterator[Event]:
        """Yield the events of one frame. Raises VisionError."""
        seen = self._reader.look(frame)
        if seen.trouble:
            yield Waiting(seen.trouble, in_order(seen.hidden), frame=frame.name)
            return
        if self._begun and not seen.changed and not frame.still:
            yield AsExpected(frame=frame.name)
            return
        self._begun = True
        cards = self._reader.reader.cards
        yield _table(cards, frame.name, frame.scale)
        for change in self._tracker.settle(cards):
            yield _changed(change, frame.name)
        if self._follower:
            yield from self._follower.settle(cards, frame.name)

    def end(self) -> Event | None:
        """Return the state of the duel; None if it was not followed."""
        return self._follower.end() if self._follower else None


def card_events(reader: FabulaReader, seen: Observation, _: Table | None = None) -> Iterator[Event]:
    """Yield the cards of a picture, or why they could not be read."""
    if seen.trouble:
        yield Waiting(seen.trouble, in_order(seen.hidden), frame=seen.frame)
    else:
        yield _table(reader.cards, seen.frame)


def open_watch(request: WatchRequest) -> WatchLoop[FabulaWatcher]:
    """Open a table. Raises RuleError, VisionError, StorageError for options that do not fit."""
    start, name = request.options.get("start"), request.options.get("cards")
    follower = Follower.from_file(start, request.tr) if start else None

    def new_watcher(hold_s: float, _: Floats | None) -> FabulaWatcher:
        faces = drawn_cards() if request.source.startswith("sim:") and not name else own_cards(name)
        reader = FrameReader(lambda _: FabulaReader(faces), hold_s=hold_s)
        return FabulaWatcher(reader, follower)

    return open_loop(request, {"game": fabula.NAME}, simulated, new_watcher)


def _table(cards: tuple[PlacedCard, ...], frame: str, scale: float = 1.0) -> CardsRead:
    """Return the cards of a frame, their corners in pixels of its source."""

    def corners(card: PlacedCard) -> Corners:
        return tuple((float(x), float(y)) for x, y in card.corners_px * scale)

    named = tuple(
        CardRead(card.id, corners(card), card.tapped, card.side, card.zone) for card in cards if card.id
    )
    return CardsRead(named, tuple(corners(card) for card in cards if not card.id), frame=frame)


def _changed(change: Change, frame: str) -> CardChanged:
    more: dict[str, Any] = {name: value for name, value in asdict(change).items() if value is not None}
    return CardChanged(more.pop("what"), more.pop("card"), more, frame=frame)
