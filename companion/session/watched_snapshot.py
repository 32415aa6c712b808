"""Snapshot of a game whose table may be watched: what hands must do, and the sentence of the moment."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.games.base import N_, Reason, Sentence, Space, counted
from companion.session.answering import lettered
from companion.session.events import Why
from companion.session.snapshot import Snapshot
from companion.session.view import Mark, MarkKind, Prompt, Thing
from companion.session.words import (
    CALM,
    FOLLOW,
    NOT_AS_EXPECTED,
    OVER,
    THEIRS,
    THINKS,
    TROUBLE,
    UNCLEAR,
    WAS_IT,
    WHICH,
    YOUR_TURN,
    YOURS,
)
from companion.table.guide import Act, GuideStep

_STEPS: Mapping[Act, MarkKind] = {"place": "place", "remove": "remove", "turn_over": "turn_over"}
_ICONS = {
    "remove": "take",
    "move": "move",
    "turn_over": "rotate",
    "exchange": "move",
    "look": "eye",
    "confirm": "check",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedSnapshot(Snapshot):
    """Adds the state of the table; a game says the rest in its own sentences.

    `todo`: what hands must do on the table, in order. `illegal`: the reason why the table is wrong, with its
    sentence. `unclear`: spaces that are visible, but not understood.
    """

    todo: tuple[GuideStep, ...] = ()
    illegal: Reason | None = None
    unclear: tuple[Space, ...] = ()

    @property
    def step(self) -> GuideStep | None:
        """The next thing that hands must do; None if nothing is to do."""
        return self.todo[0] if self.todo else None

    @property
    def by_hand(self) -> Sentence | None:
        """The instruction for the next step; None if nothing is to do."""
        return self._guide(self.todo[0]) if self.todo else None

    @property
    def prompt(self) -> Prompt:
        """The sentence of the moment: a question, the table, then the turn."""
        if question := self._question():
            return question
        if self.illegal:
            said = self.illegal.text or Sentence(NOT_AS_EXPECTED)
            return Prompt("wrong", "warn", said, self._mend(), self.illegal.rule)
        if self.unclear:
            return Prompt("ask", "eye", Sentence(UNCLEAR), self._clear_up())
        if self.todo and not self.put_back:
            return self._next_step()
        return with_trouble(self._turn(), self.trouble)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The last move, what is wrong or in question, and the next step of hands."""
        asked = [*self._asked()]
        unclear = () if asked else (Mark(space, "ask", "?") for space in self.unclear)
        last = () if asked or self.step else (Mark(space, "last") for space in self._last_spaces())
        wrong = (Mark(space, "wrong") for space in self._wrong_spaces())
        return each_once(*last, *wrong, *unclear, *asked, *(hand_marks([self.step]) if self.step else ()))

    def _last_spaces(self) -> Iterable[Space]:
        """Return the spaces of the last move."""
        return ()

    def _wrong_spaces(self) -> Iterable[Space]:
        """Return the spaces that break a rule."""
        return self.illegal.spaces if self.illegal else ()

    def _asked(self) -> Iterator[Mark]:
        """Mark the moves in doubt, each by a letter on a space that tells it; the only one whole."""
        for ways in (one.ways for one in self.decisions if one.id == "which"):
            if len(ways) == 1:
                *way, end = ways[0]
                yield from (*(Mark(space, "ask") for space in way), Mark(end, "ask", "?"))
            else:
                yield from (Mark(thing, "ask", letter) for thing, letter in lettered(ways))

    def _question(self) -> Prompt | None:
        """Return what comes before all else, such as a question of the app; None if nothing."""
        return None

    def _guide(self, step: GuideStep) -> Sentence:
        """Return the instruction for a step."""
        raise NotImplementedError

    def _mend(self) -> Sentence:
        """Return what to do about a broken rule."""
        raise NotImplementedError

    def _clear_up(self) -> Sentence | None:
        """Return what to do about pieces that the app does not understand."""
        return None

    def _turn(self) -> Prompt:
        """Return whose turn it is, and what that player may do."""
        if self.over:
            return Prompt("over", "trophy", Sentence(OVER))
        if self.thinking:
            return Prompt("wait", "bot", Sentence(THINKS, {"player": self.turn}), self._last())
        detail = self.decisions[0].text if self.decisions else None
        return asked_to_act(self._asked_to_move(), self.turn, detail)

    def _asked_to_move(self) -> Sentence:
        """Return the sentence for the player whose turn it is."""
        return Sentence(YOUR_TURN, {"player": self.turn})

    def _last(self) -> Sentence | None:
        """Return what was done last, while the app is thinking."""
        return None

    def _next_step(self) -> Prompt:
        first, *more = self.todo
        guide = self._guide(first)
        if self.suggested_move is not None and first.player in self.bots:
            return Prompt("do", "bot", Sentence(FOLLOW, {"player": self.turn}), guide)
        rest = counted("Then {n} more step.", "Then {n} more steps.", len(more)) if more else None
        return Prompt("do", _ICONS.get(first.act, "hand"), guide, rest)


def asked_to_act(text: Sentence, player: str | None, detail: Sentence | None) -> Prompt:
    """Return the sentence for the player whose turn it is, and that for the others."""
    theirs = Sentence(THEIRS, {"player": player})
    return Prompt("turn", "", text, detail, yours=Sentence(YOURS), theirs=theirs)


def each_once(*marks: Mark) -> tuple[Mark, ...]:
    """Return the marks with the last one of each thing."""
    last: dict[Thing, Mark] = {}
    for mark in marks:
        last.pop(mark.thing, None)
        last[mark.thing] = mark
    return tuple(last.values())


def hand_marks(steps: Iterable[GuideStep]) -> Iterator[Mark]:
    """Mark what hands act on."""
    for step in steps:
        if step.space is not None:
            yield Mark(step.space, _STEPS.get(step.act, "move"))
        if step.target is not None:
            yield Mark(step.target, "goal")


def which_move(player: str, moves: int) -> Prompt:
    """Return the question which of several moves was made, or whether it was the only one in doubt."""
    if moves == 1:
        how = N_("Press the check mark, or touch the move that was made.")
        return Prompt("ask", "help", Sentence(WAS_IT, {"player": player}), Sentence(how))
    how = N_("Touch the move that was made.")
    return Prompt("ask", "help", Sentence(WHICH, {"player": player}), Sentence(how))


def with_trouble(prompt: Prompt, trouble: Why | None) -> Prompt:
    """Return the trouble of the camera in place of a prompt, or beside it if it is that of every move."""
    if trouble is None or prompt.tone == "over":
        return prompt
    said = Sentence(TROUBLE[trouble])
    if trouble in CALM and prompt.tone in ("turn", "ask", "wait"):
        return replace(prompt, detail=said)
    return Prompt("wait", "wait", said)
