"""What people may decide now, said once by the session: a screen draws it and sends back answers.

A screen knows no rule: it shows `Decision`s, turns touches into an answer with
`companion.session.answering`, and sends an `Answer`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from companion.errors import RuleError
from companion.games.base import N_, Reason, Sentence, Space, rule_error
from companion.session.messages import Message

Thing: TypeAlias = Space
"""What a finger can touch and a voice can name: a space, a card, a key. It has a name in words."""
Way: TypeAlias = tuple[Thing, ...]
"""Things that are touched in order; the empty way is a key that is pressed."""

_OTHER_ANSWER = N_("Expected one of the {n} ways that are open, found another.")
_NO_DECISION = N_("This cannot be decided now.")


@dataclass(frozen=True, slots=True)
class Path:
    """Form of a decision: one of these ways, all different."""

    options: tuple[Way, ...]

    def read(self, answer: object) -> Way:
        """Return a way that came from outside as a list of things. Raises RuleError `no_option`."""
        if isinstance(answer, list | tuple):
            kinds = [*map(type, answer)]  # in Python 1 equals true and 1.0
            for way in self.options:
                if way == (*answer,) and [*map(type, way)] == kinds:
                    return way
        raise rule_error("no_option", [Sentence(_OTHER_ANSWER, {"n": len(self.options)})])


PRESS = Path(((),))
"""Form of a decision that is made by a key."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that may be decided now, in one form.

    `id` names it in an answer. `text` says what to do, or what a key says. `why_not(touched, thing)` is the
    reason why a thing may not be touched after others, None if there is none to tell.
    """

    id: str
    text: Sentence
    form: Path
    why_not: Callable[[Way, Thing], Reason | None] = field(default=lambda *_: None, compare=False, repr=False)


class Choice(NamedTuple):
    """A decision and what takes its answer; `take` raises CompanionError as the game's rules do."""

    decision: Decision
    take: Callable[[Way], object]


@dataclass(frozen=True, slots=True)
class Answer(Message):
    """What was decided, by a seat or, with None, at the shared screen: a decision's id and a way of its form.

    The answer may come from outside, as JSON.
    """

    decision: str
    answer: object
    seat: int | None = None


def take(answer: Answer, choices: Sequence[Choice]) -> Any:
    """Take an answer. Raises RuleError `no_decision`, `no_option`, and as the game's rules do."""
    for choice in choices:
        if choice.decision.id == answer.decision:
            return choice.take(choice.decision.form.read(answer.answer))
    raise no_decision()


def no_decision() -> RuleError:
    """Return the error of an answer to what may not be decided now."""
    return rule_error("no_decision", [Sentence(_NO_DECISION)])
