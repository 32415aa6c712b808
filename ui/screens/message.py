"""The one sentence that matters now; no widgets here."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class BarMessage:
    """A sentence with its kind, an icon, and a second line."""

    kind: Literal["plain", "todo", "wrong", "ask", "wait"]
    icon: str
    title: str
    detail: str = ""
