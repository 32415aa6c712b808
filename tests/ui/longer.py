"""A language that nobody speaks: English made 35 % longer, to find texts without room to grow."""

import re
from gettext import NullTranslations

CODE = "longer"
GROWTH = 0.35
_PART = re.compile(r"(\{[^{}]*\})")
"""Placeholder of a pattern; it stays as it is."""


def longer(text: str) -> str:
    """Double letters of words, the same number in each part, until the text is 35 % longer."""
    parts = _PART.split(text)
    return "".join(part if part.startswith("{") else _stretched(part) for part in parts)


def _stretched(text: str) -> str:
    letters = [at for at, letter in enumerate(text) if letter.isalpha()]
    wanted = round(GROWTH * len(text))
    if not letters or not wanted:
        return text
    chosen = {letters[int(n * len(letters) / wanted)] for n in range(wanted)}
    return "".join(letter * 2 if at in chosen else letter for at, letter in enumerate(text))


class Longer(NullTranslations):
    """Its catalogue."""

    def gettext(self, message: str) -> str:
        """Return the message, longer."""
        return longer(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the singular or the plural, longer."""
        return longer(msgid1 if n == 1 else msgid2)
