"""Reasons of hints: every one is true by the rules, short, and translated."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from companion.games.base import Advice, Sentence
from companion.games.fabula.actions import Action
from companion.games.fabula.advice import advise
from companion.games.fabula.decisions import decider
from companion.games.fabula.position import Position
from companion.games.fabula.view import view
from companion.i18n import translator
from tests.games.fabula.random_duels import positions
from tests.games.fabula.reason_checker import is_true

MOST_LETTERS = 90
LANGUAGES = [translator(code) for code in ("en", "pt_BR", "es")]
ALIKE = 8
"""Maximum number of hints with one pattern among those that are checked."""


def pattern(reason: Sentence) -> str:
    claim = reason.values.get("claim")
    return reason.pattern + (claim.pattern if isinstance(claim, Sentence) else "")


def hints(count: int, first: int) -> Iterator[tuple[Position, Advice[Action]]]:
    """Yield hints of random duels, of many different patterns; numbers of duels begin with `first`."""
    seen: Counter[str] = Counter()
    for seed in range(first, first + 1000):
        chance = random.Random(seed)
        for position in positions(seed):
            if position.result or chance.random() > 0.1:
                continue
            seat = decider(position)
            for hint in advise([view(position, seat)], seat, 0, 60, chance, lambda: True):
                key = pattern(hint.reason)
                seen[key] += 1
                if seen[key] <= ALIKE:
                    yield position, hint
                    count -= 1
                    if not count:
                        return


def check(count: int, first: int) -> None:
    wrong = []
    for position, hint in hints(count, first):
        for tr in LANGUAGES:
            assert len(hint.reason.say(tr)) <= MOST_LETTERS, hint.reason.say(tr)
        if not is_true(position, hint.move, hint.reason):
            wrong.append((str(hint.reason), hint.move, position.phase))
    assert not wrong, wrong


def test_two_hundred_reasons_are_true() -> None:
    check(200, 0)


def changed(reason: Sentence) -> Sentence:
    """Return the reason with 1 more than its number."""
    values = dict(reason.values)
    if isinstance(claim := values.get("claim"), Sentence):
        values["claim"] = changed(claim)
    elif "n" in values:
        values["n"] = int(str(values["n"])) + 1
    return reason._replace(values=values)


def test_the_check_refuses_wrong_numbers() -> None:
    tried = 0
    for position, hint in hints(120, 500):
        wrong = changed(hint.reason)
        if wrong != hint.reason:
            tried += 1
            assert not is_true(position, hint.move, wrong), wrong
    assert tried > 40


@pytest.mark.slow
@pytest.mark.parametrize("first", [1000, 2000, 3000, 4000])
def test_more_reasons_are_true(first: int) -> None:
    check(400, first)
