"""A made-up table of Fae that is played on."""

from vision.fae.simulated.table import FaeFrame, SimulatedFaeTable

__all__ = ["FaeFrame", "SimulatedFaeTable"]
