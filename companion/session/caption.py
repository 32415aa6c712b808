"""Captions: sentences that describe the last event for spectators."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Caption:
    """A sentence and its topic.

    "seen": a set-up or move; "score": points; "mistake": a mistake was found; "mended": it was corrected;
    "doubt": a question was asked or answered.
    """

    kind: Literal["seen", "score", "mistake", "mended", "doubt"]
    text: str
