"""The camera before a game: where the board is, whether the light is right, what stands where."""

from collections.abc import Mapping, Sequence

from companion.games.base import Space
from ui.services import Choice, Point, TableLook


class CameraCheck:
    """Implements `ui.services.TableCheck`."""

    def open(self, game: str, simulated: bool) -> None:
        """Begin to look at the table of a game."""

    def close(self) -> None:
        """Let go of the camera."""

    def latest(self) -> TableLook | None:
        """What was seen last."""
        return None

    def drag(self, corners: Sequence[Point] | None) -> None:
        """The board's corners as dragged; None looks for it again."""

    def correct(self, space: Space, pieces: Mapping[str, int] | None) -> None:
        """What really stands on a space; None trusts the camera again."""

    def cameras(self) -> Sequence[Choice]:
        """The cameras that are there."""
        return ()

    def use(self, source: str) -> None:
        """Look through another camera."""

    def lock(self, exposure: bool, white_balance: bool) -> None:
        """Keep the camera's exposure and white balance, or let them adapt."""
