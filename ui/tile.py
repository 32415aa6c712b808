"""The tile of a game: what the pages know of it before its screens are loaded."""

from dataclasses import dataclass
from pathlib import Path

from companion.games import installed
from ui import theme
from ui.boards.art import ART, Print


@dataclass(frozen=True, slots=True)
class Tile:
    """A game on the start page. `minutes` a game takes, and `age` from which people play it, in years.

    `icon` is the name of its square picture in `ui.boards.art`. `cover` is its cover, `focus` the point of
    it that is always seen, as shares from the left and the top, `strip` the colour below its name, as
    RRGGBB. Screens wear its `papers` while it is played. One that `teaches` has an
    `Intro` and a guided first round.
    """

    icon: str
    minutes: int = 0
    age: int = 0
    cover: Path | None = None
    focus: tuple[float, float] = (0.5, 0.5)
    strip: str = "2a2019"
    papers: theme.Papers = theme.HOUSE
    teaches: bool = False


def printed(
    icon: str, cover: Path, *, minutes: int, age: int, strip: str, papers: theme.Papers,
    focus: tuple[float, float] = (0.5, 1.0),
) -> Tile:  # fmt: skip
    """Make a tile, of a game that teaches, whose square picture is a part of its cover around the focus."""
    ART[icon] = Print(cover.with_stem(f"{cover.stem}-small"), focus)
    return Tile(icon, minutes, age, cover, focus, strip, papers, teaches=True)


def made(name: str) -> Tile:
    """Make the tile of a game from its description, with the cover that was drawn when it was tried."""
    cover = installed.cover_of(name)
    return Tile("board", cover=cover if cover.is_file() else None)
