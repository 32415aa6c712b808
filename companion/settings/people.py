"""The people of the house: remembered names with the colour and the seat they had last."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Side: TypeAlias = Literal[
    "top", "top_right", "right", "bottom_right", "bottom", "bottom_left", "left", "top_left"
]
"""A seat, as a side or corner of the board as it is printed, clockwise."""
SIDES: tuple[Side, ...] = (
    "top", "top_right", "right", "bottom_right", "bottom", "bottom_left", "left", "top_left",
)  # fmt: skip
COLOURS = ("red", "blue", "yellow", "green", "purple", "orange")
"""Colours of people; on screens each has a shape of its own."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here."""

    name: str
    colour: str = COLOURS[0]
    seat: Side = "bottom"
