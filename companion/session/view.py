"""View of a session for a screen: the sentence of the moment, the decisions, marks; and the answers.

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
    On a screen of one player `yours` takes the place of the text for who has the turn, `theirs` for the
    others, if they are given.
    """

    tone: Tone
    icon: str
    text: Sentence
    detail: Sentence | None = None
    rule: str = ""
    yours: Sentence | None = None
    theirs: Sentence | None = None


MarkKind: TypeAlias = Literal["last", "turn", "ask", "wrong", "move", "goal", "place", "remove", "turn_over"]

CALM_MARKS: tuple[MarkKind, ...] = ("last", "turn")
"""Kinds of marks that ask for nothing."""


class Mark(NamedTuple):
    """A thing that needs the eye: of the last move, of who acts, in question, wrong, or for hands to act on.

    A piece is moved from "move" to the "goal" that follows. `label`: a letter, number or sign, or "".
    """

    thing: Thing
    kind: MarkKind
    label: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """Words for an option: a short text, and details. `arrow`: a way to draw with it."""

    text: Sentence
    note: Sentence | None = None
    arrow: Way = ()


@dataclass(frozen=True, slots=True)
class Path:
    """Form of a decision: one of these ways, all different.

    `labels`: words of the ways in their order, if the names of their things do not tell enough.
    """

    options: tuple[Way, ...]
    labels: tuple[Label, ...] = ()

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
    """Form of a decision: from `least` to `most` of these things, each once, in an order that counts.

    `costs` of the things, in their order, may not exceed the `budget` in all, if they are given.
    """

    things: Way
    least: int
    most: int
    costs: tuple[int, ...] = ()
    budget: int = 0

    def cost(self, chosen: Way) -> int:
        """Return the cost of the chosen things."""
        by_thing = dict(zip(self.things, self.costs, strict=False))
        return sum(by_thing.get(thing, 0) for thing in chosen)

    def after(self, chosen: Way) -> frozenset[Thing]:
        """Return the things that may follow those chosen."""
        return frozenset(thing for thing in self.things if self.begins((*chosen, thing)))

    def begins(self, chosen: Way) -> bool:
        """Return whether an answer begins like that."""
        fits = len(chosen) <= self.most and len({*chosen}) == len(chosen) and {*chosen} <= {*self.things}
        return fits and (not self.costs or self.cost(chosen) <= self.budget)

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
        way: Way = ()
        for thing in chance.sample(self.things, len(self.things)):
            way = (*way, thing) if len(way) < count and self.begins((*way, thing)) else way
        return way


@dataclass(frozen=True, slots=True)
class Steps:
    """Form of a decision: one thing of each of these lists, in their order, all different."""

    lists: tuple[Way, ...]

    def after(self, chosen: Way) -> frozenset[Thing]:
        """Return the things that may follow those chosen."""
        if not self.begins(chosen) or len(chosen) == len(self.lists):
            return frozenset()
        return frozenset(self.lists[len(chosen)]).difference(chosen)

    def begins(self, chosen: Way) -> bool:
        """Return whether an answer begins like that."""
        fits = len(chosen) <= len(self.lists) and len({*chosen}) == len(chosen)
        return fits and all(thing in those for thing, those in zip(chosen, self.lists, strict=False))

    def is_complete(self, chosen: Way) -> bool:
        """Return whether what was chosen is an answer."""
        return len(chosen) == len(self.lists) and self.begins(chosen)

    def read(self, answer: object) -> Way:
        """Return things that came from outside as a list. Raises RuleError `no_option`."""
        return _whole(self, answer)

    def random(self, chance: Chance) -> Way:
        """Return a random answer."""
        return self._completed((), chance) or ()

    def _completed(self, chosen: Way, chance: Chance) -> Way | None:
        """Return a whole answer that begins like that; None if there is none."""
        if len(chosen) == len(self.lists):
            return chosen
        following = sorted(self.after(chosen), key=str)
        found = (self._completed((*chosen, one), chance) for one in chance.sample(following, len(following)))
        return next((way for way in found if way is not None), None)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Form of a decision: some of the sources, each to a goal. A way is source, goal, source, goal, ….

    `usual`: the way to begin with. A key sends the pairs.
    """

    sources: Way
    goals: Way
    usual: Way = ()

    def touched(self, chosen: Way, thing: Thing) -> Way | None:
        """Return the pairs after a touch; None if it means nothing here.

        A source again takes its pair back; another source takes the place of one without a goal. The only
        goal needs no touch.
        """
        if thing in chosen[::2]:
            at = 2 * chosen[::2].index(thing)
            return (*chosen[:at], *chosen[at + 2 :])
        if thing in self.sources:
            whole = chosen[: len(chosen) // 2 * 2]
            return (*whole, thing, *(self.goals if len(self.goals) == 1 else ()))
        return (*chosen, thing) if len(chosen) % 2 and thing in self.goals else None

    def after(self, chosen: Way) -> frozenset[Thing]:
        """Return the things that may follow those chosen."""
        if not self.begins(chosen):
            return frozenset()
        return frozenset(self.goals) if len(chosen) % 2 else frozenset(self.sources).difference(chosen[::2])

    def begins(self, chosen: Way) -> bool:
        """Return whether an answer begins like that."""
        sources, goals = chosen[::2], chosen[1::2]
        different = len({*sources}) == len(sources)
        return different and {*sources} <= {*self.sources} and {*goals} <= {*self.goals}

    def is_complete(self, chosen: Way) -> bool:
        """Return whether what was chosen is an answer."""
        return bool(chosen) and len(chosen) % 2 == 0 and self.begins(chosen)

    def read(self, answer: object) -> Way:
        """Return things that came from outside as a list. Raises RuleError `no_option`."""
        return _whole(self, answer)

    def random(self, chance: Chance) -> Way:
        """Return a random answer."""
        sources = chance.sample(self.sources, 1 + chance.randrange(len(self.sources)))
        return tuple(thing for source in sources for thing in (source, chance.choice(self.goals)))


@dataclass(frozen=True, slots=True)
class Amounts:
    """Form of a decision: a number for each of these things.

    At most `most` each; from `least` to `total` in all, which is None for any. `usual`: the numbers to begin
    with. An answer is the numbers in the order of the things.
    """

    things: Way
    most: tuple[int, ...]
    total: int | None
    usual: tuple[int, ...]
    labels: tuple[Label, ...] = ()
    least: int = 0

    def after(self, chosen: Way) -> frozenset[Thing]:
        """Return no things: numbers are not touched one after the other."""
        return frozenset()

    def begins(self, chosen: Way) -> bool:
        """Return whether nothing was touched."""
        return not chosen

    def is_complete(self, chosen: Way) -> bool:
        """Return whether these are numbers that fit."""
        fits = [type(n) is int and 0 <= n <= most for n, most in zip(chosen, self.most, strict=False)]
        if len(chosen) != len(self.most) or not all(fits):
            return False
        total = sum(map(int, chosen))
        return self.least <= total and (self.total is None or total <= self.total)

    def read(self, answer: object) -> Way:
        """Return numbers that came from outside as a list. Raises RuleError `no_option`."""
        return _whole(self, answer)

    def random(self, chance: Chance) -> Way:
        """Return random numbers that fit."""
        left = sum(self.most) if self.total is None else self.total
        numbers: list[int] = []
        for at, most in enumerate(self.most):
            low = max(0, self.least - sum(numbers) - sum(self.most[at + 1 :]))
            numbers.append(low + chance.randrange(min(most, left) - low + 1))
            left -= numbers[-1]
        return tuple(numbers)


@dataclass(frozen=True, slots=True)
class Dice:
    """Form of a decision: a face for each of `count` dice, as they lie on the table."""

    faces: Way
    count: int
    labels: tuple[Label, ...] = ()

    def after(self, chosen: Way) -> frozenset[Thing]:
        """Return no things: a face may come more than once, so a screen counts them."""
        return frozenset()

    def begins(self, chosen: Way) -> bool:
        """Return whether nothing was touched."""
        return not chosen

    def is_complete(self, chosen: Way) -> bool:
        """Return whether these are faces of all dice."""
        return len(chosen) == self.count and {*chosen} <= {*self.faces}

    def read(self, answer: object) -> Way:
        """Return faces that came from outside as a list. Raises RuleError `no_option`."""
        return _whole(self, answer)

    def random(self, chance: Chance) -> Way:
        """Return a random throw."""
        return tuple(chance.choice(self.faces) for _ in range(self.count))


def _whole(form: "Steps | Pairs | Amounts | Dice", answer: object) -> Way:
    given = _list(answer)
    if any(type(one) not in (str, int) for one in given) or not form.is_complete(tuple(given)):
        raise _no_option()
    return tuple(given)


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


Form: TypeAlias = Path | Picks | Steps | Pairs | Amounts | Dice
PRESS = Path(((),))
"""Form of a decision that is made by a key."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that may be decided now, in one form.

    `id` names it in an answer. `text` says what to do, or what a key says; `then` says it once a thing is
    chosen, None if the same; `note` adds details. `why_not(touched, thing)` is the reason why a thing may not
    be touched after others, None if there is none to tell; a thing may be anything. `default`: the answer of
    who only confirms, None if that must be nothing. `aside`: it is no part of the play, such as a correction.
    `confirm`: touches alone do not send it, but a key; a key itself may ask again first, in the words of
    `then`. `key`: words of the key that sends what was touched, where touches choose and a key sends.
    """

    id: str
    text: Sentence
    form: Form
    then: Sentence | None = None
    why_not: Callable[[Way, Thing], Reason | None] = field(default=lambda *_: None, compare=False, repr=False)
    note: Sentence | None = None
    default: Way | None = None
    aside: bool = False
    confirm: bool = False
    key: Sentence | None = None

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways of a path; none for other forms."""
        return self.form.options if isinstance(self.form, Path) else ()

    def said(self, way: Way) -> Sentence:
        """Return the words of an answer: those of its option if it has any, else the decision's."""
        labels = self.form.labels if isinstance(self.form, Path) else ()
        return labels[self.ways.index(way)].text if labels else self.text


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


def usual_answer(game: int, decision: Decision, chance: Chance) -> Answer:
    """Return the answer that most people give: the default, the numbers to begin with, else one by chance."""
    form = decision.form
    way = form.usual if isinstance(form, Amounts) else decision.default
    return Answer(game, decision.id, form.random(chance) if way is None else way)
