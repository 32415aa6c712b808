"""A guided first round: words and spaces to touch, for any position.

A lesson refuses no legal move. What it shows follows from the positions so far alone, so it goes on after any
move, and an undo takes it back as well.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from companion.games.base import N_, MoveT, PositionT, Sentence, Space

MOST_LETTERS = 90
"""Maximum length of a sentence of a lesson in English, in letters."""
END = "end"
"""Key of the last words of every lesson."""
ALSO_FINE = Sentence(N_("That is allowed, too."))


class Saying(NamedTuple):
    """Words of a step in one position.

    `say`: what to do; `why`: one line more; each has at most MOST_LETTERS letters. `ways`: good moves as the
    spaces to touch one after the other, or places to look at. `keys`: controls of the play screen to touch,
    by their names there.
    """

    say: Sentence
    why: Sentence
    ways: tuple[tuple[Space, ...], ...] = ()
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step(Generic[PositionT, MoveT]):
    """One step of a lesson.

    `tell` returns the words for a position; None if the step does not fit it. All that they claim must hold
    there. `done(before, move, after)` says if a person's move did what the step asks for; without it any
    move made while the step is shown does. A step that `reads` asks for nothing and ends by a touch.
    Positions are as the shared screen may see them.
    """

    key: str
    tell: Callable[[PositionT], Saying | None]
    done: Callable[[PositionT, MoveT, PositionT], bool] | None = None
    reads: bool = False


@dataclass(frozen=True, slots=True)
class Lesson(Generic[PositionT, MoveT]):
    """The guided first round of a game.

    `opening(names, roles)` is a friendly written set-up for players in order of play, or None if any set-up
    will do. The lesson ends once all steps are done or `over(past)`, with `farewell`. `turn_over(move)` says
    if a move ends a turn: a step that was shown and not done is given up then, unless it `reads`.
    """

    steps: tuple[Step[PositionT, MoveT], ...]
    over: Callable[[Sequence[PositionT]], bool]
    farewell: Saying
    turn_over: Callable[[MoveT], bool] = lambda _: False
    opening: Callable[[Sequence[str], Sequence[str]], dict[str, Any] | None] = lambda *_: None


@dataclass(frozen=True, slots=True)
class LessonView:
    """Step of a lesson to show, and `remark` on the last move if it did something else.

    `number` of `count` steps counts those that are done, in whatever order, so that it only grows. A step
    that `reads` waits for a touch of "Next".
    """

    key: str
    number: int
    count: int
    saying: Saying
    reads: bool
    remark: Sentence | None = None


def view(
    lesson: Lesson[PositionT, MoveT],
    past: Sequence[PositionT],
    moves: Sequence[MoveT],
    read: Collection[str] = (),
    by_people: Sequence[bool] | None = None,
) -> LessonView | None:
    """Return what to show in the last of the positions `past`; None if no step fits or all is said.

    `moves` lead from each position to the next; `by_people` says which of them people made, by default all;
    others fulfil no step. `read`: keys of steps that people have read.
    """
    if END in read:
        return None
    done, shown, missed = set(read), _next(lesson, past[0], read), False
    ignored: set[str] = set()
    people = [True] * len(moves) if by_people is None else by_people
    for before, move, after, by_person in zip(past, moves, past[1:], people, strict=False):
        if by_person:
            fulfilled = {step.key for step in lesson.steps if step.done and step.done(before, move, after)}
            if shown and not shown.done and not shown.reads:
                fulfilled.add(shown.key)
            missed = shown is not None and shown.done is not None and shown.key not in fulfilled
            ignored |= {shown.key} if shown and missed else set()
            if lesson.turn_over(move):
                done, ignored = done | ignored, set()
            done |= fulfilled
        shown = _next(lesson, after, done)
    count = len(lesson.steps)
    if all(step.key in done for step in lesson.steps) or lesson.over(past):
        return LessonView(END, count, count, lesson.farewell, reads=True)
    saying = shown and shown.tell(past[-1])
    if not shown or not saying:
        return None
    remark = ALSO_FINE if missed else None
    number = 1 + sum(step.key in done for step in lesson.steps)
    return LessonView(shown.key, number, count, saying, shown.reads, remark)


def _next(
    lesson: Lesson[PositionT, MoveT], position: PositionT, done: Collection[str]
) -> Step[PositionT, MoveT] | None:
    """Return the first step that is not done and fits."""
    return next((s for s in lesson.steps if s.key not in done and s.tell(position)), None)
