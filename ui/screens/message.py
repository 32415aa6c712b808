"""Message of the message bar, and words of the main key; no widgets here."""

from collections.abc import Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Literal, NamedTuple

from companion.session.view import Prompt, Tone
from companion.session.view_json import sentence


@dataclass(frozen=True, slots=True)
class BarMessage:
    """A message in the player's language: kind, icon, sentence, second line, and the id of its rule or "".

    `kind`: tone of a session's prompt, or "look" for what somebody has touched or looks at.
    """

    kind: Tone | Literal["look"]
    icon: str
    title: str
    detail: str = ""
    rule: str = ""

    @property
    def calm(self) -> bool:
        """Return true if nothing but a move is asked for."""
        return self.kind in ("turn", "look", "wait", "over")

    @property
    def needed(self) -> bool:
        """Return true if it is spoken in quiet mode too."""
        return self.kind not in ("turn", "look")


FLASH_ICONS: Mapping[str, str] = {"wrong": "warn", "good": "check", "do": "hand"}
"""Icons of what the bar says for a few seconds, by kind."""


class MainKey(NamedTuple):
    """The key that moves the game on; hidden without a text, disabled with a reason `why_not`."""

    icon: str = ""
    text: str = ""
    about: str = ""
    why_not: str = ""
    primary: bool = True


def of_prompt(tr: NullTranslations, prompt: Prompt) -> BarMessage:
    """Return what a session says, in the player's language."""
    detail = sentence(prompt.detail, tr) if prompt.detail else ""
    return BarMessage(prompt.tone, prompt.icon, sentence(prompt.text, tr), detail, prompt.rule)
