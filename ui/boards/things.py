"""Things of the games as glyphs: swords, hearts, animals; the names are those of game-icons.net."""

import json

from ui.boards.art import ART, Glyph
from ui.fonts import THINGS

_CODES: dict[str, int] = json.loads(THINGS.with_suffix(".json").read_text(encoding="utf-8"))


def thing(name: str) -> Glyph:
    """The glyph of a thing. Raises KeyError if the font has none of that name."""
    return Glyph(chr(_CODES[name]), font=THINGS)


ART.update({f"thing-{name}": thing(name) for name in _CODES})
"""Each is also a piece of art of its own, to be tinted."""
