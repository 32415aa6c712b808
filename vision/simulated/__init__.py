"""A camera twin: a made-up Fae table that is played on, drawn fast enough to be watched.

It knows the board's geometry and nothing of how pictures are read.
"""

from vision.simulated.camera import SimulatedCamera
from vision.simulated.table import SimulatedFrame, SimulatedTable, Standing

__all__ = ["SimulatedCamera", "SimulatedFrame", "SimulatedTable", "Standing"]
