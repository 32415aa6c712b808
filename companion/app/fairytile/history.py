"""Review of a stored game of Fairy Tile: growth of kingdom and story, and pages by player."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from companion.app.archive.history import PastGame
from companion.app.archive.judge import Judge
from companion.app.archive.record import Record
from companion.games import fairytile
from companion.games.base import N_, Sentence, Space
from companion.games.fairytile.board import cell_text, tile_cells
from companion.games.fairytile.moves import ways
from companion.games.fairytile.position import (
    Act,
    GiveUp,
    Move,
    PlaceTile,
    Position,
    Tell,
)
from companion.session.fairytile.describe import describe
from ui.services import History, KeyMoment, ReplayStep, Where

SERIES = ("lands", "told")
"""Lands of the kingdom, and pages narrated by all players, after every action."""


def result(known: History, record: Record) -> History:
    """Add the outcome to `known`; a player's points are the pages narrated."""
    positions, _ = _replayed(record)
    last = positions[-1]
    if not fairytile.finished(last):
        return replace(known, finished=False)
    points = {player: len(last.told_pages[seat]) for seat, player in enumerate(known.players)}
    winners = () if last.winner is None else (known.players[last.winner],)
    return replace(known, finished=True, winners=winners, points=points, secrets=record.secrets)


def timeline(known: History, record: Record) -> History:
    """Add series and key moments to `known`; an index is a number of actions, as in `replay`."""
    positions, acts = _replayed(record)
    values = [_values(position) for position in positions]
    series = {name: tuple(value[name] for value in values) for name in SERIES}
    moments = [
        KeyMoment(number, *describe(act, known.players[before.turn]), number, _spaces(act), _RANKS[type(act)])
        for number, (before, act) in enumerate(zip(positions, acts, strict=False), 1)
        if isinstance(act, Tell | GiveUp)
    ]
    outcome = result(known, record)
    if outcome.finished:
        end = len(acts)
        moments.append(KeyMoment(end, Sentence(N_("The game is over.")), end, rank=0))
        pattern = N_("{player} has told the whole book.")
        moments += [
            KeyMoment(end, Sentence(pattern, {"player": winner}), end, rank=0) for winner in outcome.winners
        ]
    return replace(outcome, series=series, moments=tuple(moments))


def replay(record: Record) -> list[ReplayStep]:
    """The start, and every action except those that only end a turn."""
    positions, acts = _replayed(record)
    players = fairytile.RULES.seats(record.setup)
    steps = [ReplayStep(positions[0], _values(positions[0]))]
    for before, act, after in zip(positions, acts, positions[1:], strict=False):
        who = players[before.turn]
        ways = (
            ((cell_text(before.figure_cells[act.figure]), cell_text(act.to)),)
            if isinstance(act, Move)
            else ()
        )
        steps.append(ReplayStep(after, _values(after), who, describe(act, who), Where(ways, _spaces(act))))
    return steps


_RANKS = {Tell: 5, GiveUp: 2}


def _values(position: Position) -> dict[str, float]:
    return {"lands": float(len(position.kingdom.cells)), "told": float(sum(map(len, position.told_pages)))}


def _spaces(act: Act) -> tuple[Space, ...]:
    return tuple(map(cell_text, tile_cells(act.at, act.turn))) if isinstance(act, PlaceTile) else ()


def _replayed(record: Record) -> tuple[list[Position], Sequence[Act]]:
    """All positions and actions."""
    rules = fairytile.RULES
    positions, acts = [rules.read_setup(record.setup)], [rules.read_move(move) for move in record.moves]
    for act in acts:
        positions.append(rules.apply(positions[-1], act))
    return positions, acts


def _stands(position: Position, known: History, *_: object) -> dict[str, float]:
    """Return everybody's chance to end the own book first, if each next page is anybody's."""
    if position.winner is not None:
        chances = [float(seat == position.winner) for seat in range(len(known.players))]
    else:
        chances = list(_race(tuple(map(len, position.books))))
    return dict(zip(known.players, chances, strict=True))


@cache
def _race(left: tuple[int, ...]) -> tuple[float, ...]:
    """Return every seat's chance to tell its last page first, by the pages left to each."""
    if 0 in left:
        ended = left.count(0)
        return tuple((not pages) / ended for pages in left)
    after = [_race((*left[:seat], pages - 1, *left[seat + 1 :])) for seat, pages in enumerate(left)]
    return tuple(sum(chances) / len(left) for chances in zip(*after, strict=True))


def _counts(known: History, record: Record) -> dict[str, dict[str, int]]:
    """Pages told, tiles laid, figures moved, and lands of the longest move."""
    found = {kind: dict.fromkeys(known.players, 0) for kind in ("told", "tiles", "moves", "longest")}
    positions, acts = _replayed(record)
    for before, act in zip(positions, acts, strict=False):
        who = known.players[before.turn]
        match act:
            case Tell():
                found["told"][who] += 1
            case PlaceTile():
                found["tiles"][who] += 1
            case Move():
                found["moves"][who] += 1
                found["longest"][who] = max(found["longest"][who], _lands(before, act))
    return found


def _lands(before: Position, move: Move) -> int:
    """Return the number of lands that a figure moves, on its shortest way."""
    found = ways(before.kingdom, move.figure, before.figure_cells[move.figure], before.box.options)
    return min((len(way) for way in found if way[-1] == move.to), default=0)


PAST = PastGame(result, timeline, replay, judge=Judge(stands=_stands, counts=_counts))
