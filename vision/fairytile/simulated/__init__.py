"""A made-up kingdom that is played on, drawn fast enough to be watched."""

from vision.fairytile.simulated.artwork import sample_kin
from vision.fairytile.simulated.table import FARTHEST, KingdomFrame, SimulatedKingdom

__all__ = ["FARTHEST", "KingdomFrame", "SimulatedKingdom", "sample_kin"]
