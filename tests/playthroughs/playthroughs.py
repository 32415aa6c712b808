"""The playthroughs there are: two whole games of each built-in game."""

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.playthroughs.players import fabula, fae, fairytile, fate

GAMES: Mapping[str, tuple[Callable[[], str], Callable[[], str]]] = {
    "fae": (fae.by_touch, fae.at_table),
    "fate": (fate.by_touch, fate.at_table),
    "fairytile": (fairytile.by_touch, fairytile.at_table),
    "fabula": (fabula.by_touch, fabula.at_table),
}
"""By game, the functions that play by touch and at a table, and return the text."""


def path(game: str, number: int) -> Path:
    """Return the file of a playthrough; numbers begin with 1."""
    return Path(__file__).with_name(f"{game}-{number}.txt")
