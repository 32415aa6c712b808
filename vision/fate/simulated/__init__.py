"""A made-up Fate table that is played on, drawn fast enough to be watched."""

from vision.fate.simulated.table import FateFrame, SimulatedFateTable

__all__ = ["FateFrame", "SimulatedFateTable"]
