"""What a game must bring to be played in the window."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.games.base import Table
from companion.settings.people import Person
from ui.controller import TableKind
from ui.widgets.chart import LineLook


@dataclass(frozen=True)
class MenuEntry:
    """A page that the menu of a game opens: its picture, its text (a message key) and what it is told."""

    icon: str
    text: str
    page: str
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Choice:
    """One way to play: its value as JSON, its picture and a few words (a message key)."""

    value: Any
    icon: str
    words: str


@dataclass(frozen=True)
class Option:
    """Something to agree on before a game: one of `choices`, the first unless people say otherwise."""

    name: str
    choices: Sequence[Choice]


@dataclass(frozen=True)
class Opening:
    """How a game begins.

    `begin(controller, players, options, table, druids)` starts it: people in order of play, what was
    agreed on by name, a `TableKind`, and a set-up that no picture is needed for, or None. May raise
    CompanionError. `roles` are what every player chooses one of, a hero say. `setup_page` is where people
    agree on a set-up that no camera reads; it is told `begin`, a `Begin`.
    """

    begin: Callable[[Any, Sequence[Person], Mapping[str, Any], TableKind, Mapping[int, str] | None], None]
    options: Sequence[Option] = ()
    roles: Sequence[Choice] = ()
    oldest_begins: bool = False
    setup_page: str = ""


Begin: TypeAlias = Callable[[TableKind, Mapping[int, str] | None], None]
"""Starts the game that was agreed on, watched in this way, with a set-up or None. Raises CompanionError."""


class Applies(NamedTuple):
    """A topic of the rules that applies now, and the rule in it that matters most, if there is one."""

    topic: str
    rule: str = ""


def _nothing(_: Any) -> tuple[()]:
    return ()


@dataclass(frozen=True)
class Face:
    """The face of a game.

    `tile` is the name of its picture in `ui.boards.art`. `screen_for(app, snapshot)` says which of
    `screens` fits a snapshot (it may look at the controller); every screen has `show(snapshot)` and
    `refresh_text()`. `over(snapshot)`: the game has ended. `names(snapshot)`: who
    plays, in order of play. `menu(snapshot)`: what the menu has of the
    game's own. `topics(snapshot)`: topics of the rules that apply now, the most important first;
    `topic_icons` is the art of each topic. `kinds` are the pieces that can be learnt: art and name (a
    message key) of each. `lines` are the looks of the lines of a stored game's chart,
    by name; `painted(table)` is the board with a table on it, not to be touched. `setup_pieces` are those
    that people may say stand on a space when the table is checked.
    """

    name: str
    title: str
    tile: str
    players: tuple[int, int]
    snapshot: type
    screens: Mapping[str, type[Screen]]
    screen_for: Callable[[Any, Any], str]
    over: Callable[[Any], bool]
    opening: Opening
    names: Callable[[Any], Sequence[str]]
    menu: Callable[[Any], Sequence[MenuEntry]] = _nothing
    topics: Callable[[Any], Sequence[Applies]] = _nothing
    topic_icons: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    lines: Mapping[str, LineLook] = field(default_factory=dict)
    painted: Callable[[Table], Widget] | None = None
    setup_pieces: Sequence[Choice] = ()
