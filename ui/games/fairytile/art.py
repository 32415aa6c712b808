"""Art of lands and figures; every colour comes with a shape of its own."""

from collections.abc import Sequence
from functools import cache
from math import cos, hypot, pi, sin, sqrt

from kivy.utils import get_color_from_hex

from ui.boards.art import ART, WHITE, Fill, Layer, Stroke, arc, scaled, spokes
from ui.boards.general_icons import GLYPHS
from ui.boards.geometry import Point
from ui.games.fairytile.paths import curve, outline
from ui.theme import Rgba

LAND = 0.46
"""Side of a land in its square; below it there is room for its edge."""
_HEX: list[Point] = [((x - 0.5) * 2, (y - 0.5) * 2) for x, y in spokes(6, 0.5)]
"""A land with a side of 1 around (0, 0), a corner at twelve o'clock."""
_EDGE = 0.08
"""Height of a land's edge, in sides of it."""


def _ink(code: str, alpha: float = 1.0) -> Rgba:
    return [*get_color_from_hex(code)[:3], alpha]


TERRAIN_COLOURS: dict[str, Rgba] = {
    "plain": _ink("#f0d98c"),
    "forest": _ink("#8dbe7c"),
    "mountain": _ink("#b9cbd0"),
    "castle": _ink("#e9c9d4"),
}
RIM, SIDE = _ink("#fff6e0"), _ink("#5d4630")
"""Rim of a land, and its edge of cardboard."""
BANK, WATER, FOAM = _ink("#2e6c8e"), _ink("#5fb3d3"), _ink("#cdeff7")
ROOF, BOOK, BOOK_EDGE, GOLD = _ink("#8e3c66"), _ink("#9c3c57"), _ink("#6e2440"), _ink("#e3b15a")
BOOKMARK = _ink("#c2476e")
ON_BOOK, PAGES = _ink("#fbe9c8"), _ink("#e4d6b6")
"""Words on a closed book, and the edges of its pages."""
GUTTER = _ink("#5d3a16", 0.22)
"""Shade where two pages meet."""


def _moved(points: Sequence[Point], x: float, y: float, size: float) -> list[Point]:
    """Points around (0, 0) with y down, made so large around (x, y) with y up."""
    return [(x + px * size, y - py * size) for px, py in points]


def tree(x: float, y: float, size: float) -> list[Layer]:
    """A tree on (x, y)."""
    trunk = outline("M-.05 -.2h.1v.28h-.1z")
    crown = outline("M0 -1q.42 .5 .26 .82q-.26 .12 -.52 0q-.16 -.32 .26 -.82z")
    shade = outline("M0 -1q.42 .5 .26 .82q-.12 .06 -.2 .06z")
    return [
        Fill(_moved(trunk, x, y, size), _ink("#6b4a2b")),
        Fill(_moved(crown, x, y, size), _ink("#3f7d57")),
        Fill(_moved(shade, x, y, size), _ink("#2f6549")),
    ]


def _grass(x: float, y: float, size: float) -> list[Layer]:
    blades = [outline(f"M0 0q{k * 0.25} -.6 {k * 0.6} -1") for k in (-1, 0, 1)]
    return [Stroke(_moved(blade, x, y, 0.2 * size), _ink("#b98d2e"), 0.045) for blade in blades]


def _flower(x: float, y: float, code: str) -> list[Layer]:
    return [Fill(arc(x, y, 0.05, 0, 360, 12), _ink(code))]


def _range(x: float, y: float, size: float) -> list[Layer]:
    """Mountains around (x, y)."""
    shapes = (
        ("M-.95 .55L-.38 -.5L-.05 .1L.3 -.78L1 .6z", "#7f929b"),
        ("M.3 -.78L1 .6H.35z", "#687a84"),
        ("M-.38 -.5l-.17 .31l.12 -.05l.1 .1l.12 -.1z", "#fffdf4"),
        ("M.3 -.78l-.18 .44l.12 -.07l.1 .14l.18 -.14z", "#fffdf4"),
    )
    return [Fill(_moved(outline(path), x, y, size), _ink(code)) for path, code in shapes]


def fortress(x: float, y: float, size: float) -> list[Layer]:
    """A castle around (x, y)."""
    found: list[Layer] = []
    for left, wide, high in ((-0.52, 0.3, 0.72), (0.22, 0.3, 0.72), (-0.18, 0.36, 1.0)):
        top, right = 0.5 - high, left + wide
        for path, colour in (
            (f"M{left} .5H{right}V{top}H{left}z", _ink("#fbeff0")),
            (f"M{left + wide * 0.62} .5H{right}V{top}H{left + wide * 0.62}z", _ink("#ddb4c2")),
            (f"M{left - 0.05} {top}L{left + wide / 2} {top - 0.36}L{right + 0.05} {top}z", ROOF),
        ):
            found.append(Fill(_moved(outline(path), x, y, size), colour))
    gate = outline("M-.1 .5v-.24q.1 -.16 .2 0v.24z")
    return [*found, Fill(_moved(gate, x, y, size), ROOF)]


def gate(clock: int) -> Point:
    """The middle of a side of a land, in a clock direction: 1, 3, 5, 7, 9 or 11."""
    angle, far = clock * pi / 6, sqrt(3) / 2
    return far * sin(angle), far * cos(angle)


def _way(river: Sequence[int]) -> list[Point]:
    """Middle line of a river that crosses a land or springs from its middle."""
    if not river:
        return []
    start = gate(river[0])
    return curve(start, (0, 0), gate(river[1])) if len(river) == 2 else [start, (0, 0)]


def _ribbon(way: Sequence[Point], width: float) -> list[Point]:
    """Outline of a line of that width; it ends beyond the land."""
    left, right = [], []
    for at, (x, y) in enumerate(way):
        (ax, ay), (bx, by) = way[max(0, at - 1)], way[min(len(way) - 1, at + 1)]
        far = hypot(bx - ax, by - ay)
        nx, ny = (ay - by) / far * width / 2, (bx - ax) / far * width / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return [*left, *reversed(right)]


def _water(river: Sequence[int]) -> list[Layer]:
    way = _way(river)
    if not way:
        return []
    found: list[Layer] = []
    for width, colour in ((0.4, BANK), (0.32, WATER)):
        found.append(Fill(_ribbon(way, width), colour))
        if len(river) == 1:
            found.append(Fill(arc(0, 0, 0.12 + width / 2, 0, 360), colour))
    line = way if len(river) == 2 else curve(way[0], (way[0][0] / 2, way[0][1] / 2), way[1])
    found += [Stroke(line[at : at + 2], FOAM, 0.06) for at in range(1, len(line) - 1, 3)]
    return found


_TREES: Sequence[Point] = (
    (-0.1, 0.22), (0.5, 0.08), (-0.52, 0.05), (0.28, -0.1), (-0.14, -0.4), (-0.55, -0.44), (0.56, -0.46),
    (0.18, -0.66),
)  # fmt: skip
_TUFTS: Sequence[Point] = (
    (-0.45, 0.25), (0.35, 0.4), (0.05, -0.1), (-0.4, -0.45), (0.45, -0.35), (-0.05, 0.6), (0, -0.72),
)  # fmt: skip
_FLOWERS: list[Layer] = [*_flower(0.2, -0.5, "#d4487c"), *_flower(-0.22, 0.45, "#ffffff")]
_DRY: dict[str, list[Layer]] = {
    "forest": [layer for x, y in _TREES for layer in tree(x, y, 0.56)],
    "plain": [layer for x, y in _TUFTS for layer in _grass(x, y, 1)] + _FLOWERS,
    "mountain": _range(0, 0, 1),
    "castle": fortress(0, -0.02, 1),
}
"""Drawings on lands without a river; on others they are moved aside."""
_ASIDE: Sequence[Point] = (
    (0, 0.6), (-0.5, 0.36), (0.5, 0.36), (-0.6, 0), (0.6, 0), (-0.5, -0.36), (0.5, -0.36), (0, -0.6),
)  # fmt: skip


def _beside(terrain: str, river: Sequence[int]) -> list[Layer]:
    """Return the drawings of a land, moved to where its river leaves most room."""
    way = _way(river)
    room = {(x, y): min(hypot(x - wx, y - wy) for wx, wy in way) for x, y in _ASIDE}
    count = {"forest": 4, "plain": 4, "mountain": 2, "castle": 1}[terrain]
    spots = sorted(sorted(room, key=lambda spot: -room[spot])[:count], key=lambda spot: -spot[1])
    found: list[Layer] = []
    for x, y in spots:
        if terrain == "forest":
            found += tree(x, y - 0.22, 0.5)
        elif terrain == "plain":
            found += _grass(x, y - 0.1, 1)
        elif terrain == "mountain":
            found += _range(0.86 * x, 0.86 * y, 0.38)
        else:
            found += fortress(0.8 * x, 0.8 * y + 0.06, 0.46)
    return found


def _cut(points: Sequence[Point]) -> list[Point]:
    """The part of an outline that lies on the land."""
    found = list(points)
    for (ax, ay), (bx, by) in zip(_HEX, [*_HEX[1:], _HEX[0]], strict=True):
        inside = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in found]
        kept: list[Point] = []
        for at, (x, y) in enumerate(found):
            (px, py), before, here = found[at - 1], inside[at - 1], inside[at]
            if (before < 0) != (here < 0):
                share = before / (before - here)
                kept.append((px + share * (x - px), py + share * (y - py)))
            if here >= 0:
                kept.append((x, y))
        found = kept
    return found


@cache
def land(terrain: str, river: tuple[int, ...] = ()) -> str:
    """Name of the art of a land: a small scene, with its river as a part of the picture."""
    name = "-".join(("land", terrain, *map(str, river)))
    hill = [(1.2 * x, -0.75 + 0.6 * y) for x, y in arc(0, 0, 1, 0, 360)]
    scene: list[Layer] = [
        Fill(_HEX, TERRAIN_COLOURS[terrain]),
        Fill(hill, [0.93 * channel for channel in TERRAIN_COLOURS[terrain][:3]] + [1.0]),
        *_water(river),
        *(_beside(terrain, river) if river else _DRY[terrain]),
    ]
    cut = [Fill(_cut(layer.points), layer.colour) if isinstance(layer, Fill) else layer for layer in scene]
    rim = Stroke([(0.975 * x, 0.975 * y) for x, y in _HEX], RIM, 0.05, close=True)
    below = Fill([(x, y - _EDGE) for x, y in _HEX], SIDE)
    ART[name] = [_placed(layer) for layer in (below, *cut, rim) if len(layer.points) > 1]
    return name


def _placed(layer: Layer) -> Layer:
    """A layer around (0, 0) in the square of a land."""
    points = [(0.5 + LAND * x, 0.5 + LAND * y) for x, y in layer.points]
    if isinstance(layer, Fill):
        return Fill(points, layer.colour)
    return Stroke(points, layer.colour, LAND * layer.width, layer.close)


_PRINCESS = (
    ("M-42 60q2 -64 42 -72q40 8 42 72q-42 16 -84 0z", "#d4487c", 4),
    ("M-17 -10q17 14 34 0l8 34q-25 14 -50 0z", "#f39cbd", 4),
    ("M25 -32q0 25 -25 25q-25 0 -25 -25q0 -25 25 -25q25 0 25 25z", "#f8d7ba", 4),
    ("M-28 -24q-8 -42 28 -42q36 0 28 42q-8 -22 -28 -24q-20 2 -28 24z", "#7a4a21", 4),
    ("M-20 -58l4 -26l16 15l16 -15l4 26z", "#f4c430", 4),
)
_KNIGHT = (
    ("M-38 60q0 -70 38 -74q38 4 38 74q-38 14 -76 0z", "#8e9aa8", 4),
    ("M-26 -12q-5 -50 26 -52q31 2 26 52q-26 14 -52 0z", "#c6d0da", 4),
    ("M-23 -36h46v10h-46z", "#273043", 4),
    ("M2 -64q-4 -32 -36 -30q12 12 10 26z", "#c2476e", 4),
    ("M-48 8h54v30q-8 28 -27 36q-20 -8 -27 -36z", "#fff6e0", 4),
    ("M-42 14h42v24q-7 21 -21 29q-15 -8 -21 -29z", "#3767b0", 0),
    ("M-25 15h8v50h-8z", "#fff6e0", 0),
    ("M-41 30h40v8h-40z", "#fff6e0", 0),
)
_DRAGON = (
    ("M196 156q-40 46 -100 36q-62 -12 -78 -62q-20 12 -26 38q-14 -32 8 -66q20 -30 60 -30q-16 22 6 46"
     "q26 26 66 8q-12 -64 36 -96q8 22 34 22q30 4 38 36q-22 -10 -40 0q-6 34 -4 68z", "#e0582f", 6),
    ("M92 120q-30 -70 26 -120q4 30 30 40q-12 12 -6 32q20 -10 36 0q-26 10 -30 56z", "#b03b20", 6),
)  # fmt: skip


def _figure(
    shapes: Sequence[tuple[str, str, float]], rim: str, size: float, middle: Point, shadow: Point
) -> list[Layer]:
    """A figure whose square is so large around `middle`; `shadow`: half the width of the one below, its y."""

    def place(points: Sequence[Point]) -> list[Point]:
        return _moved([(x - middle[0], y - middle[1]) for x, y in points], 0.5, 0.5, 1 / size)

    wide, low = shadow
    ground = [(middle[0] + wide * x, low + 0.28 * wide * y) for x, y in arc(0, 0, 1, 0, 360)]
    found: list[Layer] = [Fill(place(ground), _ink("#1a1016", 0.6))]
    for path, code, line in shapes:
        points = place(outline(path))
        found.append(Fill(points, _ink(code)))
        if line:
            found.append(Stroke(points, _ink(rim), line / size, close=True))
    return found


def _dots(layers: list[Layer], code: str, *dots: tuple[Point, float]) -> list[Layer]:
    return [*layers, *(Fill(arc(x, y, radius, 0, 360, 12), _ink(code)) for (x, y), radius in dots)]


ART.update({
    "figure-princess": _dots(_figure(_PRINCESS, "#3a1526", 176, (0, -8), (50, 60)), "#3a1526",
                             ((0.449, 0.625), 0.017), ((0.551, 0.625), 0.017)),
    "figure-knight": _figure(_KNIGHT, "#20283c", 184, (-3, -14), (50, 60)),
    "figure-dragon": _dots(_figure(_DRAGON, "#4a1508", 256, (112, 100), (95, 196)), "#2a1203",
                           ((0.81, 0.66), 0.024)),
    "ft-tell": GLYPHS["stories"],
    "ft-turn-page": GLYPHS["sync"],
    "ft-rotate": GLYPHS["rotate"],
    "ft-page": [
        Stroke([(0.24, 0.12), (0.76, 0.12), (0.76, 0.68), (0.58, 0.88), (0.24, 0.88)], WHITE, 0.07,
               close=True),
        Stroke([(0.36, 0.5), (0.64, 0.5)], WHITE, 0.06),
        Stroke([(0.36, 0.32), (0.64, 0.32)], WHITE, 0.06),
    ],
    "ft-magic": [
        Stroke([(0.16, 0.14), (0.6, 0.58)], WHITE, 0.1),
        Fill([(x + 0.18, y + 0.2) for x, y in scaled(spokes(5, 0.5, 0.2), 0.62)], WHITE),
    ],
    "ft-tile": [
        Stroke([(0.5 + 0.24 * x + dx, 0.5 + 0.24 * y + dy) for x, y in _HEX], WHITE, 0.06, close=True)
        for dx, dy in ((-0.208, 0.12), (0.208, 0.12), (0.0, -0.24))
    ],
    "ft-river": [
        Stroke([(0.1, y), (0.3, y + 0.1), (0.5, y), (0.7, y - 0.1), (0.9, y)], WHITE, 0.08)
        for y in (0.3, 0.52, 0.74)
    ],
})  # fmt: skip
for _terrain in TERRAIN_COLOURS:
    land(_terrain)
