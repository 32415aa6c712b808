"""The demo, simulated players, the text for a terminal, and the watch loop, once for all games."""
