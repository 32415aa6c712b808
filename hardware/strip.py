"""Layout and current limit of a strip: converts board order to bytes on the wire."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args

Light: TypeAlias = tuple[int, int, int]
"""Red, green and blue of one lamp, 0..255 each."""
DARK: Light = (0, 0, 0)
FRAMES_S = 25.0
"""Pictures a second of a pattern that moves; more are not told apart."""
Corner: TypeAlias = Literal["top_left", "top_right", "bottom_right", "bottom_left"]
CORNERS: tuple[Corner, ...] = get_args(Corner)
Order: TypeAlias = Literal["rgb", "rbg", "grb", "gbr", "brg", "bgr"]

FULL_MA = 20.0
"""Current of one colour of a WS2812B at full light, in mA (data sheet: about 60 mA for white)."""
IDLE_MA = 1.0
"""Current of a dark lamp, in mA."""


@dataclass(frozen=True)
class Strip:
    """Lamps along each side of the board.

    The app counts them clockwise from the top left corner.
    `start` is the corner of the first wired lamp, `clockwise` the direction of the wire from there as
    seen from above, `corner_gap` the number of wired lamps that stay dark at every corner. `order` is
    that of the colours on the wire, `gamma` the exponent of the gamma correction, `brightness` is 0..1,
    and `most_ma` the maximum current of all lamps together.
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
        """Number of lamps along top, right, bottom and left."""
        return self.top, self.right, self.bottom, self.left

    @property
    def count(self) -> int:
        """Number of lamps that the app lights."""
        return sum(self.sides)

    @property
    def wired(self) -> int:
        """Number of lamps on the wire."""
        return self.count + 3 * self.corner_gap

    @cached_property
    def along_the_wire(self) -> tuple[int | None, ...]:
        """The app's index of every wired lamp; None if it stays dark."""
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
        """Convert `count` lights to three bytes per wired lamp, within the current limit.

        Raises ValueError for a wrong number of lights.
        """
        if len(lights) != self.count:
            raise ValueError(f"expected {self.count} lamps, found {len(lights)}")
        wire = [DARK if lamp is None else lights[lamp] for lamp in self.along_the_wire]
        shown = [self._levels[light["rgb".index(name)]] for light in wire for name in self.order]
        share = self._share(shown)
        return bytes(shown if share >= 1 else (int(value * share) for value in shown))

    @cached_property
    def _levels(self) -> tuple[int, ...]:
        """Output level for each of the 256 input levels of a colour."""
        return tuple(round(255 * self.brightness * (level / 255) ** self.gamma) for level in range(256))

    def draws_ma(self, colours: bytes) -> float:
        """Current in mA of lamps that show these bytes."""
        return self.wired * IDLE_MA + sum(colours) / 255 * FULL_MA

    def _share(self, shown: Sequence[int]) -> float:
        """Factor 0..1 that keeps the lamps within the current limit."""
        wanted_ma = sum(shown) / 255 * FULL_MA
        free_ma = max(0.0, self.most_ma - self.wired * IDLE_MA)
        return free_ma / wanted_ma if wanted_ma > free_ma else 1.0
