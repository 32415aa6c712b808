"""What every game shows of itself, found by name. Ask only after `ui.app.configure`."""

from kivy.uix.screenmanager import Screen

from companion import games
from companion.games.registry import load
from ui.games.base import GameUi


def of(name: str) -> GameUi:
    """A game by name. Raises RuleError `unknown_game`, CompanionError `incomplete_game`."""
    return load("ui.games", "UI", GameUi, name)


def known(name: str) -> bool:
    """Whether there is a game of this name; one that was stored may be gone."""
    return name in games.NAMES


def all_games() -> tuple[GameUi, ...]:
    """Every game there is, in the order in which they are offered."""
    return tuple(map(of, games.NAMES))


def screens() -> dict[str, type[Screen]]:
    """All screens and pages of all games by name."""
    return {name: made for game in all_games() for name, made in game.screens.items()}
