"""Interface for learning the user's own boards and pieces.

Coordinates of pictures are shares of their width and height, 0..1, from the top left.
"""

from collections.abc import Callable, Mapping, Sequence
from gettext import NullTranslations
from typing import Any, Literal, NamedTuple, Protocol

from companion.errors import CompanionError
from companion.games.base import N_, Space
from ui.services import PicturePoint, RgbPicture, TableLook


class KindAccuracy(NamedTuple):
    """Recognition rate of a kind of piece: `right` of `samples`; the others are taken for the kinds `alike`.

    "" is an empty space. `right` is None if one picture is not enough. `doubted` are spaces whose piece
    looks like another kind than the user said, with that kind; they are left out.
    """

    kind: str
    right: int | None
    samples: int
    alike: tuple[str, ...] = ()
    doubted: tuple[tuple[str, str], ...] = ()

    def say(
        self, tr: NullTranslations, title: Callable[[str], str], place: Callable[[Space], str] = str
    ) -> str:
        """Tell the rate and how to improve it; `title`: catalogue name of a kind, `place`: of a space."""

        def named(kind: str) -> str:
            return tr.gettext(title(kind) if kind else N_("an empty space"))

        if self.right is None:
            text = tr.gettext("{kind}: {total} shown; one picture is not enough to measure accuracy")
        else:
            text = tr.gettext("{kind}: {right} of {total} recognised")
        parts = [text.format(kind=named(self.kind), right=self.right, total=self.samples)]
        if self.alike:
            others = ", ".join(map(named, self.alike))
            parts.append(tr.gettext("looks like {others}: show more of them").format(others=others))
        left_out = tr.gettext("skipped {space}, which looks like {other}: check the list")
        parts += [left_out.format(space=place(space), other=named(other)) for space, other in self.doubted]
        return "; ".join(parts)


class Teacher(Protocol):
    """Learning one's own boards and pieces from one picture.

    Everything that looks at a picture takes seconds: not for the window's thread.
    """

    def capture(self, game: str) -> RgbPicture:
        """Take the picture to learn from; waits for the camera. Raises VisionError."""

    def learn_board(self, corners: Sequence[PicturePoint], name: str) -> None:
        """Learn the appearance of the board in the captured picture. Raises VisionError, StorageError."""

    def spaces(self, corners: Sequence[PicturePoint] | None) -> Mapping[Space, tuple[PicturePoint, ...]]:
        """The outlines of the spaces in the captured picture, whose board is inside these corners.

        Without corners it is found by itself. Raises VisionError when there is no board.
        """

    def learn_pieces(
        self, corners: Sequence[PicturePoint] | None, lesson: Any, name: str
    ) -> Sequence[KindAccuracy]:
        """Learn the appearance of the pieces of a lesson: piece kinds by space, in the game's notation.

        Raises VisionError, RuleError, StorageError.
        """

    def propose(self, name: str) -> Any:
        """The lesson that the captured picture seems to be by the set of that name, to be corrected.

        Raises VisionError, StorageError.
        """

    def face(self, game: str, name: str, kind: str) -> RgbPicture:
        """Picture of a kind of the named set. Raises StorageError."""

    def card(self) -> Sequence[PicturePoint]:
        """The corners of the card in the captured picture, clockwise from its top left; () without one."""

    def photo(self, corners: Sequence[PicturePoint]) -> bytes:
        """Rectified area between four corners of the captured picture, as a small JPEG."""

    def test(self, name: str) -> TableLook:
        """Read the table with the latest samples of that name. Raises VisionError."""

    def learnt(self, sort: Literal["boards", "pieces"], game: str) -> Sequence[str]:
        """Names of learnt sets, last used first."""

    def damaged(self, sort: Literal["boards", "pieces"], game: str) -> Mapping[str, CompanionError]:
        """Reasons why stored files cannot be used, by their names."""

    def check(self, sort: Literal["boards", "pieces"], game: str, content: bytes, place: str) -> None:
        """Validate the content of a file of that sort; `place` names it in errors.

        Raises StorageError, VisionError.
        """

    def forget(self, sort: Literal["boards", "pieces"], game: str, name: str) -> None:
        """Delete one. Raises StorageError."""

    def use(self, sort: Literal["boards", "pieces"], game: str, name: str) -> None:
        """Use this one from now on. Raises StorageError."""
