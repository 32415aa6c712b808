"""Files of new games (`companion new-game`): one folder for each sort of board, and what all have."""
