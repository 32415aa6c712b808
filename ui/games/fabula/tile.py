"""The tile of Fábula, and its papers: woodcuts on raw paper."""

from pathlib import Path

from ui import theme
from ui.tile import printed

TILE = printed(
    "tile-fabula",
    Path(__file__).parent / "prints" / "cover.jpg",
    minutes=40,
    age=12,
    strip="1d1713",
    focus=(0.5, 0.34),
    papers=theme.Papers(
        day=theme.Paper("e9d8b6", "f8eed8", "d8c39a", "a98f60", "1d1713", "5a4936"),
        night=theme.Paper("1b1511", "30261e", "120e0b", "5e4c3b", "f3e6cc", "c2ae8f"),
    ),
)
