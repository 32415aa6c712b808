"""Figures of players and roles, counted game by game."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from companion.games.base import ENGLISH, player_name
from ui.services import GameFigures, History, PlayerFigures, RoleFigures


@dataclass(slots=True)
class _Player:
    games: int = 0
    wins: int = 0
    minutes: int = 0
    points: float = 0
    with_points: int = 0
    best: float | None = None
    ahead: float = 0


@dataclass(slots=True)
class _Game:
    games: int = 0
    minutes: int = 0
    apart: float = 0
    with_points: int = 0


@dataclass(slots=True)
class _Role:
    games: int = 0
    wins: int = 0
    minutes: int = 0
    won: Counter[str] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)


class GameTally:
    """Implements `ui.services.Tally`."""

    def __init__(self, games: Iterable[History] = ()) -> None:
        """Count these games."""
        self._players: defaultdict[tuple[str, str], _Player] = defaultdict(_Player)
        self._games: defaultdict[str, _Game] = defaultdict(_Game)
        self._roles: defaultdict[tuple[str, str], _Role] = defaultdict(_Role)
        for known in games:
            self.add(known)

    def add(self, known: History) -> None:
        """Count a game if it is finished."""
        if not known.finished:
            return
        people = [player for player in known.players if player not in known.bots]
        best = sorted(known.points.values())[-2:]
        apart = best[1] - best[0] if len(best) == 2 else 0
        for player in people:
            self._count_player(known, player, apart)
        if people:
            game = self._games[known.game]
            game.games += 1
            game.minutes += known.minutes
            game.apart += apart
            game.with_points += len(best) == 2
        for player, role in known.roles.items():
            if role:
                self._count_role(known, player, role)

    def players(self) -> Sequence[PlayerFigures]:
        """Statistics of every player, most games first."""
        found = [
            PlayerFigures(
                who,
                game,
                one.games,
                one.wins,
                one.best,
                one.points / one.with_points if one.with_points else None,
                one.minutes,
                one.ahead,
            )
            for (who, game), one in self._players.items()
        ]
        return sorted(found, key=lambda one: (-one.games, one.player.casefold(), one.game))

    def games(self) -> Sequence[GameFigures]:
        """Statistics of every game that a person has played."""
        return [
            GameFigures(
                name, one.games, one.minutes, one.apart / one.with_points if one.with_points else None
            )
            for name, one in self._games.items()
        ]

    def roles(self, game: str) -> Sequence[RoleFigures]:
        """Statistics of the roles of a game, such as decks, most played first."""
        found = [
            RoleFigures(
                role,
                one.games,
                one.wins,
                one.minutes / one.games,
                {other: (one.won[other], games) for other, games in one.met.items()},
            )
            for (of, role), one in self._roles.items()
            if of == game
        ]
        return sorted(found, key=lambda one: (-one.games, one.role))

    def _count_player(self, known: History, player: str, apart: float) -> None:
        # Players without a name count as one, whatever language they were stored in.
        one = self._players[player_name(ENGLISH, player), known.game]
        one.games += 1
        one.wins += player in known.winners
        one.minutes += known.minutes
        if player in known.points:
            points = known.points[player]
            one.points += points
            one.with_points += 1
            one.best = points if one.best is None else max(one.best, points)
            if known.winners == (player,) and apart > one.ahead and points == max(known.points.values()):
                one.ahead = apart

    def _count_role(self, known: History, player: str, role: str) -> None:
        """Count the role of a player; a role against itself counts twice."""
        one = self._roles[known.game, role]
        won = player in known.winners
        one.games += 1
        one.wins += won
        one.minutes += known.minutes
        for other, their in known.roles.items():
            if other != player and their != role and won != (other in known.winners):
                one.won[their] += won
                one.met[their] += 1
