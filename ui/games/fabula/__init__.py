"""Window part of Fábula."""
