"""The one sentence that matters now; no widgets here."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class BarMessage:
    """A sentence with its kind, an icon, and a second line.

    The kinds: "plain" for how the game goes, "todo" for hands, "wrong", "ask" to be decided, "wait" for what
    the app waits for, "look" for what somebody looks at.
    """

    kind: Literal["plain", "todo", "wrong", "ask", "wait", "look"]
    icon: str
    title: str
    detail: str = ""

    @property
    def needed(self) -> bool:
        """Whether it is said aloud also where people like it quiet."""
        return self.kind not in ("plain", "look")
