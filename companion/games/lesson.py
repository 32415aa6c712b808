"""A guided first round: words and spaces to touch, for any position.

A lesson refuses no legal move. What it shows follows from the positions so far alone, so it goes on after any
move, and an undo takes it back as well.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple

from companion.games.base import N_, MoveT, PositionT, Sentence, Space

MOST_LETTERS, MOST_TRANSLATED = 46, 60
"""Maximum length of what a lesson says to do, in letters: in English, and in any language."""
MOST_WHY = 80
"""Maximum length of its second line in any language, in letters."""
END = "end"
"""Key of the last words of every lesson."""
ALSO_FINE, WELL_DONE = Sentence(N_("That is allowed, too.")), Sentence(N_("Well done!"))


class Saying(NamedTuple):
    """Words of a step in one position.

    `say`: what to do; `then`: what to do after each touch of a way; `why`: one line more. `ways`: good moves
    as the spaces to touch one after the other, or places to look at. `keys`: controls of the play screen to
    touch, by their names there.
    """

    say: Sentence
    why: Sentence
    ways: tuple[tuple[Space, ...], ...] = ()
    keys: tuple[str, ...] = ()
    then: tuple[Sentence, ...] = ()

    def after(self, touches: int) -> Sentence:
        """Return what to do after so many touches of a way."""
        return (self.say, *self.then)[min(touches, len(self.then))]


@dataclass(frozen=True, slots=True)
class Step(Generic[PositionT, MoveT]):
    """One step of a lesson.

    `tell` returns the words for a position; None if the step does not fit it. All that they claim must hold
    there. `done(before, move, after)` says if a person's move did what the step asks for; without it any
    move made while the step is shown does. A step that `reads` asks for no move: it ends once somebody
    touched one of its things. `praise` says what a move that did it has brought. Positions are as the shared
    screen may see them.
    """

    key: str
    tell: Callable[[PositionT], Saying | None]
    done: Callable[[PositionT, MoveT, PositionT], bool] | None = None
    reads: bool = False
    praise: Callable[[PositionT, MoveT, PositionT], Sentence] = lambda *_: WELL_DONE


@dataclass(frozen=True, slots=True)
class Lesson(Generic[PositionT, MoveT]):
    """The guided first round of a game.

    `opening(names, roles)` is a friendly written set-up for players in order of play, or None if any set-up
    will do. What people pass by comes again at the next chance. The lesson ends once all steps are done or
    `over(past)`, with `farewell`.
    """

    steps: tuple[Step[PositionT, MoveT], ...]
    over: Callable[[Sequence[PositionT]], bool]
    farewell: Saying
    opening: Callable[[Sequence[str], Sequence[str]], dict[str, Any] | None] = lambda *_: None


@dataclass(frozen=True, slots=True)
class LessonView:
    """Step of a lesson to show, and a `remark` on the last move of a person, `well` if it did what was asked.

    Without a step that fits, `key` is "" and there is no `saying`. `number` of `count` steps are done, in
    whatever order, so that it only grows; the shown one is counted. A step that `reads` waits for a touch of
    one of its things. `made`: moves up to the one of the remark.
    """

    key: str
    number: int
    count: int
    saying: Saying | None
    reads: bool = False
    remark: Sentence | None = None
    well: bool = False
    made: int = 0

    def silent(self) -> "LessonView":
        """Return it without a step: nobody is to do anything now."""
        if self.saying is None:
            return self
        return replace(self, key="", number=self.number - (self.key != END), saying=None, reads=False)


def view(
    lesson: Lesson[PositionT, MoveT],
    past: Sequence[PositionT],
    moves: Sequence[MoveT],
    read: Collection[str] = (),
    by_people: Sequence[bool] | None = None,
) -> LessonView | None:
    """Return what to show in the last of the positions `past`; None if all is said.

    `moves` lead from each position to the next; `by_people` says which of them people made, by default all;
    others fulfil no step. `read`: keys of steps that people have read.
    """
    if END in read:
        return None
    done, shown, remark, well, made = set(read), _next(lesson, past[0], read), None, False, 0
    people = [True] * len(moves) if by_people is None else by_people
    for at, (before, move, after, by_person) in enumerate(zip(past, moves, past[1:], people, strict=False)):
        if by_person:
            fulfilled = {step.key for step in lesson.steps if step.done and step.done(before, move, after)}
            if shown and not shown.done and not shown.reads:
                fulfilled.add(shown.key)
            well = shown is not None and shown.key in fulfilled
            missed = shown is not None and shown.done is not None and not well
            remark = shown.praise(before, move, after) if shown and well else ALSO_FINE if missed else None
            done, made = done | fulfilled, at + 1
        shown = _next(lesson, after, done)
    count, number = len(lesson.steps), sum(step.key in done for step in lesson.steps)
    if number == count or lesson.over(past):
        return LessonView(END, number, count, lesson.farewell, True, remark, well, made)
    saying = shown and shown.tell(past[-1])
    if not shown or not saying:
        return LessonView("", number, count, None, False, remark, well, made)
    return LessonView(shown.key, number + 1, count, saying, shown.reads, remark, well, made)


def _next(
    lesson: Lesson[PositionT, MoveT], position: PositionT, done: Collection[str]
) -> Step[PositionT, MoveT] | None:
    """Return the first step that is not done and fits."""
    return next((s for s in lesson.steps if s.key not in done and s.tell(position)), None)
