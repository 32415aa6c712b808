"""A duel of Fábula at a table."""
