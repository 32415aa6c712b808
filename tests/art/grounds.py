"""Grounds of woodcuts, behind the figure: one pattern for each kind of card, as SVG elements."""

from collections.abc import Callable
from math import cos, pi, sin, tau


def ray(x: float, y: float, angle: float, start: float, end: float, spread: float) -> str:
    """A wedge from its tip at radius `start` around (x, y) to its broad end; angles in radians."""
    corners = ((angle, start), (angle - spread, end), (angle + spread, end))
    points = " ".join(f"{x + cos(a) * r:.1f} {y + sin(a) * r:.1f}" for a, r in corners)
    return f'<path d="M{points}Z"/>'


def rays(count: int, x: float, y: float, start: float, end: float, spread: float) -> str:
    """Equal rays all around (x, y)."""
    return "".join(ray(x, y, i * tau / count, start, end, spread) for i in range(count))


def ground(kind: str, width: int, height: int) -> str:
    """The pattern of a kind of card; raises KeyError if there is none."""
    return GROUNDS[kind](width, height)


def _rays(width: int, height: int) -> str:
    return rays(30, width / 2, height / 2, width * 0.12, width, 0.045)


def _burst(width: int, height: int) -> str:
    return "".join(
        ray(
            width / 2, height / 2, i * tau / 18 + 0.1 * (i % 2), width * (0.2 if i % 2 else 0.3), width, 0.085
        )
        for i in range(18)
    )


def _furrows(width: int, height: int) -> str:
    found = []
    for i in range(13):
        y = height * (i + 0.5) / 13
        upper = f"M0 {y - 5 - 3 * sin(i)}Q{width / 2} {y - 9 + 6 * sin(i * 2)} {width} {y - 5}"
        lower = f"L{width} {y + 4}Q{width / 2} {y + 3 + 5 * sin(i * 2)} 0 {y + 4}Z"
        found.append(f'<path d="{upper}{lower}"/>')
    return "".join(found)


def _rings(width: int, height: int) -> str:
    return "".join(
        f'<circle cx="{width / 2}" cy="{height * 0.46}" r="{70 + i * 52}" fill="none" stroke="#000" '
        f'stroke-width="{14 - i * 0.7}" stroke-dasharray="{46 + i * 7} 16"/>'
        for i in range(9)
    )


def _banner(width: int, height: int) -> str:
    found = []
    for i in range(-11, 12):
        top = width / 2 + i * width / 15 + i * 26
        found.append(f'<path d="M{width / 2 + i * 8} {height * 1.02}L{top - 9} 0L{top + 9} 0Z"/>')
    return "".join(found)


def _scales(width: int, height: int) -> str:
    found = []
    for row in range(8):
        for column in range(11):
            x = width * (column + (0.5 if row % 2 else 0)) / 10
            y = height * (row + 0.4) / 8
            found.append(f'<path d="M{x - 17} {y}q17 -20 34 0q-17 20 -34 0Z"/>')
    return "".join(found)


def _hills_and_sun(width: int, height: int) -> str:
    found = []
    for i in range(8):
        y = height * (0.30 + i * 0.095)
        upper = f"M0 {y + 10}q{width / 4} {-34 + i * 3} {width / 2} 0t{width / 2} 0"
        lower = f"v{8 + i * 1.3}q{-width / 4} {30 - i * 2} {-width / 2} 0t{-width / 2} 0Z"
        found.append(f'<path d="{upper}{lower}"/>')
    found.append(f'<circle cx="{width * 0.8}" cy="{height * 0.2}" r="{height * 0.11}"/>')
    return "".join(found)


def _wreath(width: int, height: int) -> str:
    x, y, radius = width / 2, height / 2, height * 0.45
    berries = [
        f'<circle cx="{x + cos(a) * radius * 1.16}" cy="{y + sin(a) * radius}" r="{9 if i % 2 else 5}"/>'
        for i, a in enumerate(i * tau / 40 for i in range(40))
    ]
    return "".join(berries) + rays(56, x, y, width * 0.52, width, 0.022)


def _land_and_dawn(width: int, height: int) -> str:
    dawn = "".join(
        ray(width / 2, height * 0.74, pi + i * pi / 20, width * 0.16, width, 0.038) for i in range(21)
    )
    land = (
        f"M0 {height * 0.80}Q{width * 0.3} {height * 0.72} {width * 0.55} {height * 0.79}"
        f"T{width} {height * 0.77}V{height}H0Z"
    )
    return f'{dawn}<path d="{land}"/>'


GROUNDS: dict[str, Callable[[int, int], str]] = {
    "attachment": _wreath,
    "base": _land_and_dawn,
    "beast": _hills_and_sun,
    "guardian": _furrows,
    "manoeuvre": _burst,
    "merchant": _scales,
    "politician": _banner,
    "soldier": _rays,
    "spirit": _rings,
}
