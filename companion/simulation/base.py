"""Interface between the app and simulated players, and the pace of a simulated table."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeAlias

from companion.games.base import Table
from companion.session.messages import Message
from companion.session.snapshot import Snapshot

Latest: TypeAlias = Callable[[], Snapshot | None]
"""Return what the app shows now; None lets simulated players rest."""
Tell: TypeAlias = Callable[[Message], None]
"""Touch the screen: post a message to the app."""


class SimulatedGame(NamedTuple):
    """A game for simulated players: `table` is the first table, if known; `tell` is a touch."""

    table: Table | None
    seed: int
    fps: float
    latest: Latest
    chance: Random
    tell: Tell = lambda _: None


@dataclass(frozen=True, slots=True)
class Pace:
    """Frames a second, rest in seconds after each act, and whether frames come in real time."""

    fps: float
    rest_s: float
    realtime: bool


NORMAL = Pace(5.0, 1.2, realtime=True)
FAST = Pace(2.0, 1.5, realtime=False)
