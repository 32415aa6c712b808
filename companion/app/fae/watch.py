"""Events of a game of Fae for `companion watch`."""

from collections.abc import Sequence

from companion.app.camera.board_finder import locate
from companion.app.camera.frame_reader import FrameReader
from companion.app.fae import players as people
from companion.app.fae.seeing import new_reader
from companion.app.fae.start_file import read_ritual_orders, read_start
from companion.errors import RuleError
from companion.games import fae
from companion.games.base import N_, Sentence, guest_name, rule_error
from companion.games.fae.script import FaeSetup
from companion.session.base import SessionContext
from companion.session.events import AsExpected, Event
from companion.session.fae.session import FaeSession
from companion.session.messages import Seen
from companion.simulation.watch import WatchLoop, WatchRequest, not_in_motion, open_loop
from vision.arrays import Floats
from vision.board.reader import BoardReader
from vision.cameras.sources import Frame
from vision.fae.board import fae_board
from vision.fae.simulated import SimulatedFaeTable
from vision.simulated import SimulatedCamera

SIMULATED_FPS = 10.0


class FaeWatcher:
    """Follows one game of Fae."""

    def __init__(self, reader: FrameReader[BoardReader], session: FaeSession) -> None:
        self.session = session
        self._reader = reader

    def look(self, frame: Frame) -> Sequence[Event]:
        """Return the events of one frame. Raises VisionError; RuleError for an illegal set-up."""
        try:
            self.session.tell(Seen(0, self._reader.look(frame)))
        except RuleError as error:
            if self.session.begun:
                raise
            raise _no_opening(error, frame) from error
        self._reader.accept(self.session.settled_table)
        return self.session.happened

    def end(self) -> Event | None:
        """Return the state of the game; None if none has begun."""
        return self.session.end() if self.session.begun else None


def open_watch(request: WatchRequest) -> WatchLoop[FaeWatcher]:
    """Open a table. Raises RuleError, VisionError or SettingsError for options that do not fit."""
    options, tr = request.options, request.tr
    named: Sequence[str] | None = options.get("players")
    players = named or tuple(map(guest_name, (1, 2)))
    setup = read_start(options["start"], tr) if options.get("start") else None
    if setup and named:
        setup = _renamed(setup, named)
    orders = read_ritual_orders(options["ritual_order"]) if options.get("ritual_order") else ()
    names = list(setup.players if setup else players)

    def new_watcher(hold_s: float, corners_px: Floats | None) -> FaeWatcher:
        session = FaeSession(
            names,
            SessionContext(interactive=False),
            position=setup.position if setup else None,
            revealed={names[player]: colour for player, colour in setup.spirits.items()} if setup else None,
            ritual_orders=orders,
        )
        start = fae.table(setup.position) if setup else None
        find = locate(fae.NAME, fae_board(), corners_px, told=request.told)
        return FaeWatcher(FrameReader(new_reader(find, False), start, hold_s), session)

    scene = {"game": fae.NAME, "players": names}
    return open_loop(request, scene, lambda seed: simulated(seed, players), new_watcher, _worth_keeping)


def simulated(
    seed: int, players: Sequence[str], *, fps: float = SIMULATED_FPS, realtime: bool = False
) -> SimulatedCamera:
    """A simulated table on which a whole game is played."""
    position = people.opening(seed, len(players))
    acts = people.acts(position, seed, names=players)
    return SimulatedCamera(SimulatedFaeTable(fae.table(position), seed), acts, fps=fps, realtime=realtime)


def _renamed(setup: FaeSetup, players: Sequence[str]) -> FaeSetup:
    if len(players) != len(setup.players):
        raise _other_players(setup.players, players)
    return setup._replace(players=tuple(players))


def _other_players(expected: Sequence[str], found: Sequence[str]) -> RuleError:
    pattern = N_("Expected as many players as in the start file ({expected}), found {found}.")
    values = {"expected": ", ".join(expected), "found": ", ".join(found)}
    return rule_error("bad_players", [Sentence(pattern, values)])


def _no_opening(error: RuleError, frame: Frame) -> RuleError:
    """Name few mistakes: the picture of a game under way has dozens."""
    mistakes = error.params["sentences"][:_MOST_MISTAKES]  # type: ignore[index]  # rules give sentences
    found = rule_error(error.code, [*mistakes, Sentence(_UNDER_WAY)])
    found.params["file"] = frame.name
    return found


_MOST_MISTAKES = 3
_UNDER_WAY = N_("Set the table up for a new game, or name the written game that it shows: --start game.json")


def _worth_keeping(event: Event) -> bool:
    """Leave out frames in motion, and those that only show again what is known."""
    return not isinstance(event, AsExpected) and not_in_motion(event)
