"""Simulated Fate table."""

from vision.fate.simulated.table import FateFrame, SimulatedFateTable

__all__ = ["FateFrame", "SimulatedFateTable"]
