"""Seeing a kingdom of Fairy Tile.

A hex lattice on a bare table, the tiles on it and the three figures.
"""
