"""Font files of the app: titles, texts, general icons and things of the games.

All but the general icons are those of printed sheets.
"""

from pathlib import Path

from companion.printing import TEXT, TEXT_BOLD, THINGS, TITLES

__all__ = ["SIGNS", "TEXT", "TEXT_BOLD", "THINGS", "TITLES"]

SIGNS = Path(__file__).parent / "signs.ttf"
