"""The demo, its text for a terminal, and the watch loop, once for all games."""
