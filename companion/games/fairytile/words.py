"""Sentences for players about goals and their missing parts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.games.base import N_, Sentence, Term
from companion.games.fairytile.board import Cell, Figure, cell_text
from companion.games.fairytile.goals import (
    IN_A_LINE,
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
from companion.games.fairytile.judge import Judged, Moment, judge
from companion.games.fairytile.kingdom import GREAT, PlaceKind

NAMES: dict[str, Term] = {"princess": N_("Princess"), "knight": N_("Knight"), "dragon": N_("Dragon")}
"""Names of the figures as labels."""
SEEN: dict[str, Term] = {
    "princess": N_("the princess"),
    "knight": N_("the knight"),
    "dragon": N_("the dragon"),
}
"""Names of the figures as objects of "see"."""
_STARTS: Mapping[Figure, Term] = {
    "princess": N_("The princess {does}"),
    "knight": N_("The knight {does}"),
    "dragon": N_("The dragon {does}"),
}
_SUBJECTS: Mapping[Figure, Term] = {
    "princess": N_("the princess {does}"),
    "knight": N_("the knight {does}"),
    "dragon": N_("the dragon {does}"),
}
"""The figures as subjects: at the start of a sentence, and within one."""
PLACE_NAMES: dict[str, Term] = {
    "plain": N_("a plain"),
    "forest": N_("a forest"),
    "mountain": N_("a mountain"),
    "castle": N_("a castle"),
    "river": N_("a river"),
    "great plain": N_("a great plain"),
    "great forest": N_("a great forest"),
    "great mountain": N_("a great mountain"),
    "great river": N_("a great river"),
}
PLURALS: dict[str, Term] = {
    "plain": N_("plains"),
    "forest": N_("forests"),
    "mountain": N_("mountains"),
    "castle": N_("castles"),
    "river": N_("lands with a river"),
    "great plain": N_("lands of a great plain"),
    "great forest": N_("lands of a great forest"),
    "great mountain": N_("lands of a great mountain"),
    "great river": N_("lands of a great river"),
}


class Missing(NamedTuple):
    """One missing part of a goal, and the cells to look at."""

    sentence: Sentence
    cells: tuple[Cell, ...]


class Part(NamedTuple):
    """One part of a goal; as long as it does not hold, the sentence says what is missing."""

    sentence: Sentence
    holds: bool


def goal_sentence(goal: Goal) -> Sentence:
    """Express a goal as a sentence, such as "The knight visits a forest and sees the dragon"."""
    return _clause(goal, _STARTS)


def went_sentence(figure: Figure, terrain: str) -> Sentence:
    """Express a move as a clause, such as "the knight goes to a forest"."""
    return Sentence(
        _SUBJECTS[figure], {"does": Sentence(N_("goes to {place}"), {"place": PLACE_NAMES[terrain]})}
    )


def held_sentence(test: Test) -> Sentence:
    """Express a test as a clause that says it holds, such as "the knight meets the dragon"."""
    return _clause(test, _SUBJECTS)


def _clause(goal: Goal, subjects: Mapping[Figure, Term]) -> Sentence:
    """Express a goal; `subjects` are those of its first figure."""
    figure, *others = {test.figure for test in all_tests(goal)}
    if not others:
        return Sentence(subjects[figure], {"does": _predicate(goal)})
    assert isinstance(goal, Both | Either)
    first, *rest = goal.parts
    return _joined(goal, [_clause(first, subjects), *(_clause(part, _SUBJECTS) for part in rest)])


def _predicate(goal: Goal) -> Sentence:
    """Express what the only figure of a goal does."""
    match goal:
        case Both(parts) | Either(parts):
            return _joined(goal, [_predicate(part) for part in parts])
        case Visit(_, place):
            return Sentence(N_("visits {place}"), {"place": PLACE_NAMES[place]})
        case Cross(_, place):
            return Sentence(N_("crosses {place}"), {"place": PLACE_NAMES[place]})
        case Meet(_, other):
            return Sentence(N_("meets {other}"), {"other": SEEN[other]})
        case SeeLine(_, place):
            return Sentence(N_("sees {n} {places} in one line"), {"n": IN_A_LINE, "places": PLURALS[place]})
        case SeePlace(_, place):
            return Sentence(N_("sees {place}"), {"place": PLACE_NAMES[place]})
        case See(_, (first, second)):
            return Sentence(N_("sees {other} and {another}"), {"other": SEEN[first], "another": SEEN[second]})
        case See(_, (other, *_)):
            return Sentence(N_("sees {other}"), {"other": SEEN[other]})
    raise AssertionError(goal)


def _joined(goal: Both | Either, words: Sequence[Sentence]) -> Sentence:
    """Join the words of the parts of a goal; parts that are joined themselves get brackets."""
    pattern = N_("{one} and {other}") if isinstance(goal, Both) else N_("{one} or {other}")
    first, *rest = map(_grouped, goal.parts, words)
    for part in rest:
        first = Sentence(pattern, {"one": first, "other": part})
    return first


def _grouped(goal: Goal, words: Sentence) -> Sentence:
    return Sentence("({goal})", {"goal": words}) if isinstance(goal, Both | Either) else words


def _about_figure(pattern: Term, figure: Figure, **values: object) -> Sentence:
    return Sentence(pattern, {"figure": NAMES[figure], **values})


def missing(goal: Goal, moment: Moment) -> list[Missing]:
    """Return the missing parts of a goal; for alternatives those of each."""
    if not moment.done:
        return [Missing(Sentence(N_("Nothing was done in this turn yet.")), ())]
    return _missing(judge(goal, moment), moment)


def parts(goal: Goal, moment: Moment) -> list[Part]:
    """Return every part of a goal; before the first adventure of a turn each only says itself."""
    return list(_parts(judge(goal, moment), moment))


def _parts(judged: Judged, moment: Moment) -> Iterator[Part]:
    if not judged.parts:
        lacks = not judged.holds and moment.done
        sentence = _missing(judged, moment)[0].sentence if lacks else goal_sentence(judged.goal)
        yield Part(sentence, judged.holds)
    for part in judged.parts:
        yield from _parts(part, moment)
    if isinstance(judged.goal, Either) and not judged.holds:
        yield Part(Sentence(N_("One of these is enough.")), False)


def _missing(judged: Judged, moment: Moment) -> list[Missing]:
    if judged.holds:
        return []
    if isinstance(judged.goal, Both | Either):
        return [lack for part in judged.parts for lack in _missing(part, moment)]
    return [_lack(judged.goal, moment)]


def _lack(test: Test, moment: Moment) -> Missing:
    here = moment.figures[test.figure]
    match test:
        case Visit(figure, place):
            if figure not in {done.figure for done in moment.done}:
                return _missed(N_("{figure}: not moved in this turn."), figure, (here,))
            return _no_place(moment, place) or _missed(
                N_("{figure}: does not stand on {place}."), figure, (here,), place=PLACE_NAMES[place]
            )
        case Cross(figure, place):
            return _no_place(moment, place) or _missed(
                N_("{figure}: has not crossed {place} in this turn."),
                figure,
                (here,),
                place=PLACE_NAMES[place],
            )
        case Meet(figure, other):
            there = moment.figures[other]
            pattern = N_("{figure} and {other}: not on the same land.")
            if here == there:
                pattern = N_("{figure} and {other}: neither was moved in this turn.")
            return _missed(pattern, figure, (here, there), other=NAMES[other])
        case SeeLine(figure, place):
            pattern = N_("{figure}: does not see {n} {places} in one line.")
            lack = _missed(pattern, figure, (here,), n=IN_A_LINE, places=PLURALS[place])
            return _no_place(moment, place) or lack
        case SeePlace(figure, place):
            return _no_place(moment, place) or _missed(
                N_("{figure}: does not see {place}."), figure, (here,), place=PLACE_NAMES[place]
            )
        case See(figure, others):
            sees = moment.kingdom.sees(here)
            return _unseen(moment, figure, next(one for one in others if moment.figures[one] not in sees))
    raise AssertionError(test)


def _missed(pattern: Term, figure: Figure, cells: tuple[Cell, ...], **values: object) -> Missing:
    return Missing(_about_figure(pattern, figure, **values), cells)


def _no_place(moment: Moment, place: PlaceKind) -> Missing | None:
    """Return the missing place if the whole kingdom has none of its kind; else None."""
    if moment.kingdom.where(place):
        return None
    if place.startswith("great "):
        least = GREAT[place.removeprefix("great ")]
        pattern = N_("There is not {place} yet: {n} connected lands make one.")
        return Missing(Sentence(pattern, {"place": PLACE_NAMES[place], "n": least}), ())
    return Missing(Sentence(N_("There is not {place} yet."), {"place": PLACE_NAMES[place]}), ())


def _unseen(moment: Moment, figure: Figure, other: Figure) -> Missing:
    here, there = moment.figures[figure], moment.figures[other]
    gap = first_gap(moment, here, there)
    if gap is None:
        pattern = N_("{figure}: does not see {other}, who is in no straight line.")
        return _missed(pattern, figure, (here, there), other=SEEN[other])
    pattern = N_("{figure}: does not see {other}: a gap at {cell}.")
    return _missed(pattern, figure, (here, gap, there), other=SEEN[other], cell=cell_text(gap))


def first_gap(moment: Moment, here: Cell, there: Cell) -> Cell | None:
    """Return the first cell without land on the straight line between two cells.

    None if there is no such line or no gap.
    """
    q, r = there[0] - here[0], there[1] - here[1]
    steps = max(abs(q), abs(r), abs(q + r))
    if not steps or q % steps or r % steps or (q and r and q != -r):
        return None
    line = [(here[0] + n * q // steps, here[1] + n * r // steps) for n in range(1, steps)]
    return next((cell for cell in line if cell not in moment.kingdom.cells), None)
