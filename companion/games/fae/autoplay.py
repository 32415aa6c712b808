"""Random legal games of Fae."""

from collections.abc import Sequence
from typing import Any

from companion.games.base import Chance
from companion.games.fae.position import Move, Position, start
from companion.games.fae.rules import isolated_by, needs_order, random_legal
from companion.games.fae.setup import random_druids, setup_of


def opening(chance: Chance, names: Sequence[str]) -> dict[str, Any]:
    """Return a random written set-up (E-002)."""
    return setup_of(start(random_druids(chance), len(names)), tuple(names))


def next_move(position: Position, chance: Chance) -> Move:
    """Return a random legal move; several rituals of it are resolved by ascending space."""
    move = random_legal(position, chance)
    if needs_order(position, move):
        return move._replace(rituals=isolated_by(position, move.source, move.target))
    return move
