"""Message of the message bar; no widgets here."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class BarMessage:
    """A message: kind, icon, sentence and second line.

    Kinds: "plain" for the state of the game, "todo" for manual steps, "wrong", "ask" for decisions, "wait" if
    the app waits, "look" for information a player looks at.
    """

    kind: Literal["plain", "todo", "wrong", "ask", "wait", "look"]
    icon: str
    title: str
    detail: str = ""

    @property
    def needed(self) -> bool:
        """Return true if it is spoken in quiet mode too."""
        return self.kind not in ("plain", "look")
