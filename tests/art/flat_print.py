"""Flat prints in few inks, with rough edges and grain: the covers, drawn as SVG."""

from itertools import pairwise
from pathlib import Path
from random import Random

from PIL import Image

from tests.art.icons import render

WIDTH, HEIGHT = 640, 800
_QUALITY, _SMALL_QUALITY = 88, 56
"""JPEG quality of a cover, and of the small one, which phones load, too."""
_BLEED = 0.02
"""Share by which a print is larger than its paper on each side, as its edges are displaced."""


def path(data: str, fill: str, attributes: str = "") -> str:
    """A filled path."""
    return f'<path d="{data}" fill="{fill}" {attributes}/>'


def line(data: str, stroke: str, width: float, attributes: str = "") -> str:
    """A path that is drawn as a line."""
    return f'<path d="{data}" stroke="{stroke}" stroke-width="{width}" fill="none" {attributes}/>'


def circle(x: float, y: float, radius: float, fill: str, attributes: str = "") -> str:
    """A filled circle."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" {attributes}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, opacity: float = 1) -> str:
    """A filled ellipse."""
    return f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{fill}" opacity="{opacity}"/>'


def rectangle(x: float, y: float, width: float, height: float, fill: str, attributes: str = "") -> str:
    """A filled rectangle."""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" {attributes}/>'


def hills(random: Random, y: float, amplitude: float, fill: str, count: int = 7) -> str:
    """Ground with an uneven upper edge around `y`, down to the lower edge of the paper."""
    tops = [(i * WIDTH / count, y + random.uniform(-amplitude, amplitude)) for i in range(-1, count + 2)]
    data = f"M{tops[0][0]} {tops[0][1]}"
    for (x1, y1), (x2, y2) in pairwise(tops[1:]):
        data += f"Q{x1:.0f} {y1:.0f} {(x1 + x2) / 2:.0f} {(y1 + y2) / 2:.0f}"
    return path(f"{data}L{WIDTH + 80} {HEIGHT}L-80 {HEIGHT}Z", fill)


def printed(inner: str, roughness: float, grain: float = 0.16) -> str:
    """The picture as a print: edges displaced by up to `roughness / 2` pixels, specks of ink and paper."""
    paper = f'width="{WIDTH}" height="{HEIGHT}"'
    bleed = f"translate({-WIDTH * _BLEED} {-HEIGHT * _BLEED}) scale({1 + 2 * _BLEED})"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {paper}><defs>'
        '<filter id="rough" x="-5%" y="-5%" width="110%" height="110%">'
        '<feTurbulence type="fractalNoise" baseFrequency=".028" numOctaves="3" seed="6"/>'
        f'<feDisplacementMap in="SourceGraphic" scale="{roughness}"/></filter>'
        '<filter id="dark"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="2" seed="4"/>'
        '<feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 1.6 -.72"/></filter>'
        '<filter id="light"><feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="2" seed="9"/>'
        '<feColorMatrix values="0 0 0 0 1  0 0 0 0 .95  0 0 0 0 .8  0 0 0 1.6 -.78"/></filter></defs>'
        f'<g filter="url(#rough)" transform="{bleed}">{inner}</g>'
        f'<rect {paper} filter="url(#dark)" opacity="{grain}"/>'
        f'<rect {paper} filter="url(#light)" opacity="{grain * 0.9}"/></svg>'
    )


def save_cover(inner: str, folder: Path, roughness: float = 5) -> None:
    """Print the picture and write it as the cover of a game."""
    pixels = render(printed(inner, roughness), WIDTH, HEIGHT).toarray()[..., 2::-1]
    cover = Image.fromarray(pixels.copy())
    cover.save(folder / "cover.jpg", quality=_QUALITY, optimize=True)
    small = cover.resize((cover.width // 2, cover.height // 2), Image.Resampling.LANCZOS)
    small.save(folder / "cover-small.jpg", quality=_SMALL_QUALITY, optimize=True, progressive=True)
