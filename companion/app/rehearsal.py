"""The simulated table as it lies before a game, for the check of the table."""

from itertools import repeat

from companion.app.hands import PAUSE
from companion.autoplay import fae as autoplay
from companion.games import fae, fate
from vision.cameras import Camera
from vision.simulated import SimulatedCamera, SimulatedTable
from vision.simulated.fate.table import SimulatedFateTable
from vision.simulated.stage import Stage


def rehearsal(game: str, seed: int, fps: float) -> Camera:
    """What the camera of a simulated game of this seed shows until it begins."""
    twin: Stage[int] | Stage[str]
    if game == fate.NAME:
        twin = SimulatedFateTable({}, seed, markers=True)
    else:
        twin = SimulatedTable(fae.table(autoplay.opening(seed)), seed)
    return SimulatedCamera(twin, repeat(PAUSE), fps=fps, realtime=True)
