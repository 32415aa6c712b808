"""Rules of Reversi: positions, moves, what a move turns over, and common mistakes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from companion.games.base import N_, Advice, Advisor, Chance, Sentence, Table
from companion.games.board_rules import Move, Slip, Way, board_rules
from companion.games.rulebook import Rule, Topic

SPACES = tuple(f"{column}{row}" for row in range(1, 9) for column in "abcdefgh")
COLOURS = ("black", "white")
"""Colour of each player; black begins."""
TURNS = {"black": "white", "white": "black"}
"""The other side of a disc, by the side that is up."""
REASONS = {
    "no_capture": (N_("A disc must enclose at least one disc of the other colour."), "R-2"),
    "other_colour": (N_("It is the other colour's turn."), "R-1"),
}
CORNER, EDGE, NEXT_TO_CORNER, INSIDE, SURE = 60, 5, -15, 1, 1000
"""Worth of a disc by its place to the advisor; at the end each counts the same."""


def _start() -> str:
    discs = dict.fromkeys(SPACES, "-") | {"d4": "w", "e5": "w", "d5": "b", "e4": "b"}
    return "".join(discs.values())


class Position(NamedTuple):
    """Discs on all `SPACES` as letters "b", "w", or "-" for none, and the index of the player to move."""

    discs: str = _start()
    turn: int = 0


@cache
def _lines(space: str) -> tuple[tuple[int, ...], ...]:
    """Return the spaces in each direction, nearest first, as indices of `SPACES`."""
    x, y = SPACES.index(space) % 8, SPACES.index(space) // 8
    ways = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    steps = [[(x + dx * n, y + dy * n) for n in range(1, 8)] for dx, dy in ways]
    inside = [[8 * j + i for i, j in line if 0 <= i < 8 and 0 <= j < 8] for line in steps]
    return tuple(tuple(line) for line in inside if len(line) > 1)


@lru_cache(maxsize=10_000)
def captures(position: Position) -> Mapping[str, tuple[int, ...]]:
    """Return the spaces where the player to move may lay a disc, each with the indices that it turns over."""
    free = (space for space, disc in zip(SPACES, position.discs, strict=True) if disc == "-")
    return {space: found for space in free if (found := tuple(_enclosed(position, space)))}


def _enclosed(position: Position, space: str) -> Iterator[int]:
    own, other = "bw" if position.turn == 0 else "wb"
    for line in _lines(space):
        if position.discs[line[0]] != other:
            continue
        for far, index in enumerate(line[1:], 1):
            if position.discs[index] != other:
                if position.discs[index] == own:
                    yield from line[:far]
                break


def moves(position: Position) -> list[Way]:
    """Return the space of every legal move."""
    return [(space,) for space in captures(position)]


def apply(position: Position, way: Way) -> Position:
    """Return the position after a legal move; a player without a move is passed over."""
    discs = [*position.discs]
    for index in (SPACES.index(str(way[0])), *captures(position)[str(way[0])]):
        discs[index] = "bw"[position.turn]
    after = Position("".join(discs), 1 - position.turn)
    return after if captures(after) else after._replace(turn=position.turn)


def table(position: Position) -> Table:
    """Return the required contents of the table."""
    colour = {"b": "black", "w": "white"}
    discs = zip(SPACES, position.discs, strict=True)
    return {space: {colour[disc]: 1} for space, disc in discs if disc != "-"}


def mistakes(position: Position) -> Iterator[Slip]:
    """Yield a disc laid where it encloses nothing, and a disc of the player whose turn it is not."""
    for space, disc in zip(SPACES, position.discs, strict=True):
        if disc == "-":
            if space not in captures(position):
                yield "no_capture", (space,), {space: {COLOURS[position.turn]: 1}}
            yield "other_colour", (space,), {space: {COLOURS[1 - position.turn]: 1}}


def points(position: Position) -> list[int]:
    """Return the number of discs by player."""
    return [position.discs.count(disc) for disc in "bw"]


def winners(position: Position) -> tuple[int, ...] | None:
    """Return who has more discs once nobody can move, both in a draw; None before."""
    if captures(position):
        return None
    discs = points(position)
    return tuple(seat for seat in (0, 1) if discs[seat] == max(discs))


def book() -> dict[str, Topic]:
    """Return the rules in our own words."""
    return {
        "aim": Topic(
            N_("What it is about"),
            (
                Rule(
                    N_("Black begins. Your discs are those that show your colour."),
                    ("R-1",),
                ),
                Rule(N_("When nobody can move, the player with more discs wins."), ("R-5",)),
            ),
        ),
        "turn": Topic(
            N_("Your turn"),
            (
                Rule(N_("Lay a disc so that it encloses discs of the other colour."), ("R-2",)),
                Rule(N_("All discs in line between it and another of your discs are turned over."), ("R-3",)),
                Rule(N_("A player who cannot enclose a disc misses the turn."), ("R-4",)),
            ),
        ),
    }


def advise(
    past: Sequence[Position],
    seat: int,
    secret: Any,
    trials: int,
    chance: Chance,
    go_on: Callable[[], bool],
) -> tuple[Advice[Move], ...]:
    """Return two moves, the best first; from 2 `trials` on the best answer of the other player counts."""
    now, values = past[-1], {}
    for way in moves(now):
        after = apply(now, way)
        answers = [apply(after, one) for one in moves(after)] if trials > 1 and after.turn != seat else []
        values[way] = min(_value(one, seat) for one in answers or [after])
        if not go_on():
            break
    return tuple(_advice(now, way) for way in sorted(values, key=lambda one: -values[one])[:2])


def _value(position: Position, seat: int) -> int:
    """Return what a position is worth to a seat: discs by their places, at the end their number."""
    signs = {"-": 0, "bw"[seat]: 1, "wb"[seat]: -1}
    places = zip(SPACES, position.discs, strict=True)
    over = not captures(position)
    return sum(signs[disc] * (SURE if over else _worth(space)) for space, disc in places)


@cache
def _worth(space: str) -> int:
    """Return what a disc is worth at a place."""
    column, row = (min(i, 7 - i) for i in (ord(space[0]) - ord("a"), int(space[1]) - 1))
    if column == row == 0:
        return CORNER
    return NEXT_TO_CORNER if max(column, row) == 1 else EDGE if 0 in (column, row) else INSIDE


def _advice(now: Position, way: Way) -> Advice[Move]:
    space = str(way[0])
    why = (
        N_("A disc in a corner is never turned over.")
        if _worth(space) == CORNER
        else N_("This is a strong place.")
    )
    turned = (SPACES[index] for index in captures(now)[space])
    return Advice(Move(way), way, (space, *turned), Sentence(why))


RULES = board_rules(
    name="reversi",
    title="Reversi",
    start=lambda _: Position(),
    moves=moves,
    apply=apply,
    table=table,
    winners=winners,
    points=points,
    mistakes=mistakes,
    reasons=REASONS,
    turns=TURNS,
    book=book,
    advisor=Advisor(advise, {"easy": 1, "strong": 2}),
)
