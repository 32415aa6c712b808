"""What a game must bring to be played in the window."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kivy.uix.screenmanager import Screen


@dataclass(frozen=True)
class Face:
    """The face of a game.

    `tile` is the name of its picture in `ui.boards.art`. `screen_for(app, snapshot)` says which of
    `screens` fits a snapshot (it may look at the controller); every screen has `show(snapshot)` and
    `refresh_text()`. `over(snapshot)`: the game has ended.
    """

    name: str
    title: str
    tile: str
    players: tuple[int, int]
    snapshot: type
    screens: Mapping[str, type[Screen]]
    screen_for: Callable[[Any, Any], str]
    over: Callable[[Any], bool]
