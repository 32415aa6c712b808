"""Simulated tables and their camera, drawn fast enough for live play.

They use the geometry of the boards, but no code that reads pictures.
"""

from vision.simulated.camera import SimulatedCamera
from vision.simulated.props import PieceOnTable
from vision.simulated.stage import SimulatedStage

__all__ = ["PieceOnTable", "SimulatedCamera", "SimulatedStage"]
