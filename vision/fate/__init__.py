"""Seeing a table of Fate: which piece stands on which hex."""
