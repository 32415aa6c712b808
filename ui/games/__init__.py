"""What every game shows of itself, found by name. Ask only after `ui.app.configure`."""

from kivy.uix.screenmanager import Screen

from companion.games import registry
from ui.games.base import GameUi


def of(name: str) -> GameUi:
    """A game by name. Raises as `registry.load`."""
    return registry.load("ui.games", "UI", GameUi, name)


def known(name: str) -> bool:
    """Whether there is a game of this name; one that was stored may be gone."""
    return name in registry.names()


def all_games() -> tuple[GameUi, ...]:
    """The games that can be played, in the order in which they are offered."""
    return tuple(registry.available("ui.games", "UI", GameUi).values())


def screens() -> dict[str, type[Screen]]:
    """All screens and pages of all games by name."""
    return {name: made for game in all_games() for name, made in game.screens.items()}
