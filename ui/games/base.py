"""What a game must bring to be played in the window."""

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
from ui.widgets.basics import FitLabel
from ui.widgets.chart import LineStyle


@dataclass(frozen=True)
class PicturedChoice:
    """One thing to choose: its value as JSON, its picture and a few words (a message key)."""

    value: Any
    icon: str
    words: str


@dataclass(frozen=True)
class GameOption:
    """Something to agree on before a game: one of `choices`, the first unless people say otherwise.

    With a `role` it matters, and is asked for, only where somebody plays that role.
    """

    name: str
    choices: Sequence[PicturedChoice]
    role: Any = None


Begin: TypeAlias = Callable[[TableKind, Any], None]
"""Starts the game that was agreed on, watched in this way, with what was set up or None.

What was set up is what `GameUi.written` takes. Raises CompanionError.
"""


class Applies(NamedTuple):
    """A topic of the rules that applies now, and the rule in it that matters most, if there is one."""

    topic: str
    rule: str = ""


class PastBoard(Protocol):
    """A board for looking back: a widget that nobody can touch."""

    def look_at(self, position: Any, where: Where) -> None:
        """Show a position of the game and what happened there; what moved since the last one may be seen
        moving.
        """

    def paint(self) -> None:
        """Draw at once what else is drawn before the next frame."""


HintBoard: TypeAlias = Callable[[Table, Sequence[Space], Sequence[tuple[Space, ...]]], Widget]
"""The board with a table on it, spaces to look at marked, and several ways with letters from A on."""


def _as_text(value: Any) -> Widget:
    return FitLabel(text=str(value), bold=True, halign="center", max_font_mm=12)


@dataclass(frozen=True)
class SecretLook:
    """How a seat's secret is looked at: the widget for a value, and sentences (message keys)."""

    widget: Callable[[Any], Widget] = _as_text
    hold: str = N_("Hold to see your secret")
    known: str = N_("I know my secret")
    menu: str = N_("Look at my secret")


def _as_it_is(read: Any) -> Any:
    return read


def _nothing(_: Any) -> tuple[()]:
    return ()


@dataclass(frozen=True, kw_only=True)
class GameUi:
    """What a game shows of itself; all but the first three may be left out.

    `tile` is the name of its picture in `ui.boards.art`. `play` shows a running game, `end` one that is
    over: screens with `show(snapshot)` and `refresh_text()`. `setup` is the page where people agree on a
    set-up that no camera reads; it is opened with `begin`, a `Begin`, `table`, and `read`, what a camera
    read so far: the kind of each space on which one piece stands. `written` makes a set-up in the game's own
    words of that.

    `own` is a page where people put together a set of their own; it is offered where things are taught.

    `roles` are what every player chooses one of, a hero say; `options` what is agreed on. `topics(snapshot)`
    are topics of the rules that apply now, the most important first, `topic_icons` the art of each topic.

    `corners` are the places of the board's corners in a picture that nobody has looked at yet, clockwise
    from its own top left; a game without is never watched, unless it is `boardless`: its table is found by
    what lies there. `corners_hint` says where to drag corners.
    `setup_pieces` are those that people may say stand on a space when the table is checked, `learnable` the
    pieces that can be learnt: art and name (a message key) by kind.

    `chart` are the looks of the lines of a stored game's chart, by name; `past_board` makes the board on
    which a stored game is looked back on. A game whose rules have an advisor gives hints where it has a
    `hint_board`.
    """

    name: str
    tile: str
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
    chart: Mapping[str, LineStyle] = field(default_factory=dict)
    past_board: Callable[[], PastBoard] | None = None
    hint_board: HintBoard | None = None

    @property
    def title(self) -> str:
        """The game's name for people, the same in every language."""
        return registry.rules(self.name).title

    @property
    def watchable(self) -> bool:
        """Whether a camera can look at its table."""
        return bool(self.corners) or self.boardless

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most players."""
        return registry.rules(self.name).players

    @property
    def screens(self) -> dict[str, type[Screen]]:
        """Its screens and pages, by their names in the window."""
        made = {"play": self.play, "end": self.end, "setup": self.setup, "own": self.own}
        return {f"{self.name}_{part}": screen for part, screen in made.items() if screen}

    @property
    def setup_page(self) -> str:
        """The name of the page where a set-up is agreed on; "" where there is none."""
        return f"{self.name}_setup" if self.setup else ""

    def screen(self, ended: bool) -> str:
        """The name of the screen that shows the game, or its end."""
        return f"{self.name}_end" if ended and self.end else f"{self.name}_play"
