"""Description of the pieces of a game: what the reader knows of them before it has seen one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Kind
from vision.arrays import FloatMap, Floats
from vision.base import PieceMark
from vision.board.params import PARAMS


@dataclass(frozen=True, slots=True)
class ExpectedColour:
    """Expected CIE Lab colour of one kind: lightness 0..100, hue in degrees.

    Without `min_saturation` it has no hue, and its chroma is at most about `chroma_sigma`.
    """

    lightness: float
    lightness_sigma: float
    hue_deg: float = 0.0
    hue_sigma_deg: float = 0.0
    min_saturation: float | None = None
    chroma_sigma: float = PARAMS.neutral_chroma


_CHROMA = 45.0
"""Lab chroma of a piece of which only the hue is known."""
LIGHT, DARK = ExpectedColour(80, 20, chroma_sigma=15.0), ExpectedColour(15, 15, chroma_sigma=15.0)
"""White or wooden pieces, and black or brown ones: wood and ivory are not quite neutral."""


@dataclass(frozen=True, slots=True)
class PieceKind:
    """One kind of piece: its name, mark in the camera's picture, foot and height in mm.

    A `flat` piece is a disc or tile that shows its whole foot from above. `colour` is what to expect until
    the pieces of this set were seen; None if nothing is known. Kinds with an equal one are of one
    material, as the men and the kings of a player.

    `face` says what is printed on the top of a flat piece, "" a blank top; None if the print does not tell
    kinds apart. Kinds with different faces and the same colour, foot and height look alike but for the print,
    also those of which no colour is known. The print itself is learnt.
    """

    name: Kind
    mark: PieceMark
    foot_mm: float
    height_mm: float
    flat: bool = True
    colour: ExpectedColour | None = None
    face: str | None = None

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Colour on a screen, each channel 0..255: an expected one with a hue, else that of the mark."""
        expected = self.colour
        if expected is None or not expected.min_saturation:  # white is white, in any lamp
            blue, green, red = self.mark.bgr
            return red, green, blue
        hue = np.radians(expected.hue_deg)
        lab = np.array([[[expected.lightness, _CHROMA * np.cos(hue), _CHROMA * np.sin(hue)]]], np.float32)
        red, green, blue = (round(255 * float(value)) for value in cv2.cvtColor(lab, cv2.COLOR_Lab2RGB)[0, 0])
        return red, green, blue


class PieceKinds:
    """All kinds of a game, and how many pieces stand on a space at most (None: any number).

    `names` are in the order given. The reader looks for a piece at sample points of one cylinder, large
    enough for every kind: `body_mm` (n, 3), sideways, away from the camera, up. `start_shape` (kinds, n) is
    the chance that a point shows the piece before any was seen.
    """

    def __init__(self, kinds: Sequence[PieceKind], per_space: int | None = 1) -> None:
        """Raise ValueError if a kind or a face occurs twice, there is no kind, or a face on a figure."""
        self.names: tuple[Kind, ...] = tuple(kind.name for kind in kinds)
        if not kinds or len({*self.names}) < len(kinds):
            raise ValueError(f"kinds: expected different names, found {', '.join(self.names) or 'none'}")
        self._kinds, self.per_space = tuple(kinds), per_space
        for kind in kinds:
            if kind.face is not None and not kind.flat:
                raise ValueError(f"kinds: expected a face only on flat pieces, found one on {kind.name}")
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.marks = {kind.name: kind.mark for kind in kinds}
        self.foot_mm = max(kind.foot_mm for kind in kinds)
        self.height_mm = max(kind.height_mm for kind in kinds)
        printed = [(look, kind.face) for look, kind in zip(self.looks, self, strict=True)]
        if len({*printed}) < len(kinds):
            raise ValueError(f"kinds: expected different faces on pieces that look alike, found {printed}")

    def __iter__(self) -> Iterator[PieceKind]:
        """Iterate over the kinds."""
        return iter(self._kinds)

    def __len__(self) -> int:
        """Return the number of kinds."""
        return len(self._kinds)

    @property
    def flat(self) -> bool:
        """True if all kinds are flat."""
        return all(kind.flat for kind in self)

    @property
    def radius_mm(self) -> float:
        """Radius of the sampled cylinder; a little more than that of the widest foot."""
        return self.foot_mm / 2 + PARAMS.body_margin_mm

    @property
    def min_apart_mm(self) -> float:
        """Least distance of two feet: positions are known to a few mm."""
        return min(kind.foot_mm for kind in self) - PARAMS.place_accuracy_mm

    @property
    def place_depth_mm(self) -> float:
        """Least depth of a candidate place inside its space."""
        if self.per_space == 1:
            return PARAMS.alone_depth_share * self.radius_mm
        return PARAMS.place_depth_mm

    @property
    def seen_heights_mm(self) -> tuple[float, float, float]:
        """Heights at which a piece is projected to find the spaces that it is seen over."""
        return 0.0, self.height_mm / 2, self.height_mm

    @cached_property
    def body_mm(self) -> Floats:
        """Sample points of the cylinder, (n, 3)."""
        inner = max(1, round(self.radius_mm / PARAMS.body_ring_mm))
        shares = [*((np.arange(1, inner + 1) - PARAMS.body_ring_offset) / inner), PARAMS.body_outer_share]
        points = [(0.0, 0.0)]
        for radius_mm in self.radius_mm * np.array(shares):
            count = round(2 * np.pi * radius_mm / PARAMS.body_point_mm)
            angles = 2 * np.pi * np.arange(count) / count
            points += zip(radius_mm * np.cos(angles), radius_mm * np.sin(angles), strict=True)
        step_mm = max(PARAMS.body_step_mm, self.height_mm / PARAMS.body_levels)
        most_mm = self.height_mm * PARAMS.body_height_share
        heights = np.arange(PARAMS.body_lowest_mm, max(most_mm, PARAMS.body_lowest_mm + 0.1), step_mm)
        return np.array([(*point, height) for height in heights for point in points])

    @cached_property
    def start_shape(self) -> FloatMap:
        """Chance that a point of the cylinder shows a piece of each kind, (kinds, n), before one was seen."""
        far_mm = np.hypot(self.body_mm[:, 0], self.body_mm[:, 1])
        shapes = []
        for kind in self:
            low = self.body_mm[:, 2] < PARAMS.prior_height_share * kind.height_mm
            edge_mm = kind.foot_mm / 2 + PARAMS.body_margin_mm
            narrow = far_mm > edge_mm * (1.0 if kind.flat else PARAMS.body_outer_share) + 0.1
            shapes.append(np.where(narrow, PARAMS.shape_limits[0], np.where(low, *PARAMS.prior_shape)))
        return np.array(shapes, np.float32)

    @cached_property
    def forms(self) -> npt.NDArray[np.intp]:
        """Number of each kind's form, (kinds,): kinds of one form have the same foot and height."""
        sizes = [(kind.foot_mm, kind.height_mm, kind.flat) for kind in self]
        return np.array([sizes.index(size) for size in sizes], np.intp)

    @cached_property
    def materials(self) -> npt.NDArray[np.intp]:
        """Number of each kind's material, (kinds,): kinds with the same expected colour are of the same."""
        made_of = [kind.colour or (kind.name if kind.face is None else None) for kind in self]
        return np.array([made_of.index(material) for material in made_of], np.intp)

    @cached_property
    def looks(self) -> npt.NDArray[np.intp]:
        """Number of each kind's look, (kinds,): kinds of the same differ by their faces only."""
        looks = [
            kind.name if kind.face is None else (int(material), int(form))
            for kind, material, form in zip(self, self.materials, self.forms, strict=True)
        ]
        return np.array([looks.index(look) for look in looks], np.intp)

    def told_by_face(self, kind: Kind) -> bool:
        """Return whether only its face tells the kind from another."""
        return len(self.alike(kind)) > 1

    def alike(self, kind: Kind) -> tuple[Kind, ...]:
        """Return the kinds that differ from this one by their faces only, itself included."""
        return self._alike[kind]

    @cached_property
    def _alike(self) -> dict[Kind, tuple[Kind, ...]]:
        return {
            kind: tuple(name for name, its in zip(self.names, self.looks, strict=True) if its == look)
            for kind, look in zip(self.names, self.looks, strict=True)
        }
