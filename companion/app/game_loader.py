"""The games as the app plays them, found by their names."""

from companion.app.archive.history import PastGame
from companion.app.base import AppGame, Seeing, Teaching
from companion.games import registry
from companion.games.base import N_, Sentence, rule_error
from companion.session.base import manifests

_NO_CAMERA = N_("{game}: expected a game that a camera can watch, found one that is played by touch alone.")


def app_game(name: str) -> AppGame:
    """The part of a game for this layer. Raises as `registry.load`."""
    return registry.load("companion.app", "GAME", AppGame, name)


def seeing(name: str) -> Seeing:
    """How a camera sees a game. Raises RuleError `no_camera_game` where none can; else as `app_game`."""
    found = app_game(name).seeing
    if found is None:
        raise rule_error("no_camera_game", [Sentence(_NO_CAMERA, {"game": name})])
    return found


def past(name: str) -> PastGame:
    """How a stored game is looked back on. Raises as `app_game`."""
    return app_game(name).past


def teachings() -> dict[str, Teaching]:
    """What can be learnt besides boards, by the game's name."""
    found = {name: app_game(name).seeing for name in registry.names()}
    return {name: seen.teaching for name, seen in found.items() if seen and seen.teaching}


def check() -> None:
    """Leave out the games that do not bring all they must."""
    registry.names()
    manifests()
    registry.available("companion.app", "GAME", AppGame)
