"""What the window asks of the app to learn one's own boards and pieces.

Coordinates of pictures are shares of their width and height, 0..1, from the top left.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from companion.errors import CompanionError
from companion.games.base import Space
from ui.services import PicturePoint, RgbPicture, TableLook


class KindAccuracy(NamedTuple):
    """How well a kind of piece is told: `right` of `samples`; the rest look like the kinds `alike`.

    "" stands for nothing. `right` is None where one picture does not tell. `doubted` are spaces whose piece
    looks like another kind than was said, with that kind: they are left out.
    """

    kind: str
    right: int | None
    samples: int
    alike: tuple[str, ...] = ()
    doubted: tuple[tuple[str, str], ...] = ()


class Teacher(Protocol):
    """Learning one's own boards and pieces from one picture.

    Everything that looks at a picture takes seconds: not for the window's thread.
    """

    def capture(self, game: str) -> RgbPicture:
        """Take the picture to learn from; waits for the camera. Raises VisionError."""

    def learn_board(self, corners: Sequence[PicturePoint], name: str) -> None:
        """Keep how the board in the captured picture looks. Raises VisionError, StorageError."""

    def spaces(self, corners: Sequence[PicturePoint] | None) -> Mapping[Space, tuple[PicturePoint, ...]]:
        """The outlines of the spaces in the captured picture, whose board is inside these corners.

        Without corners it is found by itself. Raises VisionError when there is no board.
        """

    def learn_pieces(
        self, corners: Sequence[PicturePoint] | None, lesson: Any, name: str
    ) -> Sequence[KindAccuracy]:
        """Keep how the pieces look that a lesson names: what lies where, in the game's words.

        Raises VisionError, RuleError, StorageError.
        """

    def propose(self, name: str) -> Any:
        """The lesson that the captured picture seems to be by the set of that name, to be corrected.

        Raises VisionError, StorageError.
        """

    def face(self, game: str, name: str, kind: str) -> RgbPicture:
        """How a kind of the set of that name looks. Raises StorageError."""

    def card(self) -> Sequence[PicturePoint]:
        """The corners of the card in the captured picture, clockwise from its top left; () without one."""

    def photo(self, corners: Sequence[PicturePoint]) -> bytes:
        """What lies between four corners of the captured picture, straight from above, as a small JPEG."""

    def test(self, name: str) -> TableLook:
        """Look at the table again with what was learnt last under that name. Raises VisionError."""

    def learnt(self, sort: Literal["boards", "pieces"], game: str) -> Sequence[str]:
        """Names of what is kept, last used first."""

    def damaged(self, sort: Literal["boards", "pieces"], game: str) -> Mapping[str, CompanionError]:
        """Why files that are kept cannot be used, by their names."""

    def check(self, sort: Literal["boards", "pieces"], game: str, content: bytes, place: str) -> None:
        """See that the content of a file of that sort is in order; `place` names it in errors.

        Raises StorageError, VisionError.
        """

    def forget(self, sort: Literal["boards", "pieces"], game: str, name: str) -> None:
        """Delete one. Raises StorageError."""

    def use(self, sort: Literal["boards", "pieces"], game: str, name: str) -> None:
        """Take this one from now on. Raises StorageError."""
