"""What just happened at a table, in a sentence for people who look on."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Caption:
    """A sentence, and what it is about: a set-up or move that was seen, points, a mistake that was found, one
    that was put right, a doubt that is asked about or settled."""

    kind: Literal["seen", "score", "mistake", "mended", "doubt"]
    text: str
