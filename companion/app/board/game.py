"""The app's part of a board game: reading, lights, watching, captures and demo from descriptions alone."""

from collections.abc import Collection, Mapping
from functools import partial
from gettext import NullTranslations
from itertools import repeat
from typing import Any

from companion.app.archive.event_text import in_doubt, with_spaces
from companion.app.base import AppGame, BoardLights
from companion.app.board.cover import drawn
from companion.app.board.demo import BoardDemo
from companion.app.board.description import BoardGame
from companion.app.board.phone_board import phone_board
from companion.app.board.players import BoardPlayer, whole_game
from companion.app.board.watch import BoardWatcher
from companion.app.camera.board_finder import locate
from companion.app.camera.frame_reader import FrameReader
from companion.app.camera.recent_pictures import Start
from companion.app.camera_game import (
    CameraGame,
    CaptureForm,
    Seeing,
    SetupProblem,
    SetupReading,
    SimulatedGame,
)
from companion.games import registry
from companion.games.base import N_, Sentence, Space, Table, in_order
from companion.session.board.events import End, InDoubt, MovePlayed
from companion.session.board.session import BoardSession
from companion.session.events import AsExpected, Event, Illegal
from companion.simulation.base import Pace
from companion.simulation.demo import Demo, NewApp
from companion.simulation.player import PAUSE
from companion.simulation.watch import WatchLoop, WatchRequest, open_loop
from companion.storage.journal import Journal
from companion.table.compare import doubtful
from companion.table.tables import differing
from vision.arrays import Floats
from vision.cameras.sources import Camera, Picture
from vision.geometry.calibrate import View
from vision.simulated import SimulatedCamera

_WRONG_START = N_("This does not match the start.")
_UNSURE = N_("I am not sure what lies here.")
_SET_UP = N_("Set the board up for the start.")


def board_game(of: BoardGame, **more: Any) -> AppGame:
    """Return the app's part of a board game; `more` are further fields of `AppGame`, such as prints."""
    parts = _Parts(of)
    return AppGame(
        camera=parts.camera,
        lights=parts.lights(),
        event_text=partial(_event_text, of.rules.name),
        phone_board=partial(phone_board, of),
        described=of,
        cover=partial(drawn, of),
        **more,
    )


def made(name: str) -> AppGame:
    """Return the app's part of a game from its description. Raises as `registry.load`."""
    return board_game(registry.load("board", BoardGame, name))


class _Parts:
    """Functions of the app's part, for one game."""

    def __init__(self, of: BoardGame) -> None:
        self.of = of

    def camera(self) -> CameraGame:
        return CameraGame(
            seeing=self._seeing(),
            open_watch=self.open_watch,
            captures=CaptureForm(start=self.start_of, follow=self.follow),
            demo=self.demo,
        )

    def _seeing(self) -> Seeing:
        return Seeing(
            board=self.of.board,
            new_reader=lambda find, _: partial(self.of.reader, find),
            read_setup=self._read_setup,
            wrong_setup=self._wrong_setup,
            bare=Sentence(_SET_UP),
            waiting=self._waiting,
            lesson=self._waiting,
            simulated=self._simulated,
        )

    def _read_setup(self, picture: Picture, view: View, printed: bool) -> SetupReading | None:
        seen = self.of.reader(lambda _: view, None).look("", 0.0, picture)
        if seen.trouble:
            return SetupReading({}, bare=True) if seen.trouble == "unclear" else None
        return SetupReading(seen.table, doubtful(seen))

    def _wrong_setup(self, table: Table, unsure: Collection[Space]) -> list[SetupProblem]:
        wrong = differing(table, self.of.rules.table(self.of.opening(0)))
        found = [SetupProblem(space, Sentence(_WRONG_START)) for space in in_order(wrong)]
        return found + [SetupProblem(space, Sentence(_UNSURE)) for space in in_order({*unsure} - wrong)]

    def _waiting(self, seed: int, fps: float) -> Camera:
        stage = self.of.stage(self.of.rules.table(self.of.opening(seed)), seed)
        return SimulatedCamera(stage, repeat(PAUSE), fps=fps, realtime=True)

    def _simulated(self, game: SimulatedGame) -> Camera:
        table = self.of.rules.table(self.of.opening(game.seed)) if game.table is None else game.table
        stage = self.of.stage(table, game.seed)
        player = BoardPlayer(self.of, stage, game)
        return SimulatedCamera(stage, player.acts(), fps=game.fps, realtime=True)

    def lights(self) -> BoardLights:
        board = self.of.board()
        width_mm, height_mm = board.corners_mm[2, :2] - board.corners_mm[0, :2]
        return BoardLights(size_mm=(width_mm, height_mm), place_mm=self._place_mm)

    def _place_mm(self, space: Space) -> tuple[float, float]:
        board = self.of.board()
        x_mm, y_mm = board.spaces[space].mean(0) + board.frame_mm
        return float(x_mm), float(y_mm)

    def open_watch(self, request: WatchRequest) -> WatchLoop[BoardWatcher]:
        players = tuple(request.options.get("players") or self.of.guests)

        def new_watcher(hold_s: float, corners_px: Floats | None) -> BoardWatcher:
            position = self.of.opening(0, players)
            session = self.of.session(players, interactive=False)
            session.begin_at(position)
            find = locate(self.of.rules.name, self.of.board(), corners_px, told=request.told)
            reader = FrameReader(partial(self.of.reader, find), self.of.rules.table(position), hold_s)
            return BoardWatcher(reader, session)

        scene = {"game": self.of.rules.name, "players": list(players)}
        return open_loop(request, scene, lambda seed: self._played(seed, players), new_watcher)

    def _played(self, seed: int, players: tuple[str, ...]) -> Camera:
        """Return a camera at a simulated table on which a whole game is played."""
        position = self.of.opening(0, players)
        moves = whole_game(self.of.rules, position, self.of.turns, players, seed)
        stage = self.of.stage(self.of.rules.table(position), seed)
        return SimulatedCamera(stage, (acts for _, _, acts in moves), fps=10.0)

    def demo(self, new_app: NewApp, journal: Journal, seed: int, pace: Pace) -> Demo[Any]:
        return BoardDemo(self.of, new_app, journal, seed, pace)

    def start_of(self, session: BoardSession[Any, Any]) -> Start:
        """Return how a replay begins; not while a question or a repair is open."""
        if not session.begun or session.doubt or session.illegal or session.steps:
            return Start(clean=False)
        written = {"position": self.of.rules.dump(session.timeline.current.position)}
        return Start(written=written, opening=AsExpected(1.0))

    def follow(self, written: Mapping[str, Any]) -> BoardSession[Any, Any]:
        """Begin at a written position. Raises RuleError `bad_position`."""
        session = self.of.session(self.of.guests)
        session.begin_at(self.of.rules.load(str(written.get("position"))))
        return session


def _event_text(name: str, tr: NullTranslations, event: Event) -> str | None:
    """Format an event of the board game called `name`; None for others."""
    match event:
        case MovePlayed(player=player, move=move):
            return f"{player}: {_words(move)}"
        case InDoubt(moves=moves):
            return in_doubt(tr, [*map(_words, moves)])
        case Illegal(reason=reason):
            return with_spaces(reason.text.say(tr) if reason.text else reason.code, reason.spaces)
        case End(over=over):
            return tr.gettext("The game is over.") if over else tr.gettext("The game goes on.")
    return None


def _words(move: Mapping[str, Any]) -> str:
    paths = (value if isinstance(value, list | tuple) else [value] for value in move.values())
    return " ".join("-".join(map(str, path)) for path in paths)
