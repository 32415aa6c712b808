"""Sentences about any board game, for the window and the terminal."""

from gettext import NullTranslations

from companion.games.base import N_
from companion.session.base import manifest

NOT_AS_EXPECTED = N_("The table is not as expected.")


def reason(tr: NullTranslations, name: str, code: str) -> str:
    """Return the sentence of the game called `name` for the code of a reason."""
    return tr.gettext(manifest(name).reasons.get(code, NOT_AS_EXPECTED))
