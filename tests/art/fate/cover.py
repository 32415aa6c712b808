"""The cover: a small town on its hill at dusk, and what comes for it. An original composition."""

from random import Random

from tests.art.flat_print import ellipse, hills, line, path, rectangle, save_cover
from tests.art.places import art_of

_NIGHT, _WALL, _ROOF, _LIGHT, _BEAST = "#221522", "#2B1A2A", "#170E18", "#FFD36B", "#0B070C"
_GLOW = ("#4A2440", "#6B2C44", "#93383F", "#BC4E36", "#DE7433", "#F2A13F", "#F9CC71")
_HOUSES = (
    (214, 566, 62), (262, 548, 56), (390, 546, 60), (438, 566, 64), (176, 592, 56), (482, 594, 56),
)  # fmt: skip
_BEASTS = (
    (92, 706, 92, "#9BE06A", False),
    (548, 700, 100, "#FFB13D", True),
    (206, 742, 76, "#E88BD0", False),
    (440, 744, 80, "#9BE06A", False),
    (322, 730, 116, "#FF6A4D", True),
)
"""Place, size, colour of the eyes, and whether it has horns or else ears."""


def make() -> None:
    """Write the cover."""
    random = Random(7)
    parts = [_sky(), _mountains(), hills(random, 520, 14, "#3E2338"), _tower()]
    parts += [_house(*place) for place in _HOUSES]
    palisade = "l10 -40l10 40v6h6" * 20
    parts.append(path(f"M60 650{palisade}V690H60Z", "#1A1019"))
    parts.append(hills(random, 690, 12, "#120B13"))
    parts += [_beast(*beast) for beast in _BEASTS]
    save_cover("".join(parts), art_of("fate"))


def _sky() -> str:
    parts = [rectangle(0, 0, 640, 800, "#3A2038")]
    parts += [ellipse(320, 470, 560 - i * 58, 400 - i * 50, colour) for i, colour in enumerate(_GLOW)]
    for i in range(3):
        aurora = (
            f"M-20 {120 + i * 34}C140 {40 + i * 40} 240 {190 + i * 22} 380 {90 + i * 40}"
            f"S560 {150 + i * 20} 680 {60 + i * 40}"
        )
        parts.append(line(aurora, "#7FC7A6", 16 - 4 * i, f'stroke-opacity="{0.5 - 0.12 * i}"'))
    return "".join(parts)


def _mountains() -> str:
    rock = "M-20 520L70 330L128 404L196 300L290 470L370 352L440 440L520 310L580 392L680 300V800H-20Z"
    snow = (
        "M70 330l-24 52l20 -8l22 22l16 -26zM196 300l-28 46l20 -4l18 26l28 -16z"
        "M370 352l-24 38l18 -4l16 18l20 -16zM520 310l-26 46l20 -6l20 24l20 -22z"
    )
    return path(rock, "#5A3149") + path(snow, "#FBE3C3")


def _tower() -> str:
    battlements = "M276 372h88l-12 -24v-26h-14v16h-10v-16h-16v16h-10v-16h-14v26z"
    return (
        path("M120 640Q180 520 320 508T540 640Z", _WALL)
        + path("M286 520v-150h68v150z", _NIGHT)
        + path(battlements, _NIGHT)
        + rectangle(312, 400, 16, 34, _LIGHT, 'rx="8"')
        + rectangle(312, 456, 16, 26, _LIGHT, 'rx="8"')
        + line("M320 322v-74", _NIGHT, 7)
        + path("M322 250q36 -14 60 6q-16 10 -2 30q-30 -12 -58 2z", "#F0A422")
    )


def _house(x: float, y: float, s: float) -> str:
    ridge = f"L{x - s * 0.05} {y - s * 1.02}L{x} {y - s * 0.96}L{x + s * 0.05} {y - s * 1.02}"
    roof = f"M{x - s * 0.62} {y - s * 0.42}{ridge}L{x + s * 0.62} {y - s * 0.42}z"
    return (
        path(f"M{x - s * 0.5} {y}v{-s * 0.46}h{s}v{s * 0.46}z", _WALL)
        + path(roof, _ROOF)
        + rectangle(x - s * 0.26, y - s * 0.34, s * 0.17, s * 0.2, _LIGHT)
        + rectangle(x + s * 0.1, y - s * 0.34, s * 0.17, s * 0.2, _LIGHT)
    )


def _beast(x: float, y: float, s: float, eyes: str, horns: bool) -> str:
    """A black shape of which only eyes and teeth are seen."""
    shape = (
        f"M{x - s * 0.62} {y + s}Q{x - s * 0.75} {y + s * 0.2} {x - s * 0.4} {y}"
        f"Q{x - s * 0.36} {y - s * 0.42} {x} {y - s * 0.44}Q{x + s * 0.36} {y - s * 0.42} {x + s * 0.4} {y}"
        f"Q{x + s * 0.75} {y + s * 0.2} {x + s * 0.62} {y + s}Z"
    )
    parts = [path(shape, _BEAST)]
    for side in (-s, s):
        if horns:
            tip = f"q{side * 0.26} {-s * 0.10} {side * 0.22} {-s * 0.42}"
            base = f"q{-side * 0.16} {s * 0.18} {-side * 0.36} {s * 0.22}z"
            parts.append(path(f"M{x + side * 0.26} {y - s * 0.32}{tip}{base}", _BEAST))
        else:
            ear = f"l{side * 0.34} {-s * 0.2}l{-side * 0.2} {s * 0.34}z"
            parts.append(path(f"M{x + side * 0.34} {y - s * 0.1}{ear}", _BEAST))
        lids = f"l{-side * 0.16} {s * 0.08}q{side * 0.06} {s * 0.09} {side * 0.16} {-s * 0.08}z"
        round_ = f'stroke="{eyes}" stroke-width="{s * 0.05}" stroke-linejoin="round"'
        parts.append(path(f"M{x + side * 0.24} {y - s * 0.12}{lids}", eyes, round_))
    zigzag = ((6, 7), (6, -5), (5, 6), (5, -6), (6, 5), (5, -7))
    teeth = "".join(f"l{s * dx / 100} {s * dy / 100}" for dx, dy in zigzag)
    parts.append(line(f"M{x - s * 0.16} {y + s * 0.12}{teeth}", eyes, s * 0.03, 'opacity=".8"'))
    return "".join(parts)
