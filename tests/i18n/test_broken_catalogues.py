import gettext
import logging
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from companion import i18n
from companion.games.base import Sentence
from companion.i18n import placeholders, say, translator
from tests.i18n import messages

ENGLISH = "{player}: {points} points"


@pytest.fixture
def locales(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(i18n, "LOCALES", tmp_path)
    i18n._usable.cache_clear()
    i18n._unreadable.cache_clear()
    folder = tmp_path / "es" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    return folder / "companion.mo"


def written(path: Path, **translations: str | tuple[str, str]) -> gettext.NullTranslations:
    catalogue = Catalog(locale="es")
    for number, translated in enumerate(translations.values()):
        several = isinstance(translated, tuple)
        catalogue.add(
            ("{n} point", "{n} points") if several else ENGLISH if not number else "Draw", translated
        )
    path.write_bytes(messages.compiled(catalogue))
    gettext._translations.clear()  # type: ignore[attr-defined]  # what was read before is kept there
    return translator("es")


@pytest.mark.parametrize(
    "broken",
    [
        "{jugador}: {points}",
        "{player}: puntos",
        "{player}: {points",
        "{player}: {points} {}",
        "{player}: {points!x}",
    ],
)
def test_a_broken_placeholder_falls_back_to_english_and_is_logged_once(
    locales: Path, caplog: pytest.LogCaptureFixture, broken: str
) -> None:
    tr = written(locales, one=broken, two="Empate")
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert say(tr, [Sentence(ENGLISH, {"player": "Ana", "points": 7})]) == "Ana: 7 points"
    assert len(caplog.records) == 1
    assert repr(broken) in caplog.text and "make messages" in caplog.text
    assert tr.gettext("Draw") == "Empate"


def test_right_placeholders_in_another_order_are_fine(locales: Path) -> None:
    tr = written(locales, one="{points} puntos: {player}")
    assert tr.gettext(ENGLISH) == "{points} puntos: {player}"


@pytest.mark.parametrize(
    ("forms", "one", "many"),
    [
        (("un punto", "{n} puntos"), "{n} point", "{n} puntos"),
        (("{n} punto", "{m} puntos"), "{n} punto", "{n} points"),
        (("{n} punto", "{n} puntos"), "{n} punto", "{n} puntos"),
    ],
)
def test_forms_for_one_and_many_are_checked_each(
    locales: Path, forms: tuple[str, str], one: str, many: str
) -> None:
    tr = written(locales, one=forms)
    assert tr.ngettext("{n} point", "{n} points", 1) == one
    assert tr.ngettext("{n} point", "{n} points", 5) == many


@pytest.mark.parametrize("content", [b"", b"no catalogue", bytes.fromhex("de120495") + b"\xff" * 40])
def test_a_catalogue_that_cannot_be_read_is_english(
    locales: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    locales.write_bytes(content)
    gettext._translations.clear()  # type: ignore[attr-defined]  # what was read before is kept there
    for _ in range(2):
        assert translator("es").gettext("Draw") == "Draw"
    assert len(caplog.records) == 1
    assert "catalogue of es" in caplog.text


def test_placeholders_are_told_with_how_they_are_written() -> None:
    assert placeholders("{a} {{b}} {c:>3}") == placeholders("{c:>3}{a}")
    assert placeholders("{a}") != placeholders("{a!r}")
    assert placeholders("{") is None
