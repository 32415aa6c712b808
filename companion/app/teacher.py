"""Learning boards and pieces at the table, from the camera's own picture."""

from collections.abc import Mapping, Sequence
from typing import Literal

from companion.games.base import Space
from ui.services import Picture, Point, TableLook


class TableTeacher:
    """Implements `ui.services.Teacher`."""

    def capture(self, game: str) -> Picture:
        """Take the picture to learn from."""
        raise NotImplementedError

    def learn_board(self, corners: Sequence[Point], name: str) -> None:
        """Keep how the board in the captured picture looks."""
        raise NotImplementedError

    def learn_pieces(
        self, corners: Sequence[Point] | None, at: Mapping[Space, str], name: str
    ) -> Sequence[tuple[str, int, int]]:
        """Keep how the pieces look."""
        raise NotImplementedError

    def test(self, name: str) -> TableLook:
        """Look at the table again with what was learnt."""
        raise NotImplementedError

    def learnt(self, sort: Literal["boards", "pieces"], game: str) -> Sequence[str]:
        """Names of what is kept, last used first."""
        return ()

    def forget(self, sort: Literal["boards", "pieces"], game: str, name: str) -> None:
        """Delete one."""

    def use(self, sort: Literal["boards", "pieces"], game: str, name: str) -> None:
        """Take this one from now on."""
