"""The guided first round: what it says fits in a bubble and holds, whatever people do; hands are friendly."""

from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games import lesson
from companion.games.fabula import RULES
from companion.games.fabula.actions import Activate, Attach, Attack, Play
from companion.games.fabula.autoplay import next_move
from companion.games.fabula.decisions import decider
from companion.games.fabula.duel import Duel
from companion.games.fabula.lesson import HAND, LESSON, MAIN
from companion.games.fabula.position import Position
from companion.games.fabula.rules import apply, explain
from companion.i18n import LANGUAGES, error_text, translator

SETUP = {"players": ["Ana", "Bo"], "decks": {"Ana": "ember", "Bo": "river"}, "cards": "sample"}
READING = frozenset(step.key for step in LESSON.steps if step.reads)


def duel(seed: int) -> tuple[list[Position], list[Any]]:
    """The beginning of a duel by chance, longer than a lesson."""
    chance = Random(seed)
    shuffle = {name: chance.randrange(1000) for name in SETUP["players"]}
    past, moves = [RULES.read_setup({**SETUP, "shuffle": shuffle, "prepare": True})], []
    while not past[-1].result and past[-1].turn_number < 9:
        moves.append(next_move(past[-1], chance))
        past.append(apply(past[-1], moves[-1]))
    return past, moves


@pytest.mark.parametrize("seed", range(30))
def test_what_is_pointed_at_is_there_and_fits_in_a_bubble(seed: int) -> None:
    past, moves = duel(seed)
    for number, position in enumerate(past):
        shown = lesson.view(LESSON, past[: number + 1], moves[:number], READING)
        if shown is None:
            continue
        for sentence in (shown.saying.say, shown.saying.why):
            for language in LANGUAGES:
                assert len(sentence.say(translator(language))) <= lesson.MOST_LETTERS
        things = Duel(position)
        for way in shown.saying.ways:
            assert all(one in (HAND, MAIN) or things.zone(str(one)) or things.item(str(one)) for one in way)
            if shown.key == "attack":
                assert explain(position, Attack({str(way[0]): str(way[1])})) is None
    last = lesson.view(LESSON, past, moves, READING)
    assert last and last.key == lesson.END


@pytest.mark.parametrize("seed", range(10))
def test_refusals_name_cards_in_short_sentences(seed: int) -> None:
    past, _ = duel(seed)
    tr, chance, found = translator("en"), Random(seed), 0
    for position in past:
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
                assert "/" not in said and len(said) <= lesson.MOST_LETTERS, said
    assert found
    assert {decider(position) for position in past} == {0, 1}
