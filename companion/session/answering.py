"""Touches in, answers out: which things may be touched next, what is chosen, and when it is complete.

Pure, and the same for all games; nothing in a screen knows a rule.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.games.base import Reason, Sentence
from companion.session.view import Decision, Pairs, Picks, Steps, Thing, Way


class Answered(NamedTuple):
    """A complete answer: id of the decision, and the things chosen."""

    decision: str
    way: Way


@dataclass(frozen=True, slots=True)
class Answering:
    """Things chosen so far, of the decisions that are open. No answer fits two decisions that take touches.

    Those that are no part of the play take none, unless one is in `focus`, the id of the only decision that
    does. A touch goes on with an answer. If it fits none, it is refused if there is a reason, else it begins
    another answer. The last thing of a path once more means the shorter of two, or gives up; a picked thing
    once more is put back.
    """

    decisions: tuple[Decision, ...] = ()
    chosen: Way = ()
    focus: str = ""

    @property
    def open(self) -> tuple[Decision, ...]:
        """The decisions that take touches."""
        return tuple(one for one in self.decisions if (one.id == self.focus if self.focus else not one.aside))

    def press(self, id: str) -> "Answering | Answered":
        """Return what the key of a decision means: its only answer, or that touches are for it alone."""
        decision = next(one for one in self.decisions if one.id == id)
        if decision.form.is_complete(()):
            return Answered(id, ())
        if len(decision.ways) == 1:
            return Answered(id, *decision.ways)
        if isinstance(decision.form, Steps) and decision.form.lists == ((id,),):
            return Answered(id, (id,))
        first = [*decision.form.after(())]
        return Answering(self.decisions, (first[0],) if len(first) == 1 else (), id)

    @property
    def next_things(self) -> frozenset[Thing]:
        """The things that may be touched next."""
        return frozenset(thing for one in self.open for thing in one.form.after(self.chosen))

    @property
    def then(self) -> Sentence | None:
        """The sentence after the touches so far; None before the first, or if no decision has one."""
        begun = bool(self.chosen or self.focus)
        fitting = (one.then for one in self.open if begun and one.form.begins(self.chosen))
        return next((then for then in fitting if then), None)

    @property
    def complete(self) -> Answered | None:
        """The answer that the touches mean already; a longer one may exist. None before the first touch."""
        for one in self.open if self.chosen else ():
            if one.form.is_complete(self.chosen):
                return Answered(one.id, self.chosen)
        return None

    def touch(self, thing: Thing) -> "Answering | Answered | Reason | None":
        """Return what is chosen then, a complete answer, or the reason why not; None if there is none."""
        forms = (
            one.form for one in self.open if isinstance(one.form, Pairs) and one.form.begins(self.chosen)
        )
        for form in forms:
            if (pairs := form.touched(self.chosen, thing)) is not None:
                return replace(self, chosen=pairs)
        if self.chosen and thing in self.chosen and (found := self._again(thing)):
            return found
        if found := self._with((*self.chosen, thing)):
            return found
        return self.why_not(thing) or self._with((thing,))

    def among(self, decisions: tuple[Decision, ...]) -> "Answering":
        """Return the same touches for other decisions; none if no answer begins like that any more."""
        kept = Answering(decisions, self.chosen, self.focus)
        return kept if any(one.form.begins(self.chosen) for one in kept.open) else Answering(decisions)

    def why_not(self, thing: Thing) -> Reason | None:
        """Return why a thing may not be touched now."""
        reasons = (one.why_not(self.chosen, thing) for one in self.open)
        return next((reason for reason in reasons if reason), None)

    def _again(self, thing: Thing) -> "Answering | Answered | None":
        """Return what a thing that is chosen already means when it is touched again."""
        if any(isinstance(one.form, Picks) and one.form.begins(self.chosen) for one in self.open):
            return replace(self, chosen=tuple(one for one in self.chosen if one != thing))
        if thing == self.chosen[-1] and thing not in self.next_things:
            return self.complete or replace(self, chosen=())
        return None

    def _with(self, chosen: Way) -> "Answering | Answered | None":
        if not any(one.form.begins(chosen) for one in self.open):
            return None
        after = replace(self, chosen=chosen)
        sent = not after.next_things and after.complete
        waits = sent and any(one.confirm for one in self.decisions if one.id == sent.decision)
        return after if waits else sent or after


def started(decisions: tuple[Decision, ...]) -> Answering:
    """Return the touches that are there at first: the pairs that somebody has made on the table."""
    made = (one.form.usual for one in decisions if isinstance(one.form, Pairs))
    return Answering(decisions, next((way for way in made if way), ()))


def only_way(decision: Decision, thing: Thing) -> Answered | None:
    """Return the only way of a decision that touches a thing, wherever; None if there are others."""
    found = [way for way in decision.ways if thing in way]
    return Answered(decision.id, found[0]) if len(found) == 1 else None


def telling(ways: Sequence[Way]) -> tuple[Thing | None, ...]:
    """Return a thing of each way that is on no other one, the last if there are several."""
    others = [{thing for other in ways if other is not way for thing in other} for way in ways]
    return tuple(
        next((thing for thing in reversed(way) if thing not in rest), None)
        for way, rest in zip(ways, others, strict=True)
    )


def numbered(ways: Sequence[Way]) -> Iterator[tuple[Thing, str]]:
    """Yield a thing for the number of each way, from 1 on; an empty way has none.

    It is one that is on no other way, else where the way begins.
    """
    for number, (thing, way) in enumerate(zip(telling(ways), ways, strict=True), 1):
        if way:
            yield (way[0] if thing is None else thing), str(number)


def lettered(ways: Sequence[Way]) -> Iterator[tuple[Thing, str]]:
    """Yield a thing for the letter of each way, chosen as by `numbered`."""
    return ((thing, chr(ord("A") + int(number) - 1)) for thing, number in numbered(ways))
