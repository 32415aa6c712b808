"""Woodcuts: an icon as a black block print with gouged light, over a ground in one or two inks.

`picture` prints a card; other prints use the same parts: `noise`, `rough`, `filled`, `gouges`.
"""

import zlib
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from tests.art.grounds import ground
from tests.art.icons import Mask, mask, placed

Rgb = NDArray[np.float64]
"""Red, green and blue, 0..1, in the last axis."""

WIDTH, HEIGHT = 384, 320
OVERSAMPLING = 2
"""Prints are made at this many times their size, then reduced."""


def rgb(colour: str) -> Rgb:
    """The colour written as #RRGGBB."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255


PAPER, BLACK = rgb("#F3E6CC"), rgb("#1D1713")
PLAIN_INK = "#7A6A55"
"""Ink of cards that have no colour."""


class Design(NamedTuple):
    """Subject of a card's picture."""

    icon: str
    ground: str
    inks: Sequence[str]
    """None, one or two colours, as #RRGGBB."""
    inverted: bool = False
    """Print light on a black disc. A face must never be printed black."""


def noise(rng: np.random.Generator, shape: tuple[int, int], scale: int) -> Mask:
    """Smooth noise of about standard deviation 1; `scale` is the size of its grains in pixels."""
    height, width = shape
    coarse = rng.standard_normal((height // scale + 3, width // scale + 3))
    return np.asarray(ndimage.zoom(coarse, scale, order=1)[:height, :width])


def rough(shape: Mask, rng: np.random.Generator, amplitude: float) -> Mask:
    """Edges as a gouge leaves them: displaced by smooth noise of `amplitude` pixels, then cut hard."""
    dx = noise(rng, _size(shape), 15) * amplitude
    dy = noise(rng, _size(shape), 15) * amplitude
    rows, columns = np.mgrid[: shape.shape[0], : shape.shape[1]]
    moved = ndimage.map_coordinates(shape, [rows + dy, columns + dx], order=1, mode="nearest")
    cut: Mask = np.clip((ndimage.gaussian_filter(moved, 1.1) - 0.5) * 3.2 + 0.5, 0, 1)
    return cut


def filled(shape: Mask) -> Mask:
    """The shape with its holes filled, as a hard mask."""
    return np.asarray(ndimage.binary_fill_holes(shape > 0.5), dtype=np.float64)


def grown(shape: Mask, pixels: int = 13) -> Mask:
    """The filled shape with a rim around it."""
    return np.asarray(ndimage.binary_dilation(filled(shape), iterations=pixels), dtype=np.float64)


def gouges(figure: Mask, rng: np.random.Generator, light: tuple[int, int]) -> Mask:
    """Parallel cuts near the lit edge of the figure, only where it is broad.

    `light` is the width of the lit edge in pixels, down and to the right; negative towards the other side.
    """
    solid = figure > 0.5
    depth = np.asarray(ndimage.distance_transform_edt(solid))
    broad = ndimage.maximum_filter(depth, size=61) > 17
    lit = solid & broad & ~np.roll(solid, light, (0, 1))
    rows, columns = np.mgrid[: figure.shape[0], : figure.shape[1]]
    wave = np.sin((columns * 0.55 + rows + noise(rng, _size(figure), 24) * 4) * 0.205)
    cuts = (lit & (depth > 6) & (wave > 0.42)).astype(np.float64)
    soft: Mask = np.clip(ndimage.gaussian_filter(cuts, 1.0) * 1.6, 0, 1)
    return soft


def inked(image: Rgb, plate: Mask, ink: Rgb) -> Rgb:
    """Cover the image with opaque ink wherever the plate prints."""
    amount = plate[..., None]
    return image * (1 - amount) + ink * amount


def finished(image: Rgb, size: tuple[int, int]) -> Image.Image:
    """The print at its final size, width and height."""
    whole = Image.fromarray((np.clip(image, 0, 1) * 255).astype(np.uint8))
    return whole.resize(size, Image.Resampling.LANCZOS)


def save(image: Image.Image, path: Path, colours: int = 32) -> None:
    """Write the print as a palette picture; the means keep an ink that covers little of it."""
    image.quantize(colours, kmeans=3).save(path, optimize=True)


def save_flat(image: Rgb, inks: Sequence[str], path: Path) -> None:
    """Write a print at its full size in its inks and the colours half-way between two: small and sharp."""
    plain = [PAPER, *(_on_paper(rgb(ink)) for ink in dict.fromkeys(inks or [PLAIN_INK])), BLACK]
    palette = np.array([*plain, *((one + other) / 2 for one, other in combinations(plain, 2))])
    distance = ((image[:, :, None, :] - palette) ** 2).sum(axis=-1)
    flat = Image.fromarray(distance.argmin(axis=-1).astype(np.uint8), "P")
    flat.putpalette((palette * 255).round().astype(np.uint8).ravel().tolist())
    flat.save(path, optimize=True)


def picture(seed: str, design: Design) -> Image.Image:
    """The woodcut of one card, 384 by 320 pixels."""
    return finished(woodcut(seed, design), (WIDTH, HEIGHT))


def woodcut(seed: str, design: Design) -> Rgb:
    """The print of one card, 768 by 640 pixels; its irregularities follow from the seed, the card's id."""
    rng = np.random.default_rng(zlib.crc32(seed.encode()))
    width, height = WIDTH * OVERSAMPLING, HEIGHT * OVERSAMPLING
    side = height * (0.80 if design.ground == "attachment" else 0.90)  # a wreath needs its room
    icon = placed(design.icon, (width - side) / 2, (height - side) * 0.55, side)
    figure = rough(mask(icon, width, height), rng, 1.9)
    back = rough(mask(ground(design.ground, width, height), width, height), rng, 2.2)
    if design.inverted:
        figure = _on_disc(design.icon, rng, width, height)
    halo = rough(grown(figure), rng, 2.5)
    key_plate = np.clip(figure - gouges(figure, rng, (24, 34)), 0, 1)
    colour_plate = np.clip(back * (1 - halo), 0, 1)
    if not design.inverted:
        solid = figure > 0.5
        holes = (filled(figure) > 0) & ~ndimage.binary_dilation(solid)
        colour_plate = np.maximum(colour_plate, ndimage.gaussian_filter(holes.astype(np.float64), 1))

    # Specks and clouds where the ink did not take.
    wear = 1.15 - (noise(rng, (height, width), 3) > 2.15) * 0.9
    wear = np.clip(wear - (noise(rng, (height, width), 40) > 1.4) * 0.05, 0, 1)
    image = PAPER + (noise(rng, (height, width), 2) * 0.006)[..., None]
    ink = _two_halves(design.inks, width, height) * image**0.15  # a thin ink shows some of the paper
    image = inked(image, colour_plate * wear * 0.94, ink)
    return inked(image, key_plate * np.clip(wear + 0.1, 0, 1) * 0.97, BLACK)


def _on_paper(ink: Rgb) -> Rgb:
    """The colour of a thin ink where it took well."""
    return PAPER + (ink * PAPER**0.15 - PAPER) * 0.94


def _size(shape: Mask) -> tuple[int, int]:
    return shape.shape[0], shape.shape[1]


def _on_disc(icon: str, rng: np.random.Generator, width: int, height: int) -> Mask:
    """The icon cut out of a black disc."""
    circle = f'<circle cx="{width / 2}" cy="{height / 2}" r="{height * 0.46}"/>'
    disc = rough(mask(circle, width, height), rng, 2.2)
    small = placed(icon, width / 2 - height * 0.31, height * 0.19, height * 0.62)
    return np.clip(disc - rough(mask(small, width, height), rng, 1.6), 0, 1)


def _two_halves(inks: Sequence[str], width: int, height: int) -> Rgb:
    """The colour of the ink at each pixel: the first ink left, the second right of a leaning border."""
    first, last = rgb(inks[0] if inks else PLAIN_INK), rgb(inks[-1] if inks else PLAIN_INK)
    rows, columns = np.mgrid[:height, :width]
    share = np.clip((columns - rows * 0.5 - width * 0.5 + height * 0.25) / 30 + 0.5, 0, 1)[..., None]
    mixed: Rgb = first * (1 - share) + last * share
    return mixed
