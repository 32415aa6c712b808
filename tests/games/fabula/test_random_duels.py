"""Invariants of random duels: a few by default, 2 000 duels in the slow tests."""

from collections import Counter
from typing import get_args

import pytest

from companion.games.fabula.cards import Deed
from companion.games.fabula.catalogue import sample
from companion.games.fabula.possible import legal
from companion.games.fabula.rules import explain
from companion.games.fabula.text import dump, load
from companion.games.fabula.view import view
from tests.games.fabula.random_duels import check, counted, deeds, positions


def test_the_sample_set_is_whole() -> None:
    cards = sample()
    plain = [card for card in cards.values() if not card.token and card.type != "base"]
    assert len(plain) >= 80
    assert sum(card.type == "base" for card in cards.values()) == 10
    assert {card.rarity for card in plain} == {"common", "rare", "legendary"}
    assert {card.type for card in plain} == {"ally", "manoeuvre", "modification"}
    assert {color for card in plain for color in card.colors} == {"red", "blue", "green"}
    assert sum(len(card.colors) == 2 for card in plain) >= 5
    used = Counter(effect.do for card in cards.values() for effect in deeds(card))
    assert all(used[deed] >= 2 for deed in get_args(Deed)), used
    for card in cards.values():
        assert not isinstance(card.name, str) and set(card.name) == {"en", "pt_BR", "es"}
        acts = card.effects or card.abilities
        assert not acts or (not isinstance(card.text, str) and set(card.text) == {"en", "pt_BR", "es"})


@pytest.mark.parametrize("seed", range(6))
def test_cards_are_conserved_and_every_duel_ends(seed: int) -> None:
    played = list(positions(seed))
    cards = frozenset(id_ for id_ in played[0].names)
    for position in played:
        check(position, cards)
    assert played[-1].result


def test_what_is_listed_as_legal_is_legal() -> None:
    listed = 0
    for position in list(positions(3))[::9]:
        for action in legal(position):
            assert explain(position, action) is None, (action, dump(position))
            listed += 1
    assert listed > 100


def test_positions_and_views_are_one_line_and_back() -> None:
    for position in list(positions(4))[::25]:
        for seen in (position, view(position, 0), view(position, 1), view(position, None)):
            assert load(dump(seen)) == seen


def test_a_seat_sees_no_card_of_the_others_hand_and_of_no_deck() -> None:
    for position in list(positions(5))[::25]:
        for seat in (0, 1, None):
            names = view(position, seat).names
            for player, side in enumerate(position.sides):
                assert not set(side.deck) & set(names)
                assert (set(side.hand) <= set(names)) == (player == seat or not side.hand)


@pytest.mark.slow
def test_two_thousand_duels_without_an_illegal_state() -> None:
    with counted() as seen:
        for seed in range(2000):
            cards: frozenset[str] = frozenset()
            for number, position in enumerate(positions(seed)):
                cards = cards or frozenset(position.names)
                if number % 10 == 0 or position.result:
                    check(position, cards)
    print(seen)
    assert all(seen[deed] for deed in get_args(Deed)), seen
