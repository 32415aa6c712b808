"""Refusals in random duels name cards, not their ids, in short sentences."""

from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.fabula import RULES
from companion.games.fabula.actions import Activate, Attach, Attack, Play
from companion.games.fabula.decisions import decider
from companion.games.fabula.rules import apply
from companion.i18n import error_text, translator
from tests.games.test_rulebooks import LONGEST_SENTENCE

TURNS = 9


@pytest.mark.parametrize("seed", range(10))
def test_refusals_name_cards_in_short_sentences(seed: int) -> None:
    tr, chance, found, deciders = translator("en"), Random(seed), 0, set[int]()
    position = RULES.read_setup(RULES.opening(chance, ("Ana", "Bo")))
    while not position.result and position.turn_number < TURNS:
        ids = [*position.names, "Ana/c", "Bo/o1"]
        for make in (
            lambda a, b: Attack({a: b}),
            Attach,
            lambda a, _: Activate(a),
            lambda a, b: Play(a, (b,)),
        ):
            action: Any = make(*chance.sample(ids, 2))
            try:
                apply(position, action)
            except RuleError as error:
                found += 1
                said = " ".join(error_text.explain(tr, error))
                assert "/" not in said and len(said) <= LONGEST_SENTENCE, said
        deciders.add(decider(position))
        position = apply(position, RULES.next_move(position, chance))
    assert found
    assert deciders == {0, 1}
