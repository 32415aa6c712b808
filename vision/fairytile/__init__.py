"""Seeing a kingdom of Fairy Tile: a hex lattice on a bare table, the tiles on it and the three figures."""
