"""A drawing for every card, made of its id alone: a divided field and a charge, like a coat of arms."""

from functools import cache
from zlib import crc32

from ui.boards.art import ART, Fill, Layer, Stroke, arc, rounded, scaled, spokes
from ui.boards.geometry import Point
from ui.games.fabula.icons import ICONS, INK, PAPER, colour_of
from ui.theme import Rgba

_FIELD = rounded([(0.08, 0.04), (0.92, 0.04), (0.92, 0.96), (0.08, 0.96)], 0.1)
_DIVISIONS: tuple[list[list[Point]], ...] = (
    [[(0.08, 0.04), (0.5, 0.04), (0.5, 0.96), (0.08, 0.96)]],
    [[(0.08, 0.04), (0.92, 0.04), (0.92, 0.5), (0.08, 0.5)]],
    [[(0.08, 0.1), (0.86, 0.96), (0.1, 0.96)]],
    [[(0.08, 0.04), (0.92, 0.04), (0.5, 0.56)]],
    [[(0.34, 0.04), (0.66, 0.04), (0.66, 0.96), (0.34, 0.96)]],
    [[(0.08, 0.34), (0.92, 0.34), (0.92, 0.66), (0.08, 0.66)]],
    [
        [(0.08, 0.04), (0.5, 0.04), (0.5, 0.5), (0.08, 0.5)],
        [(0.5, 0.5), (0.92, 0.5), (0.92, 0.96), (0.5, 0.96)],
    ],
    [[(0.08, 0.2), (0.5, 0.6), (0.92, 0.2), (0.92, 0.5), (0.5, 0.9), (0.08, 0.5)]],
)  # fmt: skip
_MOON = [*arc(0.46, 0.5, 0.38, 50, 310), *reversed(arc(0.62, 0.5, 0.32, 66, 294))]
_FISH = [*arc(0.42, 0.3, 0.42, 30, 130), *arc(0.42, 0.7, 0.42, 230, 330), (0.95, 0.72), (0.95, 0.28)]
_BIRD: list[Point] = [
    (0.04, 0.66), (0.3, 0.8), (0.5, 0.56), (0.7, 0.8), (0.96, 0.66), (0.62, 0.44), (0.58, 0.2), (0.5, 0.3),
    (0.42, 0.2), (0.38, 0.44),
]  # fmt: skip
_TREE: list[Point] = [
    (0.44, 0.06), (0.56, 0.06), (0.56, 0.3), (0.86, 0.3), (0.64, 0.52), (0.76, 0.52), (0.5, 0.94),
    (0.24, 0.52), (0.36, 0.52), (0.14, 0.3), (0.44, 0.3),
]  # fmt: skip
_KEY: list[Point] = [
    *arc(0.3, 0.5, 0.22, 30, 330), (0.94, 0.42), (0.94, 0.26), (0.84, 0.26), (0.84, 0.42), (0.74, 0.42),
    (0.74, 0.3), (0.64, 0.3), (0.64, 0.58),
]  # fmt: skip
_CHARGES: tuple[list[Point], ...] = (
    spokes(5, 0.48, 0.2),
    spokes(6, 0.48, 0.3),
    spokes(12, 0.48, 0.36),
    spokes(4, 0.5, 0.16),
    spokes(3, 0.5),
    spokes(6, 0.44),
    _MOON,
    _FISH,
    _BIRD,
    _TREE,
    _KEY,
    list(ICONS["fb-base"][0].points),
    list(ICONS["fb-influence"][0].points),
    list(ICONS["fb-resistance"][0].points),
    list(ICONS["fb-life"][0].points),
    list(ICONS["fb-manoeuvre"][0].points),
    list(ICONS["fb-blue"][0].points),
    list(ICONS["fb-green"][0].points),
    list(ICONS["fb-red"][0].points),
)


@cache
def emblem(card: str, colours: tuple[str, ...]) -> str:
    """The art of a card of these colours."""
    name = f"fb-emblem-{card}-{'-'.join(colours)}"
    if name not in ART:
        ART[name] = _drawn(crc32(card.encode()), colours)
    return name


def _drawn(seed: int, colours: tuple[str, ...]) -> list[Layer]:
    first = colour_of(colours[0] if colours else "")
    second = colour_of(colours[1]) if len(colours) > 1 else _mixed(first, INK, 0.45)
    seed, division = divmod(seed, len(_DIVISIONS))
    seed, charge = divmod(seed, len(_CHARGES))
    seed, ring = divmod(seed, 3)
    shape = _CHARGES[charge]
    layers: list[Layer] = [Fill(_FIELD, first)]
    layers += [Fill(scaled(part, 0.97), second) for part in _DIVISIONS[division]]
    if ring == 1:
        layers.append(Fill(arc(0.5, 0.5, 0.34, 0, 360), _mixed(PAPER, first, 0.15)))
    if ring == 2:
        layers.append(Stroke(arc(0.5, 0.5, 0.36, 0, 360), PAPER, 0.05, close=True))
    size = 0.5 if ring else 0.6
    ink = INK if ring == 1 else PAPER
    layers.append(Fill(scaled(shape, size * 1.14), _mixed(ink, first, 0.6)))
    layers.append(Fill(scaled(shape, size), ink))
    if seed % 2:
        layers.append(Fill(arc(0.5, 0.5, 0.06, 0, 360), first))
    return layers


def _mixed(one: Rgba, other: Rgba, share: float) -> Rgba:
    return [a * (1 - share) + b * share for a, b in zip(one[:3], other[:3], strict=True)] + [1.0]
