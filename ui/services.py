"""Interfaces of the app besides the running game: devices, table check, stored games, hints, settings.

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
    """A stored game that can be resumed: id, players, progress (moves or actions), game name, and `bots`."""

    id: int
    players: tuple[str, ...]
    moves: int
    when: str
    game: str
    bots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    """Status of a device: working, simulated on the screen, still starting, or missing although set up."""

    device: Literal["camera", "lights", "buttons", "reader", "broker"]
    state: Literal["ok", "twin", "starting", "missing"]
    detail: str = ""


CheckState: TypeAlias = Literal["passed", "failed", "not_there"]


@dataclass(frozen=True, slots=True)
class Check:
    """Result of a check: the finding, and what to do if it failed or the part is missing.

    `name` stays the same in every language; the rest is for `error_text.translated_text`.
    """

    name: str
    title: Sentence | str
    state: CheckState
    found: Sentence | str
    todo: Sentence | CompanionError | str = ""


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """Values of the diagnostics page; None if not measured. `light`: mean brightness of the picture, 0..1.

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
    """Connected devices."""

    def signs(self) -> Sequence[DeviceStatus]:
        """Status of each device."""

    def diagnostics(self) -> Diagnostics:
        """Latest measurements."""

    def dim(self, brightness: float) -> bool:
        """Set the panel's backlight, 0..1; False if the panel has none."""

    def safe_mode_reason(self) -> Sentence | None:
        """Reason for safe mode, in which no device is used after failed starts; None if devices are used."""

    def try_again(self) -> None:
        """Leave safe mode at the next start, which follows when the window closes."""

    def spotlight(self, seat: str, light: Light | None) -> None:
        """Light the lamps in front of a seat (a `people.Side`), until None; on top of the game's lights."""


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A selectable camera: its source and its display name."""

    source: str
    name: str


@dataclass(frozen=True, slots=True)
class TableProblem:
    """A problem of the set-up: its outline in the picture and a sentence."""

    outline: tuple[PicturePoint, ...]
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice on the picture; `about` names its icon, `outline` its place in the picture, if any."""

    about: Literal["light", "reflection", "focus", "place", "still", "board"]
    sentence: Sentence
    outline: tuple[PicturePoint, ...] = ()


Busy: TypeAlias = Literal["", "moving", "reading"]
"""Reason why no newer reading exists: motion in the picture, or reading still runs."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """State of the table check: picture, board outline, hints, and the set-up as read.

    `corners` is the board's outline as found or dragged, clockwise from its own top left (as many as the
    game's board has), empty if not found; `markers` the outlines of recognised markers by id. `hints` are
    about light, focus and place, the most important first. `outlines` are those of the read spaces,
    `pieces` the pieces read there or corrected; `problems` must be solved before a game begins.
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
        """Release the camera; dragged corners and corrections apply to the game that begins now."""

    def latest(self) -> TableLook | None:
        """Latest state; None before the first picture. Raises VisionError while the camera fails."""

    def drag(self, corners: Sequence[PicturePoint] | None) -> None:
        """Set the board's corners; None searches for the board again."""

    def correct(self, space: Space, pieces: Mapping[str, int] | None) -> None:
        """Set the true content of a space; None uses the camera's reading again."""

    def cameras(self) -> Sequence[CameraChoice]:
        """Connected cameras."""

    def use(self, source: str) -> None:
        """Switch to another camera and remember it."""

    def lock(self, exposure: bool, white_balance: bool, focus: bool) -> None:
        """Keep the camera's exposure, white balance and focus as they are, or let them adapt; remembered."""


class Where(NamedTuple):
    """Place of an event on the board: paths of moved pieces, and the spaces concerned."""

    ways: tuple[tuple[Space, ...], ...] = ()
    spaces: tuple[Space, ...] = ()


class ReplayStep(NamedTuple):
    """Position after one action, for a replay.

    `position` is the game's own, without secrets. `who` acted and `sentences` describe the action; both are
    empty at the start. `values` are those of the chart's lines. `moves` is the number of moves so far; in a
    game that leaves it out every step is one move.
    """

    position: Any
    values: Mapping[str, float]
    who: str = ""
    sentences: tuple[Sentence, ...] = ()
    where: Where = Where()
    moves: int = -1


class KeyMoment(NamedTuple):
    """A key moment: its index `at` in the series of a `History`, its step of the replay, and its spaces.

    If there is room for few only, those of the lowest `rank` are shown.
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

    `points` are those of the players at the end, if the game has any, `roles` what everybody played, if
    there are any, and `secrets` the players' secrets once revealed. `problem` says why a stored game
    cannot be read; all else is empty then. `bots` are the players whom the app played, `played` the number of
    moves, `turn` who is next in a game that is not over.
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
    played: int = 0
    turn: str = ""


class Better(NamedTuple):
    """A better move of `player` than that of `step` of the replay, in words, and its way on the board."""

    player: str
    step: int
    sentences: tuple[Sentence, ...]
    way: tuple[Space, ...] = ()


class TurningPoint(NamedTuple):
    """A step of the replay that moved the course most: what happened, and a better move, if one is known."""

    step: int
    sentences: tuple[Sentence, ...]
    better: Better | None = None


class Badge(NamedTuple):
    """Something that a player was good at: a kind of the game's own, and how often or how much."""

    player: str
    kind: str
    amount: int


@dataclass(frozen=True, slots=True)
class Review:
    """What decided a game.

    `course` has a value of every line after every step of the replay, 0..1, the higher the better for the
    player of that name; a line of another name is everybody's. `losses` are the steps that took something
    from everybody for good, one entry for each thing. `turns` are at most three turning points in order,
    `badges` one a player, all of different kinds, or none.
    """

    course: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    losses: tuple[int, ...] = ()
    turns: tuple[TurningPoint, ...] = ()
    badges: tuple[Badge, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One person over all finished games of a game; `best` and `mean` are points, if it has any.

    `ahead` is the largest lead in points over the next best of a game that this person won alone.
    """

    player: str
    game: str
    games: int
    wins: int
    best: float | None = None
    mean: float | None = None
    minutes: int = 0
    ahead: float = 0


class GameFigures(NamedTuple):
    """All finished games of a game with a person: how many, how long in all, and the mean difference in
    points between the best two, if it has any.
    """

    game: str
    games: int
    minutes: int
    apart: float | None = None


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
        """The latest stored games to go on with, the newest first."""

    def games(self) -> Sequence[History]:
        """All stored games without their series, the latest first; each is read when it is looked at."""

    def history(self, game: int) -> History:
        """A game with its series and moments; takes a moment. Raises StorageError."""

    def replay(self, game: int) -> Sequence[ReplayStep]:
        """A game from its start to where it stands; takes a moment. Raises StorageError."""

    def tally(self) -> "Tally":
        """Figures of no game, to which games are added."""

    def keep_summaries(self) -> None:
        """Store what was read of finished games, so that reading them again is quick; takes a moment.

        May be called on any thread.
        """

    def export(self, game: int) -> Saved:
        """Write the record of a game (the script format) where people find it. Raises StorageError."""

    def save_film(self, game: int, page: bytes) -> Saved:
        """Write the film of a game where people find it, without names in that of the file.

        Raises StorageError.
        """

    def save_picture(self, game: int, png: bytes) -> Saved:
        """Write a picture of a game beside its record. Raises StorageError."""

    def delete(self, game: int) -> None:
        """Delete a stored game. Raises StorageError."""


@dataclass(frozen=True, slots=True)
class KeptMoment:
    """The last seconds before somebody said that the app was wrong; `when` as of a `History`.

    `believed` is what the app believed last. `game` is empty if the file is damaged; `believed` says why.
    """

    name: str
    game: str
    when: str
    believed: Sentence


class Tally(Protocol):
    """Figures of the finished games that were added."""

    def add(self, known: History) -> None:
        """Count a game if it is finished."""

    def players(self) -> Sequence[PlayerFigures]:
        """Everybody's figures."""

    def games(self) -> Sequence[GameFigures]:
        """The figures of every game that a person has played."""

    def roles(self, game: str) -> Sequence[RoleFigures]:
        """The figures of the roles of a game, those played most first."""


class Reviews(Protocol):
    """What decided a stored game, computed in the background."""

    def offered(self, name: str) -> bool:
        """Return true if games of this name can be reviewed once they are over."""

    def begin(self, game: int) -> None:
        """Start the review of a stored game, instead of any other. Raises StorageError."""

    def progress(self) -> float:
        """Share of the work that is done, 0..1."""

    def latest(self) -> Review | None:
        """The review; None while it is made. Raises CompanionError if that failed."""

    def stop(self) -> None:
        """Stop the work."""

    def film(self, game: int, language: str, initials: bool) -> bytes:
        """Return a game as a page that plays it in any browser; with `initials` no name is in it.

        Takes a moment; may be called on any thread. Raises CompanionError.
        """


class Hints(Protocol):
    """Move suggestions for the player to move, computed in the background."""

    def offered(self) -> bool:
        """Return true if the running game can suggest moves now."""

    def think(self) -> None:
        """Start the search in the present position. Raises CompanionError."""

    def latest(self) -> Sequence[Advice[Any]] | None:
        """Suggestions, best first; None while the search runs."""

    def point(self, spaces: Sequence[Space]) -> None:
        """Point at spaces with the light strip, visible to everybody, until `stop`."""

    def stop(self) -> None:
        """Stop the search."""


class Profiles(Protocol):
    """Remembered people and preferences."""

    def first_start(self) -> bool:
        """Return true until something has been chosen at this table."""

    def preferences(self) -> Preferences:
        """Present preferences."""

    def prefer(self, **changes: object) -> None:
        """Change some preferences, by field name; on disk when this returns. Raises StorageError."""

    def people(self) -> Sequence[Person]:
        """Everybody who played here, latest first, with the guests of the last game."""

    def remember(self, people: Sequence[Person]) -> None:
        """Remember the present players; earlier guests are forgotten. Raises StorageError."""

    def forget_person(self, name: str) -> None:
        """Delete a person. Raises StorageError."""

    def plan(self, game: str) -> Plan:
        """Last plan of a game: players and options; an empty plan at first."""

    def agree(self, game: str, plan: Plan) -> None:
        """Store the plan of a game. Raises StorageError."""

    def is_new(self, game: str) -> bool:
        """Return true until somebody has begun this game here, or said that they know it."""

    def begun(self, game: str, players: Sequence[str]) -> None:
        """Count a game for its players; without players everybody is taken to know what it is about.

        Raises StorageError.
        """

    def unexplained(self, game: str, players: Sequence[str], rules: Sequence[str]) -> Sequence[str]:
        """Return those of the rules that one of the players, in their first games, was not told yet."""

    def explained(self, game: str, players: Sequence[str], rules: Sequence[str]) -> None:
        """Record that the players were told these rules. Raises StorageError."""

    def explain_again(self, name: str) -> None:
        """Explain all rules to a person once more, "" to those without a name. Raises StorageError."""

    def tags(self) -> Mapping[str, str]:
        """Meaning of each tag by its number, in the notation of `settings.tags.thing`."""

    def teach_tag(self, tag: str, what: str) -> None:
        """Assign a meaning to a tag, "" for none. Raises StorageError."""

    def problems(self) -> Sequence[CompanionError]:
        """Errors of reading from disk, each returned once."""

    def on_change(self, listener: Callable[[Preferences], None]) -> Callable[[], None]:
        """Call `listener` whenever preferences change. Return a function that ends it."""
