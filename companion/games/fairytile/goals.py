"""Goals of pages: their syntax tree, parser and writer (FT-150 to FT-211).

goal  := goal "or" goal | goal "and" goal | "(" goal ")" | test          ("and" binds closer)
test  := visit(FIGURE, PLACE) | cross(FIGURE, PLACE) | meet(FIGURE, FIGURE)
       | see(FIGURE, THING) | see(FIGURE, FIGURE, FIGURE) | see(FIGURE, 3 PLACE)
THING := FIGURE | PLACE
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, TypeAlias, cast

from companion.games.base import N_, Sentence, rule_error
from companion.games.fairytile.board import FIGURES, TERRAINS, Figure
from companion.games.fairytile.kingdom import GREAT, PlaceKind

IN_A_LINE = 3
"""Number of cells in one direction that a `SeeLine` goal requires (FT-155)."""
MAX_LETTERS = 1000
"""Maximum number of letters of a written goal."""
MAX_DEPTH = 20
"""Maximum number of nested brackets of a written goal."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The figure was moved in this turn and is on such a place now (FT-160 to FT-163)."""

    figure: Figure
    place: PlaceKind


@dataclass(frozen=True, slots=True)
class Cross:
    """The figure passed or ended on such a place in this turn (FT-200, A22, A23)."""

    figure: Figure
    place: PlaceKind


@dataclass(frozen=True, slots=True)
class Meet:
    """Both are on one cell, and at least one was moved in this turn (FT-170 to FT-173)."""

    figure: Figure
    other: Figure


@dataclass(frozen=True, slots=True)
class See:
    """The figure sees one other figure, or two at once (FT-150 to FT-154)."""

    figure: Figure
    others: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class SeePlace:
    """The figure sees a place, its own cell too (FT-150, FT-153)."""

    figure: Figure
    place: PlaceKind


@dataclass(frozen=True, slots=True)
class SeeLine:
    """The figure sees three cells of a kind in one direction (FT-155, A20)."""

    figure: Figure
    place: PlaceKind


@dataclass(frozen=True, slots=True)
class Both:
    """All parts hold at once (FT-210, FT-211)."""

    parts: tuple["Goal", ...]


@dataclass(frozen=True, slots=True)
class Either:
    """At least one part holds (FT-210)."""

    parts: tuple["Goal", ...]


Test: TypeAlias = Visit | Cross | Meet | See | SeePlace | SeeLine
Goal: TypeAlias = Test | Both | Either


def parse(text: str, place: str = "goal") -> Goal:
    """Parse a goal.

    Raises RuleError `bad_page` naming `place`, the column from 1, the expected and the found text; `column`
    is among its params.
    """
    return _Parser(text, place).goal()


def written(goal: Goal) -> str:
    """Write a goal as text that `parse` reads back."""
    match goal:
        case Either(parts):
            return " or ".join(written(part) for part in parts)
        case Both(parts):
            return " and ".join(
                f"({written(part)})" if isinstance(part, Either) else written(part) for part in parts
            )
        case See(figure, others):
            return f"see({', '.join((figure, *others))})"
        case SeePlace(figure, place):
            return f"see({figure}, {place})"
        case SeeLine(figure, place):
            return f"see({figure}, {IN_A_LINE} {place})"
        case Meet(figure, other):
            return f"meet({figure}, {other})"
        case Visit(figure, place):
            return f"visit({figure}, {place})"
        case Cross(figure, place):
            return f"cross({figure}, {place})"


def all_tests(goal: Goal) -> tuple[Test, ...]:
    """Return the tests of a goal, in order."""
    if isinstance(goal, Both | Either):
        return tuple(test for part in goal.parts for test in all_tests(part))
    return (goal,)


def place_of(goal: Goal) -> str:
    """Return the kind of land of a page's picture: the first that its goal names, else the plain."""
    places = [str(test.place) for test in all_tests(goal) if not isinstance(test, Meet | See)]
    return places[0].removeprefix("great ") if places else "plain"


def figures_of(goal: Goal) -> list[Figure]:
    """Return the figures that a goal names, in their order."""
    named: list[Figure] = []
    for test in all_tests(goal):
        others = test.others if isinstance(test, See) else (test.other,) if isinstance(test, Meet) else ()
        named += [test.figure, *others]
    return list(dict.fromkeys(named))


class _Token(NamedTuple):
    text: str
    column: int


_TOKEN = re.compile(r"\s*([a-z]+|[0-9]+|\S|$)", re.IGNORECASE)
_END = ""
_GREAT = tuple(GREAT)
_KINDS = (*TERRAINS, "river")


def _tokens(text: str) -> list[_Token]:
    found = [_Token(match[1], match.start(1) + 1) for match in _TOKEN.finditer(text)]
    while len(found) > 1 and found[-2].text == _END:
        found.pop()
    return found


class _Parser:
    """Recursive-descent parser with one method per line of the grammar."""

    def __init__(self, text: str, place: str) -> None:
        self._place = place
        self._tokens = _tokens(text[: MAX_LETTERS + 1])
        self._at = self._depth = 0
        if len(text) > MAX_LETTERS:
            self._refuse(
                N_("at most {most} letters"), _Token(str(len(text)), MAX_LETTERS + 1), most=MAX_LETTERS
            )

    def goal(self) -> Goal:
        found = self._either()
        if self._token.text != _END:
            self._refuse('"and", "or"' if not self._depth else ")")
        return found

    def _either(self) -> Goal:
        return self._joined("or", Either, self._both)

    def _both(self) -> Goal:
        return self._joined("and", Both, self._part)

    def _joined(self, word: str, kind: type[Either | Both], read: Callable[[], Goal]) -> Goal:
        parts = [read()]
        while self._taken(word):
            parts.append(read())
        return parts[0] if len(parts) == 1 else kind(_flat(parts, kind))

    def _part(self) -> Goal:
        if self._token.text != "(":
            return self._test()
        if self._depth == MAX_DEPTH:
            self._refuse(N_("at most {most} nested brackets"), most=MAX_DEPTH)
        self._at += 1
        self._depth += 1
        found = self._either()
        self._take(")", '")", "and", "or"')
        self._depth -= 1
        return found

    def _test(self) -> Test:
        verb = self._one_of(("visit", "cross", "meet", "see"), 'visit, cross, meet, see, "("')
        self._take("(")
        figure = self._figure()
        self._take(",")
        test: Test
        if verb == "visit":
            test = Visit(figure, self._named_place())
        elif verb == "cross":
            test = Cross(figure, self._named_place())
        elif verb == "meet":
            test = Meet(figure, self._figure())
        else:
            return self._see(figure)
        self._take(")")
        return test

    def _see(self, figure: Figure) -> Test:
        if self._taken(str(IN_A_LINE)):
            line = SeeLine(figure, self._named_place())
            self._take(")")
            return line
        if self._token.text not in FIGURES:
            place = self._named_place((*FIGURES, str(IN_A_LINE)))
            self._take(")")
            return SeePlace(figure, place)
        first = self._figure()
        if self._taken(","):
            second = self._figure()
            self._take(")")
            return See(figure, (first, second))
        self._take(")", '")", ","')
        return See(figure, (first,))

    def _figure(self) -> Figure:
        return cast(Figure, self._one_of(FIGURES))

    def _named_place(self, others: Sequence[str] = ()) -> PlaceKind:
        expected = (*others, *_KINDS, "great")
        found = self._one_of((*_KINDS, "great"), ", ".join(expected))
        return cast(PlaceKind, f"great {self._one_of(_GREAT)}" if found == "great" else found)

    @property
    def _token(self) -> _Token:
        return self._tokens[self._at]

    def _taken(self, text: str) -> bool:
        if self._token.text != text:
            return False
        self._at += 1
        return True

    def _take(self, text: str, expected: str = "") -> None:
        if not self._taken(text):
            self._refuse(expected or f'"{text}"')

    def _one_of(self, texts: Sequence[str], expected: str = "") -> str:
        found = self._token.text
        if found not in texts:
            self._refuse(expected or ", ".join(texts))
        self._at += 1
        return found

    def _refuse(self, expected: str, token: _Token | None = None, **values: object) -> NoReturn:
        token = token or self._token
        found = repr(token.text) if token.text else N_("its end")
        pattern = N_("{place}, column {column}: expected {expected}, found {found}.")
        detail = Sentence(expected, values) if values else expected
        filled = {"place": self._place, "column": token.column, "expected": detail, "found": found}
        error = rule_error("bad_page", [Sentence(pattern, filled)])
        error.params["column"] = token.column
        raise error


def _flat(parts: Sequence[Goal], kind: type[Either | Both]) -> tuple[Goal, ...]:
    """Replace each part of the same kind by its own parts, so that no level nests in itself."""
    return tuple(inner for part in parts for inner in (part.parts if isinstance(part, kind) else (part,)))
