"""Event cards that the app holds for its heroes."""

from random import Random

import pytest

from companion.games.fate import advice
from companion.games.fate.acts import Attack, Use
from companion.games.fate.hero_stats import in_play
from companion.games.fate.heroes import pile
from companion.session.fate.event_hand import event_hand
from tests.games.fate.test_advice import always, decisions


@pytest.mark.slow
def test_event_cards_of_the_app_are_kept_until_they_are_used() -> None:
    for seed in range(4):
        held: tuple[int, ...] = ()
        for past in decisions(seed):
            hero = past[-1].heroes[0]
            hand = event_hand(past, 0)
            assert len(hand) == hero.hand and hand == event_hand(past, 0)
            copies = {face.number: face.copies for face in pile(hero.id, "event")}
            assert all(hand.count(n) + hero.discards.count(n) <= copies[n] for n in hand)
            held = hand
        assert held or not hero.hand


@pytest.mark.slow
def test_the_app_attacks_only_with_cards_that_it_holds() -> None:
    for past in decisions(3):
        seat = past[-1].turn
        hand = event_hand(past, seat)
        found = advice.advise(past, seat, hand, 0, Random(1), always)
        mine = {0, *hand, *(card.number for card, _ in in_play(past[-1].heroes[seat]))}
        acts = [one.move for one in found]
        uses = [use for act in acts if isinstance(act, Attack) for use in act.uses]
        uses += [act for act in acts if isinstance(act, Use)]
        assert {use.card for use in uses} <= mine
