"""Errors in the player's language, with the words that fill them."""

import pytest

from companion.errors import CompanionError
from companion.games.fate.hero_action import ACTION_NAMES, refused
from companion.i18n import phrases, translator

PATTERN = "{action} was taken this turn; expected another action."


@pytest.mark.parametrize("language", ["pt_BR", "es"])
def test_an_action_is_named_in_the_language_of_its_sentence(language: str) -> None:
    tr = translator(language)
    error: CompanionError = refused("action_taken", PATTERN, action=ACTION_NAMES["move"])
    name = tr.gettext("Move")
    assert name != "Move"
    assert name in phrases.short(tr, error)
