"""Simulated camera pictures of a duel in progress."""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np

from companion.games.base import Table
from vision.arrays import Floats, Picture
from vision.fabula.cards import CARD_MM
from vision.fabula.rows import BASE_COLUMNS_MM, BASES_MM, BATTLE_COLUMNS_MM, BATTLE_MM, PILES_MM, TABLE_MM
from vision.fabula.samples import KEPT_PX
from vision.fabula.simulated.faces import drawn
from vision.simulated.figures import Layer
from vision.simulated.props import PieceOnTable, Props
from vision.simulated.stage import SimulatedStage
from vision.simulated.texture import PX_PER_MM
from vision.simulated.view import Size

TAPPED, UNDER = " tapped", " under"
"""Suffixes of a kind: the card is turned by 90 degrees; it is under the card of the space before its own."""
OUT_MM = 15.0
"""Visible height of a card under another one, at its top."""
UNDER_PLACES = (UNDER, UNDER + " 2")
MOST = 9
"""Maximum number of cards in a battle zone that can be recognised when they are pushed together."""
_FROM_MM, _TO_MM = 36.0, 394.0
THICK_MM, MAT_MARGIN_MM = 0.4, 30.0
SLOPPY_MM, SLOPPY_RAD = 1.2, 0.02


def _places() -> dict[str, tuple[float, float]]:
    """Return the middle of every space, mm: two players' rows, each card in a space of its own."""
    near = {f"battle {number}": (x, BATTLE_MM) for number, x in enumerate(BATTLE_COLUMNS_MM, 1)}
    for count in range(len(BATTLE_COLUMNS_MM) + 1, MOST + 1):
        gap = (_TO_MM - _FROM_MM) / (count - 1)
        near |= {f"row-{count} {n + 1}": (_FROM_MM + n * gap, BATTLE_MM) for n in range(count)}
    near |= {place + under: (x, y) for place, (x, y) in list(near.items()) for under in UNDER_PLACES}
    near |= {"centre": (BASE_COLUMNS_MM[2], BASES_MM)}
    columns = [x for number, x in enumerate(BASE_COLUMNS_MM) if number != 2]
    near |= {f"outskirts {number}": (x, BASES_MM) for number, x in enumerate(columns, 1)}
    near |= {"discard": (PILES_MM, BATTLE_MM), "deck": (PILES_MM, BASES_MM)}
    far = {name: (TABLE_MM[0] - x, TABLE_MM[1] - y) for name, (x, y) in near.items()}
    return {f"near {name}": at for name, at in near.items()} | {f"far {name}": at for name, at in far.items()}


PLACES = _places()


def _mat(rng: np.random.Generator) -> Picture:
    """Return a plain playmat, slightly uneven in colour, under all cards."""
    width, height = (round((side + 2 * MAT_MARGIN_MM) * PX_PER_MM) for side in TABLE_MM)
    base = rng.uniform(50, 110, 3) * rng.uniform(0.5, 1.2)
    cloud = cv2.resize(
        rng.normal(0, 7, (12, 15)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    weave = rng.normal(0, 2, (height, width)).astype(np.float32)
    return np.asarray((base + (cloud + weave)[..., None]).clip(0, 255), np.uint8)


_PROPS = Props(tuple(PLACES), Size(TABLE_MM, MAT_MARGIN_MM), _mat, {}, THICK_MM)


class SimulatedFabulaTable(SimulatedStage[str]):
    """A table of cards in front of a camera; equal arguments and acts give equal pictures.

    `table` is the first table, {"near battle 1": {"bandit": 1}}; a kind that ends in `TAPPED` is turned by
    90 degrees. `rest_s` is the quiet time after each act, `nudges` the chance (0..1) per act of a bump.
    """

    def __init__(
        self, table: Table, seed: int, *, tilt_deg: float | None = None, rest_s: float = 1.5,
        nudges: float = 0.0,
    ) -> None:  # fmt: skip
        """Draw the style of the table by `seed` and place the cards."""
        super().__init__(
            _PROPS, table, seed, tilt_deg=tilt_deg, markers=False, rest_s=rest_s, nudges=nudges,
            light_drift=False,
        )  # fmt: skip

    def _corners_px(self) -> Floats:
        """Outer corners of the mat (4, 2), clockwise from its own top left."""
        return self._view.flat(_PROPS.size.corners_mm())

    def _centre_mm(self, space: str) -> Floats:
        return np.array(PLACES[space])

    def _put(self, space: str, kind: str) -> None:
        x, y = self._rng.normal(self._centre_mm(space), SLOPPY_MM)
        turn = self._rng.normal(0, SLOPPY_RAD) + math.pi * space.startswith("far")
        turn += math.pi / 2 * (TAPPED in kind)
        out = OUT_MM * (1 + UNDER_PLACES.index(space[space.index(UNDER) :])) if UNDER in space else 0.0
        x, y = x + out * math.sin(turn), y - out * math.cos(turn)
        self.pieces[space] = (*self.pieces[space], PieceOnTable(kind, float(x), float(y), float(turn)))
        self._still = None

    def _lies_flat(self, p: PieceOnTable) -> bool:
        return p.kind.endswith(UNDER)

    def _shadow(self, p: PieceOnTable) -> Layer:
        return Layer(0, 0, np.zeros((1, 1, 1), np.float32))

    def _figure(self, p: PieceOnTable, lift_mm: float) -> Iterable[Layer]:
        along = np.array([math.cos(p.turn), math.sin(p.turn), 0.0])
        down = np.array([-along[1], along[0], 0.0])
        middle = np.array([p.x_mm, p.y_mm, THICK_MM + lift_mm])
        origin = middle - CARD_MM[0] / 2 * along - CARD_MM[1] / 2 * down
        place = self._view.plane(origin, along, down) @ np.diag([CARD_MM[0] / KEPT_PX[0]] * 2 + [1.0])
        width, height = KEPT_PX
        rim = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
        corners = cv2.perspectiveTransform(rim, place)[0]
        left, top = (int(side) for side in np.floor(corners.min(0)))
        right, bottom = (int(side) for side in np.ceil(corners.max(0)) + 1)
        if right - left > 4 * width or bottom - top > 4 * height:
            return
        twice = np.diag([2.0, 2.0, 1.0]) @ np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ place
        size = 2 * (right - left), 2 * (bottom - top)
        face = cv2.warpPerspective(drawn(p.kind.removesuffix(UNDER).removesuffix(TAPPED)), twice, size)
        solid = cv2.warpPerspective(np.full((height, width), 255, np.uint8), twice, size)
        half = right - left, bottom - top
        colour = cv2.resize(face, half, interpolation=cv2.INTER_AREA).astype(np.float32)
        alpha = cv2.resize(solid, half, interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
        lit = np.asarray(colour * self._style.light_colour.astype(np.float32), np.float32)
        yield Layer(left, top, np.asarray(alpha, np.float32), lit)
