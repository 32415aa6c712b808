"""Finds the application layer of each game by its name."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.app.archive.history import PastGame
from companion.app.base import AppGame
from companion.errors import CompanionError
from companion.games import registry
from companion.games.base import N_, Sentence, rule_error
from companion.session.base import manifests

if TYPE_CHECKING:  # loads OpenCV, which the start page does without
    from companion.app.camera_game import CameraGame, Seeing, Teaching

_NO_CAMERA = N_("{game}: expected a game that a camera can watch, found one that is played by touch alone.")


def app_game(name: str) -> AppGame:
    """Load a game's application layer. Raises as `registry.load`."""
    return registry.load("app", AppGame, name)


def camera_game(name: str) -> "CameraGame":
    """Load what a game brings for a camera.

    Raises RuleError `no_camera_game` if it has none; else as `app_game`.
    """
    found = app_game(name).camera
    if found is None:
        raise rule_error("no_camera_game", [Sentence(_NO_CAMERA, {"game": name})])
    return found()


def seeing(name: str) -> "Seeing":
    """Load how a game's table is read. Raises as `camera_game`."""
    return camera_game(name).seeing


def past(name: str) -> PastGame:
    """Load a game's review functions. Raises as `app_game`."""
    return registry.load("past", PastGame, name)


def teachings() -> "dict[str, Teaching]":
    """Learnable sets besides boards, by the game's name."""
    cameras = {name: game.camera for name, game in registry.available("app", AppGame).items() if game.camera}
    taught = {name: camera().seeing.teaching for name, camera in cameras.items()}
    return {name: teaching for name, teaching in taught.items() if teaching}


def check() -> None:
    """Disable the games that lack a required part; takes a while, as it loads OpenCV and the readers."""
    registry.names()
    manifests()
    registry.available("past", PastGame)
    for game in registry.available("app", AppGame).values():
        if game.camera:
            game.camera()


def phone_board(name: str) -> Mapping[str, Any] | None:
    """Return the board of a game for phones, as JSON; None if it has none or is not there."""
    try:
        board = app_game(name).phone_board
    except (CompanionError, ModuleNotFoundError):
        return None
    return board() if board else None
