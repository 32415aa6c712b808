"""A table of cards that is played on, as a camera sees it."""

from vision.fabula.simulated.table import SimulatedFabulaTable

__all__ = ["SimulatedFabulaTable"]
