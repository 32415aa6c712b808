"""Simulated table of a duel, as a camera sees it."""

from vision.fabula.simulated.table import SimulatedFabulaTable

__all__ = ["SimulatedFabulaTable"]
