"""A game of Fae at a table."""
