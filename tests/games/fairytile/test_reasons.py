"""Reasons of hints of Fairy Tile are true: each sentence is read and checked with the second reader."""

import random
import re
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from companion.games import fairytile
from companion.games.base import Advice
from companion.games.fairytile.advice import advise
from companion.games.fairytile.autoplay import next_move
from companion.games.fairytile.board import FIGURES, cell_text
from companion.games.fairytile.position import (
    Act,
    FinishTurn,
    GiveUp,
    Move,
    PlaceTile,
    Position,
    Tell,
    TurnPage,
    held,
)
from companion.games.fairytile.reasons import Odds, prepares
from companion.games.fairytile.rules import adventures, apply, tellable
from companion.i18n import LANGUAGES, translator
from tests.games.fairytile import written
from tests.games.fairytile.oracle import NAMES, Land, Point, Turn, near, placements, point, ways

LONGEST = 90
SEEN_PLACES = {
    "cells with a river": "river",
    **{f"{kind}s": kind for kind in ("plain", "forest", "mountain", "castle")},
}


class Alternatives:
    """Conjunctions of tests that fulfil a goal, each as a tuple of written tests."""

    def __init__(self, every: list[tuple[str, ...]]) -> None:
        self.every = every

    def __and__(self, other: "Alternatives") -> "Alternatives":
        return Alternatives([one + more for one, more in product(self.every, other.every)])

    def __or__(self, other: "Alternatives") -> "Alternatives":
        return Alternatives(self.every + other.every)


def alternatives(goal: str) -> list[tuple[str, ...]]:
    goal = goal.replace(" and ", " & ").replace(" or ", " | ")
    code = re.sub(r"(visit|cross|meet|see)\([^()]*\)", lambda found: f"of({found[0]!r})", goal)
    found = eval(code, {"of": lambda test: Alternatives([(test,)])})
    assert isinstance(found, Alternatives)
    return found.every


def place_of(words: str) -> str:
    kind = words.removeprefix("a ")
    if kind.startswith("cells of a great "):
        return kind.removeprefix("cells of a ")
    return SEEN_PLACES.get(kind, kind)


def read_test(part: str) -> str:
    """Return the written test of a clause such as "the knight meets the dragon"."""
    found = re.fullmatch(r"the (princess|knight|dragon) (visits|crosses|meets|sees) (.+)", part)
    assert found, part
    figure, rest = found[1], found[3]
    verb = {"visits": "visit", "crosses": "cross", "meets": "meet", "sees": "see"}[found[2]]
    if line := re.fullmatch(r"3 (.+) in one line", rest):
        return f"see({figure}, 3 {place_of(line[1])})"
    if rest.startswith("the "):
        return f"{verb}({', '.join((figure, *rest.replace('the ', '').split(' and ')))})"
    return f"{verb}({figure}, {place_of(rest)})"


def turn_of(p: Position) -> Turn:
    """Return the present turn for the second reader."""
    land: Land = {point(cell_text(at)): (h.terrain, frozenset(h.river)) for at, h in p.kingdom.cells.items()}
    figures: dict[str, Point] = {name: point(cell_text(at)) for name, at in p.figure_cells.items()}
    turn = Turn(land, figures, p.box.options._asdict())
    for figure, crossed in p.done:
        turn.done.append((figure or "", [[point(cell_text(c)) for c in way] for way in crossed] or [[]]))
    return turn


def do(turn: Turn, act: Act, face: dict[str, Any] | None) -> Turn:
    """Return the turn after another adventure."""
    after = Turn(turn.kingdom, turn.figures, turn.options)
    after.done = list(turn.done)
    if isinstance(act, Move):
        after.move(act.figure, point(cell_text(act.to)))
    elif isinstance(act, PlaceTile):
        assert face
        after.place(face, point(cell_text(act.at)), act.turn)
    return after


def adventures_of(turn: Turn, face: dict[str, Any] | None) -> list[Turn]:
    """Return the turn after each possible adventure."""
    moves = [
        Move(name, to)
        for name in FIGURES
        for x, y in {way[-1] for way in ways(turn.kingdom, name, turn.figures[name], turn.options)}
        for to in [((x - y) // 2, y)]
    ]
    places = placements(turn.kingdom, face, turn.options) if face else []
    found = [do(turn, move, face) for move in moves]
    for at, spin in places:
        after = Turn(turn.kingdom, turn.figures, turn.options)
        after.done = list(turn.done)
        assert face
        after.place(face, point(at), spin)
        found.append(after)
    return found


class Hint:
    """A hint, and the turn before and after its act by the second reader."""

    def __init__(self, p: Position, page: int, act: Act) -> None:
        self.p, self.page, self.act = p, page, act
        self.goal = p.box.pages[page]
        self.tests = {test for every in alternatives(self.goal) for test in every}
        faces = [written.tiles()[top.tile][top.side] for top in p.stack]
        self.face = faces[0] if faces else None
        self.before = turn_of(p)
        self.after = do(self.before, act, self.face)
        self.next_face = None if isinstance(act, PlaceTile) else self.face

    def holds(self, turn: Turn, test: str) -> bool:
        """Return whether a test holds, also before anything was done."""
        now = Turn(turn.kingdom, turn.figures, turn.options)
        now.done = turn.done or [("", [[]])]
        return now.fulfilled(test)

    def next_turn(self) -> Turn:
        """Return the next turn of the seat if the others change nothing."""
        return Turn(self.after.kingdom, self.after.figures, self.after.options)

    def lacking(self, turn: Turn) -> list[list[str]]:
        """Return for each alternative the parts to do in a later turn."""
        later = Turn(turn.kingdom, turn.figures, turn.options)
        return [[test for test in every if not self.holds(later, test)] for every in alternatives(self.goal)]


def completes(hint: Hint, part: str, n: str = "1", of: str = "1") -> bool:
    test = read_test(part)
    lengths = {len(every) for every in alternatives(hint.goal) if hint.after.fulfilled(" and ".join(every))}
    fresh = hint.after.fulfilled(test) and not hint.holds(hint.before, test)
    return hint.after.fulfilled(hint.goal) and fresh and test in hint.tests and n == of and int(n) in lengths


def kept(hint: Hint) -> bool:
    return hint.after.fulfilled(hint.goal)


def begins(hint: Hint, part: str = "") -> bool:
    """Check that a second adventure fulfils the page, and the part by it."""
    if not hint.p.magic[hint.p.turn] or hint.after.fulfilled(hint.goal):
        return False
    test = read_test(part) if part else hint.goal
    second = adventures_of(hint.after, hint.next_face)
    return any(turn.fulfilled(hint.goal) and turn.fulfilled(test) for turn in second)


def next_turn(hint: Hint, part: str) -> bool:
    test = read_test(part)
    ready = adventures_of(hint.next_turn(), hint.next_face)
    return test in hint.tests and any(turn.fulfilled(hint.goal) and turn.fulfilled(test) for turn in ready)


def lasting(hint: Hint, part: str, n: str, every: str) -> bool:
    test = read_test(part)
    counts = {
        (sum(hint.holds(hint.next_turn(), one) for one in tests), len(tests))
        for tests in alternatives(hint.goal)
        if test in tests
    }
    later = hint.holds(hint.next_turn(), test) and not hint.holds(hint.before, test)
    return later and (int(n), int(every)) in counts


def makes(hint: Hint, place: str) -> bool:
    kind = place_of(place)
    return kind in hint.goal and bool(hint.after._place(kind)) and not hint.before._place(kind)


def longest_river(land: Land) -> int:
    """Return the number of cells of the longest river, by flooding."""
    left, longest = {cell for cell in land if land[cell][1]}, 0
    clocks = {(1, -1): 1, (2, 0): 3, (1, 1): 5, (-1, 1): 7, (-2, 0): 9, (-1, -1): 11}
    while left:
        fresh, size = [left.pop()], 0
        while fresh:
            cell = fresh.pop()
            size += 1
            for there in near(land, cell):
                clock = clocks[there[0] - cell[0], there[1] - cell[1]]
                if there in left and clock in land[cell][1] and (clock + 5) % 12 + 1 in land[there][1]:
                    left.remove(there)
                    fresh.append(there)
        longest = max(longest, size)
    return longest


def longer_river(hint: Hint, n: str, every: str) -> bool:
    longer = (
        longest_river(hint.before.kingdom) < longest_river(hint.after.kingdom) == int(n) < int(every) == 5
    )
    return longer and "great river" in hint.goal


def steps(one: Point, other: Point) -> int:
    x, y = abs(one[0] - other[0]), abs(one[1] - other[1])
    return y + max(0, x - y) // 2


def nearer(hint: Hint, figure: str, other: str, n: str) -> bool:
    name = figure.lower()
    asked = [test for test in hint.tests if re.match(rf"\w+\({name}, (?!3)", test)]
    target = other.lower() if other.lower() in NAMES else place_of(other)

    def left(turn: Turn) -> int:
        there = {turn.figures[target]} if target in NAMES else turn._place(target)
        return min(steps(turn.figures[name], cell) for cell in there)

    return left(hint.before) > left(hint.after) == int(n) > 0 and any(target in test for test in asked)


def only(hint: Hint, part: str) -> bool:
    return [read_test(part)] in hint.lacking(hint.after) and [] not in hint.lacking(hint.after)


def needs(hint: Hint, n: str) -> bool:
    return min(map(len, hint.lacking(hint.after))) == int(n)


def turns(hint: Hint, n: str) -> bool:
    several = len(hint.p.books[hint.p.turn]) > 1
    return hint.act == TurnPage() and several and min(map(len, hint.lacking(hint.before))) == int(n)


def turns_for_magic(hint: Hint) -> bool:
    alone = len(hint.p.books[hint.p.turn]) == 1
    return hint.act == TurnPage() and (alone or [] in hint.lacking(hint.before))


def told(hint: Hint) -> bool:
    return hint.act == Tell(hint.page) and hint.before.fulfilled(hint.goal)


def ends(hint: Hint) -> bool:
    return hint.act == FinishTurn() and (hint.p.page_told_this_turn or not hint.before.fulfilled(hint.goal))


def no_tile(hint: Hint) -> bool:
    """Check that nothing fulfils the page now; tests of `outlook` check that nothing ever will."""
    fulfilled = any(turn.fulfilled(hint.goal) for turn in adventures_of(hint.before, hint.face))
    return hint.act == GiveUp() and not fulfilled


ODDS = "(Almost sure next turn|Likely next turn|A chance next turn|A small chance next turn|A small step)"
BANDS = {
    "Almost sure next turn": (0.95, 1.0),
    "Likely next turn": (0.6, 0.95),
    "A chance next turn": (0.2, 0.6),
    "A small chance next turn": (0.0, 0.2),
}
CHECKS: dict[str, Callable[..., bool]] = {
    r"Completes your page: (.+) \((\d+) of (\d+) parts\)\.": completes,
    r"Completes your page: (.+)\.": completes,
    r"Keeps your page complete: you can tell it after this\.": kept,
    r"Then, with the magic token: (.+), and your page is complete\.": begins,
    r"Your magic token gives a second adventure: it completes your page\.": begins,
    rf"{ODDS}: (.+), page complete\.": lambda hint, _, part: next_turn(hint, part),
    r"Now (.+): (\d+) of (\d+) parts of your page\.": lasting,
    r"Makes (.+), which your page needs\.": makes,
    r"Makes the longest river (\d+) cells long: your page needs one of (\d+)\.": longer_river,
    r"Brings (\w+) nearer to (.+): (\d+) steps? away\.": nearer,
    rf"{ODDS}, still needed: (.+)\.": lambda hint, _, part: only(hint, part),
    rf"{ODDS}: your page still needs (\d+) parts\.": lambda hint, _, n: needs(hint, n),
    r"Your page still needs (\d+) parts?: turn it for a new page and the magic token\.": turns,
    r"Turn your page: the magic token gives you two adventures in a later turn\.": turns_for_magic,
    r"The page in your hand is fulfilled: tell it\.": told,
    r"Nothing more to do in this turn\.": ends,
    r"The page in your hand can never be fulfilled any more: no tile is left to help\.": no_tile,
}
"""Each sentence, and the check that it is true."""


def likelihood(hint: Hint, times: int = 40) -> float:
    """Return how often the page can be told next turn after random turns of the others."""
    chance, seat, told_ = random.Random(7), hint.p.turn, 0
    for _ in range(times):
        p = apply(apply(hint.p, hint.act), FinishTurn())
        while p.turn != seat:
            p = apply(apply(p, chance.choice(adventures(p))), FinishTurn())
        told_ += any(tellable(apply(p, act), hint.page) for act in adventures(p))
    return told_ / times


def check(p: Position, page: int, one: Advice[Act]) -> str:
    """Check one hint and return the pattern of its sentence."""
    said, hint = str(one.reason), Hint(p, page, one.move)
    assert len(said) <= LONGEST and len(str(one.look or "")) <= LONGEST, said
    assert (one.look is None) or one.highlighted
    for pattern, true in CHECKS.items():
        if found := re.fullmatch(pattern, said):
            assert true(hint, *found.groups()), (said, hint.goal, one.move, fairytile.dump(p))
            if band := BANDS.get(said.partition(":")[0].partition(",")[0]):
                # two standard errors of 12 simulated turns, the fewest that such words are taken from
                assert band[0] - 0.3 <= likelihood(hint) <= band[1] + 0.3, (said, fairytile.dump(p))
            words = str(one.look or "")
            assert ("completes your page" in words) == said.startswith(("Completes", "Keeps"))
            assert ("Two adventures" in words) == said.startswith(("Then", "Your magic"))
            return pattern
    raise AssertionError(f"no check for: {said}")


def positions(seed: int, acts: int) -> tuple[Position, dict[int, list[int]]] | None:
    """Return the position of a random game after some acts, and the books; None if it was over before."""
    chance = random.Random(seed)
    setup = fairytile.RULES.opening(chance, ("Ana", "Bo", "Cy", "Di")[: 2 + seed % 3])
    p = fairytile.RULES.read_setup(setup)
    for _ in range(acts):
        if fairytile.finished(p):
            return None
        p = apply(p, next_move(p, chance))
    return None if fairytile.finished(p) else (p, dict(enumerate(setup["books"].values())))


def hints(count: int, first: int = 0) -> Counter[str]:
    """Check that number of hints in positions of random games; return the patterns used."""
    used, seed = Counter[str](), first
    while used.total() < count:
        seed += 1
        found = positions(seed, 2 * seed % 60)
        if not found:
            continue
        p, books = found
        seen = fairytile.view(p, p.turn)
        book = held(p, p.turn, books[p.turn])
        for one in advise([seen], p.turn, book, 240 * (seed % 3 > 0), random.Random(seed), lambda: True):
            used[check(seen, book[0], one)] += 1
    return used


@pytest.mark.slow
def test_reasons_are_true() -> None:
    assert len(hints(30)) >= 5


@pytest.mark.slow
def test_many_reasons_are_true() -> None:
    used = hints(200, first=1000)
    assert len(used) >= 8, used


def test_reasons_of_any_act_would_be_true() -> None:
    """Acts that are no good bring reasons that good ones seldom have."""
    used = Counter[str]()
    for seed in range(60):
        found = positions(seed, seed % 40)
        if not found or found[0].done:
            continue
        p, chance = found[0], random.Random(seed)
        page = chance.choice(sorted(p.box.pages))
        acts = [act for act in adventures(p) if not tellable(apply(p, act), page)]
        by_pattern = {}
        for act in chance.sample(acts, min(25, len(acts))):
            one: Advice[Act] = Advice(act, (), ("0,0",), *prepares(p, act, page, Odds()))
            by_pattern[one.reason.pattern] = one
        used.update(check(p, page, one) for one in by_pattern.values())
    assert len(used) >= 5, used


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_translated(language: str) -> None:
    tr = translator(language)
    for seed in range(8):
        found = positions(seed, 4 * seed)
        assert found
        p, books = found
        for one in advise([p], p.turn, held(p, p.turn, books[p.turn]), 0, random.Random(1), lambda: True):
            for sentence in filter(None, (one.reason, one.look)):
                assert "{" not in sentence.say(tr)
                assert (sentence.say(tr) == str(sentence)) == (language == "en")


@pytest.mark.parametrize(("words", "least"), [(words, least) for words, (least, _) in BANDS.items()])
def test_each_word_begins_at_its_likelihood(words: str, least: float) -> None:
    assert Odds(least, 100).words == words
    assert not least or Odds(least - 0.01, 100).words != words
    assert Odds(least, 3).words == "A small step"
