"""The simulated table as it lies before a game, for the check of the table."""

from collections.abc import Mapping, Sequence
from itertools import repeat

from companion.app.fae.hands import PAUSE
from companion.games import fae, fate
from companion.games.base import Table
from companion.games.fae import autoplay as autoplay
from vision.cameras import Camera
from vision.fate.simulated.table import SimulatedFateTable
from vision.simulated import SimulatedCamera, SimulatedTable
from vision.simulated.stage import Stage


def rehearsal(game: str, seed: int, fps: float) -> Camera:
    """What the camera of a simulated game of this seed shows until it begins."""
    twin: Stage[int] | Stage[str]
    if game == fate.NAME:
        twin = SimulatedFateTable({}, seed, markers=True)
    else:
        twin = SimulatedTable(fae.table(autoplay.opening(seed)), seed)
    return SimulatedCamera(twin, repeat(PAUSE), fps=fps, realtime=True)


_LESSON: Mapping[str, Sequence[str]] = {
    "goblin": ("5,5", "12,3", "14,8"),
    "brute": ("7,12", "3,9", "11,14"),
    "sprite": ("6,15", "13,6", "10,3"),
    "skeleton": ("15,4", "4,12", "8,5"),
}


def lesson(game: str, seed: int, fps: float) -> Camera:
    """The simulated table to learn from: for Fate some pieces lie on it."""
    if game != fate.NAME:
        return rehearsal(game, seed, fps)
    table: Table = {hex_: {kind: 1} for kind, hexes in _LESSON.items() for hex_ in hexes}
    return SimulatedCamera(
        SimulatedFateTable(table, seed, markers=True), repeat(PAUSE), fps=fps, realtime=True
    )
