"""Contract of the functions of `Game`: what is legal, what it changes, and what people do wrong."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.games import rulebook
from companion.games.base import ENGLISH, Space, Table
from companion.games.board_rules import BoardRules
from companion.table.tables import less
from companion.testing.base import expect, require
from companion.testing.rules import RandomGame, as_json
from companion.testing.several import Several

MOST_LISTED = 8
"""Number of names in a sentence."""


def legal(of: Several) -> None:
    """Check that all legal moves are accepted, different, and there until the end; chance chooses one."""
    game, by = of.game, of.author("legal") if of.game else None
    if game is None:
        return
    for played in of.games:
        for number, position in enumerate(played.positions):
            found, what = game.legal(position), f"legal after {number} moves"
            expect(len({*found}), len(found), f"{what}: number of different moves", by)
            ended = of.rules.finished(position)
            expect(ended, not found, f"{what}: no move, as `finished` says", by)
            for move in found:
                reason = game.explain(position, move)
                require(reason is None, f"explain of {move!r}, {what}: expected None, found {reason}", by)
            if not ended:
                move = played.moves[number]
                require(move in found, f"{what}: expected {move!r}, which `next_move` gave, found none", by)


def changes(of: Several) -> None:
    """Check that `changed` and `table` agree about every legal move."""
    game = of.game
    if game is None:
        return
    by = of.author("changed")
    for position, after in of.positions():
        before = game.table(position)
        for move in game.legal(position):
            wanted = _plain(game.table(game.apply(position, move)))
            changed = _laid(before, game.changed(position, move))
            taken = [_less(changed, removed) for removed in game.removals(position, move)]
            if wanted not in (changed, *taken):
                what = f"changed by {move!r} {after}, compared with table after it"
                spaces = [one for one in {**wanted, **changed} if wanted.get(one) != changed.get(one)]
                expect(_some(wanted, spaces), _some(changed, spaces), what, by)


def mistakes(of: Several) -> None:
    """Check that a common mistake changes something, is no legal move, and names a rule of the book."""
    game = of.game
    if game is None:
        return
    by, book = of.author("mistakes"), of.rules.book()
    for position, after in of.positions():
        before = game.table(position)
        allowed = {_key(_laid(before, game.changed(position, move))): move for move in game.legal(position)}
        for mistake in game.mistakes(position):
            reason, what = mistake.reason, f"mistakes {after}, {mistake.reason.code!r}"
            require(reason.code, f"{what}: expected a code, found none", by)
            laid = _laid(before, mistake.changed)
            found = f"{what}: expected changes of the table, found none in {dict(mistake.changed)}"
            require(laid != _plain(before), found, by)
            move = allowed.get(_key(laid))
            found = f"{what}: expected an illegal act, found the changes of a legal move, {move}"
            require(move is None, found, by)
            require(reason.rule, f"{what}: expected the id of a rule, found none", by)
            found = f"{what}: expected a rule of the book, found {reason.rule!r}"
            require(rulebook.sentence_of(book, reason.rule), found, by)


def reasons(of: Several) -> None:
    """Check that `board_rules` got a sentence and a rule of the book for the code of every mistake."""
    game: Any = of.game
    if not isinstance(of.rules, BoardRules):
        return
    book, by, known = of.rules.book(), of.author("mistakes"), game.reasons
    for code, (text, rule) in known.items():
        require(text, f"reasons, {code!r}: expected a sentence, found none", by)
        found = f"reasons, {code!r}: expected the id of a rule of the book, found {rule!r}"
        require(rulebook.sentence_of(book, rule), found, by)
    for position, after in of.positions():
        for code, *_ in () if of.rules.finished(position) else by(position):
            require(code in known, f"mistakes {after}: expected a code of {[*known]}, found {code!r}", by)


def winners(of: Several) -> None:
    """Check that those who won are players of the game, as `play` and `winners` say."""
    for game in of.games:
        rules, names = of.rules, game.players
        raw = getattr(of.game, "written", {}).get("winners")
        if raw and (won := raw(game.positions[-1])) is not None:
            wanted = f"winners: expected players 0..{len(names) - 1}, found {won!r}"
            require({*won} <= {*range(len(names))} and len({*won}) == len(won), wanted, raw)
        found = written_winners(game) or []
        wanted = f"play: expected winners of {[*names]}, found {found}"
        require({*found} <= {*names} and len({*found}) == len(found), wanted, rules.play)
        if isinstance(rules, BoardRules):
            named = [*rules.winners(game.positions[-1], names)]
            expect(sorted(named), sorted(found), "play: winners, as `winners` of the rules", rules.play)


def written_winners(game: RandomGame) -> list[str] | None:
    """Return the winners in the result object of `play`; None if it has none."""
    rules, moves = game.rules, [game.rules.write_move(move) for move in game.moves]
    document = as_json({"game": rules.name, "setup": game.setup, "moves": moves})
    result = rules.play(document, ENGLISH)["result"]
    winners = result.get("winners") if isinstance(result, Mapping) else None
    return None if winners is None else [*winners]


def _laid(before: Table, changed: Table) -> dict[Space, dict[str, int]]:
    return _plain({**before, **changed})


def _less(table: Table, removed: Table) -> dict[Space, dict[str, int]]:
    return _plain({space: less(pieces, removed.get(space, {})) for space, pieces in table.items()})


def _plain(table: Table) -> dict[Space, dict[str, int]]:
    found = {space: {kind: n for kind, n in pieces.items() if n} for space, pieces in table.items()}
    return {space: pieces for space, pieces in found.items() if pieces}


def _some(table: Table, spaces: list[Space]) -> dict[Space, Any]:
    return {space: dict(table.get(space, {})) for space in spaces[:MOST_LISTED]}


def _key(table: Table) -> frozenset[Any]:
    return frozenset((space, frozenset(pieces.items())) for space, pieces in table.items())


Check: TypeAlias = Callable[[Several], None]
CHECKS: tuple[Check, ...] = (legal, changes, mistakes, reasons, winners)
