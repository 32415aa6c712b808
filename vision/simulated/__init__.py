"""A camera twin: made-up tables that are played on, drawn fast enough to be watched.

They know the boards' geometry and nothing of how pictures are read.
"""

from vision.simulated.camera import SimulatedCamera
from vision.simulated.props import PieceOnTable
from vision.simulated.stage import SimulatedStage

__all__ = ["PieceOnTable", "SimulatedCamera", "SimulatedStage"]
