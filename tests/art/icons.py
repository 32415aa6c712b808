"""Icons of game-icons.net (512 units wide and high, CC BY 3.0) as SVG, and SVG as masks."""

import json
from functools import cache
from typing import Any

import numpy as np
import skia
from numpy.typing import NDArray

from tests.art.places import PACKAGES

Mask = NDArray[np.float64]
"""Coverage of each pixel, 0..1, by row and column."""
SIDE = 512
"""Side of an icon's square."""


@cache
def _icon_set() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((PACKAGES / "@iconify-json/game-icons/icons.json").read_text("utf-8"))
    return loaded


def body(name: str) -> str:
    """SVG elements of the icon; raises KeyError if the set has no such icon."""
    icons = _icon_set()
    name = icons["aliases"][name]["parent"] if name in icons["aliases"] else name
    found: str = icons["icons"][name]["body"]
    return found


def placed(name: str, x: float, y: float, side: float, colour: str = "#000", attributes: str = "") -> str:
    """The icon as part of another SVG, its square's top left corner at (x, y)."""
    inner = body(name).replace("currentColor", colour)
    scale = side / SIDE
    return f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.5f})" {attributes}>{inner}</g>'


def render(svg: str, width: int, height: int) -> skia.Surface:
    """Draw a whole SVG document on a transparent surface."""
    stream = skia.MemoryStream(svg.encode(), True)
    document = skia.SVGDOM.MakeFromStream(stream)
    document.setContainerSize(skia.Size(width, height))
    surface = skia.Surface(width, height)
    surface.getCanvas().clear(skia.ColorTRANSPARENT)
    document.render(surface.getCanvas())
    return surface


def document(inner: str, width: int, height: int) -> str:
    """An SVG document of that size in pixels."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">{inner}</svg>'
    )


def mask(inner: str, width: int, height: int) -> Mask:
    """Coverage of SVG elements; their colour does not matter."""
    pixels = render(document(inner, width, height), width, height).toarray()
    return np.asarray(pixels[..., 3], dtype=np.float64) / 255
