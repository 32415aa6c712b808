"""Sentences for people, in English, Brazilian Portuguese and Spanish.

English sentences are the keys of the catalogues, so English needs none.
"""

import gettext
import os
from collections.abc import Sequence
from pathlib import Path

from companion.games.base import Sentence

LANGUAGES = {"en": "English", "pt_BR": "Português", "es": "Español"}
"""Language code to the language's own name."""

DOMAIN = "companion"
LOCALES = Path(__file__).with_name("locales")


def system_language() -> str:
    """The language that the environment asks for if the app speaks it, else English."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    code = next((value for name in names if (value := os.environ.get(name))), "")
    return next((language for language in LANGUAGES if language[:2] == code[:2]), "en")


def translator(language: str | None = None) -> gettext.NullTranslations:
    """The catalogue of a language; of the system's language when None; English for any other."""
    code = language or system_language()
    return gettext.translation(DOMAIN, LOCALES, languages=[code], fallback=True)


def say(tr: gettext.NullTranslations, sentences: Sequence[Sentence]) -> str:
    """Sentences that came from below, in the player's language."""
    return " ".join(tr.gettext(s.pattern).format(**s.values) for s in sentences)
