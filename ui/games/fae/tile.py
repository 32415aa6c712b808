"""The tile of Fae, and its papers: moss and ink."""

from pathlib import Path

from ui import theme
from ui.tile import printed

TILE = printed(
    "tile-fae",
    Path(__file__).parent / "prints" / "cover.jpg",
    minutes=45,
    age=8,
    strip="173226",
    focus=(0.5, 0.84),
    papers=theme.Papers(
        day=theme.Paper("dde3c6", "f6f5e4", "cbd4b0", "a9b48a", "1e2a1d", "4c5c41"),
        night=theme.Paper("111a14", "20301f", "0b120d", "3f5540", "eaf0da", "a8ba98"),
    ),
)
