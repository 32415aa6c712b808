"""Pictures of cards: block prints by card, and for every other card the emblem of its kind."""

from functools import cache, lru_cache
from importlib import resources
from math import cos, pi, sin
from pathlib import Path

from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Mesh
from kivy.graphics.fbo import Fbo
from kivy.graphics.texture import Texture

from companion.kept import kept
from ui.boards import drawing
from ui.games.fabula.icons import INK, PAPER, colour_of

_SMALL = Path(__file__).parent / "prints/cards"
_LARGE = resources.files("companion.app.fabula") / "prints"
_WIDE, _HIGH = 384, 320
"""Size of an emblem in pixels; the pictures of cards have the same shape."""
_RAYS = 28
_SMALL_KEPT, _LARGE_KEPT, _EMBLEMS_KEPT = 16, 1, 8
"""Most textures of each sort that are kept; what is shown is kept as a print of the whole card."""
_EMBLEMS = {
    "soldier": "thing-black-knight-helm", "guardian": "thing-checked-shield", "beast": "thing-fox-head",
    "spirit": "thing-fire-silhouette", "merchant": "thing-two-coins", "politician": "thing-queen-crown",
    "ally": "thing-crossed-swords", "manoeuvre": "thing-crossed-axes", "modification": "thing-laurel-crown",
    "base": "thing-castle", "back": "thing-scroll-unfurled",
}  # fmt: skip
"""Emblem of a kind of ally or a type of card."""


@cache
def _printed() -> set[str]:
    """Ids of all cards with a picture."""
    return {path.stem for path in _SMALL.glob("*.png")}


def picture(card: str, kind: str, type_: str, colours: tuple[str, ...], large: bool = False) -> Texture:
    """Picture of a card; `large` for a card that fills the screen.

    A card without one shows the emblem of its kind of ally, else that of its type.
    """
    if card in _printed():
        return _large(card) if large else _small(card)
    return _emblem(_EMBLEMS.get(kind, _EMBLEMS.get(type_, _EMBLEMS["ally"])), colours)


def back() -> Texture:
    """Picture of the back of every card."""
    return _emblem(_EMBLEMS["back"], ("",))


@kept
@lru_cache(maxsize=_SMALL_KEPT)
def _small(card: str) -> Texture:
    return CoreImage(str(_SMALL / f"{card}.png")).texture


@kept
@lru_cache(maxsize=_LARGE_KEPT)
def _large(card: str) -> Texture:
    return CoreImage(str(_LARGE / f"{card}.png")).texture


@kept
@lru_cache(maxsize=_EMBLEMS_KEPT)
def _emblem(sign: str, colours: tuple[str, ...]) -> Texture:
    """A black sign on rays; of two colours each prints one half."""
    made = Fbo(size=(_WIDE, _HIGH), clear_color=PAPER)
    x, y, far = _WIDE / 2, _HIGH / 2, _WIDE
    for number in range(_RAYS):
        turn, half = 2 * pi * number / _RAYS, pi / _RAYS / 2
        left = cos(turn) < 0
        made.add(Color(*colour_of((colours or ("",))[0 if left else -1])))
        corners = [(x, y)] + [(x + far * cos(turn + by), y + far * sin(turn + by)) for by in (-half, half)]
        made.add(
            Mesh(
                vertices=[v for px, py in corners for v in (px, py, 0, 0)],
                indices=[0, 1, 2],
                mode="triangles",
            )
        )
    side = 0.72 * _HIGH
    drawing.picture(made, sign, x, y, 1.12 * side, PAPER)
    drawing.picture(made, sign, x, y, side, INK)
    made.draw()
    return made.texture
