"""Finds the application layer of each game by its name."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.app.archive.history import PastGame
from companion.errors import CompanionError
from companion.games import registry
from companion.games.base import N_, Sentence, rule_error
from companion.session.base import manifests

if TYPE_CHECKING:  # loads OpenCV, which the start page does without
    from companion.app.base import AppGame, Seeing, Teaching

_NO_CAMERA = N_("{game}: expected a game that a camera can watch, found one that is played by touch alone.")


def app_game(name: str) -> "AppGame":
    """Load a game's application layer. Raises as `registry.load`."""
    from companion.app.base import AppGame

    return registry.load("app", AppGame, name)


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
    return registry.load("past", PastGame, name)


def teachings() -> "dict[str, Teaching]":
    """Learnable sets besides boards, by the game's name."""
    from companion.app.base import AppGame

    found = registry.available("app", AppGame).items()
    return {name: game.seeing.teaching for name, game in found if game.seeing and game.seeing.teaching}


def check() -> None:
    """Disable the games that lack a required part; takes a while, as it loads OpenCV and the readers."""
    from companion.app.base import AppGame

    registry.names()
    manifests()
    registry.available("past", PastGame)
    registry.available("app", AppGame)


def phone_board(name: str) -> Mapping[str, Any] | None:
    """Return the board of a game for phones, as JSON; None if it has none or is not there."""
    try:
        board = app_game(name).phone_board
    except (CompanionError, ModuleNotFoundError):
        return None
    return board() if board else None
