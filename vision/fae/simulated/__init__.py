"""Simulated Fae table."""

from vision.fae.simulated.table import FaeFrame, SimulatedFaeTable

__all__ = ["FaeFrame", "SimulatedFaeTable"]
