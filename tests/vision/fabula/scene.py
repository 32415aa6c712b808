"""Pictures of a duel with the truth about them, and the cards taught for it."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from vision.arrays import Picture
from vision.cameras.sources import load_picture
from vision.fabula import learn_faces, samples
from vision.fabula.faces import Faces

DATA = Path(__file__).parents[2] / "data" / "fabula"
DUEL, TAUGHT = DATA / "duel", DATA / "taught"


def truth() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DUEL / "truth.jsonl").read_text("utf-8").splitlines()]


def picture(file: str) -> Picture:
    return load_picture(DUEL / file)


@cache
def taught() -> samples.Gallery:
    found = {}
    for at in sorted(TAUGHT.glob("*.json")):
        shown = load_picture(at.with_suffix(".jpg"))
        for card in json.loads(at.read_text("utf-8"))["cards"]:
            found[card["id"]] = learn_faces.take(shown, np.array(card["corners_px"]), card["id"])
    return found


@cache
def faces() -> Faces:
    return samples.faces(taught())
