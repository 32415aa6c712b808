"""The tile of Fairy Tile, and its papers: a storybook."""

from pathlib import Path

from ui import theme
from ui.tile import printed

TILE = printed(
    "tile-fairytile",
    Path(__file__).parent / "prints" / "cover.jpg",
    minutes=30,
    age=8,
    strip="2c5a70",
    focus=(0.4, 0.72),
    papers=theme.Papers(
        day=theme.Paper("d3e4e6", "fffbf0", "bbd2d6", "8fb0b8", "23284a", "4d5876"),
        night=theme.Paper("141735", "242a54", "0d0f26", "46508a", "f6eedd", "b5b9da"),
    ),
)
