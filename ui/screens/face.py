"""What a game must bring to be played in the window."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kivy.uix.screenmanager import Screen


@dataclass(frozen=True)
class MenuEntry:
    """A page that the menu of a game opens: its picture, its text (a message key) and what it is told."""

    icon: str
    text: str
    page: str
    about: Mapping[str, Any] = field(default_factory=dict)


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
    `refresh_text()`. `over(snapshot)`: the game has ended. `menu(snapshot)`: what the menu has of the
    game's own. `topics(snapshot)`: keys of the rules that apply now, the most important first.
    """

    name: str
    title: str
    tile: str
    players: tuple[int, int]
    snapshot: type
    screens: Mapping[str, type[Screen]]
    screen_for: Callable[[Any, Any], str]
    over: Callable[[Any], bool]
    menu: Callable[[Any], Sequence[MenuEntry]] = _nothing
    topics: Callable[[Any], Sequence[Applies]] = _nothing
    topic_icons: Mapping[str, str] = field(default_factory=dict)
