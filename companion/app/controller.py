"""The running app behind the window: games, camera, lights and buttons."""

import random
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from companion.app import hands
from companion.app.eyes import Eyes
from companion.app.lamps import COUNT, lamps
from companion.app.watcher import Look, Watcher
from companion.autoplay import fae as autoplay
from companion.errors import HardwareError
from companion.games import fae
from companion.games.base import Table
from companion.games.fae.board import COLOURS
from companion.session.fae_game import Answer, ChooseOrder, Deal, FaeGame, Play, Reveal
from companion.session.inbox import Confirm, Failed, Message, Redo, Undo
from companion.session.session import Session
from companion.session.snapshot import Snapshot
from companion.session.thread import SessionThread
from companion.settings.settings import Settings
from companion.storage import export
from companion.storage.journal import Journal
from companion.table.referee import Referee
from hardware.buttons import Button, Buttons
from hardware.lights import Light, Lights
from hardware.twins import ButtonsTwin, LightsTwin
from ui.controller import Picture, SavedGame, TableKind
from vision.cameras import Camera, open_camera
from vision.simulated import SimulatedCamera, SimulatedTable

SIMULATED_FPS = 8.0
DEFAULT_SEED = 1


class App:
    """Implements `ui.controller.Controller`; its methods may be called from any thread."""

    def __init__(self, settings: Settings, journal: Journal) -> None:
        self._settings, self._journal = settings, journal
        self._thread = SessionThread[Snapshot]()
        self._watcher: Watcher | None = None
        self._session: Session | None = None
        self._game = 0
        self._unseen: list[str] = []
        self._listeners: list[Callable[[Snapshot], None]] = []
        self._drawn: tuple[Look, Picture] | None = None
        self._chance: random.Random = random.SystemRandom()
        self.lamps: Lights = LightsTwin(COUNT)
        self.buttons: Buttons = ButtonsTwin()
        self.buttons.on_press(self._pressed)
        self._shown_lights: Sequence[Light] = lamps(None)
        self._thread.subscribe(self._on_snapshot)
        self._thread.start()

    def close(self) -> None:
        """Stop everything; the game stays stored."""
        self.leave_game()
        self._thread.stop()

    def subscribe(self, listener: Callable[[Snapshot], None]) -> None:
        """Call `listener` with every new snapshot, and with the present one if there is a game."""
        self._listeners.append(listener)
        if shown := self.latest():
            listener(shown)

    def latest(self) -> Snapshot | None:
        """The present snapshot; None without a game."""
        shown = self._thread.latest
        return shown if shown and shown.game == self._game else None

    def saved_games(self) -> Sequence[SavedGame]:
        """Stored games whose spirits are not revealed yet, the latest first."""
        saved = []
        for game in reversed(self._journal.games()):
            events = self._journal.events(game.id)
            if game.name == fae.NAME and not export.spirits(events):
                when = datetime.fromtimestamp(game.created_s).strftime("%Y-%m-%d %H:%M")
                saved.append(SavedGame(game.id, tuple(game.setup["players"]), export.line(events)[1], when))
        return saved

    def has_camera(self) -> bool:
        """Whether the camera of the settings is a real one, and there."""
        source = self._settings.camera.source
        if source.startswith("sim:"):
            return False
        return "://" in source or Path(f"/dev/video{source}" if source.isdecimal() else source).exists()

    def start_game(self, players: Sequence[str], table: TableKind) -> None:
        """Begin a new game."""
        session = self.new_session(players)
        position = autoplay.opening(self._seed(), len(players))
        self._open(session, table, fae.table(position), None)

    def resume_game(self, game: int, table: TableKind) -> None:
        """Go on with a stored game. Raises StorageError."""
        session = Session.resume(Referee(fae), self._journal, game)
        assert session.line
        lying = fae.table(session.line.position)
        self._open(session, table, lying, lying)

    def new_session(self, players: Sequence[str]) -> Session:
        """A game that begins with the set-up on the table."""
        return Session(Referee(fae), players, journal=self._journal, interactive=True)

    def leave_game(self) -> None:
        """Go back to the start; the game stays stored."""
        self._game = 0
        if self._watcher:
            self._watcher.stop()
        self._watcher = self._session = None
        self._light(None)

    def play(self, source: int, target: int) -> None:
        """A move by touch."""
        self._post(Play(self._game, fae.Move(source, target)))

    def undo(self) -> None:
        """Take the last move back."""
        self._post(Undo(self._game))

    def redo(self) -> None:
        """Play the last undone move again."""
        self._post(Redo(self._game))

    def confirm(self) -> None:
        """The waiting step is done, or the only move in doubt was made."""
        shown = self.latest()
        if shown and len(shown.doubt) == 1:
            self.answer(0)
        else:
            self._post(Confirm(self._game))

    def answer(self, index: int) -> None:
        """Which of the moves in doubt was made."""
        shown = self.latest()
        if shown and index < len(shown.doubt):
            self._post(Answer(self._game, shown.doubt[index]))

    def choose_order(self, spaces: Sequence[int]) -> None:
        """The order of the rituals that the last move makes."""
        self._post(ChooseOrder(self._game, tuple(spaces)))

    def unseen(self) -> Sequence[str]:
        """Players who may look at their spirit now: after the deal, and when a game goes on."""
        return tuple(self._unseen)

    def show_secret(self, player: str) -> str:
        """The colour of a player's spirit."""
        assert self._session and self._session.spirits
        return self._session.spirits.look(self._session.players.index(player))

    def seen(self, player: str) -> None:
        """The player has looked."""
        if player in self._unseen:
            self._unseen.remove(player)

    def reveal(self) -> None:
        """Show all spirits; the next snapshot has the result, or says that the game is not over."""
        self._post(Reveal(self._game))

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

    def simulated(self, table: Table) -> Camera:
        """The simulated table, where virtual hands play and do what the app asks for."""
        twin = SimulatedTable(table, self._seed())
        acts = hands.acts(twin, lambda: None if self._unseen else self.latest(), self._chance)
        return SimulatedCamera(twin, acts, fps=SIMULATED_FPS, realtime=True)

    def _open(self, session: Session, kind: TableKind, simulated: Table, start: Table | None) -> None:
        self.leave_game()
        self._unseen = list(session.players) if session.spirits and not session.revealed else []
        self._session = session
        self._game = self._thread.open(FaeGame(session))
        eyes = Eyes(start=start, hold_s=self._settings.camera.hold_s)

        def camera() -> Camera:
            if kind == "simulated":
                return self.simulated(simulated)
            return open_camera(self._settings.camera.source)

        self._watcher = Watcher(camera, eyes, self._thread, self._game, self.over)
        self._watcher.start()

    def over(self) -> None:
        """There are no more pictures; called on the camera's thread."""

    def _seed(self) -> int:
        kind, _, seed = self._settings.camera.source.partition(":")
        return int(seed) if kind == "sim" and seed.isdecimal() else DEFAULT_SEED

    def _post(self, message: Message) -> None:
        if self._game:
            self._thread.post(message)

    def _pressed(self, button: Button) -> None:
        if button != "help":
            {"next": self.confirm, "undo": self.undo}[button]()

    def _on_snapshot(self, snapshot: Snapshot) -> None:
        """On the thread that owns the game: everything in the snapshot is stored already."""
        if snapshot.game != self._game:
            return
        if snapshot.position and not snapshot.spirits_dealt and not snapshot.result and not snapshot.problem:
            self._unseen = list(snapshot.players)
            self._post(Deal(self._game, self._chance.sample(COLOURS, len(COLOURS))))
            return
        self._light(snapshot)
        for listener in self._listeners:
            listener(snapshot)

    def _light(self, snapshot: Snapshot | None) -> None:
        shown = lamps(snapshot, self.lamps.count)
        if shown == self._shown_lights:
            return
        self._shown_lights = shown
        try:
            self.lamps.show(shown)
        except HardwareError as error:
            self._post(Failed(self._game, error))
