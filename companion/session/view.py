"""What a session says to a screen: the sentence of the moment, and the decisions; and the answers to them.

A screen knows no rule: it shows the `Prompt` and the `Decision`s, turns touches into an answer with
`companion.session.answering`, and sends an `Answer`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from companion.errors import RuleError
from companion.games.base import N_, Chance, Reason, Sentence, Space, rule_error
from companion.session.messages import Message

Thing: TypeAlias = Space
"""Id of a thing that can be touched and named: a space, a card or a key."""
Way: TypeAlias = tuple[Thing, ...]
"""Things that are touched in order; the empty way is a key that is pressed."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the story; `number` counts moves from 1 (a move may have several). `arrow`: its way."""

    number: int
    text: Sentence
    arrow: Way = ()


Tone: TypeAlias = Literal["turn", "do", "ask", "good", "wait", "wrong", "over"]
"""Tone of a sentence: whose turn it is; something to do by hand; a question; what went well; the app waits or
is thinking; a broken rule or a lost device; the game is over."""

_OTHER_ANSWER = N_("Expected an answer that is offered, found another.")
_NO_DECISION = N_("This cannot be decided now.")


@dataclass(frozen=True, slots=True)
class Prompt:
    """The sentence of the moment.

    `icon`: name of a picture, or "". `detail`: a second sentence. `rule`: id of the rule it follows from.
    """

    tone: Tone
    icon: str
    text: Sentence
    detail: Sentence | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Path:
    """Form of a decision: one of these ways, all different."""

    options: tuple[Way, ...]

    def after(self, chosen: Way) -> frozenset[Thing]:
        """Return the things that may follow those chosen."""
        at = len(chosen)
        return frozenset(way[at] for way in self.options if len(way) > at and way[:at] == chosen)

    def begins(self, chosen: Way) -> bool:
        """Return whether an answer begins like that."""
        return any(way[: len(chosen)] == chosen for way in self.options)

    def is_complete(self, chosen: Way) -> bool:
        """Return whether what was chosen is an answer."""
        return chosen in self.options

    def read(self, answer: object) -> Way:
        """Return a way that came from outside as a list of things. Raises RuleError `no_option`."""
        return _same(answer, self.options)

    def random(self, chance: Chance) -> Way:
        """Return a random answer."""
        return chance.choice(self.options)


@dataclass(frozen=True, slots=True)
class Picks:
    """Form of a decision: from `least` to `most` of these things, each once, in an order that counts."""

    things: Way
    least: int
    most: int

    def after(self, chosen: Way) -> frozenset[Thing]:
        """Return the things that may follow those chosen."""
        return frozenset(self.things).difference(chosen) if len(chosen) < self.most else frozenset()

    def begins(self, chosen: Way) -> bool:
        """Return whether an answer begins like that."""
        return len(chosen) <= self.most and len({*chosen}) == len(chosen) and {*chosen} <= {*self.things}

    def is_complete(self, chosen: Way) -> bool:
        """Return whether what was chosen is an answer."""
        return len(chosen) >= self.least and self.begins(chosen)

    def read(self, answer: object) -> Way:
        """Return things that came from outside as a list. Raises RuleError `no_option`."""
        found = tuple(_same([thing], [(one,) for one in self.things])[0] for thing in _list(answer))
        if not self.is_complete(found):
            raise _no_option()
        return found

    def random(self, chance: Chance) -> Way:
        """Return a random answer."""
        count = self.least + chance.randrange(self.most - self.least + 1)
        return tuple(chance.sample(self.things, count))


def _same(answer: object, options: Sequence[Way]) -> Way:
    """Return the option that an answer from outside means."""
    given = _list(answer)
    kinds = [*map(type, given)]  # in Python 1 equals true and 1.0
    for way in options:
        if [*way] == given and [*map(type, way)] == kinds:
            return way
    raise _no_option()


def _list(answer: object) -> list[Any]:
    if isinstance(answer, list | tuple):
        return [*answer]
    raise _no_option()


def _no_option() -> RuleError:
    return rule_error("no_option", [Sentence(_OTHER_ANSWER)])


Form: TypeAlias = Path | Picks
PRESS = Path(((),))
"""Form of a decision that is made by a key."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that may be decided now, in one form.

    `id` names it in an answer. `text` says what to do, or what a key says; `then` says it once a thing is
    chosen, None if the same. `why_not(touched, thing)` is the reason why a thing may not be touched after
    others, None if there is none to tell; a thing may be anything.
    """

    id: str
    text: Sentence
    form: Form
    then: Sentence | None = None
    why_not: Callable[[Way, Thing], Reason | None] = field(default=lambda *_: None, compare=False, repr=False)

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways of a path; none for other forms."""
        return self.form.options if isinstance(self.form, Path) else ()


class Choice(NamedTuple):
    """A decision and what takes its answer; `take` raises CompanionError as the game's rules do."""

    decision: Decision
    take: Callable[[Way], object]


@dataclass(frozen=True, slots=True)
class Answer(Message):
    """Answer of a seat, or with None of the shared screen: the id of a decision, and a way of its form.

    The answer may come from outside, as JSON.
    """

    decision: str
    answer: object
    seat: int | None = None


def take(answer: Answer, choices: Sequence[Choice]) -> Any:
    """Take an answer.

    Raises RuleError `no_decision`, the reason why a thing may not be touched, or `no_option` if there is none
    to tell; and as the game's rules do.
    """
    for decision, taken in choices:
        if decision.id == answer.decision:
            try:
                way = decision.form.read(answer.answer)
            except RuleError:
                _refuse_with_reason(decision, answer.answer)
                raise
            return taken(way)
    raise rule_error("no_decision", [Sentence(_NO_DECISION)])


def _refuse_with_reason(decision: Decision, answer: object) -> None:
    things = _list(answer)
    if not all(isinstance(thing, str | int) for thing in things):
        return
    for number, thing in enumerate(things):
        reason = decision.why_not(tuple(things[:number]), thing)
        if reason and reason.text:
            raise rule_error(reason.code, [reason.text])
