"""The tile of Fate, and its papers: parchment and iron."""

from pathlib import Path

from ui import theme
from ui.tile import printed

TILE = printed(
    "tile-fate",
    Path(__file__).parent / "prints" / "cover.jpg",
    minutes=90,
    age=14,
    strip="150d16",
    focus=(0.5, 0.92),
    papers=theme.Papers(
        day=theme.Paper("e6d5b3", "f9f0da", "d5c098", "b49b6c", "2b211a", "5f4d3b"),
        night=theme.Paper("1a1614", "2d2724", "110e0d", "54483f", "f1e3c8", "bca98e"),
    ),
)
