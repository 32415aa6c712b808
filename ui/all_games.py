"""Window parts of all games, by name. Call only after `ui.app.configure`."""

from kivy.uix.screenmanager import Screen

from companion.games import registry
from ui.game_ui import GameUi
from ui.tile import Tile


def of(name: str) -> GameUi:
    """A game by name. Raises as `registry.load`."""
    return registry.load("ui", GameUi, name)


def each() -> tuple[GameUi, ...]:
    """All playable games, in the order of the start page."""
    return tuple(registry.available("ui", GameUi).values())


def tiles() -> dict[str, Tile]:
    """The tiles of all playable games by name; loads none of their screens."""
    return registry.available("tile", Tile)


def screens() -> dict[str, type[Screen]]:
    """All screens and pages of all games by name."""
    return {name: made for game in each() for name, made in game.screens.items()}
