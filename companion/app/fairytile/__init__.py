"""Application layer of Fairy Tile."""
