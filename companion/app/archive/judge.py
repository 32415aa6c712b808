"""How a game's positions stand, for the review of a stored game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.app.archive.record import Record
from companion.games.base import Chance, Rules, Sentence
from ui.services import History


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """Judgement of a game's positions.

    `stands(position, known, chance, trials)` is a value of each line, 0..1, the higher the better for the
    player whose name the line has; a line with another name is everybody's. `trials` is the number of trial
    games for all positions of a game, 0 if `stands` needs none and always says the same.

    `left(position)` is the number of things that everybody defends together, if there are any.

    `counts(known, record)` is what everybody did, by kind and player, all of it something to be proud of.

    With `told` better moves are looked for: `told(position, move, known)` are the sentences of a move, none
    if it is for luck to say what the move brings.
    """

    stands: Callable[[Any, History, Chance, int], Mapping[str, float]]
    trials: int = 0
    left: Callable[[Any], int] | None = None
    counts: Callable[[History, Record], Mapping[str, Mapping[str, int]]] = lambda *_: {}
    told: Callable[[Any, Any, History], Sequence[Sentence]] | None = None


Winners: TypeAlias = Callable[[Any, Sequence[str]], Sequence[str]]
"""The players who win a finished position, out of all; several share a win, nobody is all."""


def by_chance(rules: Rules[Any, Any], winners: Winners, trials: int = 3000) -> Judge:
    """Judge by games that are played on with random legal moves: a line is a player's chance to win."""

    def stands(position: Any, known: History, chance: Chance, trials: int) -> Mapping[str, float]:
        won = dict.fromkeys(known.players, 0.0)
        games = 1 if rules.finished(position) else trials
        for _ in range(games):
            end = position
            while not rules.finished(end):
                end = rules.apply(end, rules.next_move(end, chance))
            best = winners(end, known.players) or known.players
            for player in best:
                won[player] += 1 / len(best)
        return {player: share / games for player, share in won.items()}

    return Judge(stands=stands, trials=trials)
