"""Font files of the app: titles, texts, general icons and things of the games."""

from pathlib import Path

_HERE = Path(__file__).parent

TITLES = _HERE / "titles.ttf"
TEXT = _HERE / "text.ttf"
TEXT_BOLD = _HERE / "text-bold.ttf"
SIGNS = _HERE / "signs.ttf"
THINGS = _HERE / "things.ttf"
