"""Application layer of Fae."""
