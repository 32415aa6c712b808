import pytest
from babel.messages.catalog import Catalog

from companion.errors import VisionError
from companion.games import fae
from companion.games.fae import rules
from companion.i18n import LANGUAGES, check, messages, phrases, system_language, translator
from companion.table.guide import GuideStep
from tests.ui.fake import opening

TRANSLATED = [language for language in LANGUAGES if language != "en"]


@pytest.fixture(scope="module")
def template() -> Catalog:
    return messages.template()


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogue_says_everything_in_its_language(language: str, template: Catalog) -> None:
    assert list(check.catalogue(messages.read(language), template)) == []


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
