"""Which rules of Fairy Tile apply to what is on the screen; no widgets here."""
