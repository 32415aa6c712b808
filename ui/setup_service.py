"""Interface of the one-time set-up of a table."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

from companion.errors import CompanionError


class CameraPlace(NamedTuple):
    """Range of camera heights above a board, in mm: `least` shows the whole board, above `most` pieces
    are too small to be recognised.
    """

    board_mm: tuple[float, float]
    least_mm: float
    most_mm: float


StripDriver: TypeAlias = Literal["twin", "adalight", "wled", "network"]
StripAsks: TypeAlias = Literal["", "wait", "colour", "place", "done"]


class StripStep(NamedTuple):
    """Progress of the strip set-up: the question, its lamp `lamp`, and the finished `share`, 0..1.

    "colour" wants the name of a colour, "place" a side ("top") or corner ("top_left") of the board; "wait":
    the strip has not answered yet, "": no question is open. `problem`: why it stays dark, or fits nowhere.
    """

    asks: StripAsks = ""
    lamp: int = 0
    share: float = 0.0
    problem: CompanionError | None = None


class TableSetup(Protocol):
    """One-time set-up of a table: camera height, layout of the strip, buttons."""

    def lenses(self) -> Sequence[str]:
        """Names of cameras with a known lens: the one in use (if known) first, then the most common."""

    def camera_place(self, game: str, lens: str) -> CameraPlace | None:
        """Height range of that lens above the board of a game; None if the game has no board."""

    def strip_driver(self) -> StripDriver:
        """Driver of the strip as named in the settings; "twin": drawn on the screen."""

    def strip_host(self) -> str:
        """Host name or address of the strip; "" if unknown."""

    def begin_strip(self, driver: StripDriver, lamps: int, host: str = "") -> None:
        """Start the questions for a strip of `lamps` lights at a serial port, or in the network at
        `host`. "twin": there is none. Raises CompanionError.
        """

    def strip_step(self) -> StripStep:
        """Present question."""

    def answer_strip(self, seen: str) -> None:
        """Answer the present question; the last answer stores the layout. Raises CompanionError."""

    def leave_strip(self) -> None:
        """Stop the questions; the strip shows the stored layout again."""

    def buttons_wired(self) -> bool:
        """Return true if the app listens to buttons at pins."""

    def use_pins(self) -> None:
        """Listen to buttons at the configured pins, and store that. Raises CompanionError."""

    def seat_pins(self) -> Mapping[str, Sequence[int]]:
        """GPIO numbers of button, red, green and blue by seat (`people.Side`), of seats with a station."""

    def free_pins(self, seat: str) -> Sequence[int]:
        """GPIO numbers that a station at that seat may have, in the order of the header."""

    def header_pin(self, gpio: int) -> int:
        """Position of a GPIO number on the header, 1..40."""

    def wire_seat(self, seat: str, pins: Sequence[int]) -> None:
        """Set and store the pins of a seat; empty for none. Raises CompanionError."""

    def light_seat(self, seat: str, light: tuple[int, int, int]) -> None:
        """Light the lamp of a seat, to try it. Raises HardwareError."""

    def pressed(self) -> Sequence[tuple[str, str]]:
        """Latest presses of buttons, and of the seats' buttons ("down")."""
