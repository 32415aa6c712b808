"""Written games: read JSON and JSON Lines, and find the game that plays a document."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.errors import RuleError
from companion.games import registry, strict
from companion.games.base import ENGLISH, N_, Sentence, Translations, rule_error, say

MOST_CHARACTERS = 200_000_000
"""Maximum length of a text with all its documents, in characters."""


class Outcome(NamedTuple):
    """Result object of one document, and the number of its first line."""

    line: int
    result: dict[str, Any]


def outcomes(text: str, tr: Translations = ENGLISH) -> Iterator[Outcome]:
    """Play every document of a text: a single JSON document, or JSON Lines with one per line."""
    for line, written in documents(text):
        game = None
        try:
            document = parse(written, line)
            game = document.get("game")
            result = play(document, tr)
        except RuleError as error:
            problem = {"move": None, "code": error.code, "message": say(error, tr)}
            result = {"game": game, "status": None, "result": None, "error": problem}
        yield Outcome(line, result)


def documents(text: str) -> list[tuple[int, str]]:
    """Return the documents of a text, each with the number of its first line.

    A text is JSON Lines if it is not one document but some line of it is one. Raises RuleError `bad_json`
    if it is too long.
    """
    if len(text) > MOST_CHARACTERS:
        pattern = N_("Expected game files of at most {most} characters, found {found}.")
        values = {"most": MOST_CHARACTERS, "found": len(text)}
        raise rule_error("bad_json", [Sentence(pattern, values)])
    lines = [(i, line) for i, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and not _is_json(text) and any(_names_a_game(line) for _, line in lines):
        return lines
    return [(1, text)]


def parse(written: str, line: int = 1, most: int = strict.MOST_CHARACTERS) -> dict[str, Any]:
    """Parse a JSON object of at most `most` characters that begins on `line`.

    Invalid UTF-8 bytes are expected as `surrogateescape` left them. Raises RuleError `bad_json` naming line
    and column.
    """
    try:
        written.encode()
        document = strict.loads(written, most, any_text=True)
    except UnicodeEncodeError as error:
        before = written[: error.start]
        found = {
            "line": line + before.count("\n"),
            "column": len(before) - before.rfind("\n"),
            "byte": f"0x{ord(written[error.start]) & 0xFF:02x}",
        }
        pattern = N_("Line {line}, column {column}: expected UTF-8 text, found the byte {byte}.")
        raise rule_error("bad_json", [Sentence(pattern, found)]) from error
    except json.JSONDecodeError as error:
        place = {"line": line + error.lineno - 1, "column": error.colno, "problem": error.msg}
        pattern = N_("Line {line}, column {column}: expected JSON, found an error: {problem}.")
        raise rule_error("bad_json", [Sentence(pattern, place)]) from error
    except ValueError as error:
        raise _bad_json(line, error.args[0]) from error
    if not isinstance(document, dict):
        raise _bad_json(line, type(document).__name__)
    return document


def play(document: dict[str, Any], tr: Translations = ENGLISH) -> dict[str, Any]:
    """Return the result object of a document. Raises RuleError `unknown_game`, and the errors of its game."""
    return registry.rules(document.get("game")).play(document, tr)


def step_of(problem: Mapping[str, Any]) -> str:
    """Return the step that an error object of a result names, as ", move 3" or ", turn 2"; "" without one."""
    return next((f", {key} {problem[key]}" for key in ("move", "turn") if problem.get(key)), "")


def _bad_json(line: int, found: str) -> RuleError:
    pattern = N_("Line {line}: expected a JSON object, found {found}.")
    return rule_error("bad_json", [Sentence(pattern, {"line": line, "found": found})])


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _names_a_game(line: str) -> bool:
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and "game" in document
