"""One thing people must do with their hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.games.base import Kind, Space

Act: TypeAlias = Literal["place", "remove", "move", "roll", "look", "confirm"]


@dataclass(frozen=True, slots=True)
class GuideStep:
    """One act; the lights point at `space` (and `target`), the camera or a button ticks it off.

    `pieces` says which and how many; `target` is given for "move" only.
    """

    act: Act
    space: Space | None = None
    target: Space | None = None
    pieces: Mapping[Kind, int] = field(default_factory=dict)
    player: str = ""
