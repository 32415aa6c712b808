"""Pictures of the game: its cover."""

from tests.art.fairytile import cover


def make() -> None:
    """Write all pictures of the game."""
    cover.make()
