"""Pictures of the game: its cover."""

from tests.art.fae import cover


def make() -> None:
    """Write all pictures of the game."""
    cover.make()
