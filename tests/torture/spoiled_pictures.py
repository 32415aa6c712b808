"""Damage of a picture by broken cameras, cables and decoders."""

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.random import Generator

from vision.arrays import Picture

Spoil = Callable[[Picture, Generator], Picture]


def black(picture: Picture, chance: Generator) -> Picture:
    return np.zeros_like(picture)


def white(picture: Picture, chance: Generator) -> Picture:
    return np.full_like(picture, 255)


def noise(picture: Picture, chance: Generator) -> Picture:
    return chance.integers(0, 256, picture.shape, dtype=np.uint8)


def one_colour_only(picture: Picture, chance: Generator) -> Picture:
    """A decoder without its colours."""
    spoiled = picture.copy()
    spoiled[..., [0, 2]] = 128
    return spoiled


def colours_swapped(picture: Picture, chance: Generator) -> Picture:
    return np.ascontiguousarray(picture[..., ::-1])


def negative(picture: Picture, chance: Generator) -> Picture:
    return np.asarray(255 - picture, dtype=np.uint8)


def rolled(picture: Picture, chance: Generator) -> Picture:
    """The beginning of a picture was missed: the rest comes first."""
    return np.roll(picture, int(chance.integers(40, picture.shape[0] - 40)), 0)


def torn_lines(picture: Picture, chance: Generator) -> Picture:
    spoiled = picture.copy()
    for row in chance.integers(0, picture.shape[0], 60):
        spoiled[row : row + 6] = np.roll(spoiled[row : row + 6], int(chance.integers(20, 600)), 1)
    return spoiled


def half_missing(picture: Picture, chance: Generator) -> Picture:
    spoiled = picture.copy()
    spoiled[int(chance.integers(100, picture.shape[0] - 100)) :] = 128
    return spoiled


def blocks(picture: Picture, chance: Generator) -> Picture:
    """Lost packets of a stream: blocks from elsewhere in the picture."""
    spoiled = picture.copy()
    for _ in range(40):
        height, width = picture.shape[:2]
        x, y, u, v = (int(chance.integers(0, most - 64)) for most in (width, height, width, height))
        spoiled[y : y + 64, x : x + 64] = picture[v : v + 64, u : u + 64]
    return spoiled


def damaged_jpeg(picture: Picture, chance: Generator) -> Picture:
    content = bytearray(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 70])[1].tobytes())
    for _ in range(12):
        content[int(chance.integers(700, len(content)))] ^= 1 << int(chance.integers(8))
    decoded = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    if decoded is None or decoded.shape != picture.shape:
        return noise(picture, chance)
    return np.asarray(decoded, dtype=np.uint8)


def smeared(picture: Picture, chance: Generator) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 9), dtype=np.uint8)


def hardly_any_light(picture: Picture, chance: Generator) -> Picture:
    return np.clip(picture * 0.08 + chance.normal(0, 6, picture.shape), 0, 255).astype(np.uint8)


def glaring(picture: Picture, chance: Generator) -> Picture:
    return np.clip(picture.astype(np.int16) * 4, 0, 255).astype(np.uint8)


def small(picture: Picture, chance: Generator) -> Picture:
    return np.asarray(cv2.resize(picture, (64, 48)), dtype=np.uint8)


def of_another_size(picture: Picture, chance: Generator) -> Picture:
    return np.asarray(cv2.resize(picture, (640, 480), interpolation=cv2.INTER_AREA), dtype=np.uint8)


SPOILS: Mapping[str, Spoil] = {
    spoil.__name__: spoil
    for spoil in (
        black, white, noise, one_colour_only, colours_swapped, negative, rolled, torn_lines, half_missing,
        blocks, damaged_jpeg, smeared, hardly_any_light, glaring, small, of_another_size,
    )
}  # fmt: skip
