"""Timeout of tests."""

WAIT_S = 120
"""Maximum wait in seconds for an event that must come. Only a failing test waits that long."""
