"""Rendering of the empty table: table top, marker cards, board and light."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture
from vision.geometry.markers import CARD_MM, IDS, MODULES, QUIET_MM, SQUARE_MM, card_corners, card_px
from vision.simulated.texture import PX_PER_MM, TABLES, Bgr, lit, table_top
from vision.simulated.view import HEIGHT_PX, TABLE_MM, WIDTH_PX, SimulatedView, Size, look

_SKINS = ((150, 178, 222), (112, 148, 204), (70, 102, 152), (44, 66, 104))
_SLEEVES = ((36, 34, 34), (110, 62, 34), (52, 44, 150), (196, 200, 200), (88, 110, 70), (120, 118, 116))
_CARD_PX_PER_MM = 5
_BAND_PX = 16
"""Height of the bands that are computed at once; divides the picture's height."""
_MARGIN_MM = 900
"""Width of the painted table around the map; tilted and rolled cameras see no edge of it."""


@dataclass(frozen=True, slots=True)
class Style:
    """Appearance of one simulated table and view of its camera; colours are BGR 0..255.

    `light` is a unit vector towards the lamp (x right, y down the board, height up).
    """

    view: SimulatedView
    table: str
    light: Floats
    light_colour: Floats
    plastic: dict[str, Floats]
    skin: Floats
    sleeve: Floats
    noise: float


def random_style(
    rng: np.random.Generator, size: Size, plastics: Mapping[str, Bgr], *,
    around_mm: float = CARD_MM, tilt_deg: float | None = None,
) -> Style:  # fmt: skip
    """Return a random style; the camera's tilt is 10 to 40 degrees unless given.

    `plastics` are the colours of the pieces, `around_mm` the width of table to show around the board.
    """
    tilt = rng.uniform(10, 40) if tilt_deg is None else tilt_deg
    azimuth, roll, focal, fill = (
        rng.uniform(*span) for span in ((-12, 12), (-3, 3), (1000, 1500), (0.93, 0.98))
    )
    view = look(size, around_mm, tilt, azimuth, roll, focal, fill)
    turn, lean = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(15, 45))
    light = np.array([math.sin(lean) * math.cos(turn), math.sin(lean) * math.sin(turn), math.cos(lean)])
    warmth = rng.uniform(-0.06, 0.06)
    return Style(
        view=view,
        table=TABLES[rng.integers(len(TABLES))],
        light=light,
        light_colour=rng.uniform(0.88, 1.05) * np.array([1 - warmth, 1.0, 1 + warmth]),
        plastic=_mixed(plastics, rng),
        skin=np.array(_SKINS[rng.integers(len(_SKINS))], float),
        sleeve=np.array(_SLEEVES[rng.integers(len(_SLEEVES))], float),
        noise=rng.uniform(1.5, 3.5),
    )


def _mixed(plastics: Mapping[str, Bgr], rng: np.random.Generator) -> dict[str, Floats]:
    """Return colours, (3,), near the given ones; pieces of one colour are of one mixture."""
    mixtures = {
        bgr: np.clip(np.array(bgr) * rng.normal(1, 0.08, 3), 8, 250)
        for bgr in dict.fromkeys(plastics.values())
    }
    return {name: mixtures[bgr] for name, bgr in plastics.items()}


class Scenery:
    """Table and board, painted once; `seen` projects them into a camera."""

    def __init__(
        self, style: Style, size: Size, board: Picture, markers: bool, rng: np.random.Generator
    ) -> None:
        """Paint the table top under the board."""
        self._style, self._size, self._board, self._markers = style, size, board, markers
        width, height = size.map_mm
        rows, columns = round(height) + 2 * _MARGIN_MM, round(width) + 2 * _MARGIN_MM
        self._table = table_top(style.table, (rows, columns), rng)

    def seen(self, view: SimulatedView) -> Picture:
        """Draw the empty table from the camera's view, (960, 1280, 3) BGR."""
        frame = self._size.frame_mm
        scene = _through(view, TABLE_MM, self._table, -_MARGIN_MM, -_MARGIN_MM, 1.0, None)
        scene = self._under_board(scene, view)
        if self._markers:
            corners = card_corners(self._size.corners_mm()).tolist()
            for number, (x, y) in zip(IDS, corners, strict=True):
                scene = _through(view, TABLE_MM + 0.3, _card(number), x, y, _CARD_PX_PER_MM, scene)
        scene = _through(view, 0.0, self._board, -frame, -frame, PX_PER_MM, scene)
        small = _halved(scene, self._light(view), self._style.light_colour.astype(np.float32))
        return np.asarray(np.clip(cv2.GaussianBlur(small, (0, 0), 0.6), 0, 255), np.uint8)

    def _under_board(self, scene: Picture, view: SimulatedView) -> Picture:
        """Draw the board's shadow on the table and its cardboard edge."""
        shade = np.zeros(scene.shape[:2], np.uint8)
        edge = self._size.corners_mm()
        shift = -4.0 * self._style.light[:2]
        fallen = np.column_stack([edge * 1.004 + shift, np.full(4, TABLE_MM)])
        cv2.fillConvexPoly(shade, np.round(2 * view.pixels(fallen)).astype(np.int32), 255)
        soft = 1 - 0.45 / 255 * cv2.GaussianBlur(shade, (0, 0), 7).astype(np.float32)
        scene = lit(scene, soft)
        sides = [view.pixels(np.column_stack([edge, np.full(4, h)])) for h in (TABLE_MM, 0.0)]
        hull = cv2.convexHull(np.round(2 * np.vstack(sides)).astype(np.int32))
        cv2.fillConvexPoly(scene, hull, (52, 62, 74), cv2.LINE_AA)
        return scene

    def _light(self, view: SimulatedView) -> NDArray[np.float32]:
        """Return the brightness at twice the picture's size: stronger near the lamp, weaker in corners."""
        across, down = np.meshgrid(
            np.linspace(-1, 1, 64, dtype=np.float32), np.linspace(-1, 1, 48, dtype=np.float32)
        )
        lamp = self._style.light
        near = 1 + 0.10 * (lamp[0] * across + lamp[1] * down)
        bright = near * (1 - 0.10 * (across**2 + down**2))
        return np.asarray(cv2.resize(bright, (2 * WIDTH_PX, 2 * HEIGHT_PX)), np.float32)


def _through(
    view: SimulatedView,
    height_mm: float,
    flat: Picture,
    x_mm: float,
    y_mm: float,
    px_per_mm: float,
    onto: Picture | None,
) -> Picture:
    """Project a flat picture at x, y and a height into the view at twice its size, over `onto`."""
    half = 0.5 / px_per_mm
    place = np.array([[1 / px_per_mm, 0, x_mm + half], [0, 1 / px_per_mm, y_mm + half], [0, 0, 1]])
    twice = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]]) @ view.level(height_mm) @ place
    size = (2 * WIDTH_PX, 2 * HEIGHT_PX)
    if onto is None:
        return np.asarray(cv2.warpPerspective(flat, twice, size, flags=cv2.INTER_LINEAR), dtype=np.uint8)
    cv2.warpPerspective(
        flat, twice, size, dst=onto, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
    )
    return onto


def _halved(scene: Picture, light: NDArray[np.float32], colour: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the lit scene at half the size, computed in bands to save memory."""
    small = np.empty((HEIGHT_PX, WIDTH_PX, 3), np.float32)
    for top in range(0, HEIGHT_PX, _BAND_PX):
        rows = slice(2 * top, 2 * (top + _BAND_PX))
        bright = scene[rows] * (light[rows, :, None] * colour)
        cv2.resize(
            bright, (WIDTH_PX, _BAND_PX), dst=small[top : top + _BAND_PX], interpolation=cv2.INTER_AREA
        )
    return small


def _card(number: int) -> Picture:
    """Return a printed corner marker with its border; ink and paper are dark and light grey."""
    marker = card_px(number, round(SQUARE_MM * _CARD_PX_PER_MM) // MODULES)
    white = round(QUIET_MM * _CARD_PX_PER_MM)
    card = cv2.copyMakeBorder(marker, white, white, white, white, cv2.BORDER_CONSTANT, value=(255,))
    return np.repeat(np.clip(card, 26, 238)[..., None], 3, axis=2)
