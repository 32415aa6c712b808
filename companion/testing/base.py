"""Parts that all checks of the contract share: a failed one names its place and says what was expected."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import CompanionError, RuleError
from companion.games import registry


class ContractError(AssertionError):
    """A game breaks its contract. `place`: file and line of the function that did, "" if unknown.

    `by` is that function, or the place as text.
    """

    def __init__(self, sentence: str, by: object = None) -> None:
        super().__init__(sentence)
        self.place = _place_of(by)


class DoubtError(ContractError):
    """Something that may be a mistake, or a rarity that random games did not reach."""


class Finding(NamedTuple):
    """A failed check: the part of the game, the name of the check, its place in a file, and a sentence.

    `doubt`: it may be right as it is.
    """

    part: str
    check: str
    place: str
    sentence: str
    doubt: bool = False

    def __str__(self) -> str:
        """Return one line, such as `rules, turn: a.py, line 3: expected a seat 0..1, found 5`."""
        place = f"{self.place}: " if self.place else ""
        return f"{self.part}, {self.check}: {place}{'perhaps: ' if self.doubt else ''}{self.sentence}"


def expect(expected: object, found: object, of: str, by: object = None) -> None:
    """Raise ContractError unless both are equal. `of`: what was compared; `by`: the function that gave it."""
    if expected != found:
        raise ContractError(f"{of}: expected {_short(expected)}, found {_short(found)}", by)


def require(true: object, sentence: str, by: object = None) -> None:
    """Raise ContractError with this sentence unless a value is true."""
    if not true:
        raise ContractError(sentence, by)


def refused(act: Callable[[], object], of: str, naming: str = "", by: object = None) -> RuleError:
    """Return the RuleError of an act that the rules forbid; `naming` must be in it.

    Raises ContractError if the act is not refused.
    """
    try:
        found = act()
    except RuleError as error:
        require(naming in str(error), f"{of}: expected a RuleError that names {naming!r}, found: {error}", by)
        return error
    raise ContractError(f"{of}: expected a RuleError, found {_short(found)}", by)


@contextmanager
def collected(game: str, part: str, check: str, findings: list[Finding]) -> Iterator[None]:
    """Add what goes wrong inside to the findings, whatever it is."""
    try:
        yield
    except (Exception, SystemExit) as error:  # a game may fail in any way
        findings.append(finding(game, part, check, error))


def finding(game: str, part: str, check: str, error: Exception | SystemExit) -> Finding:
    """Build the finding of an error; its place is the last line of the game in the traceback."""
    if isinstance(error, ContractError):
        return Finding(part, check, error.place, str(error), isinstance(error, DoubtError))
    if isinstance(error, CompanionError) and error.code in ("broken_game", "incomplete_game"):
        return Finding(part, check, "", str(error))  # names the place itself
    file, line = registry.place_of(game, error)
    return Finding(part, check, f"{file}, line {line}", f"{type(error).__name__}: {error}")


def _short(value: object, most: int = 200) -> str:
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}…"


def part_place(game: str, part: str, word: str) -> str:
    """Return file and line where the module of a part first says `word`, such as "sides"; "" if nowhere."""
    module = sys.modules.get(registry.package(game).part(part).partition(":")[0])
    file = getattr(module, "__file__", None)
    for number, line in enumerate(Path(file).read_text("utf-8").splitlines() if file else (), 1):
        if re.search(rf"\b{word}\s*(:[^=]+)?=", line):
            return f"{file}, line {number}"
    return file or ""


def _place_of(by: Any) -> str:
    if isinstance(by, str):
        return by
    while isinstance(by, partial):
        by = by.func
    code = getattr(getattr(by, "__func__", by), "__code__", None)
    return f"{code.co_filename}, line {code.co_firstlineno}" if code else ""
