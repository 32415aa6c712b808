"""The running app behind the window: one table with one game at a time, and its devices."""

import logging
import random
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app.archive.archive import JournalArchive
from companion.app.archive.captures import CaptureStore
from companion.app.archive.game_packages import GamePackages
from companion.app.archive.stick_keeper import StickKeeper
from companion.app.bots import Bots
from companion.app.camera.cameras import Cameras
from companion.app.devices.health import Health
from companion.app.devices.light_strip import LightStrip, strip_layout
from companion.app.devices.peripherals import Peripherals
from companion.app.devices.secret_lamps import SecretLight
from companion.app.devices.twins import AppTwins
from companion.app.diagnostics.devices import AppDevices
from companion.app.game_loader import app_game, camera_game, past, phone_board, seeing
from companion.app.hints import AppHints, SeatHints
from companion.app.lights import pattern, taught
from companion.app.machine import call_guard
from companion.app.machine.call_guard import CallGuard
from companion.app.machine.hotspot import Hotspot
from companion.app.machine.machine_control import AppMachine
from companion.app.machine.safe_mode import SafeMode, touch_only
from companion.app.machine.service import Service
from companion.app.people.locks import FileLocks, SeatPatterns
from companion.app.people.profiles import FileProfiles
from companion.app.phones.phones import Phones, views
from companion.app.reviews import AppReviews
from companion.app.table.table_check import CameraCheck
from companion.app.table.table_setup import AppTableSetup
from companion.app.thinking import Question, fault, question
from companion.errors import CompanionError, HardwareError, RuleError
from companion.games.base import N_, Sentence, Strength, Table, rule_error
from companion.session.base import GameConfig, GameSession, SessionContext, manifest
from companion.session.messages import Failed, Learn, Message
from companion.session.snapshot import Snapshot
from companion.session.thread import SessionThread, internal
from companion.session.view import Decision
from companion.settings.people import SIDES, Side
from companion.settings.settings import LightSettings, Settings, default_path, load_usable
from companion.simulation.base import SimulatedGame
from companion.storage import export
from companion.storage.journal import Journal
from companion.storage.journal import default_path as journal_path
from hardware.lights import Lights, open_lights
from hardware.strip import Light
from ui.app import close as close_window
from ui.controller import TableKind
from ui.services import RgbPicture

if TYPE_CHECKING:  # loads OpenCV, which the start page does without
    from companion.app.base import AppGame
    from companion.app.camera.annotated_frame import AnnotatedFrame
    from companion.app.camera.camera_thread import CameraThread
    from companion.app.camera.recent_pictures import Belief, Moment
    from companion.app.table.teacher import TableTeacher
    from companion.storage.backup import Places
    from companion.table.observation import Observation
    from vision.base import TableReader
    from vision.cameras.sources import Camera

log = logging.getLogger(__name__)

SIMULATED_FPS = 8.0
DEFAULT_SEED = 1
FIRST_STATES = 2**40
"""The number of the first state is below this, by chance: no number comes again after a restart."""
HOTSPOT_S = 1.0
"""Time that the end of the app waits for NetworkManager; what is left is removed at the next start."""


class App:
    """Implements `ui.controller.Controller`; its methods may be called from any thread.

    `simulated` replaces the game's own simulated players, and `over` is called when it has no more
    pictures. Without `interactive` the app asks users nothing. `safe`: no device is touched. `file` is
    the settings file; None means the user's.
    """

    def __init__(
        self,
        settings: Settings,
        journal: Journal,
        *,
        chance: random.Random | None = None,
        interactive: bool = True,
        simulated: "Callable[[SimulatedGame], Camera] | None" = None,
        over: Callable[[], None] = lambda: None,
        service: Service | None = None,
        safe: SafeMode | None = None,
        file: Path | None = None,
    ) -> None:
        self.settings = touch_only(settings) if safe else settings
        self._journal, self._file, self._safe = journal, file, safe
        self._folder = journal.path.parent
        self._chance = chance or random.SystemRandom()
        self._interactive, self._simulated, self._over = interactive, simulated, over
        self._game = 0
        self._loss_reported = False
        self._app_game: AppGame | None = None
        self._session: GameSession | None = None
        self._expected: Table | None = None
        self._camera: CameraThread[Any] | None = None
        self._stopped: CameraThread[Any] | None = None
        self._picture_wanted = threading.Event()
        self._unseen: tuple[str, ...] | None = None
        self._spots: dict[Side, Light] = {}
        self._kept: list[Callable[[], None]] = []
        self._ended: list[Callable[[CompanionError], None]] = []
        self._stored_as: int | None = None
        service = service or Service()
        at = 0 if chance else secrets.randbelow(FIRST_STATES)
        self.guard = CallGuard(self._hung)
        self._thread = SessionThread(service.alive, service.beat_s, at, self.guard.call, self._on_broken)
        self.health = Health()
        self.lamps = self._open_lights()
        self._make_people()
        self._make_table()
        self._make_machine(served=service.beat_s is not None)
        self._make_archive()
        self.hints = AppHints(
            self.latest, self._question, lambda: self._light(self.latest()), self._answer_lost
        )
        self.bots = Bots(self._question, self.tell, lost=self._answer_lost)
        self.strip = LightStrip(self.lamps, pattern(None, None, self.lamps.strip), self._lights_failed)
        self.peripherals = Peripherals(self, self.settings)
        self._thread.subscribe(self._on_snapshot)
        self._thread.start()

    def _open_lights(self) -> Lights:
        lights = self.settings.lights
        return open_lights(lights.driver, strip_layout(lights), lights.port, lights.baud)

    def _make_people(self) -> None:
        """The people at the table and what locks their secrets."""
        self.profiles = FileProfiles(self._folder)
        self.locks = FileLocks(self._folder, self._journal.games)
        if self.locks.problem:
            self.profiles.note(self.locks.problem)
        self.seat_patterns = SeatPatterns(self.locks, self.player_at, self.health.failed)

    def _make_table(self) -> None:
        """The camera above the table, its check and set-up, and the simulated devices."""
        self.cameras = Cameras(self.settings.camera, self.profiles.preferences, fixed=self._safe is not None)
        self.table_check = CameraCheck(
            self.profiles,
            self.cameras,
            lambda game: seeing(game).waiting(self.seed, SIMULATED_FPS),
            lambda: self._camera,
            self._free_camera,
            self.health.failed,
        )
        self.table_setup = AppTableSetup(self, self._file or default_path())
        self.twins = AppTwins(self)

    def _make_machine(self, served: bool) -> None:
        """The computer with its devices and networks, and the phones; `served`: as in `AppMachine`."""
        self.devices = AppDevices(self, self.settings, self._journal.path, safe=self._safe)
        self.machine = AppMachine(self.devices, served)
        self.hotspot = Hotspot(available=self.machine.has_networks())
        self.phones = Phones(
            self._folder,
            self.tell,
            self._thread.show_again,
            port=self.settings.phones.port,
            hotspot=self.hotspot,
            board=phone_board,
            figures=self.profiles.figures,
            hints=SeatHints(self._question, self._answer_lost),
        )
        self.hotspot.remove_leftover()

    def _make_archive(self) -> None:
        """The stored games and reviews, captures and backups, and the installed games."""
        self.moments = CaptureStore(self._folder / "moments", self._moment)
        stored = partial(self._places, self._file or default_path())
        self.backups = StickKeeper(self._journal, stored, self.playing, close_window)
        self.packages = GamePackages(self.playing)
        self.archive = JournalArchive(self._journal, past, self.phones.forget, call_guard.take(self._folder))
        self.reviews = AppReviews(self._journal, self.archive, self.profiles.figures)
        if self.archive.set_aside:
            self.profiles.note(self.archive.set_aside[1])

    def close(self) -> None:
        """Stop everything; the game stays stored."""
        self.twins.mend()
        self.reviews.stop()
        self.table_check.close()
        self.leave_game()
        self.wait_for_camera()
        self._thread.stop()
        self.strip.close()  # first: no peripheral may leave the lamps lit
        self.peripherals.close()
        self.phones.turn_off()
        self.table_check.end()
        self.hotspot.wait(HOTSPOT_S)
        self.backups.close()

    def subscribe(self, listener: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Call `listener` with the current snapshot and every new one.

        Return an unsubscribe function.
        """

        def hear(snapshot: Snapshot) -> None:
            if snapshot.game == self._game:
                listener(snapshot)

        end = self._thread.subscribe(hear)
        if shown := self.latest():
            listener(shown)
        return end

    def on_help(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` on its own thread when the help button is pressed."""
        return self.peripherals.on_help(listener)

    def on_tag(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener` on its own thread with the number of every tag held to the card reader."""
        return self.peripherals.on_tag(listener)

    def on_seat(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener` on its own thread with the player who presses the button at their seat."""
        return self.peripherals.on_seat(listener)

    def latest(self) -> Snapshot | None:
        """The current snapshot; None without a game."""
        shown = self._thread.latest
        return shown if shown and shown.game == self._game else None

    @cached_property
    def teacher(self) -> "TableTeacher":
        """Learning of boards and pieces."""
        from companion.app.table.teacher import TableTeacher

        return TableTeacher(self._teaching_camera)

    @property
    def seed(self) -> int:
        """Seed of the simulated table."""
        kind, _, seed = self.settings.camera.source.partition(":")
        return int(seed) if kind == "sim" and seed.isdecimal() else DEFAULT_SEED

    @property
    def camera_source(self) -> str:
        """The camera source chosen by the user, otherwise the one from the settings."""
        return self.cameras.source

    def serve_phones(self) -> None:
        """Serve phones from now on; what keeps it from doing so is shown once the window is open."""
        try:
            self.phones.turn_on()
        except CompanionError as error:
            self.profiles.note(error)

    def has_camera(self) -> bool:
        """Return True if the source is a real, connected camera."""
        return self.cameras.is_there()

    def playing(self) -> bool:
        """Return True while a game is open."""
        return self._game != 0

    def watched(self) -> bool:
        """Return True if a camera watches the table of the running game."""
        return self._camera is not None

    def begin(self, game: str, config: GameConfig, table: TableKind) -> None:
        """Begin a new game. Raises RuleError for an invalid configuration, StorageError."""
        self._stored_as = None
        with self._faults():
            session = manifest(game).begin(config, self._session_context(game, table))
        self._play(game, session, table, config.rematch)
        if config.lesson:
            self.tell(Learn(self._game))

    def resume(self, game: int, table: TableKind) -> None:
        """Continue a stored game. Raises StorageError; `not_installed` if its rules are missing."""
        self.archive.check(game)
        stored = self._journal.game(game)
        export.installed(stored)
        self._stored_as = game
        with self._faults():
            session = manifest(stored.name).resume(game, self._session_context(stored.name, table))
        self._play(stored.name, session, table)

    def leave_game(self) -> None:
        """Return to the start screen; the game stays stored."""
        self._game, self._app_game, self._session, self._unseen = 0, None, None, None
        self.hints.stop()
        self.bots.stop()
        self.peripherals.show(None)
        self.phones.show(None)
        if self._camera:
            self._camera.stop()
            self._stopped = self._camera
        self._camera = None
        self._spots = {}
        self._light(None)

    def tell(self, message: Message) -> None:
        """Pass a message to the game; it is dropped if it carries another game's number."""
        self._thread.post(message)

    def unseen(self) -> Sequence[str]:
        """Players who may look at their secret now: after the deal, and when a game is continued."""
        return self._unseen or ()

    def show_secret(self, player: str) -> Any:
        """Return a player's secret. Raises RuleError `no_secret` (or without a game), `locked`, `closed`."""
        session, _, seat = self._seat_of(player)
        return session.secret(seat)

    def decisions_of(self, player: str) -> Sequence[Decision]:
        """Return what a player's seat may decide, also with what only they know. Raises as `show_secret`."""
        session, shown, seat = self._seat_of(player)
        return session.snapshot(shown.game, seat=seat).decisions

    def _seat_of(self, player: str) -> tuple[GameSession, Snapshot, int]:
        session, shown = self._session, self.latest()
        if session is None or shown is None or player not in shown.players or player in shown.bots:
            raise rule_error("no_secret", [Sentence(N_("Expected secrets to be dealt, found none."))])
        if len(shown.players) - len(shown.bots) > 1 and not shown.revealed:  # others must not see it
            self.locks.check(player, shown.uid)
        return session, shown, shown.players.index(player)

    def seen(self, player: str) -> None:
        """Record that the player has looked at their secret."""
        self.locks.shut(player)
        self._unseen = tuple(other for other in self.unseen() if other != player)
        if shown := self.latest():
            self._let_bots_look(shown)

    def show_camera_picture(self, wanted: bool) -> None:
        """Turn the annotated camera picture on or off; it is drawn only while it is on."""
        self._picture_wanted.set() if wanted else self._picture_wanted.clear()

    def latest_picture(self) -> RgbPicture | None:
        """The last camera picture with the recognised pieces drawn in."""
        return self._camera.picture if self._camera else None

    def latest_frame(self) -> "AnnotatedFrame | None":
        """The last camera picture and what was recognised in it."""
        return self._camera.latest if self._camera else None

    def lights(self) -> Sequence[Light]:
        """Current colours of the light strip."""
        return self.strip.now()

    def lamps_a_side(self) -> tuple[int, int, int, int]:
        """Number of lamps along the top, right, bottom and left side."""
        return self.lamps.strip.sides

    def keep_moment(self) -> None:
        """Keep the last seconds of pictures and say so; an error is shown."""
        try:
            self.moments.keep()
        except CompanionError as error:
            self.health.failed(error)
            self.tell(Failed(self._game, error))
        else:
            for listener in tuple(self._kept):
                listener()

    def on_broken(self, listener: Callable[[CompanionError], None]) -> Callable[[], None]:
        """Call `listener`, on the game's thread, when the game ended by a fault in its program."""
        self._ended.append(listener)
        return lambda: self._ended.remove(listener)

    def on_kept(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` when a button kept the last seconds."""
        self._kept.append(listener)
        return lambda: self._kept.remove(listener)

    def spotlight(self, seat: str, light: Light | None) -> None:
        """Light the lamps in front of a seat, on top of the game's pattern; None ends it."""
        side = SIDES[SIDES.index(seat)]
        others = {spot: kept for spot, kept in self._spots.items() if spot != side}
        self._spots = others if light is None else {**others, side: light}
        self._light(self.latest())

    def lay(self, lights: LightSettings) -> None:
        """Use a strip with this layout from now on."""
        self.settings = replace(self.settings, lights=lights)
        self.lamps = self._open_lights()
        self.strip.use(self.lamps, pattern(None, None, self.lamps.strip))
        self._light(self.latest())

    def open_camera(self) -> "Camera":
        """Open the chosen camera, after the table check has released it. Raises VisionError."""
        self.table_check.wait_until_free()
        return self._free_camera()

    def wait_for_camera(self) -> None:
        """Block until the previous game has released its camera; never on the window's thread."""
        if self._stopped:
            self._stopped.wait()

    def stop_game(self) -> None:
        """Accept no more messages; those already posted are processed."""
        self._thread.stop()

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Context of a call into a game, which may raise anything or never return."""
        with self.guard.call():
            try:
                yield
            except CompanionError:
                raise
            except BaseException as error:
                log.exception("a game could not be opened")
                raise internal(error) from None

    def _on_broken(self, error: CompanionError) -> None:
        """Leave a game that can show nothing any more."""
        self.leave_game()
        for listener in tuple(self._ended):
            listener(error)

    def _hung(self) -> None:
        """End the process: a call into the running game does not come back."""
        shown = self._thread.latest
        game = shown.stored_as if shown and shown.game == self._game else self._stored_as
        call_guard.end(self._folder, game)

    def _question(self, shown: Snapshot, strength: Strength = "strong") -> Question | None:
        """The question of the player to move, restricted to what that seat knows."""
        if self._session is None:
            return None
        try:
            return question(self._session, shown, strength, self._chance)
        except CompanionError:
            raise
        except BaseException as error:  # a game may raise anything
            log.error("no question to %s: %s", shown.name, fault(error))
            raise internal(error) from None

    def _places(self, file: Path) -> "Places":
        """The places of a backup; loads what the start page does without."""
        from companion.app.archive.places import places

        named = self.settings.journal.path
        return places(self._journal.path, file, Path(named).expanduser() if named else journal_path())

    def _session_context(self, game: str, table: TableKind) -> SessionContext:
        own = self.settings.games.get(game)
        if own is None:  # the game was installed or proved since the settings were loaded
            own = load_usable(self._file)[0].games.get(game, {})
        return SessionContext(
            journal=self._journal,
            chance=self._chance,
            settings=own,
            watched=table in ("camera", "simulated"),
            at_table=table != "none",
            interactive=self._interactive,
        )

    def _play(self, name: str, session: GameSession, table: TableKind, rematch: str = "") -> None:
        """Make this the running game, after the game `rematch` (a uid) of the same people."""
        table = "hands" if self._safe and table == "camera" else table
        self.leave_game()
        self.phones.take_along(rematch)
        self._app_game, self._session, self._expected = app_game(name), session, session.expected
        self._game = self._thread.number()
        self._thread.open(self._game, session)
        if table in ("camera", "simulated"):
            self._camera = self._watch(name, table == "simulated")

    def _watch(self, name: str, simulated: bool) -> "CameraThread[Any]":
        """Start the camera thread for the table."""
        from companion.app.camera.camera_thread import CameraThread
        from companion.app.camera.camera_twin import CameraTwin
        from companion.app.camera.frame_reader import FrameReader

        sees, expected = seeing(name), self._expected

        def camera() -> "Camera":
            if not simulated:
                return self.open_camera()
            played = SimulatedGame(
                self._expected, self.seed, SIMULATED_FPS, self._at_rest, self._chance, self.tell
            )
            return CameraTwin((self._simulated or sees.simulated)(played), self.twins.camera)

        find = sees.locate(name, partial(self.table_check.dragged, name, simulated))
        reader = FrameReader(sees.new_reader(find, simulated), expected, self.settings.camera.hold_s)
        watching = CameraThread(
            camera, reader, self._thread, self._game, lambda: self._expected, self._over,
            self.health, self._picture_wanted, simulated, partial(self._believed, self._session),
        )  # fmt: skip
        watching.start()
        return watching

    def _believed(
        self, session: GameSession | None, reader: "TableReader", observation: "Observation"
    ) -> "Belief | None":
        """Return what the game believes after a picture; called on the game's thread."""
        from companion.app.table.beliefs import belief

        shown = self.latest()
        if session is None or session is not self._session or shown is None:
            return None
        form = camera_game(shown.name).captures
        return None if form is None else belief(form, session, shown.players, reader, observation)

    def _moment(self, readable: bool) -> "Moment | None":
        """The last seconds of the running game, up to now or to a readable picture; None without a camera."""
        camera, shown = self._camera, self.latest()
        if camera is None or shown is None:
            return None
        from companion.app.table.learnt_files import moment_of

        sees = seeing(shown.name)
        return moment_of(camera.recent, shown.name, sees, camera.simulated, readable=readable)

    def _at_rest(self) -> Snapshot | None:
        """Snapshot for the simulated players; None while people look at their secrets."""
        return None if self._unseen else self.latest()

    def _free_camera(self) -> "Camera":
        self.wait_for_camera()
        return self.cameras.open()

    def _teaching_camera(self, game: str) -> "Camera":
        """The camera of the running game, the chosen one, or a simulated one."""
        if self._camera:
            from companion.app.table.game_table_view import WatchedCamera

            return WatchedCamera(self._camera)
        return self.open_camera() if self.has_camera() else seeing(game).lesson(self.seed, SIMULATED_FPS)

    def secret_light(self, seat: str) -> SecretLight | None:
        """The secret that the lamp at a seat may show its player, until it is revealed to everybody."""
        shown, session, brings = self.latest(), self._session, self._app_game
        if not (shown and session and brings and brings.secret_light and shown.dealt) or shown.revealed:
            return None
        player = self.player_at(seat)
        try:
            return brings.secret_light(self.show_secret(player), player, shown) if player else None
        except RuleError:
            return None

    def player_at(self, seat: str) -> str | None:
        """Name of the active player at a seat."""
        shown = self.latest()
        here = [person.name for person in self.profiles.people() if person.seat == seat]
        return next((name for name in here if shown and name in shown.players), None)

    def _on_snapshot(self, snapshot: Snapshot) -> None:
        """Handle a new snapshot on the game's thread; everything in it is already stored."""
        if snapshot.game != self._game or self._session is None:
            return
        self._expected = self._session.expected
        if self._unseen is None and snapshot.dealt and not snapshot.revealed:
            people = tuple(
                player for player in snapshot.players if player not in (*snapshot.bots, *snapshot.own_hands)
            )
            shown = len(people) == 1 and len(snapshot.bots) + 1 == len(snapshot.players)
            lies_open = shown and bool(self._app_game and self._app_game.open_alone)
            asked = self._interactive and not (lies_open and not self.locks.has(people[0]))
            self._unseen = people if asked else ()
        self._let_bots_look(snapshot)
        self._light(snapshot)
        self.peripherals.show(snapshot)
        self.phones.show(views(self._session, snapshot) if self.phones.on else None)
        if snapshot.problem and not isinstance(snapshot.problem, RuleError):
            self.health.failed(snapshot.problem)

    def _let_bots_look(self, snapshot: Snapshot) -> None:
        """Let bots think, but not while people look at their secrets."""
        if not self._unseen:
            self.bots.look(snapshot)

    def _light(self, snapshot: Snapshot | None) -> None:
        seats: Mapping[str, Side] = {person.name: person.seat for person in self.profiles.people()}
        board = self._app_game.lights if self._app_game else None
        pointed = self.hints.pointed or taught(snapshot)
        self.strip.show(pattern(board, snapshot, self.lamps.strip, seats, self._spots, pointed))

    def _answer_lost(self, error: Exception) -> None:
        """Handle a lost answer of the thinking process: report it once, log it every time."""
        if not self._loss_reported:
            self._loss_reported = True
            self.tell(Failed(self._game, internal(error)))

    def _lights_failed(self, error: HardwareError) -> None:
        self.health.failed(error)
        self.tell(Failed(self._game, error))
