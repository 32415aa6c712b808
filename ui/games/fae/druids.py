"""Positions and drawing of druids on the Fae map."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from kivy.graphics import Color, InstructionGroup

from companion.games.fae import board
from ui import theme
from ui.boards import art, drawing
from ui.boards.geometry import Point
from ui.games.fae import art as fae_art
from ui.games.fae import board_map

_SHRUNK = 0.86
"""Share of the square for the druid; the rest is its shadow."""


def _shaded(colour: str) -> list[art.Layer]:
    """A druid with its shadow as one texture, which halves the drawing."""
    shadow = [(0.55 + 0.9 * (x - 0.5), 0.3 + 0.52 * (y - 0.5)) for x, y in art.spokes(48, 0.5)]
    layers: list[art.Layer] = [art.Fill(shadow, [0.1, 0.086, 0.06, 0.3])]
    for layer in fae_art.druid(colour):
        assert isinstance(layer, art.Fill)
        layers.append(art.Fill(art.scaled(layer.points, _SHRUNK, 0.02), layer.colour))
    return layers


art.ART.update({f"shaded-{colour}": _shaded(colour) for colour in board.COLOURS})

_FEW = 4
"""Groups up to this size show every druid; larger ones one druid per colour with its count."""


@dataclass(frozen=True, slots=True)
class Token:
    """A druid, or `count` of its colour, around (x, y); all in map units."""

    colour: str
    count: int
    x: float
    y: float
    size: float


def tokens(space: int, counts: Mapping[str, int]) -> list[Token]:
    """Positions of the drawn druids of a group."""
    total = sum(counts.values())
    if total <= _FEW:
        pieces = [(colour, 1) for colour in board.COLOURS for _ in range(counts.get(colour, 0))]
    else:
        pieces = [(colour, counts[colour]) for colour in board.COLOURS if counts.get(colour)]
    if not pieces:
        return []
    cx, cy = board_map.CENTRES[space]
    room = min(max(board_map.ROOM[space], 0.05), 0.06)
    size, ring, turn = {
        1: (0.078, 0.0, 0.0),
        2: (0.068, 0.62, 0.0),
        3: (0.064, 0.72, 90.0),
        4: (0.057, 0.75, 45.0),
        5: (0.055, 0.93, 90.0),
    }[len(pieces)]
    angles = [(turn - 360 * i / len(pieces)) * pi / 180 for i in range(len(pieces))]
    return [
        Token(colour, count, cx + room * ring * cos(a), cy + room * ring * sin(a), size)
        for (colour, count), a in zip(pieces, angles, strict=True)
    ]


def paint(
    group: InstructionGroup,
    space: int,
    counts: Mapping[str, int],
    at: Callable[[Point], Point],
    height_px: float,
) -> list[Color]:
    """Draw the druids of a space on a map of that height; return their colour instructions, to fade them."""
    tints = []

    def tint(*rgba: float) -> None:
        tints.append(Color(*rgba))
        group.add(tints[-1])

    for token in tokens(space, counts):
        x, y = at((token.x, token.y))
        size = token.size * height_px
        tint(1, 1, 1, 1)
        group.add(drawing.square(f"shaded-{token.colour}", x, y - 0.02 * size, size / _SHRUNK))
        if token.count > 1:
            ink = fae_art.COUNT_ON_DRUID.get(token.colour, theme.INK)
            group.add(drawing.word(str(token.count), x, y, size * 0.58, ink))
    return tints
