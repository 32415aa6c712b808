"""What the window asks of the app while a table is set up."""

from collections.abc import Sequence
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

    def begin_strip(self, driver: StripDriver, lamps: int) -> None:
        """Begin to ask, with so many lamps on the wire of a strip at a serial port. "twin": there is none.

        Raises CompanionError.
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

    def seats_wired(self) -> Sequence[str]:
        """Seats (`people.Side`) with a station."""

    def pressed(self) -> Sequence[tuple[str, str]]:
        """Which buttons were pressed how, and at which seats ("down"), the last ones."""
