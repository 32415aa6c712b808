"""Marks of hexes for drawing; no widgets here."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.games.fate.position import Hex

HexMarkKind: TypeAlias = Literal["todo", "wrong", "ask", "default", "target", "attack", "reach"]


@dataclass(frozen=True, slots=True)
class HexMark:
    """A hex that needs attention: an outline in the kind's colour, an icon or a short label."""

    hex: Hex
    kind: HexMarkKind
    icon: str = ""
    label: str = ""
