"""Pictures of the game: its cover, the portraits of the heroes and the cards."""

from tests.art.fate import cards, cover, portraits


def make() -> None:
    """Write all pictures of the game."""
    cover.make()
    portraits.make()
    cards.make()
