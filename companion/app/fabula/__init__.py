"""Fábula as the app plays it."""
