"""Players for the simulated tables, one module a game: what the hands do, drawn by chance."""
