"""The simulated duel table: cards that lie there and a hand that lays them, picture by picture."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.fabula.cards import BACK, corners_mm
from vision.fabula.gallery import KEPT_PX
from vision.fabula.layout import TABLE_MM
from vision.simulated.hand import SimulatedHand
from vision.simulated.props import StageFrame
from vision.simulated.scenery import random_style
from vision.simulated.sensor import Sensor
from vision.simulated.texture import table_top
from vision.simulated.view import HEIGHT_PX, WIDTH_PX, Size

_MARGIN_MM = 700
_REACH_S, _REST_S = 0.6, 0.8
_SHADOW = np.array([1.5, 1.5, 0.0])
_INK = (24, 22, 20)


class LaidCard(NamedTuple):
    """A card on the table: its name, where its middle lies (table mm) and how it is turned, clockwise."""

    name: str
    x_mm: float
    y_mm: float
    turn_deg: float


Layout = Sequence[LaidCard]


class SimulatedDuelTable:
    """Cards as drawn by `face`; `frames` plays one layout after the other before the camera."""

    def __init__(self, layout: Layout, seed: int, *, tilt_deg: float | None = None) -> None:
        """Draw the style of the table by `seed` and lay the cards out."""
        rng = np.random.default_rng(seed)
        style = random_style(rng, Size(TABLE_MM, 0.0), {}, around_mm=30.0, tilt_deg=tilt_deg)
        self.layout: Layout = tuple(layout)
        self._view, self._rng = style.view, rng
        self._hand = SimulatedHand(style, rng)
        self._sensor = Sensor(style.noise, False, rng)
        width, height = (round(side) + 2 * _MARGIN_MM for side in TABLE_MM)
        top = table_top(style.table, (height, width), rng)
        place = style.view.level(0.0) @ np.array([[1, 0, -_MARGIN_MM], [0, 1, -_MARGIN_MM], [0, 0, 1.0]])
        empty = cv2.warpPerspective(top, place, (WIDTH_PX, HEIGHT_PX), flags=cv2.INTER_LINEAR)
        self._empty = np.asarray(empty, np.uint8)

    @property
    def truth(self) -> dict[str, dict[str, int]]:
        """The cards that lie there, by name."""
        counts: dict[str, int] = {}
        for card in self.layout:
            counts[card.name] = counts.get(card.name, 0) + 1
        return {"table": counts}

    def frames(
        self, acts: Iterable[Layout | None], fps: float = 10.0
    ) -> Generator[StageFrame[str], None, None]:
        """Every act is a layout that hands make, or None: a rest."""
        self._sensor.wake(self._rng)
        number = 0
        still = self._laid(self.layout)
        for act in acts:
            if act is not None and tuple(act) != tuple(self.layout):
                for share in self._shares(fps):
                    spot = self._where(act)
                    if share > 0.5 and self.layout != tuple(act):
                        self.layout = tuple(act)
                        still = self._laid(self.layout)
                    yield self._frame(still, number, fps, self._reach(spot, share))
                    number += 1
            for _ in range(max(1, round(_REST_S * fps))):
                yield self._frame(still, number, fps, None)
                number += 1

    def _shares(self, fps: float) -> list[float]:
        steps = max(3, round(_REACH_S * fps))
        return [step / steps for step in range(steps + 1)]

    def _where(self, act: Layout) -> Floats:
        """The middle of what changes."""
        changed = [card for card in (*act, *self.layout) if (card in act) != (card in self.layout)]
        card = changed[0] if changed else LaidCard("", TABLE_MM[0] / 2, TABLE_MM[1] / 2, 0.0)
        return np.array([card.x_mm, card.y_mm, 8.0])

    def _reach(self, spot: Floats, share: float) -> tuple[Floats, Floats]:
        """Where fingertips and shoulder are on the way there and back."""
        near = spot[1] > TABLE_MM[1] / 2
        home = np.array([spot[0], TABLE_MM[1] + 420.0 if near else -420.0, 8.0])
        way = 1 - abs(2 * share - 1)
        outward = np.array([0.0, 1.0 if near else -1.0, 0.0])
        return home + (spot - home) * way, home + 450 * outward + [0, 0, 130]

    def _frame(
        self, still: Picture, number: int, fps: float, reach: tuple[Floats, Floats] | None
    ) -> StageFrame[str]:
        picture = still.copy()
        seen = reach is not None and self._hand.draw(picture, self._view, *reach)
        exposed = self._sensor.exposed(picture, number / fps, self._rng)
        return StageFrame(exposed, number / fps, self.truth, bool(seen), np.zeros((0, 2)))

    def _laid(self, layout: Layout) -> Picture:
        """The table with these cards, drawn at its own size."""
        picture = self._empty.copy()
        for card in layout:
            poses = np.array([[card.x_mm, card.y_mm, math.radians(card.turn_deg)]])
            corners = self._view.flat(corners_mm(poses)[0])
            shadow = self._view.flat(corners_mm(poses + _SHADOW)[0])
            shade = np.zeros(picture.shape[:2], np.uint8)
            cv2.fillConvexPoly(shade, np.rint(shadow).astype(np.int32), 90)
            soft = cv2.GaussianBlur(shade, (0, 0), 2)[..., None] / 255.0
            picture = np.asarray(picture * (1 - soft), np.uint8)
            width, height = KEPT_PX
            flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
            place = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
            size = (WIDTH_PX, HEIGHT_PX)
            drawn = cv2.warpPerspective(face(card.name), place, size, flags=cv2.INTER_AREA)
            inside = np.zeros(picture.shape[:2], np.uint8)
            cv2.fillConvexPoly(inside, np.rint(corners).astype(np.int32), 255, cv2.LINE_AA)
            alpha = inside[..., None] / 255.0
            picture = np.asarray(drawn * alpha + picture * (1 - alpha), np.uint8)
        return picture


def faces(names: Iterable[str]) -> Mapping[str, Picture]:
    """The drawn faces of cards by name, the back among them."""
    return {name: face(name) for name in (BACK, *names)}


@lru_cache(maxsize=256)
def face(name: str) -> Picture:
    """How a card looks, (352, 252, 3) BGR: shapes and colours by its name alone."""
    rng = np.random.default_rng(crc32(name.encode()))
    width, height = KEPT_PX
    ground = rng.integers(60, 220, 3) if name != BACK else np.array([96, 60, 72])
    picture = np.full((height, width, 3), ground, np.uint8)
    cv2.rectangle(picture, (14, 52), (width - 15, 215), rng.integers(30, 250, 3).tolist(), -1)
    for _ in range(9 if name != BACK else 4):
        colour = rng.integers(10, 250, 3).tolist()
        x, y = int(rng.integers(20, width - 20)), int(rng.integers(58, 208))
        if rng.random() < 0.5:
            cv2.circle(picture, (x, y), int(rng.integers(10, 42)), colour, -1, cv2.LINE_AA)
        else:
            points = rng.integers(-45, 45, (int(rng.integers(3, 6)), 2)) + np.array([x, y])
            cv2.fillPoly(picture, [points.astype(np.int32)], colour, cv2.LINE_AA)
    cv2.rectangle(picture, (14, 228), (width - 15, height - 15), (214, 224, 232), -1)
    words = name.replace("_", " ")[:16] if name != BACK else ""
    cv2.putText(picture, words, (18, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.72, (245, 245, 245), 2, cv2.LINE_AA)
    for line in range(4):
        end = int(rng.integers(80, width - 30))
        cv2.line(picture, (26, 250 + 22 * line), (end, 250 + 22 * line), _INK, 3)
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), _INK, 9)
    return picture
