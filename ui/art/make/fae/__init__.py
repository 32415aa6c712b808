"""Pictures of the game: its cover."""

from ui.art.make.fae import cover


def make() -> None:
    """Write all pictures of the game."""
    cover.make()
