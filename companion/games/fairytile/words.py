"""Sentences for players about goals and their missing parts."""

from collections.abc import Sequence
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
)
from companion.games.fairytile.judge import Judged, Moment, judge
from companion.games.fairytile.kingdom import GREAT, PlaceKind

NAMES: dict[str, Term] = {"princess": N_("Princess"), "knight": N_("Knight"), "dragon": N_("Dragon")}
"""Names of the figures as subjects of a sentence."""
SEEN: dict[str, Term] = {
    "princess": N_("the princess"),
    "knight": N_("the knight"),
    "dragon": N_("the dragon"),
}
"""Names of the figures as objects of "see"."""
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
    "river": N_("cells with a river"),
    "great plain": N_("cells of a great plain"),
    "great forest": N_("cells of a great forest"),
    "great mountain": N_("cells of a great mountain"),
    "great river": N_("cells of a great river"),
}


class Missing(NamedTuple):
    """One missing part of a goal, and the cells to look at."""

    sentence: Sentence
    cells: tuple[Cell, ...]


def goal_sentence(goal: Goal) -> Sentence:
    """Express a goal as a sentence."""
    match goal:
        case Both(parts):
            return _joined(N_("{one} and {other}"), parts)
        case Either(parts):
            return _joined(N_("{one} or {other}"), parts)
        case Visit(figure, place):
            return _about_figure(N_("{figure}: visit {place}"), figure, place=PLACE_NAMES[place])
        case Cross(figure, place):
            return _about_figure(N_("{figure}: cross {place}"), figure, place=PLACE_NAMES[place])
        case Meet(figure, other):
            return _about_figure(N_("{figure} and {other}: meet"), figure, other=NAMES[other])
        case SeeLine(figure, place):
            pattern = N_("{figure}: see {n} {places} in one line")
            return _about_figure(pattern, figure, n=IN_A_LINE, places=PLURALS[place])
        case SeePlace(figure, place):
            return _about_figure(N_("{figure}: see {place}"), figure, place=PLACE_NAMES[place])
        case See(figure, (first, second)):
            pattern = N_("{figure}: see {other} and {another} at once")
            return _about_figure(pattern, figure, other=SEEN[first], another=SEEN[second])
        case See(figure, (other, *_)):
            return _about_figure(N_("{figure}: see {other}"), figure, other=SEEN[other])
    raise AssertionError(goal)


def held_sentence(test: Test) -> Sentence:
    """Express a test as a clause that says it holds, such as "Knight meets the dragon"."""
    match test:
        case Visit(figure, place):
            return _about_figure(N_("{figure} visits {place}"), figure, place=PLACE_NAMES[place])
        case Cross(figure, place):
            return _about_figure(N_("{figure} crosses {place}"), figure, place=PLACE_NAMES[place])
        case Meet(figure, other):
            return _about_figure(N_("{figure} meets {other}"), figure, other=SEEN[other])
        case SeeLine(figure, place):
            pattern = N_("{figure} sees {n} {places} in one line")
            return _about_figure(pattern, figure, n=IN_A_LINE, places=PLURALS[place])
        case SeePlace(figure, place):
            return _about_figure(N_("{figure} sees {place}"), figure, place=PLACE_NAMES[place])
        case See(figure, (first, second)):
            pattern = N_("{figure} sees {other} and {another}")
            return _about_figure(pattern, figure, other=SEEN[first], another=SEEN[second])
        case See(figure, (other, *_)):
            return _about_figure(N_("{figure} sees {other}"), figure, other=SEEN[other])
    raise AssertionError(test)


def _about_figure(pattern: Term, figure: Figure, **values: object) -> Sentence:
    return Sentence(pattern, {"figure": NAMES[figure], **values})


def _joined(pattern: Term, parts: Sequence[Goal]) -> Sentence:
    first, *rest = parts
    sentence = _grouped(first)
    for part in rest:
        sentence = Sentence(pattern, {"one": sentence, "other": _grouped(part)})
    return sentence


def _grouped(goal: Goal) -> Sentence:
    sentence = goal_sentence(goal)
    return Sentence("({goal})", {"goal": sentence}) if isinstance(goal, Both | Either) else sentence


def missing(goal: Goal, moment: Moment) -> list[Missing]:
    """Return the missing parts of a goal; for alternatives those of each."""
    if not moment.done:
        return [Missing(Sentence(N_("Nothing was done in this turn yet.")), ())]
    return _missing(judge(goal, moment), moment)


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
            pattern = N_("{figure} and {other}: not on the same cell.")
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
        pattern = N_("There is not {place} yet: {n} connected cells make one.")
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
