"""Cards of real photographs: taught from one picture of a folder, read in the others.

    PYTHONPATH=. python -m tests.bench.card_photos FOLDER [--draw OUT]

FOLDER holds pictures, one `cards_*.json` (a FILE of `companion learn cards`) for the taught picture, and
`truth.json` {picture: {card: [x, y] middle px} or {"taught": true}}; a name with a comma is a card cut by
the edge. Columns: `cards` lie fully in view; each is `right`, `unknown` (outlined, not named) or `missed`;
`wrong` are wrong names. `outlines` are cards reported as unknown, with the taught faces and with none; `ms`
is processor time on one thread.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from tests.bench.tables import table
from vision.arrays import Picture
from vision.fabula import learn_faces, samples
from vision.fabula.faces import Faces
from vision.fabula.layout import PlacedCard
from vision.fabula.reader import FabulaReader

HEADER = ("picture", "cards", "right", "unknown", "missed", "wrong", "outlines", "untaught: outlines", "ms")
COLOURS = {True: (0, 200, 0), False: (0, 140, 255)}


def taught(folder: Path, truth: Mapping[str, Any]) -> Faces:
    """Return the faces of the taught picture."""
    name = next(name for name, cards in truth.items() if "taught" in cards)
    picture = _picture(folder / name)
    listed = json.loads(next(iter(sorted(folder.glob("cards_*.json")))).read_text("utf-8"))["cards"]
    corners = {card["id"]: np.array(card["corners_px"], float) for card in listed}
    return samples.faces({card: learn_faces.take(picture, at, card) for card, at in corners.items()})


def middles(folder: Path, truth: Mapping[str, Any], name: str) -> dict[str, list[float]]:
    """Return the middles in px of a picture's cards by name."""
    cards = truth.get(name, {})
    if "taught" not in cards:
        return dict(cards)
    listed = json.loads(next(iter(sorted(folder.glob("cards_*.json")))).read_text("utf-8"))["cards"]
    return {card["id"]: np.mean(card["corners_px"], axis=0).tolist() for card in listed}


def compare(at: Mapping[str, Sequence[float]], cards: Sequence[PlacedCard]) -> Counter[str]:
    """Count cards that are right, wrong, unknown or missed; a name without its card is wrong."""
    counts = Counter[str]()
    used: list[int] = []
    for name, middle in at.items():
        over = [
            number
            for number, card in enumerate(cards)
            if cv2.pointPolygonTest(card.corners_px.astype(np.float32), tuple(map(float, middle)), False) > 0
        ]
        used += over
        names = [cards[number].id for number in over if cards[number].id]
        expected, _, cut = name.partition(",")
        right = expected in names
        counts["wrong"] += sum(each != expected for each in names)
        if not cut:
            counts["cards"] += 1
            counts["right" if right else "unknown" if over and not names else "missed"] += not names or right
    if at:
        counts["wrong"] += sum(card.id is not None for at, card in enumerate(cards) if at not in used)
    counts["outlines"] = sum(card.id is None for card in cards)
    return counts


def draw(picture: Picture, cards: Sequence[PlacedCard]) -> Picture:
    """Return the picture with the outlines and names of its cards."""
    shown = picture.copy()
    for card in cards:
        corners = np.rint(card.corners_px).astype(np.int32)
        cv2.polylines(shown, [corners], True, COLOURS[card.id is not None], 2)
        x, y = corners.mean(0).astype(int).tolist()
        cv2.putText(shown, card.id or "?", (x - 40, y), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (255, 255, 255), 2)
    return shown


def _picture(path: Path) -> Picture:
    return np.asarray(cv2.imread(str(path)), np.uint8)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--draw", "out", type=click.Path(path_type=Path), help="Folder for pictures with the reading.")
def main(folder: Path, out: Path | None) -> None:
    """Read every picture of FOLDER."""
    cv2.setNumThreads(1)
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    faces, rows = taught(folder, truth), []
    for path in sorted(folder.glob("*.jpg")):
        picture = _picture(path)
        reader, untaught = FabulaReader(faces), FabulaReader(samples.faces({}))
        begun = time.thread_time()
        reader.look(path.name, 0.0, picture)
        spent = time.thread_time() - begun
        untaught.look(path.name, 0.0, picture)
        counts = compare(middles(folder, truth, path.name), reader.cards)
        keys = HEADER[1:6]
        rows.append(
            (
                path.name,
                *(counts[key] for key in keys),
                counts["outlines"],
                len(untaught.cards),
                round(1000 * spent),
            )
        )
        if out:
            out.mkdir(exist_ok=True, parents=True)
            cv2.imwrite(str(out / path.name), draw(picture, reader.cards))
            cv2.imwrite(str(out / f"untaught_{path.name}"), draw(picture, untaught.cards))
    click.echo(table(HEADER, rows))


if __name__ == "__main__":
    main()
