"""Interface between a game and its camera: reading the table, teaching, captures, watching and demo."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from companion.app.camera.board_finder import Tapped, Told, locate
from companion.app.camera.recent_pictures import Start
from companion.games.base import N_, Sentence, Space, Table, rule_error
from companion.session.base import WatchOption
from companion.session.events import Event
from companion.session.own_files import OwnFiles
from companion.session.watched import WatchedSession
from companion.simulation.base import Latest as Latest
from companion.simulation.base import Pace
from companion.simulation.base import SimulatedGame as SimulatedGame
from companion.simulation.demo import Demo, NewApp
from companion.simulation.watch import Points as Points
from companion.simulation.watch import WatchLoop, WatchRequest
from companion.storage.journal import Journal
from companion.table.observation import Observation
from ui.teacher import KindAccuracy
from vision.arrays import Floats
from vision.base import TableReader
from vision.cameras.sources import Camera, Picture
from vision.geometry.calibrate import View
from vision.geometry.find_board import FindableBoard, Locate

OURS = "ours"
"""Name of a learnt set or board in a capture, whatever its users call it."""


class SetupReading(NamedTuple):
    """Pieces on the table and spaces in doubt; `bare`: hardly anything stands on it."""

    table: Table
    unsure: frozenset[Space] = frozenset()
    bare: bool = False


class SetupProblem(NamedTuple):
    """A space to correct before a game begins."""

    space: Space
    sentence: Sentence


@dataclass(frozen=True, kw_only=True, slots=True)
class Teaching:
    """Learning the appearance of the user's own pieces, tiles or cards.

    Used by `companion learn SORT`, with the sort of its `sets`, and by the window. `title` is the message
    key for one kind.
    A lesson says what lies where in a picture, in the game's own format; it is false if nothing does.

    `read_file(path, picture)`: the lesson for the picture of that name; RuleError for a wrong file.
    `propose(picture, view, name)`: a lesson guessed by that set, for the user to correct; VisionError if
        nothing can be recognised.
    `learn(picture, view, lesson, name, options)`: adds the lesson to the set of that name and returns the
        accuracy of each kind.
    `scaled(lesson, scale)`: the lesson of a picture reduced by that scale, if it holds pixels.
    `check(content)`: ValueError if the content of a stored file is damaged.
    `read(picture, view, name)`: the table as recognised with that set.
    `face(name, kind)`: appearance of a kind in that set.
    `in_use()`: the sets that a reader of a real table uses now, by the names that captures give them; names
        of users do not leave their machine. By default the undamaged set that was used last.

    The functions raise VisionError and StorageError.
    """

    sets: OwnFiles[Any]
    help: str
    example: str
    read_file: Callable[[Path, str], Any]
    learn: Callable[[Picture, View, Any, str, Mapping[str, Any]], Sequence[KindAccuracy]]
    check: Callable[[bytes], object]
    read: Callable[[Picture, View, str], Table]
    title: Callable[[str], str]
    propose: Callable[[Picture, View, str], Any] | None = None
    face: Callable[[str, str], Picture] | None = None
    scaled: Callable[[Any, float], Any] = lambda lesson, _: lesson
    options: tuple[WatchOption, ...] = ()
    in_use: Callable[[], Mapping[str, str]] | None = None

    def used(self) -> Mapping[str, str]:
        """The sets that a reader of a real table uses now, as `in_use`."""
        if self.in_use:
            return self.in_use()
        last = next(self.sets.undamaged(), None)
        return {OURS: last[0]} if last else {}


@dataclass(frozen=True, kw_only=True, slots=True)
class Seeing:
    """Reading a game's table with a camera.

    `board` is found in pictures; a game without a printed board locates its table with `find`.

    `new_reader(find, printed)`: a function that makes a reader, given the known start, if any; with
        `printed` the pieces carry the shared printed marks.
    `read_setup(picture, view, printed)`: the pieces on the table before a game.
    `wrong_setup(table, unsure)`: the spaces to correct.
    `bare`: instruction for a bare table; an empty pattern if the game begins with one.
    `waiting(seed, fps)`, `lesson`, `simulated`: simulated tables before a game, to learn from, and in play.
    """

    board: Callable[[], FindableBoard] | None = None
    find: Locate | None = None
    new_reader: Callable[[Locate, bool], Callable[[Table | None], TableReader]]
    read_setup: Callable[[Picture, View, bool], SetupReading | None]
    wrong_setup: Callable[[Table, Collection[Space]], list[SetupProblem]]
    bare: Sentence
    waiting: Callable[[int, float], Camera]
    lesson: Callable[[int, float], Camera]
    simulated: Callable[[SimulatedGame], Camera]
    teaching: Teaching | None = None

    def __post_init__(self) -> None:
        """Check that all parts are given. Raises TypeError, which names the missing ones."""
        if (self.board is None) == (self.find is None):
            raise TypeError("Seeing: missing a board, or else how to find the table without one: 'find'")

    def locate(
        self,
        game: str,
        corners: Tapped | None = None,
        markers: Mapping[int, Floats] | None = None,
        told: Told | None = None,
    ) -> Locate:
        """Return the function that finds the table: by corners or markers if they are known.

        `told` is told which corners were given.
        """
        return self.find or locate(game, self.printed_board(game), corners, markers, told)

    def printed_board(self, game: str) -> FindableBoard:
        """Return the board. Raises RuleError `no_board_game` if the game has none."""
        if self.board is None:
            raise rule_error("no_board_game", [Sentence(_NO_BOARD, {"game": game})])
        return self.board()


_NO_BOARD = N_("{game}: expected a game with a printed board, found one without.")


@dataclass(frozen=True, kw_only=True, slots=True)
class CaptureForm:
    """How a game's captures are made and replayed: by its session, or by its readings alone.

    `start(session)` is how a replay begins, without secrets and names; `follow(written)` makes a session
        from it (RuleError for a damaged one). The events are then those of the session.
    `events(reader, observation, expected)`: the events of a picture, for a game without the two.
    `areas`: spaces that consist of several of the board's, such as a town.
    """

    start: Callable[[Any], Start] | None = None
    follow: Callable[[Mapping[str, Any]], WatchedSession[Any, Any]] | None = None
    events: Callable[[Any, Observation, Table | None], Iterable[Event]] | None = None
    areas: Collection[Space] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraGame:
    """Parts of a game that need a camera, real or simulated; loads OpenCV."""

    seeing: Seeing
    open_watch: Callable[[WatchRequest], WatchLoop[Any]] | None = None
    captures: CaptureForm | None = None
    demo: Callable[[NewApp, Journal, int, Pace], Demo[Any]] | None = None
