"""The review of a game: its course, the moves that turned it, better ones, and what everybody was best at."""

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any, NamedTuple, TypeAlias

from companion.app.archive.judge import Judge
from companion.errors import CompanionError
from companion.games.base import Rules
from ui.services import Badge, Better, History, ReplayStep, Review, TurningPoint

MOST = 3
"""Maximum number of turning points."""
TURN = 1 / 6
"""Least change of a line, as a share of its range, that turns a game."""
_SURER = 4
"""Factor of the number of trial games before something is claimed."""
_COURSE = 0.6
"""Share of the work that the course is, 0..1; better moves take the rest."""
Report: TypeAlias = Callable[[float], object]
"""Takes the share of the work that is done, 0..1."""


class _Turn(NamedTuple):
    """A step of the replay that moved a line by `change`."""

    step: int
    line: str
    change: float


def review(
    known: History,
    steps: Sequence[ReplayStep],
    judge: Judge,
    rules: Rules[Any, Any],
    counts: Mapping[str, Mapping[str, int]],
    report: Report = lambda _: None,
) -> Review:
    """Return what decided a finished game; the same game gives the same review.

    `steps` hold the whole positions, with nothing hidden; `counts` are those of its judge.
    """
    work = _Reviewer(known, steps, judge, rules)
    course = work.course(lambda share: report(_COURSE * share))
    turned = work.turns(course)
    turns = []
    for number, turn in enumerate(turned, 1):
        turns.append(work.told(turn))
        report(_COURSE + (1 - _COURSE) * number / len(turned))
    report(1.0)
    return Review(course, losses(steps, judge), tuple(turns), badges(known.players, counts))


def losses(steps: Sequence[ReplayStep], judge: Judge) -> tuple[int, ...]:
    """Return the step of each loss of what everybody defends."""
    if judge.left is None:
        return ()
    left = [judge.left(step.position) for step in steps]
    return tuple(at for at in range(1, len(left)) for _ in range(left[at - 1] - left[at]))


def badges(players: Sequence[str], counts: Mapping[str, Mapping[str, int]]) -> tuple[Badge, ...]:
    """Give everybody a badge of another kind, so that all are as close to the best of their kind as can be.

    Nobody gets one if somebody would have to go without.
    """
    most = {kind: top for kind, done in counts.items() if (top := max(done.values(), default=0)) > 0}

    def worth(kinds: Sequence[str]) -> float:
        shares = (counts[kind].get(name, 0) / most[kind] for kind, name in zip(kinds, players, strict=True))
        return sum(share if share else -len(players) for share in shares)

    best = max(permutations(most, len(players)), key=worth, default=())
    given = tuple(
        Badge(name, kind, counts[kind].get(name, 0)) for kind, name in zip(best, players, strict=False)
    )
    return given if all(badge.amount for badge in given) else ()


class _Reviewer:
    """Judges the positions of one game."""

    def __init__(
        self, known: History, steps: Sequence[ReplayStep], judge: Judge, rules: Rules[Any, Any]
    ) -> None:
        self._known, self._steps, self._judge, self._rules = known, steps, judge, rules
        self._chance = Random(known.id)
        self._trials = max(1, judge.trials // len(steps))

    def course(self, report: Report) -> dict[str, tuple[float, ...]]:
        """Return the value of every line after every step."""
        found = []
        for number, step in enumerate(self._steps, 1):
            found.append(self._stands(step.position))
            report(number / len(self._steps))
        return {line: tuple(values[line] for values in found) for line in found[0]}

    def turns(self, course: Mapping[str, Sequence[float]]) -> list[_Turn]:
        """Return the steps that moved a line most, in order; of equal ones the later."""
        moved = [
            _Turn(step, line, values[step] - values[step - 1])
            for line, values in course.items()
            for step in range(1, len(values))
        ]
        chosen: dict[int, _Turn] = {}
        for turn in sorted(moved, key=lambda turn: (-abs(turn.change), -turn.step)):
            if len(chosen) == MOST or abs(turn.change) < TURN - _ROUNDING:
                break
            if turn.step not in chosen and self._is_sure(turn):
                chosen[turn.step] = turn
        return [chosen[step] for step in sorted(chosen)]

    def told(self, turn: _Turn) -> TurningPoint:
        """Return a turning point in words, with a better move of who lost by it, if one is known."""
        at, step = turn.step, self._steps[turn.step]
        moments = [moment for moment in self._known.moments if moment.step == at]
        best = min(reversed(moments), key=lambda moment: moment.rank, default=None)
        said = [best.sentence] if best else list(step.sentences[:1])
        changes = self._moved(at)
        if changes.get(step.who, 0.0) < 0 and at + 1 < len(self._steps):
            said += self._steps[at + 1].sentences[:1]  # what came of it
        return TurningPoint(at, tuple(said), self._better(at, changes))

    def _stands(self, position: Any, times: int = 1) -> Mapping[str, float]:
        return self._judge.stands(position, self._known, self._chance, times * self._trials)

    def _moved(self, step: int) -> dict[str, float]:
        """Return the change of every line by a step, from trial games of its own."""
        before, after = (self._stands(self._steps[at].position, _SURER) for at in (step - 1, step))
        return {line: after[line] - before[line] for line in after}

    def _is_sure(self, turn: _Turn) -> bool:
        """Return whether other trial games show the change, too: the greatest of many is often luck."""
        again = self._moved(turn.step)[turn.line]
        return abs(again) >= TURN - _ROUNDING and (again > 0) == (turn.change > 0)

    def _better(self, turned: int, changes: Mapping[str, float]) -> Better | None:
        """Return a better move than the last one of who lost by a step; None if the app finds none."""
        line = min(changes, key=lambda line: changes[line])
        if changes[line] > -TURN + _ROUNDING:
            return None
        losers = (line,) if line in self._known.players else self._known.players
        step = next((at for at in range(turned, 0, -1) if self._steps[at].who in losers), 0)
        if not step or (found := self._instead(step)) is None:
            return None
        after, better = found
        played = self._stands(self._steps[step].position, _SURER)[line]
        return better if self._stands(after, _SURER)[line] - played >= TURN else None

    def _instead(self, step: int) -> tuple[Any, Better] | None:
        """Return what the app plays before a step, and the position after it."""
        before, player = self._steps[step - 1].position, self._steps[step].who
        advisor, told = self._rules.advisor, self._judge.told
        seat = self._known.players.index(player)
        if not (advisor and told) or self._rules.finished(before) or self._rules.turn(before) != seat:
            return None
        past = [self._rules.view(one.position, seat) for one in self._steps[:step]]
        secret, trials = self._known.secrets.get(player), advisor.trials["strong"]
        try:
            best = advisor.advise(past, seat, secret, trials, self._chance, lambda: True)[0]
            sentences = tuple(told(before, best.move, self._known))
            after = self._rules.apply(before, best.move)
        except CompanionError:  # a record may lack what the advisor must know, such as cards in hand
            return None
        return (after, Better(player, step, sentences[:1], best.way)) if sentences else None


_ROUNDING = 1e-9
