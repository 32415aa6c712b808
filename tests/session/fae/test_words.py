"""Sentences of Fae."""

import pytest

from companion.games import fae
from companion.games.fae import rules
from companion.i18n import translator
from companion.session.fae import words
from companion.table.guide import GuideStep
from tests.session.fakes import opening


def test_every_reason_of_the_rules_has_a_sentence() -> None:
    codes = set(rules.PATTERNS) | {m.reason.code for m in fae.mistakes(opening(1))} | {"bad_setup"}
    assert codes <= set(words.REASONS)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Take 1 red druid and 2 black druids off the marked space."),
        ("pt_BR", "Retire 1 druida vermelho e 2 druidas pretos do espaço marcado."),
        ("es", "Retira 1 druida rojo y 2 druidas negros del espacio marcado."),
    ],
)
def test_guide_step_agrees_in_number(language: str, sentence: str) -> None:
    step = GuideStep("remove", 9, pieces={"black": 2, "red": 1})
    assert words.guide(step).say(translator(language)) == sentence
