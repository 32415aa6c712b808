"""A game of Fate at a table."""
