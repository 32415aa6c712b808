"""Files that `companion watch` and `run` start from."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.errors import RuleError
from companion.games import fae, strict
from companion.games.base import ENGLISH, N_, Sentence, Translations, rule_error, say
from companion.games.documents import parse
from companion.games.fae.script import FaeSetup, play, read_moves, read_setup


def read_start(path: Path, tr: Translations = ENGLISH) -> FaeSetup:
    """Return where a written game, or only its set-up, leads. Raises RuleError naming file and place."""
    try:
        document = parse(path.read_text("utf-8-sig", errors="surrogateescape"))
        if "setup" not in document:
            document = {"setup": document}
        if problem := play(document, tr)["error"]:
            raise _misfit(path, f"move {problem['move']}: {problem['message']}")
    except RuleError as error:
        if error.code == "bad_start":
            raise
        raise _misfit(path, say(error, tr)) from error
    setup = read_setup(document["setup"])
    position = setup.position
    for move in read_moves(document.get("moves", [])):
        position = fae.apply(position, move)
    return setup._replace(position=position)


def read_ritual_orders(path: Path) -> Sequence[Sequence[int]]:
    """Lists of spaces, one for each move with several rituals. Raises RuleError `bad_ritual_order`."""
    try:
        written: Any = strict.loads(path.read_text("utf-8-sig"))
    except ValueError as error:
        raise _bad_orders(path, str(error)) from error
    if not (
        isinstance(written, list)
        and all(isinstance(order, list) and all(type(space) is int for space in order) for order in written)
    ):
        raise _bad_orders(path, json.dumps(written)[:60])
    return written


def _misfit(path: Path, why: str) -> RuleError:
    return rule_error("bad_start", [Sentence(N_("{path}: {why}"), {"path": path, "why": why})])


def _bad_orders(path: Path, found: str) -> RuleError:
    pattern = N_("{path}: expected a JSON list with one list of spaces for each such move, found {found}.")
    return rule_error("bad_ritual_order", [Sentence(pattern, {"path": path, "found": found})])
