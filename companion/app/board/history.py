"""Past games of a board game, and what decided them, from its rules alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from companion.app.archive.history import PastGame
from companion.app.archive.judge import Winners, by_chance
from companion.app.archive.record import Record
from companion.games import registry
from companion.games.base import Rules, Space
from companion.games.board_rules import BoardRules
from companion.session.board.words import way_said
from ui.services import History, ReplayStep, Where

Touches: TypeAlias = Callable[[Any], tuple[Space, ...]]
"""The spaces of a move in the order in which they are touched."""
Points: TypeAlias = Callable[[Any, Sequence[str]], Mapping[str, int]]
"""The points of all players in a position."""


def board_past(
    rules: Rules[Any, Any], winners: Winners, touches: Touches, points: Points = lambda *_: {}
) -> PastGame:
    """Return the review of a game's stored games; games of random moves tell what decided one."""

    def positions(record: Record) -> list[Any]:
        found = [rules.read_setup(record.setup)]
        for written in record.moves:
            found.append(rules.apply(found[-1], rules.read_move(written)))
        return found

    def result(known: History, record: Record) -> History:
        if not record.over:
            return known
        *_, last = positions(record)
        won, counted = tuple(winners(last, known.players)), points(last, known.players)
        return replace(known, finished=True, winners=won, points=counted)

    def replay(record: Record) -> list[ReplayStep]:
        start, *others = positions(record)
        steps, players = [ReplayStep(start, {})], rules.seats(record.setup)
        for written, after in zip(record.moves, others, strict=True):
            turn, way = rules.turn(steps[-1].position), touches(rules.read_move(written))
            who = "" if turn is None else players[turn]
            where = Where((way,) if len(way) > 1 else (), way)
            steps.append(ReplayStep(after, {}, who, (way_said(who, way),), where))
        return steps

    return PastGame(result, result, replay, judge=by_chance(rules, winners))


def made(name: str) -> PastGame | None:
    """Return the review of the stored games of a game with `BoardRules`; None for other rules."""
    rules = registry.rules(name)
    if not isinstance(rules, BoardRules):
        return None
    return board_past(rules, rules.winners, rules.touches, rules.points)
