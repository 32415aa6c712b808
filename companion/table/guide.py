"""One step that the players must do at the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.games.base import Kind, Space

Act: TypeAlias = Literal["place", "remove", "move", "roll", "look", "confirm"]


@dataclass(frozen=True, slots=True)
class GuideStep:
    """One act; the lights mark `space` and `target`, the camera or a button confirms it.

    `pieces`: number by kind. `target`: for "move" only.
    """

    act: Act
    space: Space | None = None
    target: Space | None = None
    pieces: Mapping[Kind, int] = field(default_factory=dict)
    player: str = ""
