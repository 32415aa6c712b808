"""How long tests wait."""

WAIT_S = 120
"""Maximum wait in seconds for something that must come. Only a failing test waits so long."""
