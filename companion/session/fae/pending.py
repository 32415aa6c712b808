"""Pending tasks before the next move of Fae."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.games import fae
from companion.session.fae.events import InDoubt


@dataclass(frozen=True, slots=True)
class PutBack:
    """The table must be made equal to the position first: after undo, redo, touch or a restart."""


@dataclass(frozen=True, slots=True)
class OrderDue:
    """A move that counts once the order of its rituals is chosen.

    `shown`: it is on the table already.
    """

    move: fae.Move
    spaces: tuple[int, ...]
    confidence: float
    shown: bool


Pending: TypeAlias = PutBack | InDoubt | OrderDue | None
"""None when the table is as expected."""
