"""How a strip is laid around the board, and what its lamps may draw: from lamps as the app thinks of them to
bytes as the strip wants them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args

Light: TypeAlias = tuple[int, int, int]
"""Red, green and blue of one lamp, 0..255 each."""
DARK: Light = (0, 0, 0)
Corner: TypeAlias = Literal["top_left", "top_right", "bottom_right", "bottom_left"]
CORNERS: tuple[Corner, ...] = get_args(Corner)
Order: TypeAlias = Literal["rgb", "rbg", "grb", "gbr", "brg", "bgr"]

FULL_MA = 20.0
"""What one colour of a WS2812B draws at full light (data sheet: about 60 mA for white)."""
IDLE_MA = 1.0
"""What a dark lamp draws."""


@dataclass(frozen=True)
class Strip:
    """Lamps along each side of the board; the app counts them clockwise from the top left corner.

    `start` is the corner of the first wired lamp, `clockwise` how the wire goes on from there as seen from
    above, `corner_gap` how many wired lamps stay dark at every corner on the way. `order` is that of the
    colours on the wire, `gamma` bends light to what eyes see, `brightness` is 0..1, and `most_ma` what all
    lamps may draw together.
    """

    top: int = 18
    right: int = 12
    bottom: int = 18
    left: int = 12
    start: Corner = "top_left"
    clockwise: bool = True
    corner_gap: int = 0
    order: Order = "rgb"
    gamma: float = 2.2
    brightness: float = 1.0
    most_ma: float = 2000.0

    @property
    def sides(self) -> tuple[int, int, int, int]:
        """Lamps along top, right, bottom and left."""
        return self.top, self.right, self.bottom, self.left

    @property
    def count(self) -> int:
        """Lamps the app lights."""
        return sum(self.sides)

    @property
    def wired(self) -> int:
        """Lamps on the wire."""
        return self.count + 3 * self.corner_gap

    @cached_property
    def along_the_wire(self) -> tuple[int | None, ...]:
        """For every wired lamp the app's number of it; None where it stays dark."""
        sides, first = [], 0
        for lamps in self.sides:
            sides.append(list(range(first, first + lamps)))
            first += lamps
        corner = CORNERS.index(self.start)
        if self.clockwise:
            ways = [sides[(corner + k) % 4] for k in range(4)]
        else:
            ways = [sides[(corner - 1 - k) % 4][::-1] for k in range(4)]
        wire: list[int | None] = [*ways[0]]
        for way in ways[1:]:
            wire += [None] * self.corner_gap
            wire += way
        return tuple(wire)

    def colours(self, lights: Sequence[Light]) -> bytes:
        """Three bytes a wired lamp, within the current that is allowed. `lights`: `count` of them.

        Raises ValueError for another number of lamps.
        """
        if len(lights) != self.count:
            raise ValueError(f"expected {self.count} lamps, found {len(lights)}")
        wire = [DARK if lamp is None else lights[lamp] for lamp in self.along_the_wire]
        shown = [self._levels[light["rgb".index(name)]] for light in wire for name in self.order]
        share = self._share(shown)
        return bytes(shown if share >= 1 else (int(value * share) for value in shown))

    @cached_property
    def _levels(self) -> tuple[int, ...]:
        """What is sent for each of the 256 levels of a colour."""
        return tuple(round(255 * self.brightness * (level / 255) ** self.gamma) for level in range(256))

    def draws_ma(self, colours: bytes) -> float:
        """What the lamps draw when they show these bytes."""
        return self.wired * IDLE_MA + sum(colours) / 255 * FULL_MA

    def _share(self, shown: Sequence[int]) -> float:
        """How much of the light the current allows."""
        wanted_ma = sum(shown) / 255 * FULL_MA
        free_ma = max(0.0, self.most_ma - self.wired * IDLE_MA)
        return free_ma / wanted_ma if wanted_ma > free_ma else 1.0
