"""What the window asks of the app besides the game: devices, the table, stored games, learning, settings.

Methods return at once unless they say otherwise and may raise CompanionError, which the window shows.
Coordinates of pictures are shares of their width and height, 0..1, from the top left.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from companion.errors import CompanionError
from companion.games.base import Advice, Sentence, Space
from companion.settings.people import Person, Plan
from companion.settings.preferences import Preferences
from companion.storage.exports import Saved

Light: TypeAlias = tuple[int, int, int]
"""Red, green and blue of one lamp, 0..255 each."""
PicturePoint: TypeAlias = tuple[float, float]
"""A place in a picture: shares of its width and height."""


@dataclass(frozen=True, slots=True)
class RgbPicture:
    """A camera picture: `rgb` holds 3 * width * height bytes, rows from top to bottom."""

    width: int
    height: int
    rgb: bytes


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A stored game that can go on: its id, who plays, how far it is (moves or acts), which game."""

    id: int
    players: tuple[str, ...]
    moves: int
    when: str
    game: str


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    """How a device is: working, a twin on the screen, or missing though it was asked for."""

    device: Literal["camera", "lights", "buttons", "reader", "broker"]
    state: Literal["ok", "twin", "missing"]
    detail: str = ""


CheckState: TypeAlias = Literal["passed", "failed", "not_there"]


@dataclass(frozen=True, slots=True)
class Check:
    """Something that was looked at: what was found, and what to do next where it failed or is not there.

    `name` stays the same in every language; the rest is for `error_text.told`.
    """

    name: str
    title: Sentence | str
    state: CheckState
    found: Sentence | str
    todo: Sentence | CompanionError | str = ""


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """For the diagnostics page; None where nothing was measured. `light` is the picture's mean, 0..1.

    `errors` are the last ones with the time of day, newest first. `slowed_down`: heat or a weak power
    supply slow the machine down now. `free_mb` is the room for stored games. `checks` are those of
    `companion doctor` that make sense while the app runs.
    """

    pictures_s: float | None = None
    reading_ms: float | None = None
    light: float | None = None
    errors: tuple[tuple[str, CompanionError], ...] = ()
    version: str = ""
    machine: str = ""
    temperature_c: float | None = None
    slowed_down: bool | None = None
    free_mb: float | None = None
    checks: tuple[Check, ...] = ()


class Devices(Protocol):
    """What is connected."""

    def signs(self) -> Sequence[DeviceStatus]:
        """One sign a device."""

    def diagnostics(self) -> Diagnostics:
        """What was measured last."""

    def dim(self, brightness: float) -> bool:
        """Set the panel's backlight, 0..1; False where there is none to set."""

    def left_alone(self) -> Sentence | None:
        """Why no device is used now, after starts that did not finish; None where they are."""

    def try_again(self) -> None:
        """Use them again once the window is closed, which starts the app anew."""

    def spotlight(self, seat: str, light: Light | None) -> None:
        """Light the lamps in front of a seat (a `people.Side`), until None; on top of the game's lights."""


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A camera to choose: its source, and a name for people."""

    source: str
    name: str


@dataclass(frozen=True, slots=True)
class TableProblem:
    """Something to put right on the picture: its outline and a sentence."""

    outline: tuple[PicturePoint, ...]
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Hint:
    """How to make the picture better; `about` is the name of its icon, `outline` where it is, if anywhere."""

    about: Literal["light", "reflection", "focus", "place", "still", "board"]
    sentence: Sentence
    outline: tuple[PicturePoint, ...] = ()


Busy: TypeAlias = Literal["", "moving", "reading"]
"""Why nothing newer was read: something moves, or reading goes on."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """What the table check shows: a picture, the board in it, hints, and the set-up as read.

    `corners` is the board's outline as found or dragged, clockwise from its own top left (as many as the
    game's board has), empty while not found; `markers` the outlines of those recognised by id. `hints` are
    about light, focus and place, the most important first. `outlines` are those of the read spaces,
    `pieces` what was read there or corrected; `problems` what must be put right before a game begins.
    `ready`: a game can begin.
    """

    picture: RgbPicture
    corners: tuple[PicturePoint, ...] = ()
    dragged: bool = False
    markers: Mapping[int, tuple[PicturePoint, ...]] = field(default_factory=dict)
    hints: tuple[Hint, ...] = ()
    outlines: Mapping[Space, tuple[PicturePoint, ...]] = field(default_factory=dict)
    pieces: Mapping[Space, Mapping[str, int]] = field(default_factory=dict)
    problems: tuple[TableProblem, ...] = ()
    ready: bool = False
    busy: Busy = ""


class TableCheck(Protocol):
    """The camera before a game: looks at the table from `open` until `close` or the start of a game."""

    def open(self, game: str, simulated: bool) -> None:
        """Begin to look at the table of a game."""

    def close(self) -> None:
        """Let go of the camera; what was dragged and corrected stays for the game that begins now."""

    def latest(self) -> TableLook | None:
        """What was seen last; None before the first picture. Raises VisionError while the camera fails."""

    def drag(self, corners: Sequence[PicturePoint] | None) -> None:
        """The board's corners as dragged; None looks for it again."""

    def correct(self, space: Space, pieces: Mapping[str, int] | None) -> None:
        """What really stands on a space; None trusts the camera again."""

    def cameras(self) -> Sequence[CameraChoice]:
        """The cameras that are there."""

    def use(self, source: str) -> None:
        """Look through another camera; remembered."""

    def lock(self, exposure: bool, white_balance: bool) -> None:
        """Keep the camera's exposure and white balance as they are now, or let them adapt; remembered."""


class Where(NamedTuple):
    """Where on the board something happened: the ways of what moved, and the spaces it is about."""

    ways: tuple[tuple[Space, ...], ...] = ()
    spaces: tuple[Space, ...] = ()


class ReplayStep(NamedTuple):
    """A game after one thing that was done, for a replay.

    `position` is the game's own, as everybody may see it. `who` did it and `sentences` says what; nobody and
    nothing at the start. `values` are those of the lines of the game's chart.
    """

    position: Any
    values: Mapping[str, float]
    who: str = ""
    sentences: tuple[Sentence, ...] = ()
    where: Where = Where()


class KeyMoment(NamedTuple):
    """A key moment: its index `at` in the series of a `History`, its step of the replay, and its spaces.

    Where only few have room, those of the lowest `rank` are shown.
    """

    at: int
    sentence: Sentence
    step: int
    spaces: tuple[Space, ...] = ()
    rank: int = 9


@dataclass(frozen=True, slots=True)
class History:
    """A stored game to look back on. `series` has one line of numbers a name (a colour, the town), all of
    the same length: after 0, 1, 2 … moves or rounds. `moments` are the key ones, in order.

    `points` are those of the players at the end, where a game has any, `roles` what everybody played, where
    there are any, and `secrets` what everybody kept secret, once revealed. `problem` says why a stored game
    cannot be read; nothing else of it is known then. `bots` are the players whom the app played.
    """

    id: int
    game: str
    players: tuple[str, ...]
    when: str
    minutes: int
    finished: bool
    winners: tuple[str, ...] = ()
    series: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    moments: tuple[KeyMoment, ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, Any] = field(default_factory=dict)
    problem: Sentence | None = None
    bots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One person over all finished games of a game; `best` and `mean` are points, if it has any."""

    player: str
    game: str
    games: int
    wins: int
    best: float | None = None
    mean: float | None = None
    minutes: int = 0


@dataclass(frozen=True)
class RoleFigures:
    """A role, such as a deck or a hero, over all finished games: how many, how many of them won, how long one
    lasted on average; and wins and games against every other role, where one side won.
    """

    role: str
    games: int
    wins: int
    minutes: float
    against: Mapping[str, tuple[int, int]]


class Archive(Protocol):
    """Stored games."""

    def saved_games(self) -> Sequence[SavedGame]:
        """Stored games to go on with, the latest first."""

    def games(self) -> Sequence[History]:
        """All stored games without their series, the latest first."""

    def history(self, game: int) -> History:
        """A game with its series and moments; takes a moment. Raises StorageError."""

    def replay(self, game: int) -> Sequence[ReplayStep]:
        """A game from its start to where it stands; takes a moment. Raises StorageError."""

    def statistics(self) -> Sequence[PlayerFigures]:
        """Everybody's figures; takes a moment."""

    def role_figures(self, game: str) -> Sequence[RoleFigures]:
        """The figures of the roles of a game, those played most first; takes a moment."""

    def export(self, game: int) -> Saved:
        """Write the record of a game (the script format) where people find it. Raises StorageError."""

    def save_picture(self, game: int, png: bytes) -> Saved:
        """Write a picture of a game beside its record. Raises StorageError."""

    def delete(self, game: int) -> None:
        """Forget a stored game. Raises StorageError."""


class Hints(Protocol):
    """Good moves for the player to move, thought about in the background."""

    def offered(self) -> bool:
        """Whether the game that runs can give some now."""

    def think(self) -> None:
        """Begin to think about the game as it stands. Raises CompanionError."""

    def latest(self) -> Sequence[Advice[Any]] | None:
        """What was found, the best first; None while it is thought about."""

    def point(self, spaces: Sequence[Space]) -> None:
        """The lamps beside the table point at spaces, for everybody to see, until `stop`."""

    def stop(self) -> None:
        """Nobody wants to know any more."""


class Profiles(Protocol):
    """What is remembered of the people and how they like the app."""

    def preferences(self) -> Preferences:
        """How the app is set now."""

    def prefer(self, **changes: object) -> None:
        """Change some preferences, by field name; on disk when this returns. Raises StorageError."""

    def people(self) -> Sequence[Person]:
        """Everybody who played here, who played last first; guests of the last game among them."""

    def remember(self, people: Sequence[Person]) -> None:
        """These play now; guests are forgotten when others play. Raises StorageError."""

    def forget_person(self, name: str) -> None:
        """Strike a name from the list. Raises StorageError."""

    def plan(self, game: str) -> Plan:
        """Who plays a game and how, as it was agreed on last; an empty plan at first."""

    def agree(self, game: str, plan: Plan) -> None:
        """Keep what is agreed on. Raises StorageError."""

    def tags(self) -> Mapping[str, str]:
        """What tags stand for, as `settings.tags.thing` writes it, by their numbers."""

    def teach_tag(self, tag: str, what: str) -> None:
        """From now on it stands for that, "" for nothing. Raises StorageError."""

    def problems(self) -> Sequence[CompanionError]:
        """What could not be read from disk, once."""

    def on_change(self, listener: Callable[[Preferences], None]) -> Callable[[], None]:
        """Call `listener` whenever preferences change. Return a function that ends it."""
