"""The cover: a sun with a face above the bull, like a print of the cordel. An original composition."""

from math import cos, sin, tau
from random import Random

from tests.art.flat_print import circle, line, path, rectangle, save_cover
from tests.art.icons import placed
from tests.art.places import art_of

_PAPER, _BLACK, _RED, _BLUE, _GREEN = "#F3E6CC", "#1D1713", "#C4472B", "#2F6690", "#5B8A3C"
_SUN_X, _SUN_Y = 320, 300


def make() -> None:
    """Write the cover."""
    random = Random(2)
    parts = [rectangle(0, 0, 640, 800, _PAPER), _sun(), _ground(random), _cactus(84, 640, 230)]
    parts += [_cactus(574, 640, 190), _bull(), _bird(120, 120), _bird(520, 110)]
    parts += [_diamond(86 + i * 156, colour) for i, colour in enumerate((_RED, _GREEN, _BLUE, _RED))]
    parts.append(line("M14 14H626V786H14Z", _BLACK, 14))
    parts.append(line("M30 30H610V770H30Z", _BLACK, 4))
    save_cover("".join(parts), art_of("fabula"), roughness=7)


def _wedges(count: int, tip: float, end: float, fill: str) -> str:
    """Wedges around the sun, each with its tip at radius `tip`."""
    parts = []
    for i in range(count):
        angle = i * tau / count
        corners = ((angle, tip), (angle - 0.05, end), (angle + 0.05, end))
        points = "L".join(f"{_SUN_X + cos(a) * r:.0f} {_SUN_Y + sin(a) * r:.0f}" for a, r in corners)
        parts.append(path(f"M{points}Z", fill))
    return "".join(parts)


def _sun() -> str:
    parts = [_wedges(34, 150, 620, _RED)]
    for radius, colour in ((156, _PAPER), (138, _BLACK), (124, _RED)):
        parts.append(circle(_SUN_X, _SUN_Y, radius, colour))
    eyes = "M262 274q24 -22 46 0q-22 20 -46 0zM332 274q24 -22 46 0q-22 20 -46 0z"
    nose_and_mouth = "M320 282v44l-14 8M280 356q40 34 80 0q-14 34 -40 34t-40 -34z"
    parts += [
        _wedges(24, 98, 122, _PAPER),
        path(eyes, _PAPER, f'stroke="{_BLACK}" stroke-width="7"'),
        circle(286, 274, 8, _BLACK),
        circle(356, 274, 8, _BLACK),
        line(nose_and_mouth, _BLACK, 9, 'stroke-linecap="round" stroke-linejoin="round"'),
    ]
    return "".join(parts)


def _ground(random: Random) -> str:
    """Black ground with gouges in it."""
    parts = [path("M-20 640Q150 560 330 622T680 600V820H-20Z", _BLACK)]
    for _ in range(30):
        x, y = random.uniform(0, 640), random.uniform(660, 790)
        middle, end = random.uniform(18, 40), random.uniform(46, 90)
        parts.append(path(f"M{x:.0f} {y:.0f}q{middle:.0f} -8 {end:.0f} 0q-30 4 -60 4z", _PAPER))
    return "".join(parts)


def _cactus(x: float, y: float, s: float) -> str:
    arms = f"M{x} {y - s * 0.35}h{-s * 0.26}v{-s * 0.3}M{x} {y - s * 0.5}h{s * 0.26}v{-s * 0.26}"
    round_ = 'stroke-linecap="round" stroke-linejoin="round"'
    spines = f'stroke-dasharray="{s * 0.08} {s * 0.07}"'
    return line(f"M{x} {y}V{y - s}{arms}", _BLACK, s * 0.17, round_) + line(
        f"M{x} {y - s * 0.06}V{y - s * 0.96}", _PAPER, s * 0.03, spines
    )


def _bull() -> str:
    rim = f'stroke="{_PAPER}" stroke-width="40" stroke-linejoin="round"'
    return placed("bull", 178, 396, 290, _PAPER, rim) + placed("bull", 178, 396, 290, _BLACK)


def _bird(x: float, y: float) -> str:
    return path(f"M{x - 50} {y}q30 -40 50 0q20 -40 50 0q-30 -14 -50 20q-20 -34 -50 -20z", _BLACK)


def _diamond(x: float, colour: str) -> str:
    shape = path(f"M{x} 694l30 34l-30 34l-30 -34z", colour, f'stroke="{_PAPER}" stroke-width="6"')
    return shape + circle(x, 728, 9, _PAPER)
