"""Simulated camera pictures of a Fate table."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from companion.games.base import Table
from companion.games.fate.board import MARKERS
from companion.games.fate.geometry import (
    CORNER_HEXES,
    FRAME_MM,
    GRIMHEIM,
    GRIMHEIM_HEXES,
    HEXES,
    MAP_MM,
    centre_mm,
)  # fmt: skip
from companion.table.guide import GuideStep
from vision.arrays import Floats
from vision.fate.simulated import artwork, solids
from vision.fate.simulated.prints import TILES, TilePrinter, outline_mm
from vision.simulated.figures import LatheFigure, Layer, piece, piece_shadow
from vision.simulated.props import PieceOnTable, Props, StageFrame
from vision.simulated.stage import SimulatedStage
from vision.simulated.texture import Bgr
from vision.simulated.view import Size

FateFrame: TypeAlias = StageFrame[str]

TILE_MM = 2.0
SCATTER_MM = 5.0
HERO_MM = 32.0
_MOST_TOWN = 10
_REACH_MM = 12.0
"""Height above the board at which fingers hold a piece."""

_BASE = [(0.0, 9.5), (2.2, 9.5), (2.6, 6.0)]
HEROES: dict[str, LatheFigure] = {
    "bjorn": LatheFigure(
        [*_BASE, (9, 5.2), (16, 5.8), (22, 6.4), (24.5, 3.2), (26, 4.0), (30, 3.8), (HERO_MM, 0.8)],
        [(0, 0), (14, 0), (26, 1.0), (32, 0.6)], (8.0, 0.9, 4, 30),
    ),
    "alva": LatheFigure(
        [*_BASE, (8, 6.6), (15, 4.2), (21, 4.8), (24, 2.4), (26, 3.4), (30, 3.0), (HERO_MM, 0.5)],
        [(0, 0), (14, 0), (26, 1.6), (32, 0.4)], (7.0, 1.1, 2, 32),
    ),
    "embla": LatheFigure(
        [*_BASE, (10, 4.2), (15, 4.6), (21, 5.6), (24, 2.6), (26, 3.6), (30, 3.3), (HERO_MM, 1.0)],
        [(0, 0), (14, 1.2), (26, 0.6), (32, 0.6)], (8.5, 1.3, 12, 32),
    ),
    "boldur": LatheFigure(
        [*_BASE, (8, 6.8), (16, 7.4), (21, 7.0), (24, 4.4), (26, 4.8), (29, 4.6), (HERO_MM, 1.4)],
        [(0, 0), (14, 0), (26, 0.8), (32, 0.2)], (9.0, 1.6, 8, 24),
    ),
}  # fmt: skip
_PLASTIC: dict[str, Bgr] = {
    "bjorn": (54, 120, 38), "alva": (170, 84, 38), "embla": (28, 122, 228), "boldur": (38, 54, 126),
}  # fmt: skip
_CARDBOARD: Bgr = (146, 174, 192)
_WOOD: tuple[Bgr, ...] = ((44, 66, 112), (40, 92, 176), (92, 134, 178))
_GREY: Bgr = (96, 92, 90)
_GEMS: dict[str, Bgr] = {"damage": (30, 24, 190), "mana": (40, 190, 230), "gold": (60, 150, 34)}
_PROPS = Props(HEXES, Size(MAP_MM, FRAME_MM), artwork.board, _PLASTIC, _REACH_MM)


class SimulatedFateTable(SimulatedStage[str]):
    """Fate table in front of a camera; equal arguments and acts give equal pictures.

    `table` holds the first pieces, heroes in Grimheim under "G" or on one of its hexes. `rest_s` is the
    pause in seconds after each act, `nudges` the probability, 0..1, per act of a bump of the camera;
    `light_drift` lets the daylight change slowly.
    """

    def __init__(
        self, table: Table, seed: int, *, tilt_deg: float | None = None, markers: bool = False,
        rest_s: float = 1.5, nudges: float = 0.0, light_drift: bool = False,
    ) -> None:  # fmt: skip
        """Draw the style of the table by `seed` and set the pieces out."""
        chance = np.random.default_rng([seed, 1])
        self._printer = TilePrinter(chance)
        self._woods = [_WOOD[k] for k in chance.integers(len(_WOOD), size=8)]
        self._die = [((222, 232, 236), (22, 22, 24)), ((26, 22, 176), (234, 244, 244))][chance.integers(2)]
        self._town, self._step = 4, 1
        self._damage: Mapping[str, int] = {}
        self._levels: Mapping[str, int] = {}
        super().__init__(
            _PROPS, table, seed, tilt_deg=tilt_deg, markers=markers, rest_s=rest_s, nudges=nudges,
            light_drift=light_drift,
        )  # fmt: skip

    @property
    def truth(self) -> dict[str, dict[str, int]]:
        """Pieces on the board: {hex: {kind: 1}}, all in Grimheim under "G"."""
        area: dict[str, Counter[str]] = {}
        for hex_, counts in super().truth.items():
            area.setdefault(GRIMHEIM if hex_ in GRIMHEIM_HEXES else hex_, Counter()).update(counts)
        return {space: dict(counts) for space, counts in area.items()}

    @property
    def kinds_by_hex(self) -> dict[str, str]:
        """Kind of the piece on each occupied one of the 217 hexes."""
        return {hex_: standing[-1].kind for hex_, standing in self.pieces.items() if standing}

    def dress(self, *, town: int, step: int, damage: Mapping[str, int], levels: Mapping[str, int]) -> None:
        """Place at once what the reader does not recognise.

        `town` pieces in Grimheim, the Rune Stone on `step` of the time track, dice with the points `damage`
        on hexes, and legends with the side of their level up.
        """
        now = town, step, dict(damage), dict(levels)
        if now != (self._town, self._step, self._damage, self._levels):
            turned = {kind for kind, level in levels.items() if level != self._levels.get(kind, 1)}
            self._layers = {p: drawn for p, drawn in self._layers.items() if p.kind not in turned}
            self._town, self._step, self._damage, self._levels = now
            self._still = None

    def _corners_px(self) -> Floats:
        """Centres of the six corner hexes (6, 2), clockwise from the top left."""
        return self._view.flat(np.array([centre_mm(hex_) for hex_ in CORNER_HEXES]))

    def _centre_mm(self, space: str) -> Floats:
        return np.array(centre_mm(space))

    def _space(self, act: GuideStep | None, space: object) -> str:
        if space != GRIMHEIM:
            return super()._space(act, space)
        around_well = [hex_ for hex_ in GRIMHEIM_HEXES if hex_ != "9,9"]
        free = [hex_ for hex_ in around_well if not self.pieces[hex_]] or around_well
        return free[self._rng.integers(len(free))]

    def _trips(self, act: GuideStep) -> Iterator[tuple[list[Floats | None], Sequence[PieceOnTable]]]:
        """Yield the paths of the hand; finds the hex of a piece that an act only places in Grimheim."""
        if act.space == GRIMHEIM and act.act != "place":
            wanted = set(act.pieces)
            here = [
                hex_
                for hex_ in GRIMHEIM_HEXES
                if any(not wanted or p.kind in wanted for p in self.pieces[hex_])
            ]
            act = replace(act, space=here[0] if here else GRIMHEIM_HEXES[3])
        yield from super()._trips(act)

    def _put(self, space: str, kind: str) -> None:
        others = [p for hex_, standing in self.pieces.items() for p in standing]
        if space in GRIMHEIM_HEXES:
            others += self._town_pieces(_MOST_TOWN)
        spots = np.array([(p.x_mm, p.y_mm) for p in others]).reshape(-1, 2)
        clear = np.array([_radius_mm(p.kind) for p in others]) + _radius_mm(kind)
        best, most = self._centre_mm(space), -math.inf
        for _ in range(30):
            turn, far = self._rng.uniform(0, 2 * math.pi), SCATTER_MM * math.sqrt(self._rng.random())
            far += 4.0 if self.pieces[space] or space in GRIMHEIM_HEXES else 0.0
            spot = self._centre_mm(space) + far * np.array([math.cos(turn), math.sin(turn)])
            room = float((np.hypot(*(spots - spot).T) - clear).min()) if others else 0.0
            if room > most:
                best, most = spot, room
            if room >= 0:
                break
        newcomer = PieceOnTable(kind, float(best[0]), float(best[1]), self._rng.uniform(0, 2 * math.pi))
        self.pieces[space] = (*self.pieces[space], newcomer)
        self._still = None

    def _town_pieces(self, count: int) -> list[PieceOnTable]:
        """Return the Well, which is destroyed last, and the houses on the rims of Grimheim's outer hexes."""
        middle = np.array(centre_mm("9,9"))
        pieces = [PieceOnTable("well", float(middle[0]), float(middle[1]), 0.0)] if count else []
        for k in range(count - 1):
            turn = math.pi / 3 * (k % 6) + (0.3 if k < 6 else 0.85)
            x, y = middle + 42.0 * np.array([math.cos(turn), math.sin(turn)])
            pieces.append(PieceOnTable(f"house{k % 8}", float(x), float(y), turn))
        return pieces

    def _everyone(self) -> list[PieceOnTable]:
        standing = super()._everyone() + self._town_pieces(self._town)
        for hex_, points in self._damage.items():
            standing += [replace(p, kind=f"die{min(points, 6)}") for p in self.pieces[hex_][-1:]]
        for hex_, (kind, count) in MARKERS.items():
            x, y = centre_mm(hex_)
            for k in range(count):
                standing.append(PieceOnTable(kind, x - 6 + 6 * k, y + 13 - 2 * (k == 1), 0.7 * k))
        x, y = artwork.TRACK_MM[self._step - 1]
        return [*standing, PieceOnTable("stone", x, y, 0.2)]

    def _lies_flat(self, p: PieceOnTable) -> bool:
        return p.kind in TILES

    def _shadow(self, p: PieceOnTable) -> Layer:
        if p.kind in HEROES:
            return piece_shadow(self._view, self._style, HERO_MM, p.x_mm, p.y_mm)
        faces = self._faces(p)
        cos, sin = math.cos(p.turn), math.sin(p.turn)
        corners = np.vstack([face.corners for face in faces])
        foot = corners[:, :2] @ np.array([[cos, sin], [-sin, cos]]) + (p.x_mm, p.y_mm)
        return solids.shadow(self._view, self._style, foot, float(corners[:, 2].max()))

    def _figure(self, p: PieceOnTable, lift_mm: float) -> Iterable[Layer]:
        if p.kind in HEROES:
            figure = HEROES[p.kind]
            yield piece(self._view, self._style, figure, p.kind, p.x_mm, p.y_mm, lift_mm, p.turn)
        else:
            lift_mm += TILE_MM if p.kind.startswith("die") else 0.0
            yield solids.draw(self._view, self._style, self._faces(p), p.x_mm, p.y_mm, lift_mm, p.turn)

    def _faces(self, p: PieceOnTable) -> list[solids.SolidFace]:
        if p.kind in TILES:
            level = self._levels.get(p.kind, 1)
            return solids.prism(outline_mm(p.kind), TILE_MM, _CARDBOARD, self._printer.picture(p.kind, level))
        if p.kind.startswith("house"):
            return solids.house(self._woods[int(p.kind[5:])])
        if p.kind.startswith("die"):
            return solids.die(int(p.kind[3:]), *self._die)
        turns = np.arange(8) * math.pi / 4
        around = np.column_stack([np.cos(turns), np.sin(turns)])
        if p.kind == "stone":
            return solids.prism(7.5 * around, 8.0, _GREY)
        if p.kind == "well":
            return solids.prism(4.5 * around, 9.0, _WOOD[0])
        return solids.prism(2.8 * around[::2], 4.0, _GEMS[p.kind])


def _radius_mm(kind: str) -> float:
    """Return the approximate radius of a piece."""
    if kind in HEROES:
        return 9.5
    if kind not in TILES:
        return 7.5
    return 12.3 if len(outline_mm(kind)) < 6 else 16.0
