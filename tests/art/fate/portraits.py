"""Portraits of the heroes: parchment on an iron disc, before rays in the hero's colour."""

import zlib

import numpy as np
from PIL import Image
from scipy import ndimage

from tests.art.grounds import rays
from tests.art.icons import mask, placed
from tests.art.places import art_of
from tests.art.woodcut import OVERSAMPLING, finished, gouges, grown, inked, noise, rgb, rough, save

SIDE = 480
PARCHMENT, IRON = rgb("#F4E4C1"), rgb("#231A14")
HEROES = {
    "bjorn": ("viking-head", "#1F8F5A"),
    "alva": ("woman-elf-face", "#2C6FD1"),
    "embla": ("swordwoman", "#D9651A"),
    "boldur": ("dwarf-face", "#7A4A26"),
}
"""Icon and colour of each hero."""


def make() -> None:
    """Write one portrait for each hero."""
    for name, (icon, colour) in HEROES.items():
        save(portrait(name, icon, colour), art_of("fate") / f"portrait_{name}.png")


def portrait(name: str, icon: str, colour: str) -> Image.Image:
    """One portrait, 480 pixels wide and high."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    side = SIDE * OVERSAMPLING
    back = rough(mask(rays(36, side / 2, side * 0.46, side * 0.3, side, 0.035), side, side), rng, 2)
    circle = f'<circle cx="{side / 2}" cy="{side * 0.47}" r="{side * 0.37}"/>'
    disc = rough(mask(circle, side, side), rng, 3)
    figure = rough(mask(placed(icon, side * 0.12, side * 0.13, side * 0.76), side, side), rng, 1.6)
    image = np.ones((side, side, 3)) * rgb(colour)
    image = inked(image, back * (1 - disc) * 0.30, PARCHMENT)
    image = inked(image, disc, IRON)
    image = inked(image, np.asarray(ndimage.gaussian_filter(grown(figure), 1.5)), IRON)
    image = inked(image, np.clip(figure - gouges(figure, rng, (-22, -30)), 0, 1) * 0.98, PARCHMENT)
    return finished(image + (noise(rng, (side, side), 2) * 0.008)[..., None], (SIDE, SIDE))
