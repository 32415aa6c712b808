"""What the window asks of the app while a table is set up."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

from companion.errors import CompanionError


class CameraPlace(NamedTuple):
    """How high a lens hangs above a board of that size, in mm: `least` shows all of it, from `most` on pieces
    are too small to tell.
    """

    board_mm: tuple[float, float]
    least_mm: float
    most_mm: float


StripDriver: TypeAlias = Literal["twin", "adalight", "wled", "network"]
StripAsks: TypeAlias = Literal["", "wait", "colour", "place", "done"]


class StripStep(NamedTuple):
    """How far people are with the strip: what is asked, of lamp `lamp`, and which `share` is done, 0..1.

    "colour" wants the name of a colour, "place" a side ("top") or corner ("top_left") of the board; "wait":
    the strip has not answered yet, "" nobody is asked. `problem` is why it shows nothing, or fits nowhere.
    """

    asks: StripAsks = ""
    lamp: int = 0
    share: float = 0.0
    problem: CompanionError | None = None


class TableSetup(Protocol):
    """What is set up once at a table: where the camera hangs, how the strip lies, whether buttons answer."""

    def lenses(self) -> Sequence[str]:
        """Names of cameras whose lens is known, the most usual first."""

    def camera_place(self, game: str, lens: str) -> CameraPlace | None:
        """How high that lens hangs above the board of a game; None where it has no board."""

    def strip_driver(self) -> StripDriver:
        """What the strip speaks, as the settings name it; "twin": it is painted on the screen."""

    def strip_host(self) -> str:
        """Name or address of the strip in the network; "" where none is known."""

    def begin_strip(self, driver: StripDriver, lamps: int, host: str = "") -> None:
        """Begin to ask, with so many lamps on the wire of a strip at a serial port, or in the network at
        `host`. "twin": there is none. Raises CompanionError.
        """

    def strip_step(self) -> StripStep:
        """What is asked now."""

    def answer_strip(self, seen: str) -> None:
        """What people see; after the last answer all is kept in the settings. Raises CompanionError."""

    def leave_strip(self) -> None:
        """Ask no more; the strip is again as the settings say."""

    def buttons_wired(self) -> bool:
        """Whether buttons at pins are heard."""

    def use_pins(self) -> None:
        """Listen to buttons at the pins of the settings from now on, and keep that. Raises CompanionError."""

    def seat_pins(self) -> Mapping[str, Sequence[int]]:
        """GPIO numbers of button, red, green and blue by seat (`people.Side`), of seats with a station."""

    def free_pins(self, seat: str) -> Sequence[int]:
        """GPIO numbers that a station at that seat may have, in the order of the header."""

    def header_pin(self, gpio: int) -> int:
        """Where a GPIO number is on the header, 1..40."""

    def wire_seat(self, seat: str, pins: Sequence[int]) -> None:
        """Use these pins at a seat from now on, none where empty, and keep that. Raises CompanionError."""

    def light_seat(self, seat: str, light: tuple[int, int, int]) -> None:
        """Light the lamp of a seat, to try it. Raises HardwareError."""

    def pressed(self) -> Sequence[tuple[str, str]]:
        """Which buttons were pressed how, and at which seats ("down"), the last ones."""
