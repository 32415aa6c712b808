"""Pictures of the game: its cover and its cards."""

from tests.art.fabula import cards, cover


def make() -> None:
    """Write all pictures of the game."""
    cover.make()
    cards.make()
