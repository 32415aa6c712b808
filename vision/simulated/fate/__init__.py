"""A made-up Fate table that is played on, drawn fast enough to be watched."""

from vision.simulated.fate.table import FateFrame, SimulatedFateTable

__all__ = ["FateFrame", "SimulatedFateTable"]
