"""Simulated kingdom in front of a simulated camera."""

from vision.fairytile.simulated.artwork import sample_classifier
from vision.fairytile.simulated.table import FARTHEST, KingdomFrame, SimulatedKingdom

__all__ = ["FARTHEST", "KingdomFrame", "SimulatedKingdom", "sample_classifier"]
