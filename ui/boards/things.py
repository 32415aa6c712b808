"""Characters of the font of things, by the names that game-icons.net gives them."""

import json

from ui.fonts import THING_FONT

THINGS: dict[str, str] = {
    name: chr(code) for name, code in json.loads(THING_FONT.with_suffix(".json").read_text("utf-8")).items()
}
