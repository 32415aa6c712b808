"""Contract of described boards: board, pieces and rules are about the same spaces and kinds."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.games import registry
from companion.games.base import Kind, Space, Table, in_order
from companion.games.board_rules import BoardRules
from companion.testing.base import DoubtError, part_place, require
from companion.testing.moves import MOST_LISTED
from companion.testing.several import Several

if TYPE_CHECKING:
    from companion.app.board.description import BoardGame


def spaces(of: Several) -> None:
    """Check that the board has every space of the rules, and that the rules use those of the board."""
    described = _described(of)
    known, used = described.board().spaces, set[Space]()
    for of_rules, by, where in _spaces(of):
        off = [space for space in of_rules if space not in known]
        found = f"{where}: expected spaces of the board ({_listed(known)}), found {_listed(off)}"
        require(not off, found, by)
        used.update(of_rules)
    grounds = described.board().grounds
    grounds_used = {grounds[space] for space in used}
    never = [space for space in known if space not in used and grounds[space] in grounds_used]
    if never:  # of another ground: squares on which nothing is ever played
        raise DoubtError(
            f"board: expected spaces that the rules use, found in {len(of.games)} random games no use of "
            f"{_listed(never)}; the rules use {_listed(used)}",
            _at(of, "board"),
        )


def outlines(of: Several) -> None:
    """Check that every space has an area of its own inside the map; points may reach into the frame."""
    from companion.testing.outlines import outline_problems  # loads OpenCV, as a description does

    problems = [*outline_problems(_described(of).board())]
    more = f"; and {len(problems) - MOST_LISTED} more" if len(problems) > MOST_LISTED else ""
    require(not problems, f"board, {'; '.join(problems[:MOST_LISTED])}{more}", _at(of, "board"))


def kinds(of: Several) -> None:
    """Check that every kind of the rules is described, and that every described piece is used."""
    described = _described(of)
    known, most = described.kinds.names, described.kinds.per_space
    used = set[Kind]()
    for table, by, where in _tables(of):
        for space, pieces in table.items():
            odd = [kind for kind in pieces if kind not in known]
            found = f"{where}, space {space!r}: expected kinds of {list(known)}, found {odd}"
            require(not odd, found, by)
            count = sum(pieces.values())
            found = f"{where}, space {space!r}: expected at most {most} (kinds, per_space), found {count}"
            require(most is None or count <= most, found, by)
            used.update(pieces)
    named = {"sides": described.sides, "turns": [*described.turns, *described.turns.values()]}
    for field, names in named.items():
        odd = [kind for kind in names if kind not in known]
        require(not odd, f"{field}: expected kinds of {list(known)}, found {odd}", _at(of, field))
    players, sides = of.rules.players[1], described.sides
    found = f"sides: expected none, or one for each of {players} players, found {list(sides)}"
    require(not sides or len(sides) >= players, found, _at(of, "sides"))
    if never := [kind for kind in known if kind not in used]:
        found = f"kinds: expected pieces that occur, found none of {never} in {len(of.games)} random games"
        raise DoubtError(found, _at(of, "kinds"))


def lesson(of: Several) -> None:
    """Check that a lesson speaks in every position, and points at spaces of the board."""
    taught = registry.lesson(of.rules.name)
    if taught is None:
        return
    known = _described(of).board().spaces
    told = [("farewell", "at the end", taught.farewell)]
    for position, after in of.positions():
        seen = of.rules.view(position, None)
        told += [(step.key, after, saying) for step in taught.steps if (saying := step.tell(seen))]
    by = {step.key: step.tell for step in taught.steps}
    for key, after, saying in told:
        at: Any = by.get(key) or part_place(of.rules.name, "lesson", "LESSON")
        what = f"lesson, step {key!r} {after}"
        odd = [space for way in saying.ways for space in way if space not in known]
        require(not odd, f"{what}: expected spaces of the board ({_listed(known)}), found {_listed(odd)}", at)
        require(str(saying.say), f"{what}: expected words, found none", at)


def _described(of: Several) -> "BoardGame":
    assert of.described
    return of.described


def _at(of: Several, word: str) -> str:
    """Return file and line of a field of the description."""
    part = "board" if registry.package(of.rules.name).board else "app"
    return part_place(of.rules.name, part, word)


def _tables(of: Several) -> Iterator[tuple[Table, object, str]]:
    """Yield all contents of the board, with the function that gave them and their place in a game."""
    game = _described(of).game
    for position, after in of.positions():
        yield of.rules.table(position), of.rules.table, f"table {after}"
        for move in game.legal(position):
            yield game.changed(position, move), of.author("changed"), f"changed by {move!r} {after}"
        for mistake in game.mistakes(position):
            where = f"mistakes {after}, {mistake.reason.code!r}, changed"
            yield mistake.changed, of.author("mistakes"), where


def _spaces(of: Several) -> Iterator[tuple[list[Space], object, str]]:
    """Yield all spaces that the rules name, as `_tables`."""
    for table, by, where in _tables(of):
        yield [*table], by, where
    game = _described(of).game
    for position, after in of.positions():
        for mistake in game.mistakes(position):
            named = [mistake.source, mistake.target, *mistake.reason.spaces]
            yield named, of.author("mistakes"), f"mistakes {after}, {mistake.reason.code!r}"
        if isinstance(of.rules, BoardRules):
            for move in game.legal(position):
                yield [*of.rules.touches(move)], of.author("legal"), f"touches of {move!r} {after}"


def _listed(names: Any) -> str:
    found = in_order(names)
    more = f" … {found[-1]!r}" if len(found) > MOST_LISTED else ""
    return ", ".join(map(repr, found[: MOST_LISTED - 1 if more else MOST_LISTED])) + more


Check: TypeAlias = Callable[[Several], None]
CHECKS: tuple[Check, ...] = (outlines, spaces, kinds, lesson)
