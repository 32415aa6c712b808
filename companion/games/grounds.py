"""Colours of the grounds of printed boards on a screen, by the words of their descriptions."""

from collections.abc import Iterable, Mapping

NAMED: Mapping[str, str] = {
    "": "dcc59a", "light": "ecdcb8", "dark": "a67c52", "white": "f4ecd8", "black": "5a5048", "grey": "b4b0a6",
    "red": "cf8d7c", "orange": "dfa968", "yellow": "e6cf80", "green": "a3b97f", "blue": "93b3c9",
    "purple": "b99fc4", "pink": "deb4b0", "brown": "9a7653", "grass": "b0c389", "water": "94bccb",
    "sand": "e2cf9f", "stone": "bdb5a5", "wood": "c79a63",
}  # fmt: skip
"""Colours of their own, as RRGGBB, light enough for pieces of any colour; "" is a space without a ground."""
OTHERS = ("b9c08a", "a9c0c4", "d3ab8c", "c9b6cc", "b4aa98")
"""Colours of grounds with other names, in the order of these."""


def colours(grounds: Iterable[str]) -> dict[str, str]:
    """Return the colour of each ground, as RRGGBB."""
    others = sorted({*grounds} - NAMED.keys())
    return {**NAMED, **{name: OTHERS[number % len(OTHERS)] for number, name in enumerate(others)}}
