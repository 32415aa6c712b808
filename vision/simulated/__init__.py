"""A camera twin: made-up tables that are played on, drawn fast enough to be watched.

They know the boards' geometry and nothing of how pictures are read.
"""

from vision.fae.simulated.table import SimulatedFrame, SimulatedTable
from vision.simulated.camera import SimulatedCamera
from vision.simulated.props import Standing

__all__ = ["SimulatedCamera", "SimulatedFrame", "SimulatedTable", "Standing"]
