"""What a game brings to the app: how its table is seen, lit, watched, taught and looked back on."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

from companion.app.archive.history import PastGame
from companion.app.devices.light_effects import Led
from companion.app.devices.secret_lamps import SecretLight
from companion.app.table.board_finder import Tapped, locate
from companion.games.base import N_, Sentence, Space, Table, rule_error
from companion.session.base import WatchOption
from companion.session.events import Event
from companion.simulation.base import Latest as Latest
from companion.simulation.base import Pace
from companion.simulation.base import SimulatedGame as SimulatedGame
from companion.simulation.demo import Demo, NewApp
from companion.simulation.watch import Points as Points
from companion.simulation.watch import WatchLoop, WatchRequest
from companion.storage.journal import Journal
from ui.teacher import KindAccuracy
from vision.arrays import Floats
from vision.base import Outlined, TableReader
from vision.cameras.sources import Camera, Picture
from vision.geometry.calibrate import View
from vision.geometry.find_board import FindableBoard, Locate

SpaceLights: TypeAlias = Iterable[tuple[Space, Led]]
"""Spaces and their light, the most important last."""


class PrintedBoard(FindableBoard, Outlined, Protocol):
    """A board that can be found and whose spaces are known."""


class SetupReading(NamedTuple):
    """What stands on the table, and the spaces in doubt; `bare`: hardly anything stands there."""

    table: Table
    unsure: frozenset[Space] = frozenset()
    bare: bool = False


class SetupProblem(NamedTuple):
    """Something to put right on a space before a game begins."""

    space: Space
    sentence: Sentence


@dataclass(frozen=True, kw_only=True, slots=True)
class Teaching:
    """How what is one's own is learnt by its look: `companion learn SORT`, and the pages of the window. It is
    kept on the shelf of that sort, which the session's manifest names.

    A lesson says what lies where in a picture, in the game's own words; it is false where nothing does.
    `read_file(path, picture)` reads that of the picture of that name, RuleError when the file is wrong;
    `propose(picture, view, name)` is what seems to lie there by that set, for people to correct, VisionError
    where nothing can be told. `learn(picture, view, lesson, name, options)` adds it to the set of that name
    and tells how well each kind is known; `check(content)` raises ValueError if the content of a file of that
    sort is spoiled; `read(picture, view, name)` tells what lies there by that set,
    `face(name, kind)` how a kind of it looks. They raise VisionError and StorageError. `title` is what a kind
    is called, a message key.
    """

    sort: str
    help: str
    example: str
    read_file: Callable[[Path, str], Any]
    learn: Callable[[Picture, View, Any, str, Mapping[str, Any]], Sequence[KindAccuracy]]
    check: Callable[[bytes], object]
    read: Callable[[Picture, View, str], Table]
    title: Callable[[str], str]
    propose: Callable[[Picture, View, str], Any] | None = None
    face: Callable[[str, str], Picture] | None = None
    options: tuple[WatchOption, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Seeing:
    """How a camera sees the table of a game.

    `board` is what is found in pictures; a game without a printed one says itself where its table lies, with
    `find`. `new_reader(find, printed)` makes what makes a reader that knows what lies there at first, if
    anything is known; with `printed` pieces carry the marks everybody has. `read_setup(picture, view,
    printed)` tells what stands on the table before a game, `wrong_setup(table, unsure)` what to put right,
    `bare` what to do with a bare one: an empty pattern where a game begins so. `waiting(seed, fps)` is the
    simulated table before a game, `lesson` the one to learn from, `simulated` the one where a game is played.
    """

    board: Callable[[], PrintedBoard] | None = None
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
        """Raises TypeError, which names what is missing, as for every other part."""
        if (self.board is None) == (self.find is None):
            raise TypeError("Seeing: missing a board, or else how to find the table without one: 'find'")

    def locate(
        self, game: str, corners: Tapped | None = None, markers: Mapping[int, Floats] | None = None
    ) -> Locate:
        """How the table is found in a picture: by its corners or markers where they are known."""
        return self.find or locate(game, self.printed_board(game), corners, markers)

    def printed_board(self, game: str) -> PrintedBoard:
        """The board. Raises RuleError `no_board_game` where there is none."""
        if self.board is None:
            raise rule_error("no_board_game", [Sentence(_NO_BOARD, {"game": game})])
        return self.board()


_NO_BOARD = N_("{game}: expected a game with a printed board, found one without.")


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardLights:
    """Where the lamps around a board point.

    `size_mm` is the whole board with its frame, `place_mm` the middle of a space from its top left corner;
    `marks` are the spaces that a snapshot lights. `where(snapshot, piece)` are the spaces of what a hint
    points at, where that is no space itself.
    """

    size_mm: tuple[float, float]
    place_mm: Callable[[Space], tuple[float, float]]
    marks: Callable[[Any], SpaceLights]
    where: Callable[[Any, Any], Iterable[Space]] = lambda _, space: (space,)


@dataclass(frozen=True, kw_only=True, slots=True)
class AppGame:
    """What a game brings to this layer. Without `seeing` it is played by touch alone.

    `secret_light(secret, player, snapshot)` is what the lamp at a seat tells its player of what they keep
    from the others, as the game stands for all; None: nothing.

    `event_text` says an event of the game's own at a
    terminal, None for one that it does not know.

    `prints` is what the game has to print at true size: PDFs in the words of a catalogue, the parts by their
    names, all of it by "".
    """

    past: PastGame
    seeing: Seeing | None = None
    lights: BoardLights | None = None
    secret_light: Callable[[Any, str, Any], SecretLight | None] | None = None
    open_watch: Callable[[WatchRequest], WatchLoop[Any]] | None = None
    event_text: Callable[[NullTranslations, Event], str | None] = lambda *_: None
    demo: Callable[[NewApp, Journal, int, Pace], Demo[Any]] | None = None
    prints: Mapping[str, Callable[[Callable[[str], str]], bytes]] = field(default_factory=dict)
