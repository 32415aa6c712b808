"""Rules of Reversi: positions, moves, what a move turns over, and common mistakes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Annotated, Any, NamedTuple

from companion.errors import RuleError
from companion.games.base import (
    N_,
    Advice,
    Advisor,
    Chance,
    Mistake,
    Reason,
    Rules,
    Sentence,
    Table,
    Translations,
    rule_error,
)
from companion.games.codec import decode, one_of
from companion.games.rulebook import Rule, Topic

NAME = "reversi"
SPACES = tuple(f"{column}{row}" for row in range(1, 9) for column in "abcdefgh")
COLOURS = ("black", "white")
"""Colour of each player; black begins."""
TURNS = {"black": "white", "white": "black"}
"""The other side of a disc, by the side that is up."""
REASONS = {
    "game_over": N_("The game is over."),
    "taken": N_("There is a disc already."),
    "no_capture": N_("A disc must enclose at least one disc of the other colour."),
    "other_colour": N_("It is the other colour's turn."),
}
CORNER, EDGE, NEXT_TO_CORNER, INSIDE, SURE = 60, 5, -15, 1, 1000
"""Worth of a disc by its place to the advisor; at the end each counts the same."""
RULE_OF = {"game_over": "R-5", "taken": "R-2", "no_capture": "R-2", "other_colour": "R-1"}


def _start() -> str:
    discs = dict.fromkeys(SPACES, "-") | {"d4": "w", "e5": "w", "d5": "b", "e4": "b"}
    return "".join(discs.values())


class Position(NamedTuple):
    """Discs on all `SPACES` as letters "b", "w", or "-" for none, and the index of the player to move."""

    discs: str = _start()
    turn: int = 0


class Move(NamedTuple):
    """Lay a disc on a space, "a1" to "h8"."""

    space: Annotated[str, one_of(SPACES)]


class Setup(NamedTuple):
    """Set-up as JSON."""

    players: tuple[str, ...]


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


def legal(position: Position) -> list[Move]:
    """Return all legal moves of the player to move."""
    return [Move(space) for space in captures(position)]


def finished(position: Position) -> bool:
    """Return whether nobody can move: a player who cannot is passed over by `apply`."""
    return not captures(position)


def explain(position: Position, move: Move) -> Reason | None:
    """Return the reason why a move is illegal, or None."""
    if move.space in captures(position):
        return None
    taken = position.discs[SPACES.index(move.space)] != "-"
    code = "game_over" if finished(position) else "taken" if taken else "no_capture"
    return Reason(code, (move.space,), RULE_OF[code])


def apply(position: Position, move: Move, outcome: Any = None) -> Position:
    """Return the position after a move; a player without a move is passed over.

    Raises RuleError `game_over`, `taken` or `no_capture`.
    """
    if reason := explain(position, move):
        raise rule_error(reason.code, [Sentence(REASONS[reason.code])], reason.spaces)
    discs = [*position.discs]
    for index in (SPACES.index(move.space), *captures(position)[move.space]):
        discs[index] = "bw"[position.turn]
    after = Position("".join(discs), 1 - position.turn)
    return after if captures(after) else after._replace(turn=position.turn)


def table(position: Position) -> Table:
    """Return the required contents of the table."""
    colour = {"b": "black", "w": "white"}
    discs = zip(SPACES, position.discs, strict=True)
    return {space: {colour[disc]: 1} for space, disc in discs if disc != "-"}


def changed(position: Position, move: Move) -> Table:
    """Return the new disc on every space that a legal move changes."""
    spaces = (move.space, *(SPACES[index] for index in captures(position)[move.space]))
    return {space: {COLOURS[position.turn]: 1} for space in spaces}


def removals(position: Position, move: Move) -> list[Table]:
    """Return nothing: no disc leaves the board."""
    return []


def optional(position: Position) -> Table:
    """Return nothing: no disc leaves the board."""
    return {}


def mistakes(position: Position) -> Iterable[Mistake]:
    """Yield a disc laid where it encloses nothing, and a disc of the player whose turn it is not."""
    for space, disc in zip(SPACES, position.discs, strict=True):
        if disc != "-" or finished(position):
            continue
        if space not in captures(position):
            yield _mistake("no_capture", space, COLOURS[position.turn])
        yield _mistake("other_colour", space, COLOURS[1 - position.turn])


def _mistake(code: str, space: str, colour: str) -> Mistake:
    return Mistake(Reason(code, (space,), RULE_OF[code]), space, space, {space: {colour: 1}})


def points(position: Position, players: Sequence[str]) -> dict[str, int]:
    """Return the number of discs by player."""
    return {player: position.discs.count(disc) for player, disc in zip(players, "bw", strict=True)}


def winners(position: Position, players: Sequence[str]) -> tuple[str, ...]:
    """Return the players who won a finished game; both win a draw."""
    discs = points(position, players)
    return tuple(name for name in players if discs[name] == max(discs.values()))


def dump(position: Position) -> str:
    """Return the position as the letters of the discs, a space, and the letter of the player to move."""
    return f"{position.discs} {'bw'[position.turn]}"


def load(text: str) -> Position:
    """Read what `dump` wrote. Raises RuleError `bad_position`."""
    discs, _, turn = text.partition(" ")
    if len(discs) != 64 or set(discs) - set("-bw") or turn not in ("b", "w"):
        problem = N_("position: expected 64 of - b w, a space, and b or w; found {found}.")
        raise rule_error("bad_position", [Sentence(problem, {"found": repr(text[:80])})])
    return Position(discs, "bw".index(turn))


def seats(setup: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players of a written set-up, black first. Raises RuleError `bad_setup`."""
    problems: list[Sentence] = []
    read = decode(Setup, setup, "setup", problems)
    if not problems and len(read.players) != 2:
        problems.append(Sentence(N_("setup.players: expected two names.")))
    if problems:
        raise rule_error("bad_setup", problems)
    return read.players


def read_setup(setup: Mapping[str, Any]) -> Position:
    """Return the start. Raises RuleError `bad_setup`."""
    seats(setup)
    return Position()


def read_move(written: Any) -> Move:
    """Read a move from {"space": "d3"}. Raises RuleError `bad_document`."""
    problems: list[Sentence] = []
    move = decode(Move, written, "move", problems)
    if problems:
        raise rule_error("bad_document", problems)
    return move


def play(document: Mapping[str, Any], tr: Translations) -> dict[str, Any]:
    """Return the result object of a written game."""
    setup = document.get("setup") or {}
    players, position, error = seats(setup), read_setup(setup), None
    for number, written in enumerate(document.get("moves", []), 1):
        try:
            position = apply(position, read_move(written))
        except RuleError as refused:
            error = {"move": number, "code": refused.code, "message": str(refused)}
            break
    over = finished(position)
    return {
        "game": NAME,
        "status": "finished" if over else "playing",
        "position": dump(position),
        "result": {"points": points(position, players), "winners": [*winners(position, players)]}
        if over
        else None,
        "error": error,
    }


def next_move(position: Position, chance: Chance) -> Move:
    """Return a random legal move."""
    return chance.choice(legal(position))


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
    for move in legal(now):
        after = apply(now, move)
        answers = [apply(after, one) for one in legal(after)] if trials > 1 and after.turn != seat else []
        values[move] = min(_value(one, seat) for one in answers or [after])
        if not go_on():
            break
    return tuple(_advice(now, move) for move in sorted(values, key=lambda one: -values[one])[:2])


def _value(position: Position, seat: int) -> int:
    """Return what a position is worth to a seat: discs by their places, at the end their number."""
    signs = {"-": 0, "bw"[seat]: 1, "wb"[seat]: -1}
    places = zip(SPACES, position.discs, strict=True)
    over = finished(position)
    return sum(signs[disc] * (SURE if over else _worth(space)) for space, disc in places)


@cache
def _worth(space: str) -> int:
    """Return what a disc is worth at a place."""
    column, row = (min(i, 7 - i) for i in (ord(space[0]) - ord("a"), int(space[1]) - 1))
    if column == row == 0:
        return CORNER
    return NEXT_TO_CORNER if max(column, row) == 1 else EDGE if 0 in (column, row) else INSIDE


def _advice(now: Position, move: Move) -> Advice[Move]:
    corner = _worth(move.space) == CORNER
    why = N_("A disc in a corner is never turned over.") if corner else N_("This is a strong place.")
    return Advice(move, (move.space,), tuple(changed(now, move)), Sentence(why))


RULES: Rules[Position, Move] = Rules(
    name=NAME,
    title="Reversi",
    players=(2, 2),
    play=play,
    seats=seats,
    read_setup=read_setup,
    read_move=read_move,
    write_move=Move._asdict,
    apply=apply,
    finished=finished,
    table=table,
    turn=lambda position: position.turn,
    dump=dump,
    load=load,
    opening=lambda _, names: {"players": list(names)},
    next_move=next_move,
    book=book,
    advisor=Advisor(advise, {"easy": 1, "strong": 2}),
)
