"""Simulated players of any board game: they move the pieces as the tables of a game's positions say."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.app.board.description import BoardGame
from companion.games.base import Kind, Rules
from companion.session import repair
from companion.session.board.snapshot import BoardSnapshot
from companion.session.messages import Confirm, Message
from companion.session.view import Answer
from companion.simulation.base import SimulatedGame
from companion.simulation.player import Acts, FollowingPlayer, movements_to
from vision.simulated import SimulatedStage


def acts_of(rules: Rules[Any, Any], before: Any, after: Any, turns: Mapping[Kind, Kind], player: str) -> Acts:
    """Return the movements of a move, without a rest between them."""
    steps = repair.steps(rules.table(before), rules.table(after), turns)
    return tuple(replace(step, player=player) for step in steps)


def whole_game(
    rules: Rules[Any, Any], position: Any, turns: Mapping[Kind, Kind], players: tuple[str, ...], seed: int
) -> Iterator[tuple[Any, Any, Acts]]:
    """Yield each move of a random game to its end: the move, the position after it and its movements."""
    chance = Random(seed)
    while not rules.finished(position):
        player = players[rules.turn(position) or 0]
        move = rules.next_move(position, chance)
        after = rules.apply(position, move)
        yield move, after, acts_of(rules, position, after, turns, player)
        position = after


def answer_with(shown: BoardSnapshot, made: Any, legal: Sequence[Any]) -> Answer | None:
    """Return the answer that a move was made, if it may be given; ways stand in the order of their moves."""
    for id_, moves in (("which", shown.doubt), ("move", legal)):
        for ways in (one.ways for one in shown.decisions if one.id == id_):
            for way, move in zip(ways, moves, strict=True):
                if move == made:
                    return Answer(shown.game, id_, way)
    return None


class BoardPlayer(FollowingPlayer[BoardSnapshot]):
    """Puts the table right, makes the app's moves, answers its questions, and plays at random."""

    snapshot = BoardSnapshot

    def __init__(
        self,
        of: BoardGame,
        table: SimulatedStage[Any],
        game: SimulatedGame,
    ) -> None:
        super().__init__(table, game.latest, game.tell, game.chance)
        self._of, self._rules, self._made = of, of.rules, None

    def _todo(self, shown: BoardSnapshot) -> Acts:
        if shown.doubt:
            return ()
        if todo := movements_to(self._table, self._rules.table(shown.position)):
            return todo
        if shown.suggested_move is None:
            return ()
        self._made = shown.suggested_move
        return self._acts(shown)

    def _answer(self, shown: BoardSnapshot) -> Message | None:
        if shown.doubt:
            return answer_with(shown, self._made, self._of.game.legal(shown.position))
        return Confirm(shown.game) if shown.phase in ("illegal", "put_back") else None

    def _move(self, shown: BoardSnapshot) -> Acts:
        if shown.turn in shown.bots:
            return ()
        self._made = self._rules.next_move(shown.position, self._chance)
        return self._acts(shown)

    def _acts(self, shown: BoardSnapshot) -> Acts:
        after = self._rules.apply(shown.position, self._made)
        return acts_of(self._rules, shown.position, after, self._of.turns, shown.turn)
