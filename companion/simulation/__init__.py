"""Simulated players, the demo and the watch loop, once for all games."""
