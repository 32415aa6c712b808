"""Window parts of the games, one folder each."""
