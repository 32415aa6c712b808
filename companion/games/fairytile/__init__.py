"""Fairy Tile: tiles make a kingdom, three figures belong to everybody, secret pages become a story."""
