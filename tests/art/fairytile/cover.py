"""The cover: a kingdom that grows from an open book. An original composition."""

from random import Random

from tests.art.flat_print import circle, line, path, rectangle, save_cover
from tests.art.places import art_of

_WALL, _SHADE, _ROOF, _DOOR = "#F3D9DF", "#D9A9B8", "#8E3C66", "#5b2345"
_DRAGON, _INK, _CLOUD = "#D9562F", "#2a1203", "#F7F3E4"
_CLOUDS = ((110, 140, 1.0), (510, 96, 1.2), (330, 60, 0.7), (560, 250, 0.8), (60, 290, 0.7))
_TOWERS = ((320, 48, 330, 240), (452, 48, 300, 268), (386, 52, 236, 150))
"""Left edge, width, top and height of each."""
_TREES = ((150, 600, 84), (196, 580, 104), (118, 622, 66), (520, 606, 82), (556, 628, 58))


def make() -> None:
    """Write the cover."""
    random = Random(5)
    parts = [_sky(), _book(), _land(), _castle()]
    parts += [_tree(*place) for place in _TREES]
    parts += [_moved(64, 196, _dragon()), _moved(262, 566, _princess()), _moved(512, 560, _knight())]
    parts.append(rectangle(0, 756, 640, 60, "#3E6F86"))
    for _ in range(16):
        x, y = random.uniform(20, 620), random.uniform(330, 520)
        parts.append(_spark(x, y, random.uniform(4, 9)))
    save_cover("".join(parts), art_of("fairytile"), roughness=4)


def _moved(x: float, y: float, inner: str) -> str:
    return f'<g transform="translate({x} {y})">{inner}</g>'


def _sky() -> str:
    parts = [rectangle(0, 0, 640, 800, "#8CC3CC"), rectangle(0, 0, 640, 330, "#79B4C2")]
    for x, y, s in _CLOUDS:
        puffs = ((0, -34, 36, -30), (14, -34, 50, -20), (34, -18, 44, 16), (34, 0, 30, 34))
        edge = "".join("q" + " ".join(f"{value * s:g}" for value in puff) for puff in puffs)
        parts.append(path(f"M{x - 70 * s} {y}{edge}z", _CLOUD, 'opacity=".92"'))
    dashes = 'stroke="#FBE09A" stroke-width="6" stroke-dasharray="10 14"'
    return "".join(parts) + circle(470, 190, 62, "#FBE09A") + circle(470, 190, 84, "none", dashes)


def _book() -> str:
    cover = "M20 700Q170 640 320 700Q470 640 620 700V760Q470 700 320 760Q170 700 20 760Z"
    pages = "M36 684Q176 626 320 686Q464 626 604 684V738Q464 684 320 740Q176 684 36 738Z"
    top = "M44 672Q180 612 320 674Q460 612 596 672V716Q460 660 320 722Q180 660 44 716Z"
    parts = [path(cover, "#9C3C57"), path(pages, "#E9DDC0"), path(top, "#FFF9EA")]
    parts.append(line("M320 674v48", "#CDBB9C", 5))
    for i in range(3):
        low, middle, high = 676 + i * 12, 636 + i * 12, 672 + i * 12
        words = f"M84 {low}Q180 {middle} 286 {high}M356 {high}Q460 {middle} 556 {low}"
        parts.append(line(words, "#CDBB9C", 4, 'stroke-dasharray="30 7 46 7"'))
    return "".join(parts)


def _land() -> str:
    far = "M96 642Q130 520 250 540Q300 470 390 530Q510 500 548 642Q440 606 320 660Q200 606 96 642Z"
    near = "M150 632Q200 560 300 600Q420 560 500 628Q420 604 320 650Q220 604 150 632Z"
    return path(far, "#7FB069") + path(near, "#94C47A")


def _castle() -> str:
    parts = [path("M330 560V380h150v180z", _WALL), path("M430 560V380h50v180z", _SHADE)]
    battlements = "v12h18v-12h20" * 3
    parts.append(path(f"M318 390v-26h20{battlements}v12h20v-12h22v26z", _WALL))
    for x, width, y, height in _TOWERS:
        middle, right = x + width / 2, x + width + 9
        parts += [
            rectangle(x, y, width, height, _WALL),
            rectangle(x + width * 0.62, y, width * 0.38, height, _SHADE),
            path(f"M{x - 9} {y}L{middle} {y - 88}L{right} {y}Z", _ROOF),
            path(f"M{middle} {y - 88}L{right} {y}H{x + width * 0.62}Z", "#6E2A52"),
            line(f"M{middle} {y - 86}v-30", _DOOR, 4),
            path(f"M{middle} {y - 116}q18 -6 30 4q-10 6 -2 16q-14 -6 -28 0z", "#F0A422"),
            rectangle(x + width * 0.3, y + 34, width * 0.28, 30, _DOOR, 'rx="7"'),
        ]
    parts.append(path("M382 560v-52q24 -36 48 0v52z", _DOOR))
    return "".join(parts)


def _tree(x: float, y: float, s: float) -> str:
    start = f"M{x} {y - s}q{s * 0.42} {s * 0.5} {s * 0.26} {s * 0.86}"
    left = f"q{-s * 0.26} {s * 0.12} {-s * 0.52} 0q{-s * 0.16} {-s * 0.36} {s * 0.26} {-s * 0.86}z"
    shade = f"q{-s * 0.12} {s * 0.06} {-s * 0.2} {s * 0.06}z"
    trunk = rectangle(x - 4, y - 14, 9, 26, "#6b4a2b")
    return trunk + path(start + left, "#3F7D57") + path(start + shade, "#2F6549")


def _dragon() -> str:
    body = (
        "M196 96q-40 46 -100 36q-62 -12 -78 -62q-20 12 -26 38q-14 -32 8 -66q20 -30 60 -30q-16 22 6 46"
        "q26 26 66 8q-12 -64 36 -96q8 22 34 22q30 4 38 36q-22 -10 -40 0q-6 34 -4 68z"
    )
    wing = "M92 60q-30 -70 26 -120q4 30 30 40q-12 12 -6 32q20 -10 36 0q-26 10 -30 56z"
    flame = "M226 20q26 -6 44 10q-22 0 -30 14q22 0 26 16q-30 6 -46 -18z"
    return path(body, _DRAGON) + path(wing, "#B03B20") + circle(192, -2, 6, _INK) + path(flame, "#F9CC71")


def _princess() -> str:
    return "".join(
        [
            path("M-30 56q2 -62 30 -66q28 4 30 66q-30 12 -60 0z", "#D4487C"),
            path("M-12 -6q12 12 24 0l4 26q-16 10 -32 0z", "#F08BB0"),
            circle(0, -24, 20, "#F6D3B4"),
            path("M-22 -18q-6 -34 22 -34t22 34q-6 -18 -22 -20t-22 20z", "#7a4a21"),
            path("M-16 -46l4 -22l12 12l12 -12l4 22z", "#F4C430"),
            circle(-7, -24, 2.6, _INK),
            circle(7, -24, 2.6, _INK),
        ]
    )


def _knight() -> str:
    return "".join(
        [
            path("M-30 62q0 -64 30 -66q30 2 30 66q-30 10 -60 0z", "#8E9AA8"),
            path("M-20 -6q-4 -42 20 -44q24 2 20 44q-20 12 -40 0z", "#B9C4CF"),
            path("M-18 -22h36v8h-36z", "#273043"),
            path("M0 -50q-4 -28 -30 -26q10 10 8 22z", "#C2476E"),
            path(
                "M-36 14h40v24q-6 22 -20 28q-16 -8 -20 -28z", "#3767B0", f'stroke="{_CLOUD}" stroke-width="5"'
            ),
            line("M-16 18v40M-32 32h32", _CLOUD, 7),
        ]
    )


def _spark(x: float, y: float, s: float) -> str:
    turns = ((3, 7), (7, 3), (-7, 3), (-3, 7), (-3, -7), (-7, -3), (7, -3))
    points = "".join(f"l{s * dx / 10:.2f} {s * dy / 10:.2f}" for dx, dy in turns)
    return path(f"M{x:.1f} {y - s:.1f}{points}z", "#FFF6D8")
