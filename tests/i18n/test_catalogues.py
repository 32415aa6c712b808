from io import BytesIO

import pytest
from babel.messages.catalog import Catalog

from companion.errors import VisionError
from companion.i18n import LANGUAGES, error_text, system_language, translator
from tests.i18n import catalogue_check as check
from tests.i18n import messages
from tests.i18n.messages import KEYWORDS, extract_python

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
    assert compiled == messages.compiled(messages.read(language)), "run: python -m tests.i18n.messages"


def test_sentences_in_widget_files_are_collected(template: Catalog) -> None:
    assert "Simulated table" in template


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
    assert error_text.explain(translator("en"), error) == ["camera 3: cannot be opened"]
    assert error_text.explain(translator("es"), error)[0].startswith("No se abre la cámara 3")
    assert error_text.short(translator("en"), error).startswith("Camera 3 cannot be opened: check")


def test_messages_are_found_by_the_syntax_not_by_quotes() -> None:
    """A key inside an f-string is none, though Python 3.12 and later have a token for it."""
    source = """
bar = f"{tr.gettext('Go to {place}.').format(place=places['base'])} {places['moon']}"
both = tr.ngettext("{n} card", "{n} cards", n), counted("{n} seat", "{n} seats", n), N_("One " "sentence")
none = tr.gettext(word), places.get("key"), f"{_('Hello')}"
"""
    method = extract_python(BytesIO(source.encode()), KEYWORDS, (), {})
    assert {(name, texts) for _, name, texts, _ in method} == {
        ("gettext", "Go to {place}."),
        ("ngettext", ("{n} card", "{n} cards", None)),
        ("counted", ("{n} seat", "{n} seats", None)),
        ("N_", "One sentence"),
        ("gettext", None),
        ("_", "Hello"),
    }
