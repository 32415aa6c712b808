"""Finds the application layer of each game by its name."""

from typing import TYPE_CHECKING

from companion.app.archive.history import PastGame
from companion.games import registry
from companion.games.base import N_, Sentence, rule_error
from companion.session.base import manifests

if TYPE_CHECKING:  # loads OpenCV, which the start page does without
    from companion.app.base import AppGame, Seeing, Teaching

_NO_CAMERA = N_("{game}: expected a game that a camera can watch, found one that is played by touch alone.")


def app_game(name: str) -> "AppGame":
    """Load a game's application layer. Raises as `registry.load`."""
    from companion.app.base import AppGame

    return registry.load("companion.app", "GAME", AppGame, name, "game")


def seeing(name: str) -> "Seeing":
    """Load a game's camera support.

    Raises RuleError `no_camera_game` if it has none; else as `app_game`.
    """
    found = app_game(name).seeing
    if found is None:
        raise rule_error("no_camera_game", [Sentence(_NO_CAMERA, {"game": name})])
    return found


def past(name: str) -> PastGame:
    """Load a game's review functions. Raises as `app_game`."""
    return registry.load("companion.app", "PAST", PastGame, name, "history")


def teachings() -> "dict[str, Teaching]":
    """Learnable sets besides boards, by the game's name."""
    found = {name: app_game(name).seeing for name in registry.names()}
    return {name: seen.teaching for name, seen in found.items() if seen and seen.teaching}


def check() -> None:
    """Disable the games that lack a required part; takes a while, as it loads OpenCV and the readers."""
    from companion.app.base import AppGame

    registry.names()
    manifests()
    registry.available("companion.app", "PAST", PastGame, "history")
    registry.available("companion.app", "GAME", AppGame, "game")
