"""Written games of Fairy Tile: set-up and turns as JSON, in the format of SCRIPT.md."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from companion.errors import RuleError
from companion.games.base import ENGLISH, N_, Sentence, Translations, rule_error, say
from companion.games.codec import unknown_keys, wrong
from companion.games.fairytile import ask
from companion.games.fairytile.acts import read_act, read_adventure, refused
from companion.games.fairytile.board import cell_text
from companion.games.fairytile.position import (
    UNKNOWN,
    FinishTurn,
    GiveUp,
    Position,
    Tell,
    TurnPage,
    page_in_hand,
)
from companion.games.fairytile.rules import MOST_ADVENTURES, apply, finished
from companion.games.fairytile.sets import hex_object
from companion.games.fairytile.setup import read_setup, seats
from companion.games.fairytile.words import missing

BESIDE_SETUP = ("tiles", "pages", "options")
"""Keys beside the set-up in a written game; inside it in games that the app wrote."""
_KINDS = ("adventure", "turn_page", "out")
Result = dict[str, Any]


def play(document: Mapping[str, Any], tr: Translations = ENGLISH) -> Result:
    """Return the result object of a written game or a question.

    Its `error` is the first refusal, translated by `tr`; None if there is none.
    """
    try:
        if "ask" in document:
            _refuse_keys(document, ("game", "ask"))
            return {"game": "fairytile", **ask.answer(document["ask"]), "error": None}
        return _game(document, tr)
    except RuleError as error:
        nothing = ask.NOTHING if "ask" in document else {"status": None, "result": None}
        return {"game": "fairytile", **nothing, "error": _error(error, tr, {"turn": None})}


def _game(document: Mapping[str, Any], tr: Translations) -> Result:
    kind = "moves" if "moves" in document else "turns"
    _refuse_keys(document, ("game", "setup", *BESIDE_SETUP, kind))
    setup = _setup(document)
    p = read_setup(setup)
    written = document.get(kind, [])
    if not isinstance(written, list):
        raise refused(kind, N_("a list"), written)
    step = _turn if kind == "turns" else _act
    problem, turns = None, 0
    for number, item in enumerate(written, 1):
        try:
            after = step(p, item, f"{kind}[{number - 1}]")
        except RuleError as error:
            where = {"turn": number} if kind == "turns" else {"turn": turns + 1, "move": number}
            problem = _error(error, tr, where)
            break
        turns += kind == "turns" or not after.done or after.winner is not None
        p = after
    return {**_result(p, seats(setup)), "turns_played": turns, "error": problem}


def reached(document: Mapping[str, Any]) -> tuple[Position, tuple[str, ...]]:
    """Return the last position of a written game, and the players' names.

    Raises RuleError if `play` would report an error.
    """
    setup = _setup(document)
    p = read_setup(setup)
    kind, step = ("moves", _act) if "moves" in document else ("turns", _turn)
    for number, item in enumerate(document.get(kind, [])):
        p = step(p, item, f"{kind}[{number}]")
    return p, seats(setup)


def _setup(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the set-up merged with the keys beside it."""
    setup = document.get("setup")
    if not isinstance(setup, dict):
        raise refused("setup", N_('an object with the keys "players", "start", "stack" and "books"'), setup)
    inside = [key for key in BESIDE_SETUP if key in setup and ("moves" not in document or key in document)]
    if inside:
        raise rule_error(
            "bad_setup", [wrong(f"setup.{key}", N_("no such key"), setup[key]) for key in inside]
        )
    return {**setup, **{key: document[key] for key in BESIDE_SETUP if key in document}}


def _refuse_keys(document: Mapping[str, Any], known: tuple[str, ...]) -> None:
    if problems := unknown_keys(document, known):
        raise rule_error("bad_setup", problems)


def _error(error: RuleError, tr: Translations, where: dict[str, Any]) -> Result:
    spaces = error.params.get("spaces", ())
    assert isinstance(spaces, tuple)
    report: Result = {**where, "code": error.code, "message": say(error, tr), "spaces": list(spaces)}
    return report | ({"column": error.params["column"]} if "column" in error.params else {})


def _result(p: Position, players: tuple[str, ...]) -> Result:
    over = finished(p)
    return {
        "game": "fairytile",
        "status": "finished" if over else "playing",
        "turn": players[p.turn],
        "turns_played": 0,
        "kingdom": {cell_text(cell): hex_object(p.kingdom.cells[cell]) for cell in sorted(p.kingdom.cells)},
        "figures": {figure: cell_text(cell) for figure, cell in p.figure_cells.items()},
        "stack_left": p.stack_left,
        "magic": dict(zip(players, p.magic, strict=True)),
        "told": {player: list(pages) for player, pages in zip(players, p.told_pages, strict=True)},
        "pages_left": {player: len(book) for player, book in zip(players, p.books, strict=True)},
        "out": [players[seat] for seat in p.out],
        "result": {"winner": None if p.winner is None else players[p.winner]} if over else None,
    }


def _act(p: Position, written: object, place: str) -> Position:
    return apply(p, read_act(written, place))


def _turn(p: Position, written: object, place: str) -> Position:
    """Return the position after a whole turn. Raises RuleError; then nothing of the turn counts."""
    if finished(p):
        return apply(p, FinishTurn())
    if not isinstance(written, dict):
        raise refused(place, N_("an object with adventure, turn_page or out"), written)
    problems = unknown_keys(written, (*_KINDS, "tell"), f"{place}.")
    kinds = [kind for kind in _KINDS if written.get(kind) is not None]
    if len(kinds) > 1:
        problems.append(wrong(place, N_("one of adventure, turn_page and out"), ", ".join(kinds)))
    tells = _tells(written, place, problems)
    if problems:
        raise rule_error("bad_setup", problems)
    if not kinds or written[kinds[0]] == []:
        return apply(p, FinishTurn())
    if kinds == ["adventure"]:
        return _adventures(p, written["adventure"], tells, f"{place}.adventure")
    if written[kinds[0]] is not True:
        raise refused(f"{place}.{kinds[0]}", "true", written[kinds[0]])
    if tells:
        raise _cannot_tell()
    return apply(p, TurnPage() if kinds == ["turn_page"] else GiveUp())


def _tells(written: Mapping[str, Any], place: str, problems: list[Sentence]) -> list[int]:
    """Return the numbers of the adventures, from 1, after which a page is told, in order."""
    tell = written.get("tell")
    tells = tell if isinstance(tell, list) else [] if tell is None else [tell]
    if any(type(number) is not int for number in tells):
        problems.append(wrong(f"{place}.tell", N_("1, 2 or a list of them"), tell))
        return []
    return sorted(tells)


def _adventures(p: Position, written: object, tells: list[int], place: str) -> Position:
    if not isinstance(written, list):
        raise refused(place, N_("a list of adventures"), written)
    if len(written) > MOST_ADVENTURES:
        raise rule_error("no_magic", [Sentence(_THIRD, {"place": place, "n": len(written)})])
    for number, item in enumerate(written, 1):
        p = apply(p, read_adventure(item, f"{place}[{number - 1}]"))
        for _ in range(tells.count(number)):
            p = _tell(p)
    if any(number not in range(1, len(written) + 1) for number in tells):
        raise _cannot_tell(p.page_told_this_turn)
    return p if finished(p) else apply(p, FinishTurn())


def _tell(p: Position) -> Position:
    page = page_in_hand(p, p.turn)
    if page == UNKNOWN and not p.dealt:
        raise refused("setup.books", N_("a book for every player"), None)
    try:
        return apply(p, Tell(page))
    except RuleError as error:
        if error.code != "cannot_tell":
            raise
        lacks = missing(p.box.goals[page], p.moment)
        sentences = [Sentence(_NOT_YET, {"page": page}), *(lack.sentence for lack in lacks)]
        cells = dict.fromkeys(chain.from_iterable(lack.cells for lack in lacks))
        raise rule_error(error.code, sentences, tuple(map(cell_text, cells))) from error


def _cannot_tell(already: bool = False) -> RuleError:
    code = "told_already" if already else "cannot_tell"
    return rule_error(code, [Sentence(_NO_ADVENTURE)])


_THIRD = N_("{place}: expected at most 2 adventures, the second with the magic token; found {n}.")
_NO_ADVENTURE = N_("You can tell a page only after an adventure in the same turn, and only one a turn.")
_NOT_YET = N_("You cannot tell page {page} yet.")
