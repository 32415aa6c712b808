"""A table that is played on: pieces, hands and time, one camera picture after the other."""

import math
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.base import Table
from companion.games.fae.board import CENTRES, MAP_MM, POLYGONS, SPACES
from companion.table.guide import GuideStep
from vision.simulated.figures import HEIGHT_MM, Hand, Layer, piece, piece_shadow
from vision.simulated.placing import place
from vision.simulated.scenery import Scenery, random_style
from vision.simulated.view import HEIGHT_PX, WIDTH_PX, View

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]
T = TypeVar("T")

_HANDFUL = 3
_SPEED_MM_S = 700.0
_GRIP_S = 0.2
_HOVER_MM = 45.0
_SEATS_DEG = (90.0, 270.0, 180.0, 0.0)


@dataclass(frozen=True, slots=True)
class Standing:
    """One druid on the table: its base's centre in mm of the map and the way it faces (radians)."""

    colour: str
    x_mm: float
    y_mm: float
    turn: float


@dataclass(frozen=True, slots=True)
class SimulatedFrame:
    """One picture, (960, 1280, 3) BGR, with the truth about it.

    `truth` counts the druids standing on the board, not those in a hand. `corners_px` (4, 2) are the
    board's outer corners, clockwise from its own top left.
    """

    picture: Picture
    time_s: float
    truth: dict[int, dict[str, int]]
    hand_in_view: bool
    corners_px: Floats


@dataclass(frozen=True, slots=True)
class _Reach:
    """Where the fingertips are (x, y, height in mm), where the arm comes from, and what is held."""

    tip_mm: Floats
    shoulder_mm: Floats
    held: Sequence[Standing]


class SimulatedTable:
    """A Fae table before a camera; equal arguments and acts give equal pictures.

    `table` is what stands there first. `rest_s` is the quiet time after each act, `nudges` the chance
    (0..1) per act that somebody bumps the camera; `light_drift` lets the daylight change slowly.
    """

    def __init__(
        self, table: Table, seed: int, *, tilt_deg: float | None = None, markers: bool = True,
        rest_s: float = 1.5, nudges: float = 0.0, light_drift: bool = False,
    ) -> None:  # fmt: skip
        """Draw the style of the table by `seed` and set the pieces out."""
        self._rng = np.random.default_rng(seed)
        self._style = random_style(self._rng, tilt_deg)
        self._scenery = Scenery(self._style, markers, self._rng)
        self._hand = Hand(self._style, self._rng)
        self._view: View = self._style.view
        self._empty = self._scenery.seen(self._view)
        self._rest_s, self._nudges, self._light_drift = rest_s, nudges, light_drift
        self._seats: dict[str, float] = {}
        self._layers: dict[Standing, tuple[Layer, Layer]] = {}
        self._still: Picture | None = None
        grain = self._style.noise * self._rng.standard_normal(
            (HEIGHT_PX + 128, WIDTH_PX + 128, 3), np.float32
        )
        grain = cv2.GaussianBlur(grain, (3, 3), 0.5) * 1.4
        self._brighter, self._darker = (
            np.clip(np.round(g), 0, 255).astype(np.uint8) for g in (grain, -grain)
        )
        self.pieces: dict[int, tuple[Standing, ...]] = dict.fromkeys(SPACES, ())
        for space, counts in table.items():
            for colour, count in counts.items():
                for _ in range(count):
                    self._put(int(space), colour)

    @property
    def truth(self) -> dict[int, dict[str, int]]:
        """The druids standing on the board: {space: {colour: count}}, occupied spaces only."""
        return {
            space: dict(Counter(p.colour for p in standing))
            for space, standing in self.pieces.items()
            if standing
        }

    def frames(self, acts: Iterable[GuideStep], fps: float = 10.0) -> Generator[SimulatedFrame, None, None]:
        """Play the acts before the camera; the next act is asked for when the one before is done.

        "move", "remove" and "place" are done by a hand ("move" without `pieces` takes all); every
        other act is a pause. Raises ValueError when the pieces of an act are not there.
        """
        drift = self._rng.uniform(0, 2 * math.pi, 2)
        for number, reach in enumerate(self._moments(acts, fps)):
            picture = self._standing_picture().copy()
            seen = reach is not None and self._reach_in(picture, reach)
            yield SimulatedFrame(
                self._exposed(picture, number / fps, drift),
                number / fps,
                self.truth,
                seen,
                self._view.corners_px(),
            )

    def _moments(self, acts: Iterable[GuideStep], fps: float) -> Iterator[_Reach | None]:
        rest = max(1, round(self._rest_s * fps))
        yield from [None] * rest
        for act in acts:
            if self._rng.random() < self._nudges:
                self._bump()
            for path, held in self._trips(act):
                yield from self._along(path, held, act.player, fps)
            yield from [None] * rest

    def _trips(self, act: GuideStep) -> Iterator[tuple[list[Floats | None], Sequence[Standing]]]:
        """The hand's way, as stretches between points; None is its place outside the picture."""
        if act.act == "place":
            goal_space = _space(act, act.space)
            for colours in _handfuls(_colours(act.pieces)):
                goal = self._spot(goal_space)
                yield [None, goal, goal], [Standing(colour, 0, 0, 0) for colour in colours]
                for colour in colours:
                    self._put(goal_space, colour)
                yield [goal, None], ()
        elif act.act in ("move", "remove"):
            source = _space(act, act.space)
            target = _space(act, act.target) if act.act == "move" else None
            wanted = self._chosen(source, act)
            at: Floats | None = None
            for handful in _handfuls(wanted):
                middle = _middle(handful)
                yield [at, middle, middle], ()
                self._take(source, handful)
                at = None if target is None else self._spot(target)
                yield [middle, at, at], handful
                if target is not None:
                    for standing in handful:
                        self._put(target, standing.colour)
            if at is not None:
                yield [at, None], ()

    def _along(
        self, path: list[Floats | None], held: Sequence[Standing], player: str, fps: float
    ) -> Iterator[_Reach]:
        home, shoulder = self._seat(player)
        for start, end in pairwise(home if spot is None else spot for spot in path):
            distance = float(np.linalg.norm(end - start))
            steps = max(1, round((distance / _SPEED_MM_S + _GRIP_S) * fps))
            for step in range(1, steps + 1):
                share = step / steps
                tip = start + (end - start) * (share * share * (3 - 2 * share))
                tip[2] = HEIGHT_MM - 2 + _HOVER_MM * math.sin(math.pi * share) * min(1.0, distance / 60)
                yield _Reach(tip, shoulder, held)

    def _seat(self, player: str) -> tuple[Floats, Floats]:
        """Where a player's hand waits outside the picture, and the shoulder behind it."""
        if player not in self._seats:
            self._seats[player] = _SEATS_DEG[len(self._seats) % len(_SEATS_DEG)] + self._rng.uniform(-22, 22)
        turn = math.radians(self._seats[player])
        outward = np.array([math.cos(turn), math.sin(turn), 0.0])
        home = np.array([MAP_MM[0] / 2, MAP_MM[1] / 2, HEIGHT_MM])
        while self._in_picture(home):
            home = home + 20 * outward
        return home, home + 450 * outward + [0, 0, 130]

    def _in_picture(self, spot: Floats) -> bool:
        x, y = self._view.pixels(spot[None])[0]
        return bool(-60 < x < WIDTH_PX + 60 and -60 < y < HEIGHT_PX + 60)

    def _spot(self, space: int) -> Floats:
        standing = self.pieces[space]
        return _middle(standing) if standing else np.array([*(np.array(CENTRES[space]) * MAP_MM), HEIGHT_MM])

    def _chosen(self, space: int, act: GuideStep) -> list[Standing]:
        left = list(self.pieces[space])
        if not act.pieces and left:
            return left
        chosen = []
        for colour in _colours(act.pieces) or ["piece"]:
            match = next((p for p in left if p.colour == colour), None)
            if match is None:
                raise ValueError(
                    f"{act} needs a {colour} on space {space}; there is {self.truth.get(space, 'nothing')}"
                )
            left.remove(match)
            chosen.append(match)
        return chosen

    def _take(self, space: int, handful: Sequence[Standing]) -> None:
        self.pieces[space] = tuple(p for p in self.pieces[space] if p not in handful)
        self._still = None

    def _put(self, space: int, colour: str) -> None:
        polygon = np.array(POLYGONS[space]) * MAP_MM
        centre = np.array(CENTRES[space]) * MAP_MM
        before = self.pieces[space]
        others = [(p.x_mm, p.y_mm) for s, standing in self.pieces.items() if s != space for p in standing]
        here = np.array([(p.x_mm, p.y_mm) for p in before]).reshape(-1, 2)
        spots = place(polygon, centre, here, np.array(others).reshape(-1, 2), self._rng)
        newcomer = Standing(colour, 0, 0, self._rng.uniform(0, 2 * math.pi))
        self.pieces[space] = tuple(
            replace(p, x_mm=float(x), y_mm=float(y))
            for p, (x, y) in zip((*before, newcomer), spots, strict=True)
        )
        self._still = None

    def _bump(self) -> None:
        self._view = self._style.view.nudged(self._rng)
        self._empty = self._scenery.seen(self._view)
        self._layers.clear()
        self._still = None

    def _standing_picture(self) -> Picture:
        """The board with all that stands on it; drawn again only when something changed."""
        if self._still is None:
            eye = self._view.eye_mm
            everyone = [p for standing in self.pieces.values() for p in standing]
            everyone.sort(key=lambda p: -math.hypot(p.x_mm - eye[0], p.y_mm - eye[1]))
            self._layers = {p: self._layers.get(p) or self._drawn(p) for p in everyone}
            self._still = self._empty.copy()
            for shadow, _ in self._layers.values():
                shadow.draw(self._still)
            for _, figure in self._layers.values():
                figure.draw(self._still)
        return self._still

    def _drawn(self, p: Standing) -> tuple[Layer, Layer]:
        shadow = piece_shadow(self._view, self._style, p.x_mm, p.y_mm)
        return shadow, piece(self._view, self._style, p.colour, p.x_mm, p.y_mm, 0.0, p.turn)

    def _reach_in(self, picture: Picture, reach: _Reach) -> bool:
        x, y, height = reach.tip_mm
        for standing, (dx, dy) in zip(reach.held, ((0, 0), (9, 8), (-9, 8)), strict=False):
            lift = max(height - HEIGHT_MM + 2, 0.0)
            piece(self._view, self._style, standing.colour, x + dx, y + dy, lift, standing.turn).draw(picture)
        return self._hand.draw(picture, self._view, reach.tip_mm, reach.shoulder_mm)

    def _exposed(self, picture: Picture, time_s: float, drift: Floats) -> Picture:
        """What the sensor makes of it: flickering exposure, daylight, noise."""
        gain = 1 + 0.006 * self._rng.standard_normal()
        if self._light_drift:
            bright = gain * (1 + 0.10 * math.sin(time_s / 40 + drift[0]))
            warm = 0.04 * math.sin(time_s / 60 + drift[1])
            gains = bright * np.array([1 - warm, 1.0, 1 + warm])
            curve = np.clip(np.arange(256)[None, :, None] * gains, 0, 255).astype(np.uint8)
            picture = np.asarray(cv2.LUT(picture, curve), dtype=np.uint8)
        else:
            cv2.convertScaleAbs(picture, dst=picture, alpha=gain)
        x, y = self._rng.integers(0, 128, 2)
        window = np.s_[y : y + HEIGHT_PX, x : x + WIDTH_PX]
        cv2.add(picture, self._brighter[window], dst=picture)
        cv2.subtract(picture, self._darker[window], dst=picture)
        return picture


def _space(act: GuideStep, space: object) -> int:
    if space not in SPACES:
        raise ValueError(f"{act} needs a space from 1 to {len(SPACES)}; there is {space!r}")
    return int(str(space))


def _colours(pieces: Mapping[str, int]) -> list[str]:
    return [colour for colour, count in pieces.items() for _ in range(count)]


def _handfuls(pieces: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(pieces), _HANDFUL):
        yield pieces[start : start + _HANDFUL]


def _middle(handful: Sequence[Standing]) -> Floats:
    return np.array([np.mean([p.x_mm for p in handful]), np.mean([p.y_mm for p in handful]), HEIGHT_MM])
