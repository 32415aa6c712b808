"""Nine-patches: pictures of rounded bodies and soft shadows in white, stretched and tinted where drawn.

Kivy's `BorderImage` keeps their corners: `border` pixels of the picture from each side.
"""

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from kivy.core.image import Image
from kivy.graphics import BorderImage
from kivy.graphics.texture import Texture

from ui import theme
from ui.boards.geometry import Point

Patch: TypeAlias = Literal["key", "card", "shadow"]

_FOLDER = Path(__file__).parents[1] / "art" / "patches"
_CORNER_PX: dict[Patch, float] = {"key": 14, "card": 22, "shadow": 22}
_BORDER_PX: dict[Patch, int] = {"key": 14, "card": 22, "shadow": 44}
_MARGIN_PX = 20
"""How far the shadow reaches beyond what throws it."""
RADII_MM: dict[Patch, float] = {"key": 2.6, "card": 4.0, "shadow": 4.0}


@cache
def texture(patch: Patch) -> Texture:
    """Picture of a patch, in white."""
    return Image(str(_FOLDER / f"{patch}.png")).texture


def border(patch: Patch) -> tuple[int, int, int, int]:
    """Border of a patch's picture in pixels, in the form that `BorderImage` takes."""
    return (_BORDER_PX[patch],) * 4


def shown_border(patch: Patch, radius_mm: float = 0) -> tuple[float, float, float, float]:
    """Border as drawn, so that the corners have a radius; by default that of the patch."""
    return (theme.mm(radius_mm or RADII_MM[patch]) * _BORDER_PX[patch] / _CORNER_PX[patch],) * 4


def shadow_margin() -> float:
    """Pixels by which the shadow's picture is larger at each side than what throws the shadow."""
    return theme.mm(RADII_MM["shadow"]) * _MARGIN_PX / _CORNER_PX["shadow"]


def drawn(patch: Patch, pos: Point, size: Point, radius_mm: float = 0) -> BorderImage:
    """A patch as graphics instruction, its lower left corner at `pos`; to be tinted.

    A shadow falls around and below the box that is given.
    """
    if patch == "shadow":
        margin = shadow_margin()
        pos, size = (pos[0] - margin, pos[1] - 1.4 * margin), (size[0] + 2 * margin, size[1] + 2 * margin)
    return BorderImage(
        texture=texture(patch), border=border(patch), display_border=shown_border(patch, radius_mm),
        pos=pos, size=size,
    )  # fmt: skip
