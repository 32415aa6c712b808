"""Application layer of Fate."""
