from collections.abc import Sequence
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from companion.errors import VisionError
from companion.games import fae
from companion.games.fae import rules
from companion.i18n import LANGUAGES, messages, phrases, system_language, translator
from companion.table.guide import GuideStep
from tests.ui.fake import opening

TRANSLATED = [language for language in LANGUAGES if language != "en"]


@pytest.fixture(scope="module")
def template() -> Catalog:
    return messages.template()


def texts(message: Message) -> tuple[list[str], list[str]]:
    """The English forms and the translated ones."""
    return forms(message.id), forms(message.string)


def forms(text: str | Sequence[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or ())


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogue_has_the_sentences_of_the_source_and_no_other(language: str, template: Catalog) -> None:
    found = {message.id for message in messages.read(language)}
    assert found == {message.id for message in template} | {""}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated_with_its_placeholders(language: str) -> None:
    for message in messages.read(language):
        if not message.id:
            continue
        ids, strings = texts(message)
        assert all(strings), ids
        for string in strings:
            assert fields(string) == fields(ids[-1]), ids


@pytest.mark.parametrize("language", TRANSLATED)
def test_compiled_catalogue_matches_its_source(language: str) -> None:
    compiled = messages.path(language).with_suffix(".mo").read_bytes()
    assert compiled == messages.compiled(messages.read(language)), "run: python -m companion.i18n.messages"


def test_sentences_in_widget_files_are_collected(template: Catalog) -> None:
    assert "Simulated table" in template


def test_every_reason_of_the_rules_has_a_sentence() -> None:
    codes = set(rules.PATTERNS) | {m.reason.code for m in fae.mistakes(opening(1, 2))} | {"bad_setup"}
    assert codes <= set(phrases.REASONS)


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
    assert phrases.guide(translator(language), step) == sentence


def test_unknown_language_is_english() -> None:
    assert phrases.reason(translator("xx"), "same_space") == "Choose another space to move to."


@pytest.mark.parametrize(
    ("value", "language"),
    [("pt_BR.UTF-8", "pt_BR"), ("es_AR.UTF-8", "es"), ("de_DE.UTF-8", "en"), ("C", "en")],
)
def test_language_follows_the_locale(monkeypatch: pytest.MonkeyPatch, value: str, language: str) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", value)
    assert system_language() == language


def test_what_is_wrong_with_the_camera_is_said_in_the_players_language() -> None:
    error = VisionError("no_camera", "camera 3: cannot be opened", camera="3")
    assert phrases.explain(translator("en"), error) == ["camera 3: cannot be opened"]
    assert phrases.explain(translator("es"), error)[0].startswith("No se puede abrir la cámara 3")
    assert phrases.short(translator("en"), error).startswith("Camera 3 cannot be opened: check")
