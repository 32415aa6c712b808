"""The two time tracks: effect of every space of the Rune Stone (F-201 to F-206), and other numbers."""

import json
from importlib import resources
from typing import Any, Literal, TypeAlias

from companion.games.fate.position import Colour, Face, Options

SpaceKind: TypeAlias = Literal["plain", "skull", "reinforcement"]

_data: dict[str, Any] = json.loads(
    resources.files(__package__).joinpath("data/tracks.json").read_text("utf-8")
)

TRACKS: dict[str, str] = _data["spaces"]
"""A letter for each space: "." plain, "s" skull, "y" and "r" reinforcement of that colour (F-206)."""

TOWN_PIECES: tuple[int, ...] = tuple(_data["town_pieces"])
"""Number of town pieces, by number of players less 1 (F-030)."""

ATTACK_DIE: tuple[Face, ...] = tuple(_data["die"])
"""The six faces of an attack die (F-158)."""


def last_step(options: Options) -> int:
    """Return the last space of the track (F-204)."""
    return len(TRACKS[options.track])


def space_kind(options: Options, step: int) -> SpaceKind:
    """Return the kind of the space `step` (from 1)."""
    letter = TRACKS[options.track][step - 1]
    return "plain" if letter == "." else "skull" if letter == "s" else "reinforcement"


def colour(options: Options, step: int) -> Colour | None:
    """Return the colour of the space's reinforcement, or None (F-202)."""
    letter = TRACKS[options.track][step - 1]
    return "yellow" if letter == "y" else "red" if letter == "r" else None
