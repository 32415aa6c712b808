"""The cover: druids around a fire, stone gates and the full moon. An original composition."""

from random import Random

from tests.art.flat_print import circle, ellipse, hills, line, path, rectangle, save_cover
from tests.art.places import art_of

_RIM = "#F7F0DA"
_DRUIDS = (
    (236, 578, 104, "#8C4BBF"),
    (404, 578, 104, "#F4C430"),
    (178, 664, 140, "#D8432F"),
    (462, 664, 140, "#2F77D0"),
    (320, 716, 156, "#26252B"),
)
"""Foot, height and colour of each, the farthest first."""


def make() -> None:
    """Write the cover."""
    random = Random(3)
    parts = [_sky(random), _mountains(), hills(random, 440, 24, "#2B5A43")]
    parts += [
        _pine(random.uniform(-10, 650), random.uniform(452, 480), random.uniform(60, 104), "#1C4436")
        for _ in range(15)
    ]
    parts.append(hills(random, 500, 16, "#3F7A45"))
    parts += [ellipse(320, 592, 300, 74, "#5B9650"), ellipse(320, 592, 216, 48, "#7DB160")]
    parts += [_gates(), _fire()]
    parts += [_druid(*druid) for druid in _DRUIDS]
    parts += [hills(random, 756, 12, "#173226"), _grass(random)]
    parts += [_mushroom(*place) for place in ((60, 744, 40), (590, 748, 46), (548, 764, 30))]
    save_cover("".join(parts), art_of("fae"))


def _sky(random: Random) -> str:
    parts = [rectangle(0, 0, 640, 800, "#1F4A4A"), rectangle(0, 0, 640, 260, "#17393D")]
    for _ in range(46):
        x, y, radius = random.uniform(0, 640), random.uniform(0, 300), random.choice((1.6, 2.2, 3.2))
        parts.append(circle(x, y, radius, "#F3E9C6", f'opacity="{random.uniform(0.4, 1):.2f}"'))
    for radius, colour in ((210, "#2B5F58"), (176, "#3A7566"), (140, "#F4E7BC")):
        parts.append(circle(320, 262, radius, colour))
    for x, y, radius in ((286, 226, 20), (352, 300, 30), (372, 214, 12)):
        parts.append(circle(x, y, radius, "#E6D39B"))
    return "".join(parts)


def _mountains() -> str:
    rock = "M-20 470L90 300L150 360L210 290L300 420L420 320L470 372L560 276L680 440V800H-20Z"
    snow = (
        "M90 300l-30 46l26 -6l18 14l24 -16zM210 290l-30 46l22 -6l22 18l26 -8z"
        "M560 276l-34 48l24 -2l20 16l28 -16z"
    )
    return path(rock, "#2F6A63") + path(snow, "#CFE3CF")


def _pine(x: float, y: float, size: float, colour: str) -> str:
    tiers = "".join(
        path(
            f"M{x} {y - size * (1 - 0.26 * i)}l{size * (0.18 + 0.09 * i)} {size * 0.36}"
            f"h{-size * (0.36 + 0.18 * i)}z",
            colour,
        )
        for i in range(3)
    )
    return tiers + rectangle(x - size * 0.04, y - size * 0.14, size * 0.08, size * 0.16, colour)


def _gates() -> str:
    """Two gates of standing stones, each stone with a lit side."""
    parts = []
    for x, y, h, w in ((96, 560, 128, 44), (176, 528, 112, 38), (464, 528, 112, 38), (546, 560, 130, 46)):
        stone = f"M{x - w * 0.5} {y}l{w * 0.06} {-h * 0.86}q{w * 0.5} {-h * 0.24} {w * 0.84} {-h * 0.02}"
        lit = f"M{x + w * 0.1} {y}l{w * 0.04} {-h * 0.97}q{w * 0.24} 0 {w * 0.26} {h * 0.09}"
        end = f"l{w * 0.12} {h * 0.88}z"
        parts += [path(stone + end, "#50625A"), path(lit + end, "#8BA08B")]
    left = "M84 432q50 -34 108 -14l2 22q-56 -14 -108 12z"
    right = "M446 420q52 -24 116 12l-4 22q-56 -26 -110 -12z"
    return "".join(parts) + path(left + right, "#6E8278")


def _fire() -> str:
    flame, heart = "M320 500q44 44 26 80h-52q-22 -34 26 -80z", "M322 532q24 28 12 48h-28q-8 -24 16 -48z"
    return ellipse(320, 588, 74, 18, "#F6D98A", 0.8) + path(flame, "#F0A422") + path(heart, "#FFF3CC")


def _druid(x: float, y: float, size: float, colour: str) -> str:
    """A hooded figure seen from behind, in a cloak of its colour, lit from the right."""

    def at(*points: tuple[float, float]) -> str:
        return " ".join(f"{x + size * dx:.1f} {y + size * dy:.1f}" for dx, dy in points)

    right = f"C{at((0.20, -0.98), (0.24, -0.72), (0.20, -0.62))}C{at((0.40, -0.5), (0.40, -0.1), (0.46, 0))}"
    left = (
        f"C{at((-0.40, -0.1), (-0.40, -0.5), (-0.20, -0.62))}C{at((-0.24, -0.72), (-0.20, -0.98), (0, -1))}"
    )
    cloak = f"M{at((0, -1))}{right}Q{at((0, 0.09), (-0.46, 0))}{left}Z"
    folds = f"M{at((-0.05, -0.58))}Q{at((-0.14, -0.2), (-0.18, 0.02))}"
    folds += f"M{at((0.09, -0.55))}Q{at((0.20, -0.2), (0.24, 0))}"
    rim = (
        f"M{at((0.04, -0.98))}C{at((0.20, -0.94), (0.22, -0.72), (0.18, -0.62))}"
        f"C{at((0.38, -0.5), (0.39, -0.1), (0.45, -0.01))}"
    )
    return (
        ellipse(x, y + size * 0.03, size * 0.56, size * 0.10, "#0b120c", 0.5)
        + path(cloak, colour)
        + line(folds, "#000", size * 0.045, 'stroke-opacity=".28" stroke-linecap="round"')
        + line(rim, _RIM, size * 0.032, 'stroke-linecap="round" opacity=".9"')
    )


def _grass(random: Random) -> str:
    parts = []
    for _ in range(20):
        x, bend, lean = random.uniform(0, 640), random.uniform(-14, 14), random.uniform(-22, 22)
        data = f"M{x:.0f} 770q{bend:.0f} -26 {lean:.0f} -46"
        parts.append(line(data, "#2B5A3A", 7, 'stroke-linecap="round"'))
    return "".join(parts)


def _mushroom(x: float, y: float, s: float) -> str:
    stem = f"M{x - s * 0.16} {y}q{s * 0.05} {-s * 0.5} 0 {-s * 0.6}h{s * 0.34}"
    stem += f"q{-s * 0.04} {s * 0.2} 0 {s * 0.6}z"
    cap = f"M{x - s * 0.6} {y - s * 0.5}q{s * 0.6} {-s * 0.9} {s * 1.2} 0z"
    return (
        path(stem, "#F1E3C8")
        + path(cap, "#C1523F")
        + circle(x - s * 0.12, y - s * 0.68, s * 0.08, "#F6E7C9")
        + circle(x + s * 0.2, y - s * 0.62, s * 0.06, "#F6E7C9")
    )
