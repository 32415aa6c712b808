"""Held things of a duel explain themselves, in every language and in short sentences."""

from typing import Any

import pytest

from companion.games.fabula import RULES
from companion.i18n import LANGUAGES, translator
from companion.session.fabula import words
from tests.ui.games.fabula import scenes

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery

MOST_LETTERS = 90


@pytest.mark.parametrize("language", LANGUAGES)
def test_explanations_are_short_translated_and_lead_to_the_rules(language: str) -> None:
    from ui.games.fabula import explanations

    tr, topics = translator(language), RULES.book()
    for each in (explanations.PLACES, explanations.PHASES, explanations.TYPES):
        for key, about in each.items():
            said = tr.gettext(about.sentence)
            assert len(said) <= MOST_LETTERS, (language, key, said)
            assert language == "en" or said != about.sentence, (language, key)
            assert about.topic in topics


def name_of(fake: Any, id_: str) -> str:
    key = fake.position.names[id_]
    return words.card_name(key, fake.position.cards[key], "en")


def test_what_is_held_is_explained_and_not_touched(open_window: Any) -> None:
    fake = scenes.alone()
    running = open_window(fake)
    screen, table = running.screen, running.screen.ids.table
    running.settle(2)
    card = next(p.id for p in fake.position.battle if not p.host)
    base = next(b.id for b in fake.position.bases if b.centre)
    for id_, topics in ((card, {"cards", "modifications"}), (base, {"aim"})):
        about = table.about_at(*table.spot(id_))
        assert about.name.startswith(name_of(fake, id_)) and about.topic in topics
    fan = screen._fan
    spots = list(fan.places())
    about = fan.about_at(*fan.spot(len(spots)))
    assert about.name.startswith(fan.cards[-1].shown.name)
    phases = screen.ids.phases
    assert phases.about_at(phases.x + 1, phases.center_y).topic == "turn"
