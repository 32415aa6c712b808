"""A game of Fairy Tile at a table."""
