"""Application layer of Fábula."""
