"""Message catalogues: sentences are made at the edge, in the player's language."""

import gettext
from pathlib import Path


def translator(lang: str) -> gettext.NullTranslations:
    """The catalogue of a language such as "pt_BR"; English when there is none."""
    return gettext.translation("companion", Path(__file__).parent, [lang], fallback=True)
