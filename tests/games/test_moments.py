"""Rules that a move brings into play (`Rules.moments`), for every game whose package has a module `moments`.

`companion/games/<game>/moments.py` has `MOMENTS`, the ids that its table can name. If the tests of a
game have a module `moment_claims.py`, random games are played and compared with it:

- `CLAIMS`: by id, a condition on position, move and next position, written from RULES.md alone;
- `SEEDS`: the random games to play;
- `TOO_RARE`: ids that these games need not bring, each with the reason.
"""

import random
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import pytest

from companion.games import registry
from companion.games.registry import rules
from companion.games.rulebook import Book, Rule, Topic, sentence_of
from companion.i18n import LANGUAGES, translator
from companion.testing.rules import names
from tests.games.test_rulebooks import LONGEST_SENTENCE, rule_ids, table
from tests.games.unexplained import UNEXPLAINED

GAMES = [name for name in registry.registered() if find_spec(f"companion.games.{name}.moments")]
CLAIMED = [name for name in GAMES if find_spec(f"tests.games.{name}.moment_claims")]
HOW_MANY = pytest.mark.parametrize("most", [3, pytest.param(None, marks=pytest.mark.slow)])
"""Number of random games; None for all."""


class Played(NamedTuple):
    """One move of a random game."""

    before: Any
    move: Any
    after: Any
    found: tuple[str, ...]


def moments(game: str) -> list[str]:
    return list(import_module(f"companion.games.{game}.moments").MOMENTS)


def claims(game: str) -> Any:
    return import_module(f"tests.games.{game}.moment_claims")


@cache
def played(game: str, most: int | None = None) -> list[Played]:
    """Moves of so many random games; None for all seeds."""
    return [move for seed in claims(game).SEEDS[:most] for move in _game(game, seed)]


def _game(game: str, seed: int) -> Iterator[Played]:
    manifest, chance = rules(game), random.Random(seed)
    fewest, most = manifest.players
    setup = manifest.opening(chance, names(fewest + seed % (most - fewest + 1)))
    position = manifest.read_setup(setup)
    while not manifest.finished(position):
        move = manifest.next_move(position, chance)
        after = manifest.apply(position, move)
        yield Played(position, move, after, tuple(manifest.moments(position, move, after)))
        position = after


@pytest.mark.parametrize("game", GAMES)
def test_a_person_meets_every_rule(game: str) -> None:
    met = {*moments(game), *rule_ids(game)}
    reasons = UNEXPLAINED[game]
    assert table(game) - met == reasons.keys()
    assert all(reasons.values())
    assert {rule for reason in reasons.values() for rule in re.findall(r"[A-Z]+-\d+", reason)} <= met


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_has_a_sentence_of_its_own(game: str) -> None:
    sentences = [sentence_of(rules(game).book(), rule) for rule in moments(game)]
    assert None not in sentences
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_moments_are_short(game: str, language: str) -> None:
    tr = translator(language)
    for rule in moments(game):
        sentence = sentence_of(rules(game).book(), rule)
        assert sentence
        said = tr.gettext(sentence.text)
        assert len(said) <= LONGEST_SENTENCE, said


@HOW_MANY
@pytest.mark.parametrize("game", CLAIMED)
def test_moments_are_what_the_rules_say(game: str, most: int | None) -> None:
    conditions = claims(game).CLAIMS
    assert conditions.keys() == set(moments(game))
    for before, move, after, found in played(game, most):
        expected = {rule for rule, holds in conditions.items() if holds(before, move, after)}
        assert set(found) == expected, (rules(game).dump(before), move)
        assert len(set(found)) == len(found)


@pytest.mark.slow
@pytest.mark.parametrize("game", CLAIMED)
def test_every_moment_happens_in_random_games(game: str) -> None:
    seen = {rule for move in played(game) for rule in move.found}
    rare = claims(game).TOO_RARE
    assert set(moments(game)) - seen <= rare.keys() <= set(moments(game))
    assert all(rare.values())


@HOW_MANY
@pytest.mark.parametrize("game", CLAIMED)
def test_moments_need_no_more_than_everybody_knows(game: str, most: int | None) -> None:
    """Same ids from the shared screen's positions: nothing that is hidden there can follow from them."""
    manifest = rules(game)
    for before, move, after, found in played(game, most)[::7]:
        seen = manifest.moments(manifest.view(before, None), move, manifest.view(after, None))
        assert tuple(seen) == found


def test_the_sentence_of_a_rule_is_the_one_that_is_most_about_it() -> None:
    also, long, exact = Rule("also", ("R-2", "R-1")), Rule("long", ("R-1", "R-3")), Rule("exact", ("R-1",))
    book: Book = {"a": Topic("A", (also, long)), "b": Topic("B", (exact,))}
    assert sentence_of(book, "R-1") == exact
    assert sentence_of(book, "R-2") == also
    assert sentence_of(book, "R-3") == long
    assert sentence_of(book, "R-4") is None
