"""Descriptions of a board game, from which the app's part is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.games.base import Game, Kind, Rules, Table, guest_name
from companion.games.board_rules import BoardRules
from companion.session.base import SessionContext
from companion.session.board.session import BoardSession
from vision.board.piece_kinds import PieceKinds
from vision.board.printed_board import PrintedBoard
from vision.board.reader import BoardReader
from vision.board.simulated import SimulatedBoard
from vision.geometry.find_board import Locate


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardGame:
    """Rules, board and pieces of a game.

    `game` is the module with the functions of `companion.games.base.Game`, `turns` says what a piece shows
    when it is turned over; `BoardRules` have both already. `sides` are the kinds that the screen shows beside
    the players, in their order; none if they share all pieces.
    """

    rules: Rules[Any, Any]
    game: Game[Any, Any] = None  # type: ignore[assignment]  # until `__post_init__`
    board: Callable[[], PrintedBoard]
    kinds: PieceKinds
    turns: Mapping[Kind, Kind] = field(default_factory=dict)
    sides: tuple[Kind, ...] = ()

    def __post_init__(self) -> None:
        """Take from the rules what they have. Raises ValueError if the game is missing."""
        if isinstance(self.rules, BoardRules):
            object.__setattr__(self, "game", self.game or self.rules.game)
            object.__setattr__(self, "turns", self.turns or self.rules.turns)
        if self.game is None:
            raise ValueError("game: expected the module of the rules, or rules by board_rules, found nothing")

    @property
    def guests(self) -> tuple[str, ...]:
        """Names of players who gave none, as few as may play."""
        return tuple(map(guest_name, range(1, self.rules.players[0] + 1)))

    def opening(self, seed: int, players: tuple[str, ...] = ()) -> Any:
        """Return a first position; a game with a set-up by chance draws it from the seed."""
        names = players or self.guests
        return self.rules.read_setup(self.rules.opening(Random(seed), names))

    def stage(self, table: Table, seed: int, rest_s: float = 1.2) -> SimulatedBoard:
        """Return a simulated table."""
        return SimulatedBoard(self.board(), self.kinds, table, seed, markers=True, rest_s=rest_s)

    def session(self, players: tuple[str, ...], **context: Any) -> BoardSession[Any, Any]:
        """Return a session that stores nothing."""
        return BoardSession(self.game, self.rules, players, SessionContext(**context), turns=self.turns)

    def reader(self, find: Locate, known: Table | None) -> BoardReader:
        """Return a reader; without a known table the first picture must show the start."""
        start = self.rules.table(self.opening(0)) if known is None else known
        return BoardReader(self.board(), self.kinds, find, start)
