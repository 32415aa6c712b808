"""What a position may hold at all; used wherever one comes from outside."""

from collections.abc import Iterator

from companion.games.base import N_, Sentence
from companion.games.fate.position import Position
from companion.games.fate.values import wrong


def problems(position: Position) -> Iterator[Sentence]:
    """Everything in a position that cannot be, each with its place."""
    if not 1 <= len(position.heroes) <= 4:
        yield wrong("heroes", N_("1 to 4 heroes"), len(position.heroes))
    if not 0 <= position.turn < max(1, len(position.heroes)):
        yield wrong("turn", N_("the index of a hero"), position.turn)
    if not 0 <= position.town <= 10:
        yield wrong("town", N_("0 to 10 town pieces"), position.town)
