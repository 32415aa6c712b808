"""Woodcuts of the sample cards: one atlas for hand and table, and a large picture of each card.

A large picture is 768 by 640 pixels: the screen shows it on zoom, and a printed card at more than 300 dpi.

`cards.tsv` holds the design of each card: icon, ground, colours, and whether it is printed inverted.
"""

import csv
import json
from pathlib import Path

from PIL import Image

from ui.art.make.places import APP, art_of
from ui.art.make.woodcut import HEIGHT, WIDTH, Design, finished, save, save_flat, woodcut

INKS = {"red": "#C4472B", "blue": "#2F6690", "green": "#5B8A3C"}
ATLAS_PX = 2048
SMALL = (180, 150)
"""Size of a card's picture in the atlas."""
GAP_PX = 4
"""Between pictures of the atlas, so that smaller copies of it do not mix neighbours."""
PAPER = "#F3E6CC"


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
    """Write the atlas, the places of the cards in it (from the top left) and the large pictures."""
    folder, large = art_of("fabula"), APP / "fabula" / "prints"
    atlas = Image.new("RGB", (ATLAS_PX, ATLAS_PX), PAPER)
    width, height = SMALL
    columns = ATLAS_PX // (width + GAP_PX)
    places = {}
    for number, (card, design) in enumerate(designs().items()):
        whole = woodcut(card, design)
        save_flat(whole, design.inks, large / f"{card}.png")
        x, y = (
            GAP_PX + number % columns * (width + GAP_PX),
            GAP_PX + number // columns * (height + GAP_PX),
        )
        atlas.paste(finished(whole, (WIDTH, HEIGHT)).resize(SMALL, Image.Resampling.LANCZOS), (x, y))
        places[card] = [x, y, width, height]
    for old in set(large.glob("*.png")) - {large / f"{card}.png" for card in places}:
        old.unlink()
    save(atlas, folder / "cards.png", colours=64)
    lines = ",\n".join(f"{json.dumps(card)}: {json.dumps(place)}" for card, place in places.items())
    (folder / "cards.json").write_text(f"{{\n{lines}\n}}\n", "utf-8")
