"""Rules of a board game from a handful of functions: what every board game repeats is made from them.

A move is the way of spaces that a person touches for it, such as ("a1",) or ("a1", "b2"); () misses the turn.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeAlias

from companion.errors import RuleError
from companion.games import registry
from companion.games.base import (
    N_,
    Advice,
    Advisor,
    Chance,
    Game,
    Kind,
    Mistake,
    MoveT,
    PositionT,
    Reason,
    Rules,
    Sentence,
    Space,
    Table,
    Translations,
    rule_error,
)
from companion.games.codec import decode, encode, parsed
from companion.games.rulebook import Book

Way: TypeAlias = tuple[Space, ...]
"""The spaces of a move in the order in which they are touched."""
Slip: TypeAlias = tuple[str, Way, Table]
"""A common mistake: its code, the spaces touched for it, and what lies on those that it changes."""

TRIALS: Mapping[Any, int] = {"easy": 2, "strong": 30}
"""Random games for each legal move, by strength."""
_MOST_KEPT = 10_000
_LONGEST = 1000
"""Moves after which a random game counts for nobody."""
_USUAL = {"not_allowed": N_("This move is not possible here."), "over": N_("The game is over.")}
"""Sentences of the reasons that every game has."""
_ODD_POSITION = N_("position: expected one that a game has, found {problem}.")
_PLAYERS = N_("setup.players: expected {least} to {most} names.")
_WENT_WELL = N_("Random games went best with it.")


class Move(NamedTuple):
    """A move by the spaces to touch for it."""

    way: Way


class Setup(NamedTuple):
    """Set-up as JSON."""

    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BoardRules(Rules[PositionT, MoveT], Generic[PositionT, MoveT]):
    """Rules with all that the session, the camera and the archive of a board game need.

    `game`: the rules as the interpreter of pictures needs them. `touches(move)`: the spaces of a move in the
    order in which they are touched. `reasons`: sentences by code of a mistake. `turns`: what a piece shows
    when it is turned over. `winners(position, players)`: who won a finished game. `points(position, players)`
    are those of all, empty for a game without points.
    """

    game: Game[PositionT, MoveT]
    touches: Callable[[MoveT], Way]
    winners: Callable[[PositionT, Sequence[str]], Sequence[str]]
    reasons: Mapping[str, str] = field(default_factory=dict)
    turns: Mapping[Kind, Kind] = field(default_factory=dict)
    points: Callable[[PositionT, Sequence[str]], Mapping[str, int]] = lambda *_: {}


def board_rules(
    *,
    name: str,
    title: str,
    start: Callable[[int], PositionT],
    moves: Callable[[PositionT], Iterable[Way]],
    apply: Callable[[PositionT, Way], PositionT],
    table: Callable[[PositionT], Table],
    winners: Callable[[PositionT], Sequence[int] | None],
    book: Callable[[], Book],
    players: tuple[int, int] = (2, 2),
    mistakes: Callable[[PositionT], Iterable[Slip]] = lambda _: (),
    reasons: Mapping[str, tuple[str, str]] = MappingProxyType({}),
    turns: Mapping[Kind, Kind] = MappingProxyType({}),
    points: Callable[[PositionT], Sequence[int]] | None = None,
    **more: Any,
) -> BoardRules[PositionT, Move]:
    """Return the rules of a board game.

    Positions are NamedTuples of plain values with `turn`, the index of the player to move. `start(count)` is
    the first one for so many players; `moves` are the ways of all legal moves (the only one may be (): a turn
    that is missed by itself), `apply` returns the position after one of them. `table` is what lies on the
    board. `winners` are the indices of those who won, none for a draw; None while the game goes on.
    `mistakes` yields common illegal acts; `reasons` has a sentence and the id of a rule for each of their
    codes. `points` counts points by player. `more` are further fields of `Rules`. The app plays by random
    games unless there is an `advisor`.
    """
    of = _Parts(name, players, start, moves, apply, table, winners, mistakes, reasons, points)
    return BoardRules(
        name=name,
        title=title,
        players=players,
        play=of.play,
        seats=of.seats,
        read_setup=of.read_setup,
        read_move=of.read_move,
        write_move=encode,
        apply=of.apply,
        finished=of.finished,
        table=table,
        turn=attrgetter("turn"),
        dump=of.dump,
        load=of.load,
        opening=lambda _, names: {"players": list(names)},
        next_move=lambda position, chance: chance.choice(of.legal(position)),
        book=book,
        game=of,
        touches=lambda move: move.way,
        winners=of.won,
        reasons={**_USUAL, **{code: text for code, (text, _) in reasons.items()}},
        turns=turns,
        points=of.counted,
        **{"advisor": Advisor(RandomGames(name), TRIALS), **more},
    )


class _Parts(Generic[PositionT]):
    """Functions of `Game` and `Rules`, made from the functions of one game's author.

    `written` are those of the author by name, `reasons` as given to `board_rules`.
    """

    def __init__(
        self,
        name: str,
        players: tuple[int, int],
        start: Callable[[int], PositionT],
        moves: Callable[[PositionT], Iterable[Way]],
        apply: Callable[[PositionT, Way], PositionT],
        table: Callable[[PositionT], Table],
        winners: Callable[[PositionT], Sequence[int] | None],
        mistakes: Callable[[PositionT], Iterable[Slip]],
        reasons: Mapping[str, tuple[str, str]],
        points: Callable[[PositionT], Sequence[int]] | None,
    ) -> None:
        self.NAME = name
        self._players, self._start, self._apply, self._table = players, start, apply, table
        self._winners, self._mistakes, self.reasons, self._points = winners, mistakes, reasons, points
        self.written: Mapping[str, Callable[..., Any]] = {
            "legal": moves, "apply": apply, "changed": apply, "mistakes": mistakes, "winners": winners,
        }  # fmt: skip
        self._legal = lru_cache(_MOST_KEPT)(lambda position: tuple(map(Move, moves(position))))

    # -- the functions of `Game`

    def legal(self, position: PositionT) -> list[Move]:
        """Return all legal moves of the player to move."""
        return [] if self.finished(position) else [*self._legal(position)]

    def finished(self, position: PositionT) -> bool:
        """Return whether the game is over."""
        return self._winners(position) is not None

    def explain(self, position: PositionT, move: Move) -> Reason | None:
        """Return the reason why a move is illegal, or None."""
        if self.finished(position):
            return Reason("over")
        if move in self._legal(position):
            return None
        known = (mistake.reason for mistake in self.mistakes(position) if mistake.reason.spaces == move.way)
        return next(known, Reason("not_allowed", move.way))

    def apply(self, position: PositionT, move: Move, outcome: Any = None) -> PositionT:
        """Return the position after a move. Raises RuleError with the code of the reason."""
        if reason := self.explain(position, move):
            text = _USUAL.get(reason.code) or self.reasons[reason.code][0]
            raise rule_error(reason.code, [Sentence(text)], reason.spaces)
        return self._apply(position, move.way)

    def table(self, position: PositionT) -> Table:
        """Return what lies on the board."""
        return self._table(position)

    def changed(self, position: PositionT, move: Move) -> Table:
        """Return the new contents of the spaces that a legal move changes."""
        before, after = self._table(position), self._table(self._apply(position, move.way))
        both = dict.fromkeys([*before, *after])
        return {space: after.get(space, {}) for space in both if before.get(space) != after.get(space)}

    def removals(self, position: PositionT, move: Move) -> list[Table]:
        """Return nothing: what leaves the board is a part of the move."""
        return []

    def optional(self, position: PositionT) -> Table:
        """Return nothing: what leaves the board is a part of the move."""
        return {}

    def mistakes(self, position: PositionT) -> Iterable[Mistake]:
        """Yield the common illegal acts."""
        for code, way, changed in () if self.finished(position) else self._mistakes(position):
            if code not in self.reasons:
                raise LookupError(f"mistakes: expected a code of reasons {[*self.reasons]}, found {code!r}")
            yield Mistake(Reason(code, way, self.reasons[code][1]), way[0], way[-1], changed)

    # -- written positions and games

    def dump(self, position: PositionT) -> str:
        """Return the position as one line of JSON."""
        return json.dumps(encode(position), separators=(",", ":"))

    def load(self, text: str) -> PositionT:
        """Read what `dump` wrote. Raises RuleError `bad_position`."""
        problems: list[Sentence] = []
        position = decode(type(self._start(self._players[0])), parsed(text), "position", problems)
        if not problems:
            try:
                self._table(position), self.finished(position), self._legal(position)
            except Exception as error:  # values that no game has, such as a row of another length
                problems.append(Sentence(_ODD_POSITION, {"problem": repr(error)[:80]}))
        if problems:
            raise rule_error("bad_position", problems)
        return position

    def seats(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the players of a written set-up. Raises RuleError `bad_setup`."""
        problems: list[Sentence] = []
        read, (least, most) = decode(Setup, setup, "setup", problems), self._players
        if not problems and not least <= len(read.players) <= most:
            problems.append(Sentence(_PLAYERS, {"least": least, "most": most}))
        if problems:
            raise rule_error("bad_setup", problems)
        return read.players

    def read_setup(self, setup: Mapping[str, Any]) -> PositionT:
        """Return the start. Raises RuleError `bad_setup`."""
        return self._start(len(self.seats(setup)))

    def read_move(self, written: Any) -> Move:
        """Read a move from {"way": ["a1"]}. Raises RuleError `bad_document`."""
        problems: list[Sentence] = []
        move = decode(Move, written, "move", problems)
        if problems:
            raise rule_error("bad_document", problems)
        return move

    def won(self, position: PositionT, players: Sequence[str]) -> tuple[str, ...]:
        """Return the players who won a finished game; all in a draw."""
        won = self._winners(position) or ()
        if not {*won} <= {*range(len(players))}:
            raise ValueError(f"winners: expected players 0..{len(players) - 1}, found {won!r}")
        return tuple(players[seat] for seat in won) or tuple(players)

    def counted(self, position: PositionT, players: Sequence[str]) -> dict[str, int]:
        """Return the points by player; empty for a game without points."""
        return {} if self._points is None else dict(zip(players, self._points(position), strict=True))

    def play(self, document: Mapping[str, Any], tr: Translations) -> dict[str, Any]:
        """Return the result object of a written game."""
        setup = document.get("setup") or {}
        players, position, error = self.seats(setup), self.read_setup(setup), None
        for number, written in enumerate(document.get("moves", []), 1):
            try:
                position = self.apply(position, self.read_move(written))
            except RuleError as refused:
                error = {"move": number, "code": refused.code, "message": str(refused)}
                break
        over, points = self.finished(position), self.counted(position, players)
        result = {"winners": [*self.won(position, players)]} | ({"points": points} if points else {})
        return {
            "game": self.NAME,
            "status": "finished" if over else "playing",
            "position": self.dump(position),
            "result": result if over else None,
            "error": error,
        }


@dataclass(frozen=True, slots=True)
class RandomGames:
    """Advice by random games for the game of a name: the best moves are those with which they went best."""

    name: str

    def __call__(
        self,
        past: Sequence[Any],
        seat: int,
        secret: Any,
        trials: int,
        chance: Chance,
        go_on: Callable[[], bool],
    ) -> tuple[Advice[Move], ...]:
        """Return two moves, the best first, as `Advisor` wants it."""
        rules = registry.rules(self.name)
        assert isinstance(rules, BoardRules)
        now, names = past[-1], tuple(map(str, range(rules.players[1])))
        moves = rules.game.legal(now)
        worth = dict.fromkeys(moves, 0.0)
        for _ in range(trials):
            for move in moves:
                worth[move] += _share(rules, rules.apply(now, move), seat, names, chance)
            if not go_on():
                break
        best = sorted(moves, key=lambda move: -worth[move])[:2]
        reason = Sentence(_WENT_WELL)
        return tuple(Advice(one, one.way, tuple(rules.game.changed(now, one)), reason) for one in best)


def _share(
    rules: BoardRules[Any, Any], position: Any, seat: int, names: Sequence[str], chance: Chance
) -> float:
    """Return the share 0..1 of a seat in the win of a game that is played on at random."""
    for _ in range(_LONGEST):
        if rules.finished(position):
            won = rules.winners(position, names)
            return (names[seat] in won) / len(won)
        position = rules.apply(position, rules.next_move(position, chance))
    return 0.0
