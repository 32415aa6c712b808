"""Bots of two strengths: they know no more than their seat, and play whole duels."""

import random
from collections import Counter
from itertools import combinations

import pytest

from companion.games.fabula.advice import advise
from companion.games.fabula.autoplay import opening
from companion.games.fabula.decisions import decider
from companion.games.fabula.position import Position
from companion.games.fabula.rules import apply, explain
from companion.games.fabula.setup import deck_object, read_setup
from companion.games.fabula.view import view

EASY, STRONG = 0, 60
DECKS = ("ember", "river", "grove")


def start(decks: tuple[str, str], seed: int) -> Position:
    chance = random.Random(seed)
    written = {}
    for player, name in zip(("Ana", "Bo"), decks, strict=True):
        deck = deck_object(name)
        written[player] = {**deck, "cards": chance.sample(deck["cards"], len(deck["cards"]))}
    return read_setup({"players": ["Ana", "Bo"], "cards": "sample", "decks": written, "prepare": True})


def duel(decks: tuple[str, str], strengths: tuple[int, int], seed: int) -> Position:
    """Return the last position of a duel of two bots."""
    position, chance = start(decks, seed), random.Random(seed)
    for _ in range(3000):
        if position.result:
            return position
        seat = decider(position)
        found = advise([view(position, seat)], seat, 0, strengths[seat], chance, lambda: True)
        position = apply(position, found[0].move)
    raise AssertionError(f"duel {seed} does not end")


@pytest.mark.parametrize("strengths", [(EASY, EASY), (STRONG, EASY)])
def test_bots_play_a_whole_duel(strengths: tuple[int, int]) -> None:
    assert duel(("ember", "river"), strengths, 3).result


def test_everything_advised_is_legal_and_has_a_reason() -> None:
    position, chance = start(("grove", "ember"), 5), random.Random(5)
    for _ in range(60):
        seat = decider(position)
        found = advise([view(position, seat)], seat, 0, STRONG, chance, lambda: True)
        for advice in found:
            assert explain(position, advice.move) is None
            assert str(advice.reason).endswith(".")
        position = apply(position, found[0].move)
        if position.result:
            break


def test_a_bot_does_not_know_the_cards_of_the_opponent() -> None:
    """Another order of the opponent's deck changes no advice before a card of it was revealed."""
    first = read_setup(opening(random.Random(1), ("Ana", "Bo")))
    hidden = [*first.sides[1].hand, *first.sides[1].deck]
    turned = dict(zip(hidden, [first.names[id_] for id_ in reversed(hidden)], strict=True))
    other = first._replace(names={**first.names, **turned})
    for _ in range(8):
        if decider(first) == 0:
            advice = [
                advise([view(p, 0)], 0, 0, STRONG, random.Random(2), lambda: True) for p in (first, other)
            ]
            assert advice[0] == advice[1]
            move = advice[0][0].move
        else:
            move = advise([view(first, 1)], 1, 0, EASY, random.Random(2), lambda: True)[0].move
            if explain(other, move):
                break
        first, other = apply(first, move), apply(other, move)


@pytest.mark.slow
def test_the_strong_bot_beats_the_easy_one() -> None:
    won = 0
    for seed in range(30):
        deck = DECKS[seed % 3]
        seats = (STRONG, EASY) if seed % 2 else (EASY, STRONG)
        result = duel((deck, deck), seats, seed).result
        assert result
        won += seats[result.winner] == STRONG
    assert won >= 20, won


@pytest.mark.slow
@pytest.mark.parametrize("pair", list(combinations(DECKS, 2)))
def test_no_deck_is_much_better_than_another(pair: tuple[str, str]) -> None:
    """Win rates between 30 and 70 %, each deck beginning as often as the other; 34 % in 220 duels at most."""
    won: Counter[str] = Counter()
    for seed in range(60):
        decks = pair if seed % 2 else (pair[1], pair[0])
        result = duel(decks, (EASY, EASY), seed).result
        assert result
        won[decks[result.winner]] += 1
    assert 0.3 <= won[pair[0]] / 60 <= 0.7, won
