"""Simulated play on a table of any game, one camera picture after the other."""

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np

from companion.games.base import Table
from companion.kept import kept
from companion.table.guide import GuideStep, movements
from vision.arrays import Floats, Picture
from vision.geometry.markers import CARD_MM
from vision.simulated.figures import Layer
from vision.simulated.hand import SimulatedHand
from vision.simulated.props import PieceOnTable, Props, S, StageFrame
from vision.simulated.scenery import Scenery, Style, random_style
from vision.simulated.sensor import Sensor
from vision.simulated.view import HEIGHT_PX, WIDTH_PX, SimulatedView

T = TypeVar("T")
Acts: TypeAlias = Iterable[GuideStep | Sequence[GuideStep]]

_HANDFUL = 3
"""Maximum number of pieces in a hand."""
_SPEED_MM_S = 700.0
"""Speed of a hand."""
_GRIP_S = 0.2
"""Time to take or to put a piece."""
_HOVER_MM = 45.0
"""Height of a hand in the middle of a long way."""
_SEATS_DEG = (90.0, 270.0, 180.0, 0.0)
"""Directions of the players' seats, given out in the order in which players first act."""


@dataclass(frozen=True, slots=True)
class _Reach:
    """Fingertips and shoulder (x, y, height in mm), and the held pieces."""

    tip_mm: Floats
    shoulder_mm: Floats
    held: Sequence[PieceOnTable]


class SimulatedStage(ABC, Generic[S]):
    """A table in front of a camera; equal arguments and acts give equal pictures."""

    def __init__(
        self, props: Props[S], table: Table, seed: int, *, tilt_deg: float | None, markers: bool,
        rest_s: float, nudges: float, light_drift: bool,
    ) -> None:  # fmt: skip
        """Draw the style of the table by `seed` and set the pieces out."""
        self._props = props
        self._style, self._scenery, self._empty, self._hand, rng = _painted(props, seed, tilt_deg, markers)
        self._rng = deepcopy(rng)
        self._view: SimulatedView = self._style.view
        self._rest_s, self._nudges = rest_s, nudges
        self._seats: dict[str, float] = {}
        self._layers: dict[PieceOnTable, tuple[Layer, ...]] = {}
        self._still: Picture | None = None
        self._sensor = Sensor(self._style.noise, light_drift, self._rng)
        self.pieces: dict[S, tuple[PieceOnTable, ...]] = dict.fromkeys(props.spaces, ())
        for space, counts in table.items():
            for kind, count in counts.items():
                for _ in range(count):
                    self._put(self._space(None, space), kind)

    @property
    def truth(self) -> dict[S, dict[str, int]]:
        """Pieces on the board: {space: {kind: count}}, occupied spaces only."""
        return {
            space: dict(Counter(p.kind for p in standing))
            for space, standing in self.pieces.items()
            if standing
        }

    def frames(self, acts: Acts, fps: float = 10.0) -> Generator[StageFrame[S], None, None]:
        """Play the acts in front of the camera; takes the next act only after the one before.

        A hand does "move", "remove" and "place" ("move" without `pieces` takes all); every other act is a
        pause. Acts in one sequence have no pause between them. Raises ValueError if pieces of an act are
        missing.
        """
        self._sensor.wake(self._rng)
        for number, reach in enumerate(self._moments(acts, fps)):
            picture = self._picture_with_pieces().copy()
            seen = reach is not None and self._reach_in(picture, reach)
            yield StageFrame(
                self._sensor.exposed(picture, number / fps, self._rng),
                number / fps,
                self.truth,
                seen,
                self._corners_px(),
            )

    def _moments(self, acts: Acts, fps: float) -> Iterator[_Reach | None]:
        rest = max(1, round(self._rest_s * fps))
        yield from [None] * rest
        for act in acts:
            if self._rng.random() < self._nudges:
                self._bump()
            steps = (act,) if isinstance(act, GuideStep) else act
            together = [one for step in steps for one in movements(step)]
            at: Floats | None = None
            for one in together:
                for path, held in self._trips(one):
                    path[0] = at if path[0] is None else path[0]
                    at = None
                    if path[-1] is None and not held and one is not together[-1]:
                        at = path[0]  # the hand continues directly to the next piece
                    else:
                        yield from self._along(path, held, one.player, fps)
            yield from [None] * rest

    def _trips(self, act: GuideStep) -> Iterator[tuple[list[Floats | None], Sequence[PieceOnTable]]]:
        """Yield the paths of the hand with the held pieces; None is its place outside the picture."""
        if act.act == "place":
            goal_space = self._space(act, act.space)
            for kinds in _handfuls(_kinds(act.pieces)):
                goal = self._spot(goal_space)
                yield [None, goal, goal], [PieceOnTable(kind, 0, 0, 0) for kind in kinds]
                for kind in kinds:
                    self._put(goal_space, kind)
                yield [goal, None], ()
        elif act.act in ("move", "remove"):
            source = self._space(act, act.space)
            target = self._space(act, act.target) if act.act == "move" else None
            wanted = self._chosen(source, act)
            at: Floats | None = None
            for handful in _handfuls(wanted):
                middle = self._middle(handful)
                yield [at, middle, middle], ()
                self._take(source, handful)
                at = None if target is None else self._spot(target)
                yield [middle, at, at], handful
                if target is not None:
                    for standing in handful:
                        self._put(target, standing.kind)
            if at is not None:
                yield [at, None], ()

    def _along(
        self, path: list[Floats | None], held: Sequence[PieceOnTable], player: str, fps: float
    ) -> Iterator[_Reach]:
        home, shoulder = self._seat(player)
        for start, end in pairwise(home if spot is None else spot for spot in path):
            distance = float(np.linalg.norm(end - start))
            steps = max(1, round((distance / _SPEED_MM_S + _GRIP_S) * fps))
            for step in range(1, steps + 1):
                share = step / steps
                tip = start + (end - start) * (share * share * (3 - 2 * share))
                tip[2] = (
                    self._props.height_mm
                    - 2
                    + _HOVER_MM * math.sin(math.pi * share) * min(1.0, distance / 60)
                )
                yield _Reach(tip, shoulder, held)

    def _seat(self, player: str) -> tuple[Floats, Floats]:
        """Return the resting place of a player's hand outside the picture, and the shoulder behind it."""
        if player not in self._seats:
            self._seats[player] = _SEATS_DEG[len(self._seats) % len(_SEATS_DEG)] + self._rng.uniform(-22, 22)
        turn = math.radians(self._seats[player])
        outward = np.array([math.cos(turn), math.sin(turn), 0.0])
        home = np.array([*self._props.size.middle_mm[:2], self._props.height_mm])
        while self._in_picture(home):
            home = home + 20 * outward
        return home, home + 450 * outward + [0, 0, 130]

    def _in_picture(self, spot: Floats) -> bool:
        x, y = self._view.pixels(spot[None])[0]
        return bool(-60 < x < WIDTH_PX + 60 and -60 < y < HEIGHT_PX + 60)

    def _chosen(self, space: S, act: GuideStep) -> list[PieceOnTable]:
        left = list(self.pieces[space])
        if not act.pieces and left:
            return left
        chosen = []
        for kind in _kinds(act.pieces) or ["piece"]:
            match = next((p for p in left if p.kind == kind), None)
            if match is None:
                raise ValueError(
                    f"{act} needs a {kind} on space {space}; there is {self.truth.get(space, 'nothing')}"
                )
            left.remove(match)
            chosen.append(match)
        return chosen

    def _take(self, space: S, handful: Sequence[PieceOnTable]) -> None:
        self.pieces[space] = tuple(p for p in self.pieces[space] if p not in handful)
        self._still = None

    def _bump(self) -> None:
        self._view = self._style.view.nudged(self._rng)
        self._empty = self._scenery.seen(self._view)
        self._layers.clear()
        self._still = None

    def _picture_with_pieces(self) -> Picture:
        """Return the board with its pieces; drawn again only after a change."""
        if self._still is None:
            eye = self._view.eye_mm
            everyone = self._everyone()
            everyone.sort(key=lambda p: -math.hypot(p.x_mm - eye[0], p.y_mm - eye[1]))
            everyone.sort(key=self._lies_flat, reverse=True)
            self._layers = {p: self._layers.get(p) or self._drawn(p) for p in everyone}
            self._still = self._empty.copy()
            for shadow, *_ in self._layers.values():
                shadow.draw(self._still)
            for _, *figure in self._layers.values():
                for layer in figure:
                    layer.draw(self._still)
        return self._still

    def _everyone(self) -> list[PieceOnTable]:
        """Return all pieces on the table."""
        return [p for standing in self.pieces.values() for p in standing]

    def _lies_flat(self, p: PieceOnTable) -> bool:
        """Return whether other pieces may stand on it."""
        return False

    def _drawn(self, p: PieceOnTable) -> tuple[Layer, ...]:
        return self._shadow(p), *self._figure(p, 0.0)

    def _reach_in(self, picture: Picture, reach: _Reach) -> bool:
        x, y, height = reach.tip_mm
        for standing, (dx, dy) in zip(reach.held, ((0, 0), (9, 8), (-9, 8)), strict=False):
            lift = max(height - self._props.height_mm + 2, 0.0)
            for layer in self._figure(replace(standing, x_mm=x + dx, y_mm=y + dy), lift):
                layer.draw(picture)
        return self._hand.draw(picture, self._view, reach.tip_mm, reach.shoulder_mm)

    def _space(self, act: GuideStep | None, space: Any) -> S:
        if space not in self.pieces:
            first, last = self._props.spaces[0], self._props.spaces[-1]
            raise ValueError(f"{act} needs a space from {first} to {last}; there is {space!r}")
        known: S = space
        return known

    def _spot(self, space: S) -> Floats:
        """Return the point at which fingers reach on a space (x, y, height in mm)."""
        standing = self.pieces[space]
        if standing:
            return self._middle(standing)
        return np.array([*self._centre_mm(space), self._props.height_mm])

    def _middle(self, handful: Sequence[PieceOnTable]) -> Floats:
        x, y = np.mean([p.x_mm for p in handful]), np.mean([p.y_mm for p in handful])
        return np.array([x, y, self._props.height_mm])

    @abstractmethod
    def _centre_mm(self, space: S) -> Floats:
        """Return the middle (2,) of a space."""

    @abstractmethod
    def _corners_px(self) -> Floats:
        """Return the points, (n, 2), that a person taps to show the board."""

    @abstractmethod
    def _put(self, space: S, kind: str) -> None:
        """Add a piece to a space."""

    @abstractmethod
    def _shadow(self, p: PieceOnTable) -> Layer:
        """Return the shadow of a piece."""

    @abstractmethod
    def _figure(self, p: PieceOnTable, lift_mm: float) -> Iterable[Layer]:
        """Return the layers of a piece `lift_mm` above the board."""


@kept
@lru_cache(maxsize=1)
def _painted(
    props: Props[Any], seed: int, tilt_deg: float | None, markers: bool
) -> tuple[Style, Scenery, Picture, SimulatedHand, np.random.Generator]:
    """Return an empty table, its picture, a hand, and the random generator after them.

    Cached, as painting is slow and tests often set up the same table again.
    """
    rng = np.random.default_rng(seed)
    around_mm = CARD_MM if markers else 0.0
    style = random_style(rng, props.size, props.plastics, around_mm=around_mm, tilt_deg=tilt_deg)
    scenery = Scenery(style, props.size, props.paint(rng), markers, rng)
    return style, scenery, scenery.seen(style.view), SimulatedHand(style, rng), rng


def _kinds(pieces: Mapping[str, int]) -> list[str]:
    return [kind for kind, count in pieces.items() for _ in range(count)]


def _handfuls(pieces: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(pieces), _HANDFUL):
        yield pieces[start : start + _HANDFUL]
