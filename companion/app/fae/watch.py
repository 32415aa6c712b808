"""The loop of `companion watch`: frames to observations to events, on one thread."""

from collections.abc import Iterator, Sequence

import numpy as np

from companion.app.base import WatchRequest
from companion.app.fae import players as people
from companion.app.fae.seeing import new_reader
from companion.app.fae.start_file import read_ritual_orders, read_start
from companion.app.table.board_finder import locate
from companion.app.table.frame_reader import FrameReader
from companion.errors import RuleError
from companion.games import fae
from companion.games.base import N_, Sentence, guest_name, rule_error
from companion.games.fae.script import Setup
from companion.session.base import SessionContext
from companion.session.events import AsExpected, Event
from companion.session.fae.session import FaeSession
from companion.session.messages import Seen
from companion.settings import settings
from vision.arrays import Floats
from vision.cameras.recorder import Recorder
from vision.cameras.sources import Camera, FolderCamera, Frame, open_camera
from vision.fae.board_geometry import fae_plan
from vision.fae.reader import FaeReader
from vision.fae.simulated import SimulatedFaeTable
from vision.simulated import SimulatedCamera

SIMULATED_FPS = 10.0


class FaeWatch:
    """One table that is looked at until the pictures end."""

    def __init__(
        self,
        camera: Camera,
        reader: FrameReader[FaeReader],
        session: FaeSession,
        recorder: Recorder | None = None,
    ) -> None:
        self.session = session
        self._camera, self._reader, self._recorder = camera, reader, recorder

    def events(self) -> Iterator[Event]:
        """What happens, at least one event a picture.

        Raises VisionError when a picture or the camera fails, RuleError for a set-up that is none.
        """
        while frame := self._camera.read():
            happened = self.look(frame)
            if self._recorder and any(_worth_keeping(event) for event in happened):
                self._recorder.write(frame)
            yield from happened

    def look(self, frame: Frame) -> Sequence[Event]:
        """What happens in one picture. Raises VisionError, RuleError as `events` does."""
        self.session.tell(Seen(0, self._reader.look(frame)))
        self._reader.accept(self.session.settled_table)
        return self.session.happened

    def end(self) -> Event | None:
        """How things stand; None while no game has begun."""
        return self.session.end() if self.session.begun else None

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


def open_watch(request: WatchRequest) -> FaeWatch:
    """Get ready to watch. Raises RuleError, VisionError or SettingsError for options that do not fit."""
    options, gettext = request.options, request.gettext
    named: Sequence[str] | None = options.get("players")
    players = named or tuple(map(guest_name, (1, 2)))
    setup = read_start(options["start"], gettext) if options.get("start") else None
    if setup and named:
        setup = _renamed(setup, named)
    orders = read_ritual_orders(options["ritual_order"]) if options.get("ritual_order") else ()
    taps_px: Floats | None = None
    if request.corners is not None:
        taps_px = np.array(request.corners, dtype=np.float64)
    camera = open_camera(request.source, lambda seed: simulated(seed, players))
    hold_s = 0.0 if isinstance(camera, FolderCamera) else settings.load().camera.hold_s
    names = list(setup.players if setup else players)
    session = FaeSession(
        names,
        SessionContext(interactive=False),
        position=setup.position if setup else None,
        revealed={names[player]: colour for player, colour in setup.spirits.items()} if setup else None,
        ritual_orders=orders,
    )
    start = fae.table(setup.position) if setup else None
    reader = FrameReader(new_reader(locate(fae.NAME, fae_plan(), taps_px), False), start, hold_s)
    scene = {"game": fae.NAME, "players": names, "camera": {"source": request.source}}
    recorder = Recorder(request.record, scene, taps_px) if request.record else None
    return FaeWatch(camera, reader, session, recorder)


def simulated(
    seed: int, players: Sequence[str], *, fps: float = SIMULATED_FPS, realtime: bool = False
) -> SimulatedCamera:
    """A simulated table on which a whole game is played."""
    position = people.opening(seed, len(players))
    acts = people.acts(position, seed, names=players)
    return SimulatedCamera(SimulatedFaeTable(fae.table(position), seed), acts, fps=fps, realtime=realtime)


def _renamed(setup: Setup, players: Sequence[str]) -> Setup:
    if len(players) != len(setup.players):
        raise _other_players(setup.players, players)
    return setup._replace(players=tuple(players))


def _other_players(expected: Sequence[str], found: Sequence[str]) -> RuleError:
    pattern = N_("Expected as many players as in the start file ({expected}), found {found}.")
    values = {"expected": ", ".join(expected), "found": ", ".join(found)}
    return rule_error("bad_players", [Sentence(pattern, values)])


def _worth_keeping(event: Event) -> bool:
    """Pictures in motion, and those that only show again what is known, are left out."""
    return not isinstance(event, AsExpected) and getattr(event, "why", None) != "motion"
