"""The loop of `companion watch`: frames to observations to events, on one thread."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from companion.app.fae.start_file import read_ritual_orders, read_start
from companion.app.frame_reader import Eyes, fae_eyes
from companion.app.learnt import Corners
from companion.errors import RuleError
from companion.games import fae
from companion.games.base import N_, Sentence, rule_error
from companion.games.fae import autoplay as autoplay
from companion.games.fae.script import Setup
from companion.session import events
from companion.session.events import Event
from companion.session.fae.session import Session
from companion.settings import settings
from companion.table.referee import Referee
from vision.cameras import Camera, FolderCamera, open_camera
from vision.fae.reader import Reader
from vision.recorder import Recorder
from vision.simulated import SimulatedCamera, SimulatedTable

SIMULATED_FPS = 10.0


class Watch:
    """One table that is looked at until the pictures end."""

    def __init__(
        self, camera: Camera, eyes: Eyes[Reader], session: Session, recorder: Recorder | None = None
    ) -> None:
        self.session = session
        self._camera, self._eyes, self._recorder = camera, eyes, recorder

    def events(self) -> Iterator[Event]:
        """What happens, at least one event a picture.

        Raises VisionError when a picture or the camera fails, RuleError for a set-up that is none.
        """
        while frame := self._camera.read():
            seen = self.session.observe(self._eyes.look(frame))
            self._eyes.accept(self.session.agreed)
            if self._recorder and any(_worth_keeping(event) for event in seen):
                self._recorder.write(frame)
            yield from seen

    def end(self) -> Event | None:
        """How things stand; None while no game has begun."""
        return self.session.end() if self.session.line else None

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


def open_watch(
    source: str,
    players: Sequence[str],
    corners: Sequence[tuple[float, float]] | None = None,
    start: Path | None = None,
    ritual_order: Path | None = None,
    record: Path | None = None,
    *,
    named: bool = True,
    gettext: Callable[[str], str] = str,
) -> Watch:
    """Get ready to watch; the options are those of the command. `named`: the players were given.

    Raises RuleError, VisionError or SettingsError for options that do not fit.
    """
    setup = read_start(start, gettext) if start else None
    if setup and named:
        setup = _renamed(setup, players)
    orders = read_ritual_orders(ritual_order) if ritual_order else ()
    corners_px: Corners | None = None if corners is None else np.array(corners, dtype=np.float64)
    hold_s = settings.load().camera.hold_s
    camera = open_camera(source, lambda seed: simulated(seed, players))
    names = list(setup.players if setup else players)
    scene = {"game": fae.NAME, "players": names, "camera": {"source": source}}
    session = Session(
        Referee(fae),
        names,
        position=setup.position if setup else None,
        ritual_orders=orders,
    )
    if setup and setup.spirits:
        session.revealed = setup.spirits
    eyes = fae_eyes(
        corners_px,
        fae.table(setup.position) if setup else None,
        0.0 if isinstance(camera, FolderCamera) else hold_s,
    )
    return Watch(camera, eyes, session, Recorder(record, scene, corners_px) if record else None)


def simulated(
    seed: int, players: Sequence[str], *, fps: float = SIMULATED_FPS, realtime: bool = False
) -> SimulatedCamera:
    """A simulated table on which a whole game is played."""
    position = autoplay.opening(seed, len(players))
    acts = autoplay.acts(position, seed, names=players)
    return SimulatedCamera(SimulatedTable(fae.table(position), seed), acts, fps=fps, realtime=realtime)


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
    return not isinstance(event, events.Settled) and getattr(event, "why", None) != "motion"
