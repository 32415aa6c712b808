"""Cards and bases on a painted widget: prints with their shadows, rims and signs of their state."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from kivy.graphics import Color, Line, PopMatrix, PushMatrix, Rectangle, Rotate, Scale, Translate
from kivy.graphics.texture import Texture

from ui import theme
from ui.boards import patches
from ui.boards.geometry import Point
from ui.games.fabula import card_print
from ui.games.fabula.card_print import Size
from ui.games.fabula.icons import INK, PAPER
from ui.games.fabula.views import BaseView, CardView, Mark
from ui.widgets.painted import Painted

Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, width and height in pixels."""
TIRED_DEG = 14.0
_TIRED, _DIM = 0.66, 0.5
"""Opacity of a tired card, and brightness of one that cannot be played."""
_RADIUS = 0.07
"""Of a card, as a share of its width."""
_RIMS_MM: dict[Mark, float] = {"can": 0.7, "chosen": 1.0, "target": 0.8, "wrong": 0.7}


@contextmanager
def turned(on: Painted, degrees: float, x: float, y: float) -> Iterator[None]:
    """Context that rotates everything painted inside it counter-clockwise around (x, y)."""
    if degrees % 360:
        on.canvas.before.add(PushMatrix())
        on.canvas.before.add(Rotate(angle=degrees, origin=(x, y)))
    yield
    if degrees % 360:
        on.canvas.before.add(PopMatrix())


@contextmanager
def moved(on: Painted, x: float, y: float, share: float) -> Iterator[None]:
    """Context that paints around (x, y), scaled: no texture of another size is needed."""
    on.canvas.before.add(PushMatrix())
    on.canvas.before.add(Translate(x, y))
    on.canvas.before.add(Scale(share, share, 1))
    yield
    on.canvas.before.add(PopMatrix())


def card(on: Painted, view: CardView, box: Box, degrees: float = 0, size: Size = "table") -> None:
    """A card in a box; a tired one is turned and paler."""
    left, bottom, wide, high = box
    x, y = left + wide / 2, bottom + high / 2
    with turned(on, degrees - (TIRED_DEG if view.tapped else 0), x, y):
        _shadow(on, box)
        _rim(on, view.mark, box, _RADIUS * wide)
        texture, full_wide, full_high = card_print.card(view.shown, size, wide)
        light = _DIM if view.dim else 1.0
        _print(on, texture, (x, y, full_wide, full_high), light, _TIRED if view.tapped else 1.0)
        if view.preparing:
            _badge(on, "fb-preparing", left + 0.16 * wide, bottom + 0.42 * high, theme.mm(4.4))
        _sign(on, view.mark, box)


def base(on: Painted, view: BaseView, box: Box, degrees: float = 0) -> None:
    """A base in a box; a lost one is turned and pale."""
    left, bottom, wide, high = box
    x, y = left + wide / 2, bottom + high / 2
    with turned(on, degrees - (TIRED_DEG if view.gone else 0), x, y):
        _rim(on, view.mark, box, theme.mm(1.4))
        texture, full_wide, full_high = card_print.base(view.shown, wide, high)
        _print(on, texture, (x, y, full_wide, full_high), 1.0, 0.35 if view.gone else 1.0)
        if view.gone:
            _badge(on, "cross", x, y, theme.mm(4.4))
        elif view.taken:
            _badge(on, "fb-influence", left + theme.mm(2.2), bottom + theme.mm(2.2), theme.mm(4.4))
        _sign(on, view.mark, box)


def _shadow(on: Painted, box: Box) -> None:
    left, bottom, wide, high = box
    on.canvas.before.add(Color(*theme.SHADE))
    on.canvas.before.add(patches.drawn("shadow", (left, bottom), (wide, high), 1.4))


def _print(on: Painted, texture: Texture, placed: Box, light: float, opacity: float) -> None:
    """A texture around a point, under the veil of the night."""
    x, y, wide, high = placed
    light *= 1 - theme.board_veil()[3]
    on.canvas.before.add(Color(light, light, light, opacity))
    on.canvas.before.add(Rectangle(texture=texture, pos=(x - wide / 2, y - high / 2), size=(wide, high)))


def _rim(on: Painted, mark: Mark, box: Box, radius: float) -> None:
    """Draw the rim: orange if it may be touched, green for a target, dark if chosen, dashed if wrong."""
    if not mark:
        return
    colour = {"can": theme.ACCENT, "chosen": theme.INK, "target": theme.GOOD, "wrong": theme.BAD}[mark]
    left, bottom, wide, high = box
    grow = theme.mm(_RIMS_MM[mark])
    around = (left - grow, bottom - grow), (wide + 2 * grow, high + 2 * grow)
    if mark == "wrong":
        on.canvas.before.add(Color(*colour))
        for dash in _dashes(*around):
            on.canvas.before.add(Line(points=dash, width=grow, cap="none"))
        return
    on.box(*around, colour, radius + grow)


def _dashes(pos: Point, size: Point) -> Iterator[list[float]]:
    """Dashes along a box."""
    dash = theme.mm(2)
    for place in range(int(size[0] // dash) + 1):
        x = pos[0] + place * dash
        for y in (pos[1], pos[1] + size[1]) if place % 2 == 0 else ():
            yield [x, y, min(x + dash, pos[0] + size[0]), y]
    for place in range(int(size[1] // dash) + 1):
        y = pos[1] + place * dash
        for x in (pos[0], pos[0] + size[0]) if place % 2 == 0 else ():
            yield [x, y, x, min(y + dash, pos[1] + size[1])]


def _sign(on: Painted, mark: Mark, box: Box) -> None:
    if mark not in ("target", "wrong"):
        return
    left, bottom, wide, high = box
    x, y = left + wide - theme.mm(0.8), bottom + high - theme.mm(0.8)
    on.draw("shadow", x, y, theme.mm(5), theme.SURFACE)
    on.draw("shadow", x, y, theme.mm(4.2), theme.GOOD if mark == "target" else theme.BAD)
    on.draw("check" if mark == "target" else "cross", x, y, theme.mm(3), theme.ON_SIGNAL)


def _badge(on: Painted, name: str, x: float, y: float, side: float) -> None:
    on.draw("shadow", x, y, side, INK)
    on.draw(name, x, y, 0.62 * side, PAPER)


def note(on: Painted, text: str, x: float, y: float) -> None:
    """A preview over a card."""
    em = theme.mm(theme.EM_MM["body"])
    wide, high = theme.mm(2.4) * (len(text) + 1.4), theme.mm(5.6)
    on.box((x - wide / 2, y - high / 2), (wide, high), INK, high / 2)
    on.text(text, x, y, em, theme.ACCENT)
