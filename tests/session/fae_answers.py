"""Answers of people who play Fae."""

from collections.abc import Sequence
from typing import Any

from companion.games import fae
from companion.session.view import Answer


def moved(game: int, move: fae.Move, **more: Any) -> Answer:
    """A move by touch."""
    return Answer(game, "move", move[:2], **more)


def named(game: int, move: fae.Move) -> Answer:
    """The move that was made, of those in doubt."""
    return Answer(game, "which", move[:2])


def ordered(game: int, spaces: Sequence[int]) -> Answer:
    """The order of rituals."""
    return Answer(game, "order", tuple(spaces))
