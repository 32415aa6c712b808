"""Window part of Fate."""
