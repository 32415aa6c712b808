"""Sentences in the player's language: the words that fill them are translated, people's names never."""

import random
from collections.abc import Iterator

import pytest

from companion.errors import CompanionError
from companion.games import fate, registry
from companion.games.base import N_, Sentence, Term
from companion.games.fae import Ritual
from companion.games.fate.hero_action import ACTION_NAMES, refused
from companion.games.registry import rules
from companion.i18n import error_text, translator
from companion.session.base import GameConfig, SessionContext, SessionManifest
from companion.session.fae.describe import ritual
from companion.session.fate.describe import describe
from companion.session.messages import Confirm

PATTERN = "{action} was taken this turn already. Choose another action."
PEOPLE = ("Red", "Board", "Goblin")
"""Players who are called what a colour, the board or a monster is called."""


@pytest.mark.parametrize("language", ["pt_BR", "es"])
def test_an_action_is_named_in_the_language_of_its_sentence(language: str) -> None:
    tr = translator(language)
    error: CompanionError = refused("action_taken", PATTERN, action=ACTION_NAMES["move"])
    name = tr.gettext("Move")
    assert name != "Move"
    assert name in error_text.short(tr, error)


def test_short_sentences_of_a_game_come_first() -> None:
    tr, error = translator("pt_BR"), CompanionError("same_space", "Expected another space.")
    assert error_text.short(tr, error) == "Expected another space."
    reasons = {"same_space": N_("Choose another space to move to.")}
    assert error_text.short(tr, error, reasons) == tr.gettext(reasons["same_space"]) != error.args[0]


def test_terms_are_translated_and_other_texts_are_not() -> None:
    tr = translator("pt_BR")
    pattern = N_("{colour} takes the lead.")
    assert Sentence(pattern, {"colour": N_("Red")}).say(tr) == "Vermelho assume a liderança."
    assert Sentence(pattern, {"colour": "Red"}).say(tr) == "Red assume a liderança."
    assert str(Sentence(pattern, {"colour": N_("Red")})) == "Red takes the lead."
    assert Sentence(N_("{player}, it is your turn."), {"player": Term()}).say(tr).startswith(",")


@pytest.mark.parametrize("player", PEOPLE)
def test_a_ritual_is_told_of_a_player_by_name(player: str) -> None:
    tr = translator("pt_BR")
    said = ritual(player, Ritual(9, 3, False, True, {}, 5, ("red",), 0)).say(tr)
    assert player in said and "Vermelho" in said


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [("en", "1 point for Red", "5 points for Red"), ("es", "1 punto para", "5 puntos para"),
     ("pt_BR", "1 ponto para", "5 pontos para")],
)  # fmt: skip
def test_a_ritual_of_one_point_has_the_singular(language: str, one: str, many: str) -> None:
    tr = translator(language)
    for points, text in ((1, one), (5, many)):
        held = Ritual(1, 1, False, False, {}, points, ("red",), 0)
        assert text in ritual("Ana", held).say(tr)


@pytest.mark.parametrize("name", registry.registered())
def test_whose_turn_it_is_is_said_with_the_name_people_have(name: str) -> None:
    tr = translator("pt_BR")
    people = PEOPLE[: rules(name).players[1]]
    setup = rules(name).opening(random.Random(1), people)
    manifest = registry.load("session", SessionManifest, name)
    around = SessionContext(chance=random.Random(1), watched=False)
    session = manifest.begin(GameConfig(people, setup=setup), around)
    while not {"player", "hero"} & (shown := session.snapshot(1)).prompt.text.values.keys():
        session.tell(Confirm(1))
    assert shown.turn in people
    by_hero = "hero" in shown.prompt.text.values
    assert by_hero or shown.prompt.text.say(tr).startswith(f"{shown.turn}, ")


def sentences_of_a_game(seed: int) -> Iterator[Sentence]:
    """All that the log says about a game of Fate."""
    chance = random.Random(seed)
    position = fate.RULES.read_setup(fate.RULES.opening(chance, ("Bjorn", "Board")))
    while not fate.RULES.finished(position):
        act = fate.RULES.next_move(position, chance)
        after, happenings = fate.apply(position, act)
        yield from describe(act, position, happenings)
        position = after


def test_every_word_of_the_log_that_has_a_translation_is_translated() -> None:
    tr = translator("pt_BR")
    translated = 0
    for sentence in sentences_of_a_game(1):
        said = sentence.say(tr)
        for word in sentence.values.values():
            if isinstance(word, str) and tr.gettext(word) != word:
                assert tr.gettext(word) in said, sentence
                translated += 1
    assert translated > 50
