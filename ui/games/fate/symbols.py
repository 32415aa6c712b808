"""Pieces, badges, arrows and signs of the Fate board; `side` is the side of a hex in pixels."""

from collections.abc import Sequence
from math import hypot

from kivy.graphics import Color, InstructionGroup, Line, Rectangle

from companion.session.fate.pieces import BoardPiece
from companion.session.fate.snapshot import Difference
from ui import theme
from ui.boards import drawing
from ui.boards.geometry import Point
from ui.games.fate import art, icons

SIGN = (5.8, 2.6)
"""Width and height of the sign of a difference, in sides of a hex."""
_SIZES = {"hexagon": 1.95, "figure": 1.85}
_BADGE = 0.72


def piece(
    group: InstructionGroup, lying: BoardPiece, x: float, y: float, side: float, alpha: float = 1.0
) -> None:
    """A piece with the markers on it."""
    look = art.look(lying.kind)
    size = _SIZES.get(look.shape, 1.7) * side
    drawing.picture(group, "shadow", x + 0.05 * side, y - 0.12 * side, size, [0, 0, 0, 0.3])
    drawing.picture(group, art.picture(lying.kind, lying.level), x, y, size, [1, 1, 1, alpha])
    if look.letters:
        drawing.text(group, look.letters, x, y + look.up * size, look.size * size, look.ink)
    small = _BADGE * side
    if lying.damage:
        badge(group, x + 0.62 * side, y - 0.52 * side, small, icons.DAMAGE, str(lying.damage))
    if lying.bounty:
        badge(group, x - 0.62 * side, y - 0.52 * side, small, icons.GOLD, str(lying.bounty))
    if lying.held:
        badge(group, x - 0.5 * side, y + 0.5 * side, small, theme.ASK, icon="held")


def acting(group: InstructionGroup, x: float, y: float, side: float, person: str = "") -> None:
    """Draw a ring on the ground below the hero to act, and beside it the figure of its player."""
    for width, colour in ((0.2, icons.EDGE), (0.13, theme.ACCENT)):
        group.add(Color(*colour))
        wide, high = 2.1 * side, 1.0 * side
        group.add(Line(ellipse=(x - wide / 2, y - 0.75 * side - high / 2, wide, high), width=width * side))
    if person:
        drawing.picture(group, person, x - 1.5 * side, y + 0.9 * side, 1.9 * side)


def badge(
    group: InstructionGroup,
    x: float,
    y: float,
    size: float,
    colour: theme.Rgba,
    label: str = "",
    icon: str = "",
) -> None:
    """A small disc with a number, a letter or an icon."""
    drawing.picture(group, "shadow", x, y, 1.25 * size, icons.PARCHMENT)
    drawing.picture(group, "shadow", x, y, 1.06 * size, colour)
    ink = icons.INK if sum(colour[:3]) > 1.5 else icons.PARCHMENT
    if label:
        drawing.text(group, label, x, y, 0.8 * size, ink)
    elif icon:
        drawing.picture(group, icon, x, y, 0.74 * size, ink)


_TRIM = (0.55, -0.35)
"""Lengths cut off the start and the end of an arrow, in sides of a hex."""


def arrow(
    group: InstructionGroup,
    way: Sequence[Point],
    side: float,
    beside: bool = False,
) -> None:
    """Draw the path of a piece, shortened at its start and end; `beside` leaves room for the arrow
    of one that comes the other way.
    """
    points = list(way)
    if beside:
        (ax, ay), (bx, by) = points[0], points[-1]
        dx, dy = 0.16 * (by - ay), 0.16 * (ax - bx)
        points = [(x + dx, y + dy) for x, y in points]
    points[0] = _towards(points[0], points[1], _TRIM[0] * side)
    points[-1] = _towards(points[-1], points[-2], _TRIM[1] * side)
    drawing.arrow(group, points, 0.15 * side, 0.8 * side)


def difference(
    group: InstructionGroup, found: Difference, number: str, x: float, y: float, side: float
) -> None:
    """Draw a numbered sign with the present piece, crossed out, and the expected one."""
    width, high = SIGN[0] * side, SIGN[1] * side
    for colour, less in ((theme.BAD, 0.0), (icons.EDGE, 0.32 * side)):
        group.add(Color(*colour))
        size = (width - less, high - less)
        group.add(Rectangle(pos=(x - size[0] / 2, y - size[1] / 2), size=size))
    for kind, dx, icon, tint in (
        (found.seen, -1.45, "cross", theme.BAD),
        (found.expected, 1.45, "check", theme.GOOD),
    ):
        at = x + dx * side
        if kind is None:
            drawing.picture(group, "nothing", at, y, 1.7 * side, theme.SOFT)
        else:
            look, size_px = art.look(kind), 1.8 * side
            drawing.picture(group, art.picture(kind), at, y, size_px)
            if look.letters:
                drawing.text(group, look.letters, at, y + look.up * size_px, look.size * size_px, look.ink)
        badge(group, at + 0.8 * side, y - 0.75 * side, 0.8 * side, tint, icon=icon)
    badge(group, x - width / 2, y + high / 2, 0.9 * side, theme.BAD, number)
    drawing.arrow(group, [(x - 0.35 * side, y), (x + 0.4 * side, y)], 0.09 * side, 0.4 * side, theme.INK)


def _towards(start: Point, goal: Point, length_px: float) -> Point:
    """Point at a distance from `start` towards `goal`, at most half way."""
    (ax, ay), (bx, by) = start, goal
    share = min(0.5, length_px / (hypot(bx - ax, by - ay) or 1))
    return ax + share * (bx - ax), ay + share * (by - ay)
