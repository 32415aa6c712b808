"""Woodcuts of the sample cards: a small picture of each card for hand and table, and a large one.

A large picture is 768 by 640 pixels: the screen shows it on zoom, and a printed card at more than 300 dpi.

`cards.tsv` holds the design of each card: icon, ground, colours, and whether it is printed inverted.
"""

import csv
from pathlib import Path

from PIL import Image

from tests.art.places import APP, art_of
from tests.art.woodcut import HEIGHT, WIDTH, Design, finished, save, save_flat, woodcut

INKS = {"red": "#C4472B", "blue": "#2F6690", "green": "#5B8A3C"}
SMALL = (180, 150)
"""Size of a picture for hand and table."""


def designs() -> dict[str, Design]:
    """The design of each card by its id, in alphabetical order."""
    with Path(__file__).with_name("cards.tsv").open(encoding="utf-8", newline="") as file:
        found = {
            row["card"]: Design(
                row["icon"],
                row["ground"],
                [INKS[colour] for colour in row["colours"].split(",")],
                inverted=row["inverted"] == "yes",
            )
            for row in csv.DictReader(file, delimiter="\t")
        }
    return dict(sorted(found.items()))


def make() -> None:
    """Write the small and the large pictures."""
    small, large = art_of("fabula") / "cards", APP / "fabula" / "prints"
    for folder in (small, large):
        folder.mkdir(exist_ok=True)
        for old in {path for path in folder.glob("*.png") if path.stem not in designs()}:
            old.unlink()
    for card, design in designs().items():
        whole = woodcut(card, design)
        save_flat(whole, design.inks, large / f"{card}.png")
        shown = finished(whole, (WIDTH, HEIGHT)).resize(SMALL, Image.Resampling.LANCZOS)
        save(shown, small / f"{card}.png", colours=64)
