"""What the running app does for any game: thread, camera, lights and buttons."""

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.app.annotated_frame import Look
from companion.app.camera_thread import Watcher
from companion.app.cameras import is_there
from companion.app.frame_reader import Eyes, ReaderT
from companion.app.health import Gauge
from companion.app.learnt import Dragged
from companion.app.lights import COUNT, lamps
from companion.errors import HardwareError, RuleError
from companion.games.base import Table
from companion.session.messages import Confirm, Failed, GoTo, Message, Owned, Redo, Undo
from companion.session.thread import SessionThread
from companion.settings.people import SIDES, Side
from companion.settings.settings import Settings
from companion.storage.journal import Journal
from companion.table.observation import Observation
from hardware.buttons import Button, Buttons
from hardware.lights import Light, Lights
from hardware.twins import ButtonsTwin, LightsTwin
from ui.controller import AnySnapshot
from ui.services import Picture
from vision.cameras import Camera, Frame, open_camera

SIMULATED_FPS = 8.0
DEFAULT_SEED = 1


class Running:
    """One table with one game at a time; its methods may be called from any thread."""

    def __init__(self, settings: Settings, journal: Journal) -> None:
        self._settings, self._journal = settings, journal
        self._thread = SessionThread[AnySnapshot]()
        self.gauge = Gauge()
        self._watcher: Watcher[Any, AnySnapshot] | None = None
        self._stopped: Watcher[Any, AnySnapshot] | None = None
        self._game = 0
        self._listeners: list[Callable[[AnySnapshot], None]] = []
        self._drawn: tuple[Look, Picture] | None = None
        self._chance: random.Random = random.SystemRandom()
        self.lamps: Lights = LightsTwin(COUNT)
        self.buttons: Buttons = ButtonsTwin()
        self.buttons.on_press(self._pressed)
        self._shown_lights: Sequence[Light] = lamps(None)
        self._spots: dict[Side, Light] = {}
        self._lighting = threading.Lock()
        self._thread.subscribe(self._on_snapshot)
        self._thread.start()

    def close(self) -> None:
        """Stop everything; the game stays stored."""
        self.leave_game()
        self.wait_for_camera()
        self._thread.stop()

    def subscribe(self, listener: Callable[[AnySnapshot], None]) -> None:
        """Call `listener` with every new snapshot, and with the present one if there is a game."""
        self._listeners.append(listener)
        if shown := self.latest():
            listener(shown)

    def latest(self) -> AnySnapshot | None:
        """The present snapshot; None without a game."""
        shown = self._thread.latest
        return shown if shown and shown.game == self._game else None

    @property
    def camera_source(self) -> str:
        """Where pictures come from."""
        return self._settings.camera.source

    def has_camera(self) -> bool:
        """Whether that is a real camera, and there."""
        return is_there(self.camera_source)

    def open_camera(self) -> Camera:
        """The real camera. Raises VisionError."""
        self.wait_for_camera()
        return open_camera(self.camera_source)

    def wait_for_camera(self) -> None:
        """Return when the game that was left has let its camera go; not for the window's thread."""
        if self._stopped:
            self._stopped.wait()

    def dragged(self, game: str, simulated: bool) -> Dragged | None:
        """Where people dragged the board of a game to, before this camera."""
        return None

    def leave_game(self) -> None:
        """Go back to the start; the game stays stored."""
        self._game = 0
        if self._watcher:
            self._watcher.stop()
            self._stopped = self._watcher
        self._watcher = None
        with self._lighting:
            self._spots.clear()
        self._light(None)

    def undo(self) -> None:
        """Take the last move or act back."""
        self._post(Undo(self._game))

    def go_to(self, number: int) -> None:
        """Undo or redo until so many moves or acts of the log stand."""
        self._post(GoTo(self._game, number))

    def redo(self) -> None:
        """What was undone last counts again."""
        self._post(Redo(self._game))

    def confirm(self) -> None:
        """The waiting step is done."""
        self._post(Confirm(self._game))

    def latest_picture(self) -> Picture | None:
        """The last camera picture with what was recognised."""
        look = self._watcher.latest if self._watcher else None
        if look is None:
            return None
        if self._drawn is None or self._drawn[0] is not look:
            drawn = look.drawn()
            self._drawn = look, Picture(drawn.shape[1], drawn.shape[0], drawn.tobytes())
        return self._drawn[1]

    def lights(self) -> Sequence[Light]:
        """What the light strip shows."""
        return self._shown_lights

    def spotlight(self, seat: str, light: Light | None) -> None:
        """Light the lamps in front of a seat, on top of the game's, until None."""
        side = SIDES[SIDES.index(seat)]
        with self._lighting:
            if light is None:
                self._spots.pop(side, None)
            else:
                self._spots[side] = light
        self._light(self.latest())

    def seats(self) -> Mapping[str, Side]:
        """Where the people sit, by name."""
        return {}

    def over(self) -> None:
        """There are no more pictures; called on the camera's thread."""

    def _open(
        self,
        game: Owned[AnySnapshot],
        camera: Callable[[], Camera],
        eyes: Eyes[ReaderT],
        look: Callable[[ReaderT, Frame, Observation], Look],
        known: Callable[[], Table | None],
        simulated: bool,
    ) -> None:
        """From now on this is the game; `known` tells what should lie on the table."""
        self._open_unseen(game)
        self._watcher = Watcher(
            camera, eyes, look, self._thread, self._game, known, self.over, self.gauge, simulated
        )
        self._watcher.start()

    def _open_unseen(self, game: Owned[AnySnapshot]) -> None:
        """From now on this is the game, played by touch."""
        self._game = self._thread.open(game)

    def _seed(self) -> int:
        kind, _, seed = self._settings.camera.source.partition(":")
        return int(seed) if kind == "sim" and seed.isdecimal() else DEFAULT_SEED

    def _post(self, message: Message) -> None:
        if self._game:
            self._thread.post(message)

    def _pressed(self, button: Button) -> None:
        if button != "help":
            {"next": self.confirm, "undo": self.undo}[button]()

    def _on_snapshot(self, snapshot: AnySnapshot) -> None:
        """On the thread that owns the game: everything in the snapshot is stored already."""
        if snapshot.game != self._game:
            return
        self._light(snapshot)
        if snapshot.problem and not isinstance(snapshot.problem, RuleError):
            self.gauge.failed(snapshot.problem)
        for listener in self._listeners:
            listener(snapshot)

    def _light(self, snapshot: AnySnapshot | None) -> None:
        with self._lighting:
            shown = lamps(snapshot, self.lamps.count, self.seats(), self._spots)
            if shown == self._shown_lights:
                return
            self._shown_lights = shown
            try:
                self.lamps.show(shown)
            except HardwareError as error:
                self._post(Failed(self._game, error))
