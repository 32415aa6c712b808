"""Synthetic print of a Fate board, painted once per seed."""

import math
from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.fate.board import LOCATION_OF, LOCATIONS, PRINTED_ROAD, ROADS, TERRAIN
from companion.games.fate.geometry import (
    CLOCK,
    FRAME_MM,
    GRIMHEIM_HEXES,
    HEXES,
    MAP_MM,
    RADIUS_MM,
    centre_mm,
    corners_mm,
)  # fmt: skip
from vision.arrays import Floats, Picture
from vision.simulated.texture import PX_PER_MM, Bgr, Rng, lit, mottled, noise, relief, to_bytes

_GROUNDS: dict[str, Bgr] = {
    "grass": (56, 150, 92), "snow": (236, 232, 222), "marsh": (82, 98, 86), "valley": (58, 116, 112),
    "ash": (72, 80, 90), "lake": (186, 128, 60), "town": (96, 132, 186), "forest": (44, 104, 58),
}  # fmt: skip
_GROUND_OF_PLACE = {
    "DeadPlains": "snow", "MarshOfSorrow": "marsh", "OgreValley": "valley", "DarkForest": "forest",
    "SpewingMountain": "ash", "Highlands": "ash", "WyrmLair": "ash",
}  # fmt: skip
_LEAVES: dict[str, Bgr] = {"pine": (34, 62, 26), "leaf": (46, 168, 150), "autumn": (40, 120, 190)}
_PATH: Bgr = (78, 112, 160)
_STONE: Bgr = (92, 96, 104)
_INK: Bgr = (22, 26, 34)
_PAPER: Bgr = (150, 196, 226)
_RIMS: dict[str, Bgr] = {"yellow": (30, 208, 224), "red": (64, 48, 214)}
_YELLOW_PLACES = ("TrollCaves", "Nailfare", "WyrmLair", "Grimheim")
_BARE_PLACES = ("TempleRuins", "WitchCabin", "RobberCamp")
_PALETTES = ((1.0, 1.0), (0.6, 1.12), (1.1, 0.72))
"""Factors of saturation and brightness: bright, faded, dark."""

TRACK_MM = tuple((78.0 + 29.0 * step, 532.0) for step in range(16))
"""Middles of the spaces of the long time track."""


def board(rng: Rng) -> Picture:
    """Paint the whole board with its frame: BGR, PX_PER_MM pixels a millimetre."""
    saturation, brightness = _PALETTES[rng.integers(len(_PALETTES))]
    width, height = (round((side + 2 * FRAME_MM) * PX_PER_MM) for side in MAP_MM)
    field = np.zeros((height, width), np.uint8)
    cv2.fillPoly(field, [_outline(hex_) for hex_ in HEXES], 255)
    frame = np.array([(40, 52, 66), (44, 40, 40), (96, 122, 150)][rng.integers(3)], float)
    art = mottled(frame, (height, width), rng, 0.08, 0.05)
    ground = _ground((height, width), rng)
    for hexes in ROADS.values():
        _road(ground, [hex_ for hex_ in hexes if hex_ in PRINTED_ROAD], rng)
    _town(ground, rng)
    for y, draw in sorted(_motifs(ground, rng), key=lambda motif: motif[0]):
        draw(y)
    _volcano(ground, rng)
    _lines(ground)
    cv2.copyTo(ground, field, art)
    for name in LOCATIONS:
        if name not in _BARE_PLACES:
            _sign(art, name)
    _frame(art, frame)
    grey = cv2.cvtColor(art, cv2.COLOR_BGR2GRAY)[..., None].astype(np.float32)
    return to_bytes((grey + saturation * (art - grey)) * brightness)


def _spot(x_mm: float, y_mm: float) -> tuple[int, int]:
    return round((x_mm + FRAME_MM) * PX_PER_MM), round((y_mm + FRAME_MM) * PX_PER_MM)


def _px(mm: float) -> int:
    return max(1, round(mm * PX_PER_MM))


def _shape(points_mm: Iterable[Sequence[float]]) -> NDArray[np.int32]:
    return np.array([_spot(float(x), float(y)) for x, y in points_mm], np.int32)


def _outline(hex_: str) -> NDArray[np.int32]:
    return _shape(corners_mm(hex_))


def _tone(colour: Sequence[float], factor: float) -> tuple[float, ...]:
    return tuple(float(min(255.0, channel * factor)) for channel in colour)


def ground_of(hex_: str) -> str:
    """Return the kind of ground printed on a hex."""
    if hex_ in GRIMHEIM_HEXES:
        return "town"
    if TERRAIN[hex_] == "lake":
        return "lake"
    return _GROUND_OF_PLACE.get(LOCATION_OF.get(hex_, ""), "ash" if int(hex_.split(",")[1]) > 14 else "grass")


def _ground(size: tuple[int, int], rng: Rng) -> Picture:
    art = np.zeros((*size, 3), np.uint8)
    for hex_ in HEXES:
        shade = rng.normal(1.0, 0.03)
        cv2.fillPoly(art, [_outline(hex_)], _tone(_GROUNDS[ground_of(hex_)], shade), cv2.LINE_AA)
    soft = cv2.GaussianBlur(art, (0, 0), 2.0 * PX_PER_MM)
    rough = relief(size, 16, rng, 0.10) + 0.06 * noise(size, (50, 50), rng) + 0.03 * noise(size, (3, 3), rng)
    return lit(soft, rough)


def _road(art: Picture, hexes: Sequence[str], rng: Rng) -> None:
    spots = np.array([centre_mm(hex_) for hex_ in hexes])
    spots = np.vstack([spots[0] + (spots[0] - spots[1]) * 0.5, spots, centre_mm("9,9")])
    spots[1:-1] += rng.normal(0, 1.6, (len(spots) - 2, 2))
    for _ in range(3):  # corner cutting makes it smooth (Chaikin)
        a, b = spots[:-1], spots[1:]
        cut = np.stack([0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b], 1).reshape(-1, 2)
        spots = np.vstack([spots[:1], cut, spots[-1:]])
    line = [_shape(spots)]
    cv2.polylines(art, line, False, _tone(_PATH, 0.5), _px(4.6), cv2.LINE_AA)
    cv2.polylines(art, line, False, _PATH, _px(3.0), cv2.LINE_AA)


def _town(art: Picture, rng: Rng) -> None:
    middle = centre_mm("9,9")
    for spread in rng.uniform(-42, 42, (150, 2)):
        if math.hypot(*spread) < 42:
            x, y = _spot(middle[0] + spread[0], middle[1] + spread[1])
            cv2.rectangle(
                art, (x - 4, y - 3), (x + 4, y + 3), _tone(_GROUNDS["town"], rng.uniform(0.7, 1.1)), 1
            )
    cv2.circle(art, _spot(*middle), _px(6.5), _tone(_STONE, 1.4), -1, cv2.LINE_AA)
    cv2.circle(art, _spot(*middle), _px(4.0), _tone(_STONE, 0.8), -1, cv2.LINE_AA)


class _Motif:
    """A tree or peak at x; calling it with y draws it."""

    def __init__(self, art: Picture, kind: str, x_mm: float, size_mm: float, shade: float) -> None:
        self._art, self._kind, self._x, self._size, self._shade = art, kind, x_mm, size_mm, shade

    def __call__(self, y_mm: float) -> None:
        x, y, r = *_spot(self._x, y_mm), _px(self._size)
        if self._kind in ("peak", "snowy"):
            self._peak(x, y, r)
        else:
            leaf = _tone(_LEAVES[self._kind], self._shade)
            cv2.circle(self._art, (x + 1, y + 2), r, _tone(leaf, 0.4), -1, cv2.LINE_AA)
            cv2.circle(self._art, (x, y), r, leaf, -1, cv2.LINE_AA)
            cv2.circle(
                self._art, (x - r // 3, y - r // 3), max(1, r // 2), _tone(leaf, 1.35), -1, cv2.LINE_AA
            )

    def _peak(self, x: int, y: int, r: int) -> None:
        top, left, right, foot = (
            (x, y - r),
            (x - r * 3 // 4, y + r // 2),
            (x + r * 3 // 4, y + r // 2),
            (x, y + r * 2 // 3),
        )
        cv2.fillPoly(self._art, [np.array([top, left, foot])], _tone(_STONE, 1.35 * self._shade), cv2.LINE_AA)
        cv2.fillPoly(
            self._art, [np.array([top, right, foot])], _tone(_STONE, 0.55 * self._shade), cv2.LINE_AA
        )
        if self._kind == "snowy":
            cap = np.array(
                [top, (x - r // 4, y - r // 2), (x + r // 12, y - r * 3 // 8), (x + r // 4, y - r // 2)]
            )
            cv2.fillPoly(self._art, [cap], _GROUNDS["snow"], cv2.LINE_AA)


def _motifs(art: Picture, rng: Rng) -> Iterable[tuple[float, _Motif]]:
    for hex_, terrain in TERRAIN.items():
        x, y = centre_mm(hex_)
        ground = ground_of(hex_)
        if terrain == "forest":
            kind = "pine" if ground in ("forest", "valley") else "autumn" if y > 330 else "leaf"
            for dx, dy in rng.uniform(-14, 14, (26, 2)):
                if math.hypot(dx, dy) < 15:
                    yield y + dy, _Motif(art, kind, x + dx, rng.uniform(1.4, 2.4), rng.uniform(0.7, 1.2))
        elif terrain == "mountain":
            kind = "peak" if ground == "ash" else "snowy"
            for dx, dy in ((-7, -3), (7, -2), (0, 8)):
                jolt = rng.uniform(-2, 2, 2)
                yield (
                    y + dy + jolt[1],
                    _Motif(art, kind, x + dx + jolt[0], rng.uniform(7, 11), rng.uniform(0.85, 1.1)),
                )
        elif ground in ("grass", "valley") and rng.random() < 0.6:
            dx, dy = rng.uniform(-12, 12, 2)
            yield y + dy, _Motif(art, "leaf", x + dx, rng.uniform(1.0, 1.8), rng.uniform(0.7, 1.1))


def _volcano(art: Picture, rng: Rng) -> None:
    middle = np.mean([centre_mm(hex_) for hex_ in LOCATIONS["SpewingMountain"]], axis=0)
    for radius, colour in ((17, (30, 34, 60)), (13, (20, 80, 226)), (7, (70, 200, 255))):
        turns = np.linspace(0, 2 * math.pi, 20, endpoint=False)
        rough = radius * rng.normal(1, 0.06, 20)
        edge = middle + np.column_stack([rough * np.cos(turns), 0.75 * rough * np.sin(turns)])
        cv2.fillPoly(art, [_shape(edge)], colour, cv2.LINE_AA)


def _lines(art: Picture) -> None:
    """Draw thin lines between hexes and thick ones around the locations."""
    thin = art.copy()
    cv2.polylines(thin, [_outline(hex_) for hex_ in HEXES], True, (255, 255, 255), _px(0.5), cv2.LINE_AA)
    cv2.addWeighted(thin, 0.35, art, 0.65, 0, dst=art)
    place = {hex_: name for hex_, name in LOCATION_OF.items() if name not in _BARE_PLACES}
    place |= dict.fromkeys(GRIMHEIM_HEXES, "Grimheim")
    for hex_, name in sorted(place.items(), key=lambda item: item[1] in _YELLOW_PLACES):
        x, y = map(int, hex_.split(","))
        corners = _outline(hex_)
        for side, (dx, dy) in enumerate(CLOCK[hour] for hour in (1, 3, 5, 7, 9, 11)):
            beside = f"{x + dx},{y + dy}"
            if beside in HEXES and place.get(beside) != name:
                rim = _RIMS["yellow" if name in _YELLOW_PLACES else "red"]
                a, b = corners[side], corners[(side + 1) % 6]
                cv2.line(art, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), rim, _px(1.1), cv2.LINE_AA)


def _words(art: Picture, text: str, x: int, y: int, height_mm: float, colour: Bgr) -> None:
    """Draw a text centred at x, y."""
    scale = height_mm * PX_PER_MM / 21
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 1)
    spot = x - width // 2, y + height // 2
    cv2.putText(
        art, text, spot, cv2.FONT_HERSHEY_DUPLEX, scale, colour, max(1, round(2 * scale)), cv2.LINE_AA
    )


def _sign(art: Picture, name: str) -> None:
    text = "".join(f" {c}" if c.isupper() else c for c in name).strip()
    x, y = _spot(*np.mean([centre_mm(hex_) for hex_ in LOCATIONS[name]], axis=0) - [0, RADIUS_MM / 2])
    half = _px(1.2 * len(text) + 2), _px(3.6)
    cv2.rectangle(art, (x - half[0], y - half[1]), (x + half[0], y + half[1]), _PAPER, -1)
    cv2.rectangle(art, (x - half[0], y - half[1]), (x + half[0], y + half[1]), _INK, 2)
    _words(art, text, x, y, 2.6, _INK)


def _frame(art: Picture, frame: Floats) -> None:
    """Draw the time track, the places for decks and supplies, and an edge."""
    light = _tone(_PAPER, 0.9)
    cv2.line(art, _spot(*TRACK_MM[0]), _spot(*TRACK_MM[-1]), light, _px(0.8), cv2.LINE_AA)
    for number, spot in enumerate(TRACK_MM, 1):
        cv2.circle(
            art, _spot(*spot), _px(9.5), _tone(_RIMS["yellow" if number < 9 else "red"], 0.8), -1, cv2.LINE_AA
        )
        _words(art, str(number), *_spot(*spot), 5, _INK)
    for y, name in ((12, "yellow"), (66, "red")):
        ends = _spot(-32, y - 22), _spot(36, y + 22)
        cv2.rectangle(art, *ends, _tone(_RIMS[name], 0.4), -1)
        cv2.rectangle(art, *ends, light, 2)
    for x, y, colour in ((2, 438, (30, 24, 120)), (2, 494, (24, 120, 134)), (608, 494, (40, 92, 20))):
        cv2.circle(art, _spot(x, y), _px(21), colour, -1, cv2.LINE_AA)
        cv2.circle(art, _spot(x, y), _px(21), light, 2, cv2.LINE_AA)
    height, width = art.shape[:2]
    inset = _px(2.5)
    cv2.rectangle(art, (inset, inset), (width - inset, height - inset), light, _px(0.6))
    cv2.rectangle(art, (0, 0), (width - 1, height - 1), _tone(frame.tolist(), 0.5), 3)
