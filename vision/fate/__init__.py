"""Recognition of a Fate table: which piece is on which hex."""
