"""Captures of simulated tables: how many replay to the same beliefs, their size, memory and time.

Run: python -m tests.bench.captures [captures a game, 25 by default]
"""

import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import cv2
import numpy as np

from companion.app.camera.recent_pictures import QUALITY
from tests.app.table.captured import WatchedTable, replayed, told
from vision.cameras.capture_file import encode

GAMES = ("fae", "fate", "fairytile", "fabula")
A_GAME = 25
SEED = 11
APART = (10, 40)
"""Fewest and most pictures between two captures."""
_PICTURE_PX = (960, 1280, 3)


class Result(NamedTuple):
    """`same`: captures that replay equal; sizes in bytes, the largest one each."""

    captures: int
    same: int
    pictures: int
    file: int
    ring: int


def measure(game: str, captures: int, folder: Path) -> Result:
    """Make captures at random moments of a game and replay each."""
    chance, table = Random(SEED), WatchedTable(game, SEED)
    made = same = pictures = file = ring = 0
    next_one = chance.randint(*APART)
    for number in table.watch(captures * APART[1]):
        ring = max(ring, table.recent.size)
        if number < next_one:
            continue
        next_one += chance.randint(*APART)
        content = table.capture()
        made, same = made + 1, same + (told(content) == replayed(content, folder))
        pictures, file = max(pictures, len(content.pictures)), max(file, len(encode(content)))
        print(f"{game}: {same} of {made} replay equal", file=sys.stderr, flush=True)
        if made == captures:
            break
    return Result(made, same, pictures, file, ring)


def encoding_ms() -> float:
    """Time to encode one picture of a real camera's size, smooth as a table, in ms."""
    noise = np.random.default_rng(1).integers(0, 256, _PICTURE_PX, np.uint8)
    picture = cv2.GaussianBlur(noise, (0, 0), 2.0)
    began_s = time.perf_counter()
    for _ in range(20):
        cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return (time.perf_counter() - began_s) / 20 * 1e3


def main() -> None:
    """Print a row a game."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else A_GAME
    print("| game | captures | replay equal | most pictures | largest file, MB | largest ring, MB |")
    print("|---|---|---|---|---|---|")
    with TemporaryDirectory() as folder:
        for game in sys.argv[2:] or GAMES:
            captures, same, pictures, file, ring = measure(game, count, Path(folder))
            print(
                f"| {game} | {captures} | {same} | {pictures} | {file / 1e6:.1f} | {ring / 1e6:.1f} |",
                flush=True,
            )
    print(f"\nEncoding a picture of 1280 x 960: {encoding_ms():.1f} ms")


if __name__ == "__main__":
    main()
