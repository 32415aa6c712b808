"""Small cards and bases of the duel table: each colour has a shape, each number an icon."""

from collections.abc import Iterator
from contextlib import contextmanager

from kivy.graphics import Color, Line, PopMatrix, PushMatrix, Rotate

from ui import theme
from ui.games.fabula.icons import INK, PAPER, TYPES, colour_of, sign_of
from ui.games.fabula.views import BaseView, CardView, Mark, Number, TabView
from ui.theme import Rgba
from ui.widgets.painted import Painted

_MARKS: dict[Mark, tuple[Rgba, float]] = {
    "can": (theme.ACCENT, 0.5),
    "chosen": (theme.GOOD, 0.9),
    "target": (theme.ASK, 0.7),
    "wrong": (theme.BAD, 0.9),
}
"""Colour and width in mm of the rim of a marked card."""
_DIM, _DEAR = 0.55, 0.0
"""Brightness of a tapped card, and of one that cannot be paid."""
_TAB: Rgba = [0.2, 0.27, 0.34, 1]
_BACK: Rgba = [0.24, 0.2, 0.34, 1]
Box = tuple[float, float, float, float]
"""Left, bottom, width and height in pixels."""


@contextmanager
def turned(on: Painted, degrees: float, x: float, y: float) -> Iterator[None]:
    """Context that rotates everything painted inside it counter-clockwise around (x, y)."""
    if degrees % 360:
        on.canvas.before.add(PushMatrix())
        on.canvas.before.add(Rotate(angle=degrees, origin=(x, y)))
    yield
    if degrees % 360:
        on.canvas.before.add(PopMatrix())


def card(on: Painted, view: CardView, box: Box, degrees: float = 0) -> None:
    """Draw a card in the middle of a box; a tapped one lies sideways, smaller if the box is narrow."""
    left, bottom, wide, high = box
    x, y = left + wide / 2, bottom + high / 2
    if view.tapped:
        share = min(1.0, wide / high)
        wide, high = wide * share, high * share
    with turned(on, degrees - (90 if view.tapped else 0), x, y):
        _card(on, view, (x - wide / 2, y - high / 2, wide, high))
    if view.note:
        _note(on, view.note, x, y, box[2])


def _card(on: Painted, view: CardView, box: Box) -> None:
    left, bottom, wide, high = box
    gap = 0.05 * wide
    _rim(on, view.mark, box)
    if not view.name:
        back(on, box)
        return
    fade = _DIM if view.tapped else _DEAR if view.dim else 1.0
    on.box((left, bottom), (wide, high), INK, gap)
    on.box((left + gap / 2, bottom + gap / 2), (wide - gap, high - gap), _shaded(PAPER, fade), gap)
    head = 0.24 * high
    top = bottom + high - gap / 2
    _bands(on, view.colours, (left + gap / 2, top - head, wide - gap, head), fade)
    side = 0.8 * head
    for number, colour in enumerate(view.colours or ("",)):
        _sign(on, colour, left + gap + (number + 0.5) * side, top - head / 2, side)
    if view.cost is not None:
        on.draw("fb-cost", left + wide - gap - side / 2, top - head / 2, side * 1.05, INK)
        on.text(str(view.cost), left + wide - gap - side / 2, top - head / 2, 0.68 * side, theme.INK)
    name_y = top - head - 0.115 * high
    on.fitting(view.name, left + gap, left + wide - gap, name_y, 0.145 * high, INK)
    _numbers(on, view.numbers, (left, bottom + gap / 2, wide, 0.36 * high))
    middle = bottom + 0.5 * high
    if not view.numbers:
        on.draw(TYPES.get(view.kind, "fb-card"), left + wide / 2, bottom + 0.28 * high, 0.34 * high, INK)
    if view.preparing:
        _badge(on, "fb-preparing", left + wide - 0.17 * wide, middle, 0.24 * wide)
    if view.tapped:
        _badge(on, "fb-turn", left + 0.17 * wide, middle, 0.24 * wide)


def back(on: Painted, box: Box) -> None:
    """The back of a card."""
    left, bottom, wide, high = box
    gap = 0.06 * wide
    on.box((left, bottom), (wide, high), INK, gap)
    on.box((left + gap / 2, bottom + gap / 2), (wide - gap, high - gap), _BACK, gap)
    on.draw("fb-purple", left + wide / 2, bottom + high / 2, 0.5 * min(wide, high), [1, 1, 1, 0.55])


def base(on: Painted, view: BaseView, box: Box, degrees: float = 0) -> None:
    """Draw a base in a box, with its remaining resistance."""
    left, bottom, wide, high = box
    with turned(on, degrees, left + wide / 2, bottom + high / 2):
        _base(on, view, box)


def _base(on: Painted, view: BaseView, box: Box) -> None:
    left, bottom, wide, high = box
    gap = theme.mm(0.35)
    _rim(on, view.mark, box)
    fade = 0.3 if view.gone else 1.0
    on.box((left, bottom), (wide, high), INK, theme.mm(1))
    if not view.name:
        on.box((left + gap, bottom + gap), (wide - 2 * gap, high - 2 * gap), _BACK, theme.mm(0.8))
        on.draw(
            "star" if view.centre else "fb-base",
            left + wide / 2,
            bottom + high / 2,
            0.5 * high,
            theme.SOFT,
        )
        return
    inner = (left + gap, bottom + gap, wide - 2 * gap, high - 2 * gap)
    on.box(inner[:2], inner[2:], _shaded(PAPER, fade), theme.mm(0.8))
    head = 0.34 * high
    _bands(on, view.colours, (inner[0], bottom + high - gap - head, inner[2], head), fade)
    y = bottom + high - gap - head / 2
    side = 0.8 * head
    for number, colour in enumerate(view.colours or ("",)):
        _sign(on, colour, left + gap + (number + 0.6) * side, y, side)
    from_x = left + gap + (len(view.colours or ("",)) + 0.3) * side
    on.fitting(view.name, from_x, left + wide - 2 * gap, y, 0.62 * head, theme.INK)
    middle, low = left + wide / 2, bottom + gap + 0.5 * (high - head - gap)
    if view.gone:
        on.draw("fb-broken", middle, low, 0.55 * high, theme.BAD)
        return
    sign = "star" if view.centre else "fb-base"
    on.draw(sign, left + 0.2 * wide, low, 0.38 * high, INK)
    hurt = theme.BAD if view.resistance < view.full else INK
    on.draw("fb-resistance", left + 0.5 * wide, low, 0.42 * high, hurt)
    on.text(str(view.resistance), left + 0.62 * wide, low, 0.42 * high, hurt, 0)
    if view.taken:
        _badge(on, "fb-influence", left + 0.88 * wide, low, 0.3 * high)
    if view.note:
        _note(on, view.note, middle, low, wide)


def _rim(on: Painted, mark: Mark, box: Box) -> None:
    if not mark:
        return
    colour, width_mm = _MARKS[mark]
    left, bottom, wide, high = box
    grow = theme.mm(0.45)
    on.canvas.before.add(Color(*colour))
    on.canvas.before.add(
        Line(
            rounded_rectangle=(left - grow, bottom - grow, wide + 2 * grow, high + 2 * grow, theme.mm(1.2)),
            width=theme.mm(width_mm) / 2,
        )
    )
    if mark in ("target", "chosen"):
        sign = "fb-target" if mark == "target" else "check"
        on.draw("shadow", left + wide, bottom + high, theme.mm(4.2), INK)
        on.draw(sign, left + wide, bottom + high, theme.mm(3.2), colour)


def _bands(on: Painted, colours: tuple[str, ...], box: Box, fade: float) -> None:
    """Draw bands of the colours side by side."""
    left, bottom, wide, high = box
    shown = colours or ("",)
    for number, colour in enumerate(shown):
        width = wide / len(shown)
        on.box(
            (left + number * width, bottom), (width, high), _shaded(colour_of(colour), fade), theme.mm(0.6)
        )


def _sign(on: Painted, colour: str, x: float, y: float, side: float) -> None:
    """Draw the shape of a colour on its background."""
    on.draw("shadow", x, y, 1.1 * side, PAPER)
    on.draw(sign_of(colour), x, y, 0.72 * side)


def _numbers(on: Painted, numbers: tuple[Number, ...], box: Box) -> None:
    left, bottom, wide, high = box
    for place, number in enumerate(numbers):
        x = left + wide * (place + 0.5) / len(numbers)
        ink = {0: INK, 1: [0.1, 0.42, 0.2, 1], -1: [0.72, 0.1, 0.06, 1]}[number.change]
        on.draw(number.icon, x, bottom + 0.8 * high, 0.36 * high, ink)
        on.text(str(number.value), x, bottom + 0.34 * high, 0.6 * high, ink)
        if number.change:
            on.draw(
                "more" if number.change > 0 else "less", x + 0.13 * wide, bottom + 0.5 * high, 0.2 * high, ink
            )


def tab(on: Painted, view: TabView, box: Box, degrees: float = 0) -> None:
    """Draw the visible tab of an attached card, with its name along it."""
    left, bottom, wide, high = box
    x, y = left + wide / 2, bottom + high / 2
    with turned(on, degrees, x, y):
        _rim(on, view.mark, box)
        on.box((left, bottom), (wide, high), INK, 0.1 * wide)
        gap = theme.mm(0.3)
        on.box((left + gap, bottom + gap), (wide - 2 * gap, high - 2 * gap), _TAB, 0.1 * wide)
        on.draw("fb-modification", x, bottom + high - 0.26 * wide, 0.36 * wide, theme.INK)
        half = (high - 0.5 * wide) / 2
        with turned(on, -90, x, bottom + half):
            on.fitting(view.name, x - half, x + half, bottom + half, theme.text_mm(2.3), theme.INK)


def _badge(on: Painted, name: str, x: float, y: float, side: float) -> None:
    on.draw("shadow", x, y, 1.25 * side, INK)
    on.draw(name, x, y, 0.72 * side, theme.ACCENT)


def _note(on: Painted, text: str, x: float, y: float, wide: float) -> None:
    """Draw a preview note over a card."""
    high = theme.mm(4)
    on.box((x - 0.48 * wide, y - high / 2), (0.96 * wide, high), [0.05, 0.06, 0.08, 0.9], theme.mm(0.8))
    on.text(text, x, y, min(theme.mm(3), 1.5 * wide / max(1, len(text))), theme.ACCENT)


def _shaded(colour: Rgba, fade: float) -> Rgba:
    return [*(channel * (0.5 + 0.5 * fade) for channel in colour[:3]), 1]
