"""Interface of a game's window part."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias

from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.games import registry
from companion.games.base import N_, Space, Table
from ui.controller import TableKind
from ui.screens.page import Page
from ui.services import PicturePoint, Where
from ui.tile import Tile
from ui.widgets.basics import Text
from ui.widgets.chart import LineStyle


@dataclass(frozen=True)
class PicturedChoice:
    """One choice: its value as JSON, its picture and a label (a message key)."""

    value: Any
    icon: str
    words: str


@dataclass(frozen=True)
class GameOption:
    """Option of a new game: one of `choices`, by default the first.

    With a `role` it is asked for only if somebody plays that role.
    """

    name: str
    choices: Sequence[PicturedChoice]
    role: Any = None


Begin: TypeAlias = Callable[[TableKind, Any], None]
"""Starts the planned game with a table kind and a set-up or None.

The set-up has the form that `GameUi.written` takes. Raises CompanionError.
"""


class Applies(NamedTuple):
    """A rules topic that applies now, and its most relevant rule, if there is one."""

    topic: str
    rule: str = ""


class PastBoard(Protocol):
    """Board of a past position: a widget that takes no touches."""

    def look_at(self, position: Any, where: Where) -> None:
        """Show a position of the game and its last action; pieces that moved since the shown one may be
        animated.
        """

    def paint(self) -> None:
        """Draw at once, instead of before the next frame."""

    def look_closer(self, spaces: Sequence[Space]) -> None:
        """Bring the place around spaces of the shown position closer, if the board has a map."""


HintBoard: TypeAlias = Callable[[Table, Sequence[Space], Sequence[tuple[Space, ...]]], Widget]
"""Makes the board of a hint: marked spaces to look at, and paths with numbers from 1 on; an empty path is not
shown, but has a number.
"""


def _as_text(value: Any) -> Widget:
    return Text(text=str(value), em="display", halign="center")


@dataclass(frozen=True)
class SecretLook:
    """View of a seat's secret: the widget for a value, and sentences (message keys)."""

    widget: Callable[[Any], Widget] = _as_text
    hold: str = N_("Hold to see your secret")
    known: str = N_("I know my secret")
    menu: str = N_("Look at my secret")


def _as_it_is(read: Any) -> Any:
    return read


def _nothing(_: Any) -> tuple[()]:
    return ()


class BadgeLook(NamedTuple):
    """A badge's picture, its words (a message key) and how its number is written."""

    icon: str
    words: str
    number: str = "{n}"


class DangerLook(NamedTuple):
    """Words for the danger that all are in (a message key), what is safe, what threatens, and a loss."""

    words: str
    safe: LineStyle
    threat: LineStyle
    loss: LineStyle


@dataclass(frozen=True)
class Intro:
    """First words on a game: its goal in one line, which the play screen keeps in sight, two lines on what it
    is about, and a turn in three pictures, each an art with a few words. All texts are message keys.
    """

    goal: str
    lines: tuple[str, str]
    pictures: Sequence[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class GameUi:
    """Window part of a game; all but the first two fields are optional.

    `play` shows a running game, `end` one that is
    over: screens with `show(snapshot)` and `refresh_text()`. `setup` is the page for a
    set-up that no camera reads; opened with `begin`, a `Begin`, `table`, and `read`, the camera's
    reading so far: the piece kind of each space with one piece. `written` makes it a set-up in the game's
    own notation.

    `own` is the page to edit the user's own set; the teaching page offers it.

    `roles` are the choices of each player, e.g. heroes; `options` those of the game. `topics(snapshot)`
    returns the rules topics that apply now, most important first, `topic_icons` is the art of each topic.

    `corners` are the default places of the board's corners in a picture, clockwise
    from its own top left; a game without is never watched, unless it is `boardless`: its table is found by
    its cards or tiles. `corners_hint` says where to drag corners.
    `setup_pieces` are the possible contents of a space in the table check, `learnable` the
    pieces that can be learnt: art and name (a message key) by kind. `other_kinds` are what the camera reads
    besides, in the same form; a kind of several words has the entry of its first.

    `chart` are the styles of the lines of a stored game's chart, by name; `past_board` makes the board
    for its history and replay. `badges` are the looks of what its judge counts, by kind; `danger` is that of
    a course that is everybody's. A game whose rules have an advisor gives hints if it has a `hint_board`.
    `intro` says what the game is about before the first one.
    """

    name: str
    play: type[Screen]
    end: type[Screen] | None = None
    setup: type[Page] | None = None
    own: type[Page] | None = None
    written: Callable[[Mapping[Space, str]], Any] = _as_it_is
    roles: Sequence[PicturedChoice] = ()
    options: Sequence[GameOption] = ()
    oldest_begins: bool = False
    secret: SecretLook = SecretLook()
    topics: Callable[[Any], Sequence[Applies]] = _nothing
    topic_icons: Mapping[str, str] = field(default_factory=dict)
    corners: Sequence[PicturePoint] = ()
    boardless: bool = False
    corners_hint: str = N_("Drag the marks onto the corners of the board.")
    setup_pieces: Sequence[PicturedChoice] = ()
    learnable: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    other_kinds: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    chart: Mapping[str, LineStyle] = field(default_factory=dict)
    past_board: Callable[[], PastBoard] | None = None
    badges: Mapping[str, BadgeLook] = field(default_factory=dict)
    danger: DangerLook | None = None
    hint_board: HintBoard | None = None
    intro: Intro | None = None

    @property
    def tile(self) -> str:
        """Name of its picture in `ui.boards.art`."""
        return registry.load("tile", Tile, self.name).icon

    @property
    def title(self) -> str:
        """Display name of the game, the same in every language."""
        return registry.rules(self.name).title

    @property
    def watchable(self) -> bool:
        """Return true if a camera can watch its table."""
        return bool(self.corners) or self.boardless

    def pictured(self, kind: str) -> tuple[str, str]:
        """Art and name (a message key) of a kind that the camera reads; "" for what is not known."""
        setup = {piece.value: (piece.icon, piece.words) for piece in self.setup_pieces}
        known = {**self.other_kinds, **self.learnable, **setup}
        return known.get(kind) or known.get(kind.partition(" ")[0], ("", ""))

    @property
    def players(self) -> tuple[int, int]:
        """Minimum and maximum number of players."""
        return registry.rules(self.name).players

    @property
    def screens(self) -> dict[str, type[Screen]]:
        """Its screens and pages, by their names in the window."""
        made = {"play": self.play, "end": self.end, "setup": self.setup, "own": self.own}
        return {f"{self.name}_{part}": screen for part, screen in made.items() if screen}

    @property
    def setup_page(self) -> str:
        """Name of the set-up page; "" if there is none."""
        return f"{self.name}_setup" if self.setup else ""

    def screen(self, ended: bool) -> str:
        """The name of the screen that shows the game, or its end."""
        return f"{self.name}_end" if ended and self.end else f"{self.name}_play"
