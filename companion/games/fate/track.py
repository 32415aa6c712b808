"""The two time tracks: what every space of the Rune Stone brings (F-201 to F-206), and other counts."""

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
"""By number of players less 1 (F-030)."""

ATTACK_DIE: tuple[Face, ...] = tuple(_data["die"])
"""The six faces of an attack die (F-158)."""


def last_step(options: Options) -> int:
    """The last space of the track (F-204)."""
    return len(TRACKS[options.track])


def space_kind(options: Options, step: int) -> SpaceKind:
    """What the space `step` (from 1) brings."""
    letter = TRACKS[options.track][step - 1]
    return "plain" if letter == "." else "skull" if letter == "s" else "reinforcement"


def colour(options: Options, step: int) -> Colour | None:
    """The colour of the reinforcement the space brings, if it does (F-202)."""
    letter = TRACKS[options.track][step - 1]
    return "yellow" if letter == "y" else "red" if letter == "r" else None
