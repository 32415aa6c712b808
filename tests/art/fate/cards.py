"""Woodcuts of the cards, by what a card is about."""

from tests.art.places import art_of
from tests.art.woodcut import Design, picture, save

DESIGNS = {
    "rest": Design("night-sleep", "spirit", ["#4F6A76"]),
    "agility": Design("sprint", "soldier", ["#4F6A76"]),
    "sure_shot": Design("bowman", "soldier", ["#9A4A28"]),
    "first_bow": Design("high-shot", "attachment", ["#6B5630"]),
    "quest": Design("wolf-trap", "base", ["#8A6A1E"]),
}


def make() -> None:
    """Write one palette picture for each design."""
    for name, design in DESIGNS.items():
        card = f"fate_{name}"
        save(picture(card, design), art_of("fate") / f"{card}.png")
