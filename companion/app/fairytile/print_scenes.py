"""Drawings of the printed tiles and pages as SVG: the lands, figures and scenes of the screen.

Coordinates of a land: its side is 1, (0, 0) its middle, y down.
"""

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin, sqrt

from companion.games.fairytile.board import Figure, Terrain
from companion.games.fairytile.goals import Goal, figures_of, place_of

COLOURS: dict[Terrain, str] = {
    "plain": "#f0d98c", "forest": "#8dbe7c", "mountain": "#b9cbd0", "castle": "#e9c9d4",
}  # fmt: skip
HILLS: dict[Terrain, str] = {
    "plain": "#dfca82", "forest": "#83b173", "mountain": "#acbdc1", "castle": "#d9bbc5",
}  # fmt: skip
"""The lower part of a land, a little darker."""
RIM, BANK, WATER, FOAM = "#fff6e0", "#2e6c8e", "#5fb3d3", "#cdeff7"
_HALF = sqrt(3) / 2

_FIGURES: dict[Figure, str] = {
    "princess": (
        '<g stroke="#3a1526" stroke-width="4"><path d="M-42 60q2 -64 42 -72q40 8 42 72q-42 16 -84 0z" '
        'fill="#d4487c"/><path d="M-17 -10q17 14 34 0l8 34q-25 14 -50 0z" fill="#f39cbd"/>'
        '<circle cx="0" cy="-32" r="25" fill="#f8d7ba"/>'
        '<path d="M-28 -24q-8 -42 28 -42q36 0 28 42q-8 -22 -28 -24q-20 2 -28 24z" fill="#7a4a21"/>'
        '<path d="M-20 -58l4 -26l16 15l16 -15l4 26z" fill="#f4c430"/></g>'
        '<circle cx="-9" cy="-30" r="3" fill="#3a1526"/><circle cx="9" cy="-30" r="3" fill="#3a1526"/>'
    ),
    "knight": (
        '<g stroke="#20283c" stroke-width="4"><path d="M-38 60q0 -70 38 -74q38 4 38 74q-38 14 -76 0z" '
        'fill="#8e9aa8"/><path d="M-26 -12q-5 -50 26 -52q31 2 26 52q-26 14 -52 0z" fill="#c6d0da"/>'
        '<path d="M-23 -36h46v10h-46z" fill="#273043"/>'
        '<path d="M2 -64q-4 -32 -36 -30q12 12 10 26z" fill="#c2476e"/>'
        '<path d="M-48 8h54v30q-8 28 -27 36q-20 -8 -27 -36z" fill="#fff6e0"/></g>'
        '<path d="M-42 14h42v24q-7 21 -21 29q-15 -8 -21 -29z" fill="#3767b0"/>'
        '<path d="M-25 15h8v50h-8z" fill="#fff6e0"/><path d="M-41 30h40v8h-40z" fill="#fff6e0"/>'
    ),
    "dragon": (
        '<g transform="translate(-78 -78) scale(0.69)"><g stroke="#4a1508" stroke-width="6">'
        '<path d="M196 156q-40 46 -100 36q-62 -12 -78 -62q-20 12 -26 38q-14 -32 8 -66q20 -30 60 -30'
        "q-16 22 6 46q26 26 66 8q-12 -64 36 -96q8 22 34 22q30 4 38 36q-22 -10 -40 0q-6 34 -4 68z"
        '" fill="#e0582f"/>'
        '<path d="M92 120q-30 -70 26 -120q4 30 30 40q-12 12 -6 32q20 -10 36 0q-26 10 -30 56z" '
        'fill="#b03b20"/></g><circle cx="192" cy="58" r="7" fill="#2a1203"/></g>'
    ),
}
"""Figures about 140 high around (0, 0)."""

_RANGE = (
    '<path d="M-.95 .55L-.38 -.5L-.05 .1L.3 -.78L1 .6z" fill="#7f929b"/>'
    '<path d="M.3 -.78L1 .6H.35z" fill="#687a84"/>'
    '<path d="M-.38 -.5l-.17 .31l.12 -.05l.1 .1l.12 -.1z" fill="#fffdf4"/>'
    '<path d="M.3 -.78l-.18 .44l.12 -.07l.1 .14l.18 -.14z" fill="#fffdf4"/>'
)
_TREE = (
    '<path d="M-.05 -.2h.1v.28h-.1z" fill="#6b4a2b"/>'
    '<path d="M0 -1q.42 .5 .26 .82q-.26 .12 -.52 0q-.16 -.32 .26 -.82z" fill="#3f7d57"/>'
    '<path d="M0 -1q.42 .5 .26 .82q-.12 .06 -.2 .06z" fill="#2f6549"/>'
)
_GRASS = "".join(
    f'<path d="M0 0q{k * 0.05} -.12 {k * 0.12} -.2" fill="none" stroke="#b98d2e" stroke-width=".045"/>'
    for k in (-1, 0, 1)
)


def _fortress() -> Iterator[str]:
    for left, wide, high in ((-0.52, 0.3, 0.72), (0.22, 0.3, 0.72), (-0.18, 0.36, 1.0)):
        top, right, shade = 0.5 - high, left + wide, left + 0.62 * wide
        yield f'<path d="M{left} .5H{right}V{top}H{left}z" fill="#fbeff0"/>'
        yield f'<path d="M{shade} .5H{right}V{top}H{shade}z" fill="#ddb4c2"/>'
        yield (
            f'<path d="M{left - 0.05} {top}L{left + wide / 2} {top - 0.36}L{right + 0.05} {top}z" '
            'fill="#8e3c66"/>'
        )
    yield '<path d="M-.1 .5v-.24q.1 -.16 .2 0v.24z" fill="#8e3c66"/>'


_CASTLE = "".join(_fortress())
_DRY: dict[Terrain, Sequence[tuple[float, float, float]]] = {
    "forest": [
        (0.18, -0.1, 0.5), (-0.5, -0.12, 0.5), (0.54, -0.06, 0.5), (-0.14, 0.14, 0.56), (0.28, 0.36, 0.56),
        (-0.52, 0.36, 0.56), (0.56, 0.4, 0.5), (-0.12, 0.62, 0.5),
    ],
    "plain": [
        (-0.45, -0.25, 1), (0.35, -0.4, 1), (0.05, 0.1, 1), (-0.4, 0.45, 1), (0.45, 0.35, 1),
        (-0.05, -0.5, 1),
    ],
    "mountain": [(-0.02, -0.06, 0.8)],
    "castle": [(0, 0.04, 1)],
}  # fmt: skip
"""Places and sizes of what stands on a land without a river."""
_ASIDE = (
    (0, -0.6), (-0.5, -0.36), (0.5, -0.36), (-0.6, 0), (0.6, 0), (-0.5, 0.36), (0.5, 0.36), (0, 0.6),
)  # fmt: skip
_THINGS: dict[Terrain, str] = {"forest": _TREE, "plain": _GRASS, "mountain": _RANGE, "castle": _CASTLE}


def placed(drawing: str, x: float, y: float, size: float) -> str:
    """A drawing so large around (x, y) of another one."""
    return f'<g transform="translate({x:.3f} {y:.3f}) scale({size:.4f})">{drawing}</g>'


def _beside(terrain: Terrain, way: Sequence[tuple[float, float]]) -> list[tuple[float, float, float]]:
    """Places and sizes of what stands on a land, where its river leaves most room."""
    room = {(x, y): min(hypot(x - wx, y - wy) for wx, wy in way) for x, y in _ASIDE}
    count = {"forest": 4, "plain": 4, "mountain": 2, "castle": 1}[terrain]
    spots = sorted(sorted(room, key=lambda spot: -room[spot])[:count], key=lambda spot: spot[1])
    move, size, down = {
        "forest": (1.0, 0.5, 0.22), "plain": (1.0, 1.0, 0.1), "mountain": (0.86, 0.34, 0.0),
        "castle": (0.8, 0.46, -0.06),
    }[terrain]  # fmt: skip
    return [(move * x, move * y + down, size) for x, y in spots]


def land(terrain: Terrain, river: Sequence[int] = ()) -> str:
    """A land with its river: a ground, what stands on it, and water from side to side."""
    corners = " L".join(f"{sin(k * pi / 3):.4f} {-cos(k * pi / 3):.4f}" for k in range(6))
    hexagon = f"M{corners}z"
    hill = "M-.8660 .25Q-.45 .12 0 .14Q.45 .12 .8660 .25V.5L0 1L-.8660 .5z"
    parts = [
        f'<path d="{hexagon}" fill="{COLOURS[terrain]}"/>',
        f'<path d="{hill}" fill="{HILLS[terrain]}"/>',
        f'<path d="{hexagon}" transform="scale(0.96)" fill="none" stroke="{RIM}" stroke-width=".05"/>',
    ]
    spots = _DRY[terrain]
    if river:
        ends = [(_HALF * sin(clock * pi / 6), -_HALF * cos(clock * pi / 6)) for clock in river]
        parts += _water(ends)
        spots = _beside(terrain, _way(ends))
    parts += [placed(_THINGS[terrain], *spot) for spot in spots]
    return "".join(parts)


def _way(ends: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points of a river that bends towards the middle, or ends there."""
    (ax, ay), (bx, by) = ends[0], ends[1] if len(ends) == 2 else (0.0, 0.0)
    steps = [step / 10 for step in range(11)]
    return [((1 - t) ** 2 * ax + t * t * bx, (1 - t) ** 2 * ay + t * t * by) for t in steps]


def _water(ends: Sequence[tuple[float, float]]) -> Iterator[str]:
    (ax, ay), (bx, by) = ends[0], ends[1] if len(ends) == 2 else (0.0, 0.0)
    way = f"M{ax:.3f} {ay:.3f}Q0 0 {bx:.3f} {by:.3f}" if len(ends) == 2 else f"M{ax:.3f} {ay:.3f}L0 0"
    for colour, wide in ((BANK, 0.4), (WATER, 0.32)):
        yield f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="{wide}"/>'
        if len(ends) == 1:
            yield f'<circle cx="0" cy="0" r="{0.12 + wide / 2:.2f}" fill="{colour}"/>'
    yield (
        f'<path d="{way}" fill="none" stroke="{FOAM}" stroke-width=".06" stroke-dasharray=".18 .14" '
        'stroke-dashoffset="-.08"/>'
    )


def figure(name: Figure, x: float, y: float, high: float) -> str:
    """A figure with its shadow, around (x, y)."""
    shadow = '<ellipse cx="0" cy="62" rx="52" ry="13" fill="#1a1016" fill-opacity=".35"/>'
    return placed(shadow + _FIGURES[name], x, y, high / 150)


_SKIES = {
    "forest": "#bfe0d6", "castle": "#f6d9dd", "mountain": "#cfe3ee", "plain": "#fbeccb", "river": "#d6e9f4",
}  # fmt: skip
_FIELDS = {
    "forest": "#5e9455", "castle": "#6fa65f", "mountain": "#7fb069", "plain": "#e3c46c", "river": "#86b873",
}  # fmt: skip
SCENE = (150, 100)
"""Width and height of the scene of a page."""


def scene(goal: Goal) -> str:
    """The picture of a page: the place its goal names, and the figures in it."""
    kind = place_of(goal)
    wide, high = SCENE
    cloud = "M0 10q0 -9 9 -8q4 -9 13 -5q9 -5 11 4q9 0 8 9z"
    parts = [
        f'<path d="M0 0H{wide}V{high}H0z" fill="{_SKIES[kind]}"/>',
        '<circle cx="120" cy="27" r="12" fill="#fbe09a"/>',
        f'<path d="{cloud}" transform="translate(14 12)" fill="#ffffff"/>',
        f'<path d="{cloud}" transform="translate(72 8) scale(0.8)" fill="#ffffff"/>',
        *_distance(kind),
        f'<path d="M0 72Q60 63 150 74V100H0z" fill="{_FIELDS[kind]}"/>',
    ]
    if kind == "river":
        parts.append(
            f'<path d="M94 56Q62 66 90 76Q112 86 70 100H126Q150 84 122 74Q96 66 101 56z" fill="{BANK}"/>'
        )
        parts.append(
            f'<path d="M95 57Q66 66 93 76Q117 86 76 100H120Q145 84 119 74Q91 66 100 57z" fill="{WATER}"/>'
        )
    shown = figures_of(goal)[:3]
    for number, name in enumerate(shown):
        parts.append(figure(name, wide * (number + 1) / (len(shown) + 1), 66, 52))
    return "".join(parts)


def _distance(kind: str) -> Iterator[str]:
    """Background of a scene."""
    if kind == "castle":
        yield '<path d="M0 66Q75 48 150 66V100H0z" fill="#94c47a"/>' + placed(_CASTLE, 75, 44, 44)
    elif kind == "mountain":
        yield '<path d="M0 76L32 34L54 62L86 16L150 78V100H0z" fill="#7f929b"/>'
        yield '<path d="M86 16L150 78V100H92z" fill="#738690"/>'
        yield '<path d="M86 16l-12 17l7 -3l5 8l10 -10z" fill="#ffffff"/>'
        yield '<path d="M32 34l-9 12l7 -2l6 5l4 -4z" fill="#ffffff"/>'
    else:
        colour = {"forest": "#7fb069", "plain": "#eed58a"}.get(kind, "#a7cd8f")
        yield f'<path d="M0 62Q45 48 90 60Q120 64 150 54V100H0z" fill="{colour}"/>'
        for x, size in (
            ((12, 30), (28, 38), (50, 28), (96, 27), (114, 38), (138, 44)) if kind == "forest" else ()
        ):
            yield placed(_TREE, x, 72, size)
