"""Window parts of all games, by name. Call only after `ui.app.configure`."""

from kivy.uix.screenmanager import Screen

from companion.games import registry
from ui.games.base import GameUi


def of(name: str) -> GameUi:
    """A game by name. Raises as `registry.load`."""
    return registry.load("ui.games", "UI", GameUi, name)


def known(name: str) -> bool:
    """Return true if a game of this name exists; a stored game's may have been removed."""
    return name in registry.names()


def all_games() -> tuple[GameUi, ...]:
    """All playable games, in the order of the start page."""
    return tuple(registry.available("ui.games", "UI", GameUi).values())


def screens() -> dict[str, type[Screen]]:
    """All screens and pages of all games by name."""
    return {name: made for game in all_games() for name, made in game.screens.items()}
