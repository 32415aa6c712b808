"""Search of corner markers in the pictures of poor webcams: dark corners, noise, sharpening, few pixels.

    python -m tests.bench.markers [--tables N]

Columns: markers found of four in a picture on average, false ones (in pictures of boards without cards), and
the time of a search.
"""

from itertools import product
from time import perf_counter

import click
import cv2
import numpy as np

from tests.bench.lenses import seen
from tests.bench.tables import table
from vision.arrays import Picture
from vision.fate.simulated import SimulatedFateTable
from vision.geometry.markers import find_markers

WIDTHS_PX, NOISES = (1280, 640), (8.0, 14.0, 20.0)
DARK, DIM, SHARPENED, QUALITY = 0.6, 0.75, 1.5, 80
"""Loss of light in the corners, remaining light, strength of the sharpening, JPEG quality."""
HEADER = ("width", "noise", "found", "false", "ms")


def poor(picture: Picture, width: int, noise: float, seed: int) -> Picture:
    """Return a picture as a poor webcam takes it."""
    size = (width, width * picture.shape[0] // picture.shape[1])
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    x, y = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]))
    light = DIM * (1 - DARK * (x * x + y * y) / 2)[..., None]
    dim = np.clip(small * light + np.random.default_rng(seed).normal(0, noise, small.shape), 0, 255)
    sharp = np.clip(dim + SHARPENED * (dim - cv2.GaussianBlur(dim, (0, 0), 1.5)), 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", sharp, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


@click.command()
@click.option("--tables", default=5, show_default=True, help="Number of tables of each game.")
def main(tables: int) -> None:
    """Search markers in pictures of simulated tables."""
    seeds, rows = range(1, tables + 1), []
    carded = [seen(game, 0.8, 0.0, seed).picture for game in ("fae", "fate") for seed in seeds]
    bare = [next(SimulatedFateTable({}, seed).frames([])).picture for seed in seeds]
    for width, noise in product(WIDTHS_PX, NOISES):
        pictures = [poor(picture, width, noise, seed) for seed, picture in enumerate(carded)]
        begun = perf_counter()
        found = np.mean([len(find_markers(picture)) for picture in pictures])
        took_ms = (perf_counter() - begun) / len(pictures) * 1000
        false = sum(len(find_markers(poor(picture, width, noise, 1))) for picture in bare)
        rows.append((width, noise, f"{found:.2f}", false, round(took_ms)))
    click.echo(table(HEADER, rows))


if __name__ == "__main__":
    main()
