"""Rules of English draughts: positions, moves given by their path, reasons, and common mistakes."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
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
from companion.games.codec import decode, encode, one_of
from companion.games.rulebook import Rule, Topic

NAME = "draughts"
SPACES = tuple(f"{column}{row}" for row in range(1, 9) for column in "abcdefgh")
DARK = tuple(space for i, space in enumerate(SPACES) if (i % 8 + i // 8) % 2 == 0)
"""The squares that are played on; black begins on those of rows 1 to 3."""
KINDS = {"b": "black_man", "w": "white_man", "B": "black_king", "W": "white_king"}
SIDES = "bw"
"""Letter of each player's men; black begins."""
QUIET_MOVES = 80
"""Moves in a row, of both players together, without a capture or a man's move, that end in a draw."""
REASONS = {
    "game_over": N_("The game is over."),
    "no_piece": N_("There is no piece of yours."),
    "other_colour": N_("It is the other colour's turn."),
    "taken": N_("There is a piece already."),
    "not_diagonal": N_("A piece moves one square diagonally."),
    "backwards": N_("A man moves forwards only."),
    "no_jump": N_("A piece jumps over one piece of the other colour next to it."),
    "must_capture": N_("You must capture."),
    "must_go_on": N_("The capture goes on: the same piece must jump again."),
}
RULE_OF = dict.fromkeys(REASONS, "D-2") | {
    "game_over": "D-6",
    "no_jump": "D-3",
    "must_capture": "D-4",
    "must_go_on": "D-4",
}
MAN, KING, FORWARD, SURE = 100, 160, 3, 100_000
"""Worth to the advisor of a man, of a king, of a man's row, and of a game won."""


_DUMPED = re.compile("([-bwBW]{32}) ([bw]) (0|[1-9][0-9]?)")


class Position(NamedTuple):
    """Pieces on the squares of `DARK`, index of the player to move, and quiet moves in a row, 0 to 80.

    A piece is a letter of `KINDS`, or "-" for none.
    """

    pieces: str = 12 * "b" + 8 * "-" + 12 * "w"
    turn: int = 0
    quiet: int = 0


class Move(NamedTuple):
    """Move of one piece along the squares of `path`, from where it stood; more than two are captures."""

    path: tuple[Annotated[str, one_of(DARK)], ...]


class Setup(NamedTuple):
    """Set-up as JSON."""

    players: tuple[str, ...]


class Ways(NamedTuple):
    """Targets of a piece from a square: steps, and jumps as pairs of the square jumped over and the end."""

    steps: tuple[str, ...]
    jumps: tuple[tuple[str, str], ...]


def _towards(space: str, dx: int, dy: int) -> str | None:
    """Return the square some columns and rows away, or None outside the board."""
    x, y = ord(space[0]) - ord("a") + dx, int(space[1]) - 1 + dy
    return SPACES[8 * y + x] if 0 <= x < 8 and 0 <= y < 8 else None


@cache
def _ways(piece: str, space: str) -> Ways:
    rows = {"b": (1,), "w": (-1,)}.get(piece, (1, -1))
    ways = [(dx, dy) for dy in rows for dx in (-1, 1)]
    near = [(_towards(space, dx, dy), _towards(space, 2 * dx, 2 * dy)) for dx, dy in ways]
    return Ways(
        tuple(step for step, _ in near if step),
        tuple((over, end) for over, end in near if over and end),
    )


@lru_cache(maxsize=10_000)
def _board(position: Position) -> dict[str, str]:
    return dict(zip(DARK, position.pieces, strict=True))


def _between(one: str, other: str) -> str:
    """Return the square in the middle of two that are two columns and two rows apart."""
    return chr((ord(one[0]) + ord(other[0])) // 2) + str((int(one[1]) + int(other[1])) // 2)


def _is_jump(one: str, other: str) -> bool:
    return abs(ord(one[0]) - ord(other[0])) == abs(int(one[1]) - int(other[1])) == 2


def _placed(piece: str, space: str) -> str:
    """Return what a piece is after a move to a square: a man on the last row is a king."""
    return piece.upper() if space[1] == {"b": "8", "w": "1"}.get(piece) else piece


def _captures(board: Mapping[str, str], piece: str, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the whole captures that go on a path; the board is without the piece and what it took."""
    other, ended = SIDES.replace(piece.lower(), ""), True
    if _placed(piece, path[-1]) == piece:
        for over, end in _ways(piece, path[-1]).jumps:
            if board[over].lower() == other and board[end] == "-":
                ended = False
                yield from _captures({**board, over: "-"}, piece, (*path, end))
    if ended and len(path) > 1:
        yield path


@lru_cache(maxsize=10_000)
def _moves(position: Position) -> tuple[Move, ...]:
    """Return the moves of the player to move, whether or not the game is drawn."""
    board, own = _board(position), SIDES[position.turn]
    mine = [(space, piece) for space, piece in board.items() if piece.lower() == own]
    jumps = [
        Move(path) for space, piece in mine for path in _captures({**board, space: "-"}, piece, (space,))
    ]
    steps = ((space, end) for space, piece in mine for end in _ways(piece, space).steps if board[end] == "-")
    return tuple(jumps or map(Move, steps))


def _taken(move: Move) -> tuple[str, ...]:
    """Return the squares of the captured pieces."""
    return tuple(_between(one, other) for one, other in pairwise(move.path) if _is_jump(one, other))


def legal(position: Position) -> list[Move]:
    """Return all legal moves of the player to move."""
    return [] if position.quiet >= QUIET_MOVES else [*_moves(position)]


def finished(position: Position) -> bool:
    """Return whether the player to move cannot, or the game is drawn."""
    return not legal(position)


def explain(position: Position, move: Move) -> Reason | None:
    """Return the reason why a move is illegal, or None."""
    moves = legal(position)
    if move in moves:
        return None
    code = "game_over" if not moves else _why(position, move.path)
    return Reason(code, tuple(dict.fromkeys(move.path)), RULE_OF[code])


def _why(position: Position, path: tuple[str, ...]) -> str:
    """Return why the player to move cannot follow a path."""
    board = _board(position)
    piece = board[path[0]] if path else "-"
    if piece == "-":
        return "no_piece"
    if piece.lower() != SIDES[position.turn]:
        return "other_colour"
    for one, other in pairwise(path):
        columns, rows = ord(other[0]) - ord(one[0]), int(other[1]) - int(one[1])
        if other != path[0] and board[other] != "-":
            return "taken"
        if abs(columns) != abs(rows) or not 1 <= abs(rows) <= 2:
            return "not_diagonal"
        if rows * {"b": 1, "w": -1}.get(piece, rows) < 0:
            return "backwards"
        if abs(rows) == 2 and board[_between(one, other)].lower() != SIDES[1 - position.turn]:
            return "no_jump"
    whole = _moves(position)
    if any(move.path[: len(path)] == path for move in whole):
        return "must_go_on"
    return "must_capture" if _taken(whole[0]) and len(path) == 2 else "no_jump"


def apply(position: Position, move: Move, outcome: Any = None) -> Position:
    """Return the position after a move. Raises RuleError with a code of `REASONS`."""
    if reason := explain(position, move):
        raise rule_error(reason.code, [Sentence(REASONS[reason.code])], reason.spaces)
    board, (start, *_, end), taken = {**_board(position)}, move.path, _taken(move)
    piece = board[start]
    board |= {start: "-"} | dict.fromkeys(taken, "-") | {end: _placed(piece, end)}
    quiet = 0 if taken or piece in SIDES else position.quiet + 1
    return Position("".join(board.values()), 1 - position.turn, quiet)


def table(position: Position) -> Table:
    """Return the required contents of the table."""
    return {space: {KINDS[piece]: 1} for space, piece in _board(position).items() if piece != "-"}


def changed(position: Position, move: Move) -> Table:
    """Return the new content of every square that a legal move changes."""
    piece = _board(position)[move.path[0]]
    return _after(piece, move, _placed(piece, move.path[-1]), _taken(move))


def _after(piece: str, move: Move, placed: str, taken: Sequence[str]) -> Table:
    """Return the squares that differ when a piece went along a path and became another."""
    start, *_, end = move.path
    went: Table = {} if (start, piece) == (end, placed) else {start: {}, end: {KINDS[placed]: 1}}
    return {**went, **{space: {} for space in taken}}


def removals(position: Position, move: Move) -> list[Table]:
    """Return nothing: captured pieces belong to the move."""
    return []


def optional(position: Position) -> Table:
    """Return nothing: captured pieces belong to the move."""
    return {}


@lru_cache(maxsize=1000)
def mistakes(position: Position) -> Iterable[Mistake]:
    """Return moves to near squares against the rules, of the other colour, or not ended.

    A man without its crown is none: a camera hardly tells it from a king, and the move says which it is.
    """
    return () if finished(position) else (*_wrong_moves(position), *_parts(position))


def _wrong_moves(position: Position) -> Iterator[Mistake]:
    board, moves = _board(position), legal(position)
    for start, piece in board.items():
        if piece.lower() == SIDES[position.turn]:
            near = [_towards(start, dx, dy) for dx in range(-2, 3) for dy in range(-2, 3)]
            ends = [end for end in near if end and board.get(end, "-") == "-"]
        else:
            ends = [*_ways(piece, start).steps] if piece != "-" else []
        for end in (end for end in ends if board.get(end, "-") == "-"):
            move = Move((start, end))
            code = (
                "not_diagonal" if end not in board else None if move in moves else _why(position, move.path)
            )
            if code and code != "must_go_on":
                yield from _mistakes(code, piece, move)


def _parts(position: Position) -> Iterator[Mistake]:
    """Yield captures that must go on."""
    for move in legal(position):
        for count in range(2, len(move.path)):
            yield from _mistakes("must_go_on", _board(position)[move.path[0]], Move(move.path[:count]))


def _mistakes(code: str, piece: str, move: Move) -> Iterator[Mistake]:
    """Yield a mistake with the pieces it jumped over still on the board, and with these taken off."""
    start, *_, end = move.path
    for taken in dict.fromkeys([(), _taken(move)]):
        if after := _after(piece, move, piece, taken):
            yield Mistake(Reason(code, (start, end), RULE_OF[code]), start, end, after)


def winners(position: Position, players: Sequence[str]) -> tuple[str, ...]:
    """Return the players who won a finished game; both win a draw."""
    return tuple(players) if _moves(position) else (players[1 - position.turn],)


def dump(position: Position) -> str:
    """Return the letters of the pieces, the letter of the player to move, and the number of quiet moves."""
    return f"{position.pieces} {SIDES[position.turn]} {position.quiet}"


def load(text: str) -> Position:
    """Read what `dump` wrote. Raises RuleError `bad_position`."""
    found = _DUMPED.fullmatch(text)
    if not found or int(found[3]) > QUIET_MOVES:
        problem = N_("position: expected 32 of - b w B W, b or w, and a number 0..80; found {found}.")
        raise rule_error("bad_position", [Sentence(problem, {"found": repr(text[:80])})])
    return Position(found[1], SIDES.index(found[2]), int(found[3]))


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
    """Read a move from {"path": ["c3", "d4"]}. Raises RuleError `bad_document`."""
    problems: list[Sentence] = []
    move = decode(Move, written, "move", problems)
    if not problems and len(move.path) < 2:
        problems.append(Sentence(N_("move.path: expected at least two squares.")))
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
        "result": {"winners": [*winners(position, players)]} if over else None,
        "error": error,
    }


def next_move(position: Position, chance: Chance) -> Move:
    """Return a random legal move."""
    return chance.choice(legal(position))


def book() -> dict[str, Topic]:
    """Return the rules in our own words."""
    aim = (
        Rule(N_("Black begins. All pieces stand on dark squares."), ("D-1",)),
        Rule(N_("A player who cannot move loses."), ("D-6",)),
        Rule(N_("40 moves each without a capture or a man's move are a draw."), ("D-6",)),
    )
    turn = (
        Rule(N_("A man moves one square diagonally forwards, a king also backwards."), ("D-2",)),
        Rule(N_("Jump over a piece of the other colour to an empty square to capture it."), ("D-3",)),
        Rule(N_("If you can capture, you must, until the piece can jump no further."), ("D-4",)),
        Rule(N_("A man that reaches the last row becomes a king; that ends the move."), ("D-5",)),
    )
    return {"aim": Topic(N_("What it is about"), aim), "turn": Topic(N_("Your turn"), turn)}


def advise(
    past: Sequence[Position],
    seat: int,
    secret: Any,
    trials: int,
    chance: Chance,
    go_on: Callable[[], bool],
) -> tuple[Advice[Move], ...]:
    """Return two moves, the best first, found by looking `trials` moves ahead."""
    now, values = past[-1], {}
    for move in legal(now):
        values[move] = -_value(apply(now, move), max(0, trials - 1), -2 * SURE, 2 * SURE)
        if not go_on():
            break
    return tuple(_advice(now, move) for move in sorted(values, key=lambda one: -values[one])[:2])


def _value(position: Position, ahead: int, least: int, most: int) -> int:
    """Return what a position is worth to the player to move, between two limits that matter."""
    moves = legal(position)
    if not moves:
        return 0 if _moves(position) else -SURE - ahead
    if not ahead and not _taken(moves[0]):
        return _count(position)
    for move in moves:
        least = max(least, -_value(apply(position, move), max(0, ahead - 1), -most, -least))
        if least >= most:
            break
    return least


def _count(position: Position) -> int:
    """Return the worth of the pieces of the player to move, less that of the others."""
    sign, total = 1 - 2 * position.turn, 0
    for space, piece in _board(position).items():
        row = int(space[1])
        worth = {"b": MAN + FORWARD * row, "w": -MAN - FORWARD * (9 - row), "B": KING, "W": -KING}
        total += sign * worth.get(piece, 0)
    return total


def _advice(now: Position, move: Move) -> Advice[Move]:
    why = N_("This captures.") if _taken(move) else N_("This is a strong move.")
    return Advice(move, move.path, tuple(changed(now, move)), Sentence(why))


RULES: Rules[Position, Move] = Rules(
    name=NAME,
    title="Draughts",
    players=(2, 2),
    play=play,
    seats=seats,
    read_setup=read_setup,
    read_move=read_move,
    write_move=encode,
    apply=apply,
    finished=finished,
    table=table,
    turn=lambda position: position.turn,
    dump=dump,
    load=load,
    opening=lambda _, names: {"players": list(names)},
    next_move=next_move,
    book=book,
    advisor=Advisor(advise, {"easy": 1, "middle": 2, "strong": 4}),
)
