"""Recognition of Fairy Tile: a hex lattice, the tiles on it and the three figures (see README.md)."""
