"""Window part of Fairy Tile."""
