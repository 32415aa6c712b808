"""User texts in English, Brazilian Portuguese and Spanish.

English sentences are the keys of the catalogues, so English needs no catalogue.
"""

import gettext
import logging
import os
import re
import struct
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from string import Formatter

from companion.games import registry
from companion.games.base import N_, Sentence

LANGUAGES = {"en": "English", "pt_BR": "Português", "es": "Español"}
"""Language code to the language's native name."""

DOMAIN = "companion"
LOCALES = Path(__file__).with_name("locales")
COMMENT = re.compile(r"(?<![^ \n])# (.+)$", re.MULTILINE)
"""A comment of a settings file, which is a message."""

_log = logging.getLogger(__name__)


@cache
def placeholders(text: str) -> frozenset[str] | None:
    """Placeholders for `text.format`, such as "{n}" or "{n:>3}".

    None for an invalid format string.
    """
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        return None
    return frozenset(f"{{{name}!{how}:{spec}}}" for _, name, spec, how in parts if name is not None)


class Catalogue(gettext.GNUTranslations):
    """Translations whose placeholders match their English keys; others fall back to English."""

    def gettext(self, message: str) -> str:
        """Translate a sentence."""
        return _usable(super().gettext(message), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Translate a sentence in its singular or plural form."""
        return _usable(super().ngettext(msgid1, msgid2, n), msgid1 if n == 1 else msgid2, msgid1)


@cache
def _usable(translated: str, english: str, also: str = "") -> str:
    """Return a translation if it has the placeholders of `english` or `also`.

    Otherwise return `english` and log the error once.
    """
    expected = {placeholders(english), placeholders(also or english)}
    if placeholders(translated) in expected:
        return translated
    _log.warning(
        "catalogue: %r: expected the placeholders of %r; English is used. Correct it and run: make messages",
        translated,
        english,
    )
    return english


def system_language() -> str:
    """The language of the environment if the app supports it, otherwise English."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    code = next((value for name in names if (value := os.environ.get(name))), "")
    return next((language for language in LANGUAGES if language[:2] == code[:2]), "en")


def translator(language: str | None = None) -> gettext.NullTranslations:
    """The catalogue of a language; None: the system's language; English for unsupported ones.

    What it lacks is looked up in the catalogues of the installed games.
    """
    code = language or system_language()
    found = _catalogue(DOMAIN, LOCALES, code)
    if code != "en":
        for game in registry.installed():
            if game.package and game.source and (locales := game.package.folder("locales")):
                found.add_fallback(_catalogue(game.name, locales, code))
    return found


def _catalogue(domain: str, locales: Path, code: str) -> gettext.NullTranslations:
    try:
        return gettext.translation(domain, locales, [code], class_=Catalogue, fallback=True)
    except (OSError, ValueError, struct.error) as error:
        _unreadable(code, str(error))
        return gettext.NullTranslations()


@cache
def _unreadable(language: str, found: str) -> None:
    _log.warning(
        "catalogue of %s: expected a compiled catalogue, found: %s; English is used", language, found
    )


def say(tr: gettext.NullTranslations, sentences: Sequence[Sentence]) -> str:
    """Translate sentences of lower layers into the player's language."""
    return " ".join(sentence.say(tr) for sentence in sentences)


def listed(parts: Sequence[object]) -> Sentence:
    """Join parts as an enumeration: a, b and c."""
    *first, last = parts or ("",)
    if not first:
        return Sentence("{last}", {"last": last})
    commas = ", ".join(f"{{p{number}}}" for number in range(len(first)))
    joined = Sentence(commas, {f"p{number}": part for number, part in enumerate(first)})
    return Sentence(N_("{first} and {last}"), {"first": joined, "last": last})
