"""Several random games: what is rare in one happens in another."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.games.base import Game, Rules
from companion.games.board_rules import BoardRules
from companion.testing.rules import SEED, RandomGame, random_game

if TYPE_CHECKING:  # loads OpenCV, which a game without a board does not need
    from companion.app.board.description import BoardGame

GAMES = 6
POSITIONS = 600
"""Number of positions after which no further game is played."""


@dataclass(frozen=True, eq=False)
class Several:
    """Random games of some rules, and the description of the board, if there is one."""

    rules: Rules[Any, Any]
    described: "BoardGame | None"
    games: tuple[RandomGame, ...]

    @property
    def game(self) -> Game[Any, Any] | None:
        """The functions that say what is legal and what changes; None if the game has none of them."""
        if self.described:
            return self.described.game
        return self.rules.game if isinstance(self.rules, BoardRules) else None

    def author(self, name: str) -> Any:
        """Return the function of the game's author behind one of `Game`, for the place of a finding."""
        game: Any = self.game
        return getattr(game, "written", {}).get(name) or getattr(game, name)

    def positions(self) -> Iterator[tuple[Any, str]]:
        """Yield all positions, each with its place in a game, such as "after 3 moves"."""
        for game in self.games:
            for number, position in enumerate(game.positions):
                yield position, f"after {number} moves"


def random_games(rules: Rules[Any, Any]) -> Iterator[RandomGame]:
    """Play some games, in turn with each number of players."""
    least, most = rules.players
    positions = 0
    for number in range(max(GAMES, most - least + 1)):
        played = random_game(rules, SEED + number, least + number % (most - least + 1))
        yield played
        positions += len(played.positions)
        if positions > POSITIONS and number >= most - least:
            return
