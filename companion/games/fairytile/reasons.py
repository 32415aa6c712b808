"""Reasons for suggested acts of Fairy Tile, in the terms of the rules: facts about this turn and the next.

A part of a page is a test of its goal; of alternatives only the one that lacks the fewest parts counts. What
a figure sees lasts into the next turn. Visits, meetings and crossings have to be done again in the turn in
which the page is told (FT-162, FT-171), so the page still needs them.
"""

from typing import NamedTuple

from companion.games.base import N_, Sentence, Term, counted
from companion.games.fairytile.board import Cell, distance
from companion.games.fairytile.goals import (
    Both,
    Cross,
    Either,
    Goal,
    Meet,
    See,
    SeeLine,
    SeePlace,
    Test,
    Visit,
    all_tests,
)
from companion.games.fairytile.judge import Done, Judged, judge
from companion.games.fairytile.kingdom import GREAT, Kingdom
from companion.games.fairytile.position import Adventure, FinishTurn, Position
from companion.games.fairytile.rules import adventures, effect, fulfilling
from companion.games.fairytile.words import NAMES, PLACE_NAMES, held_sentence

_ODDS = (
    (0.95, N_("Almost sure next turn")),
    (0.6, N_("Likely next turn")),
    (0.2, N_("A chance next turn")),
    (0.0, N_("A small chance next turn")),
)
"""Words for the probability to tell the page next turn: the first whose minimum, 0..1, is reached."""
_FEWEST = 10
"""Minimum number of simulated turns of the others for such words: then the standard error is at most 0.16."""
_SMALL_STEP = N_("A small step")


class Why(NamedTuple):
    """Reason for an act, and what to look for in the kingdom before the act is shown."""

    reason: Sentence
    look: Sentence | None = None


class _Part(NamedTuple):
    """Test of a goal, and whether it holds."""

    test: Test
    holds: bool

    @property
    def lasts(self) -> bool:
        """Return whether the test holds and will hold in the next turn if nobody changes anything."""
        return self.holds and isinstance(self.test, See | SeePlace | SeeLine)


class Odds(NamedTuple):
    """Probability to tell the page next turn, 0..1, and the number of simulated turns it was taken from."""

    likelihood: float = 0.0
    trials: int = 0

    @property
    def words(self) -> Term:
        """Strength of the claim; says nothing of it after too few trials."""
        if self.trials < _FEWEST:
            return _SMALL_STEP
        return next(words for least, words in _ODDS if self.likelihood >= least)


def completes(p: Position, act: Adventure, page: int) -> Why:
    """Return the reason for an act that fulfils a page now."""
    look = Sentence(N_("One adventure here completes your page."))
    held, part = _completed(p, act, page)
    if part is None:
        return Why(Sentence(N_("Keeps your page complete: you can tell it after this.")), look)
    values = {"part": held_sentence(part), "n": held}
    pattern = N_("Completes your page: {part} ({n} of {n} parts).") if held > 1 else _COMPLETES_ALL
    return Why(Sentence(pattern, values), look)


_COMPLETES_ALL = N_("Completes your page: {part}.")


def begins(p: Position, act: Adventure, page: int) -> Why:
    """Return the reason for an act after which a second adventure of this turn fulfils a page."""
    after = effect(p, act)
    second = fulfilling(after, page, adventures(after))[0]
    _, part = _completed(after, second, page)
    look = Sentence(N_("Two adventures complete your page: the first one is here."))
    if part is None:
        return Why(Sentence(N_("Your magic token gives a second adventure: it completes your page.")), look)
    pattern = N_("Then, with the magic token: {part}, and your page is complete.")
    return Why(Sentence(pattern, {"part": held_sentence(part)}), look)


def prepares(p: Position, act: Adventure, page: int, odds: Odds) -> Why:
    """Return the reason for an act that prepares a page for the next turn."""
    after = effect(p, act)
    return _next_turn(p, after, page, odds) or _lasting(p, after, page) or _nearer(p, after, page, odds)


def turns(p: Position, page: int) -> Sentence:
    """Return the reason to turn a page."""
    lacking = len(_lacking(p, page))
    if len(p.books[p.turn]) == 1 or not lacking:
        return Sentence(N_("Turn your page: the magic token gives you two adventures in a later turn."))
    return counted(
        "Your page still needs {n} part: turn it for a new page and the magic token.",
        "Your page still needs {n} parts: turn it for a new page and the magic token.",
        lacking,
    )


def _completed(p: Position, act: Adventure, page: int) -> tuple[int, Test | None]:
    """Return the number of parts after an act that fulfils a page, and a part that did not hold before."""
    before = _holding(_judged(p, page))
    parts = _nearest(_judged(effect(p, act), page), lasting=False)
    return len(parts), next((part.test for part in parts if part.test not in before), None)


def _next_turn(p: Position, after: Position, page: int, odds: Odds) -> Why | None:
    """Name the part that would complete the page next turn if the others changed nothing."""
    if odds.trials < _FEWEST:
        return None
    again = effect(after, FinishTurn())._replace(turn=p.turn)
    ready = fulfilling(again, page, adventures(again))
    if not ready:
        return None
    _, part = _completed(again, ready[0], page)
    if part is None:
        return None
    pattern = N_("{odds}: {part}, page complete.")
    values = {"odds": odds.words, "part": held_sentence(part)}
    return Why(Sentence(pattern, values), Sentence(N_("One adventure here prepares your next turn.")))


def _lasting(p: Position, after: Position, page: int) -> Why | None:
    """Name a lasting part of the page that holds now, or a place that the kingdom gets."""
    before = _holding(_judged(p, page))
    parts = _nearest(_judged(after, page))
    held = [part.test for part in parts if part.lasts]
    fresh = [test for test in held if test not in before]
    if fresh:
        values = {"part": held_sentence(fresh[0]), "n": len(held), "all": len(parts)}
        pattern = N_("Now {part}: {n} of {all} parts of your page.")
        return Why(Sentence(pattern, values), Sentence(N_("One adventure here fulfils a part of your page.")))
    look = Sentence(N_("A tile here helps your page."))
    places = [
        test.place
        for test in all_tests(p.box.goals[page])
        if isinstance(test, Visit | Cross | SeePlace | SeeLine)
    ]
    for place in places:
        if after.kingdom.where(place) and not p.kingdom.where(place):
            pattern = N_("Makes {place}, which your page needs.")
            return Why(Sentence(pattern, {"place": PLACE_NAMES[place]}), look)
    n = _longest_river(after.kingdom)
    if "great river" in places and _longest_river(p.kingdom) < n < GREAT["river"]:
        pattern = N_("Makes the longest river {n} lands long: your page needs one of {all}.")
        return Why(Sentence(pattern, {"n": n, "all": GREAT["river"]}), look)
    return None


def _longest_river(kingdom: Kingdom) -> int:
    return max(map(len, kingdom.rivers), default=0)


def _nearer(p: Position, after: Position, page: int, odds: Odds) -> Why:
    """Name a figure that came nearer to what the page asks; else what the page still needs."""
    for part in _nearest(_judged(after, page)):
        test = part.test
        old, new = _steps_left(p, test), _steps_left(after, test)
        if not part.lasts and 0 < new < old:
            reason = counted(
                "Brings {figure} nearer to {other}: {n} step away.",
                "Brings {figure} nearer to {other}: {n} steps away.",
                new,
                figure=NAMES[test.figure],
                other=_target(test),
            )
            return Why(reason, Sentence(N_("One adventure here brings your page nearer.")))
    lacking = [part.test for part in _lacking(after, page)]
    if len(lacking) == 1:
        pattern = N_("{odds}, still needed: {part}.")
        return Why(Sentence(pattern, {"odds": odds.words, "part": held_sentence(lacking[0])}))
    return Why(
        Sentence(N_("{odds}: your page still needs {n} parts."), {"odds": odds.words, "n": len(lacking)})
    )


def _steps_left(p: Position, test: Test) -> int:
    """Return the steps between a figure and what it has to visit, cross, meet or see; 0 if it is there."""
    here = p.figure_cells[test.figure]
    return min((distance(here, cell) for cell in _goals_of(p, test)), default=0)


def _goals_of(p: Position, test: Test) -> frozenset[Cell]:
    match test:
        case Visit(_, place) | Cross(_, place) | SeePlace(_, place):
            return p.kingdom.where(place)
        case Meet(_, other) | See(_, (other,)):
            return frozenset((p.figure_cells[other],))
    return frozenset()


def _target(test: Test) -> Term:
    match test:
        case Visit(_, place) | Cross(_, place) | SeePlace(_, place):
            return PLACE_NAMES[place]
        case Meet(_, other) | See(_, (other, *_)):
            return NAMES[other]
    raise AssertionError(test)


def _lacking(p: Position, page: int) -> list[_Part]:
    """Return the parts of a page that do not hold or have to be done again in a later turn."""
    return [part for part in _nearest(_judged(p, page)) if not part.lasts]


def _judged(p: Position, page: int) -> Judged:
    """Judge the parts of a page, before the first adventure as if one had changed nothing."""
    return judge(p.box.goals[page], p.moment._replace(done=p.done or (Done(),)))


def _nearest(judged: Judged, lasting: bool = True) -> list[_Part]:
    """Return the parts of a judged goal; with `lasting`, parts that do not last count as lacking."""
    found = [_nearest(part, lasting) for part in judged.parts]
    if isinstance(judged.goal, Both):
        return [part for parts in found for part in parts]
    if isinstance(judged.goal, Either):
        lacking = [sum(not (part.lasts if lasting else part.holds) for part in parts) for parts in found]
        return min(zip(lacking, found, strict=True), key=lambda one: (one[0], len(one[1])))[1]
    return [_Part(judged.goal, judged.holds)]


def _holding(judged: Judged) -> set[Goal]:
    """Return the tests of a judged goal that hold."""
    if not judged.parts:
        return {judged.goal} if judged.holds else set()
    return {test for part in judged.parts for test in _holding(part)}
