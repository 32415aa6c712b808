"""The rules of the games: pure, and nothing but the standard library."""
