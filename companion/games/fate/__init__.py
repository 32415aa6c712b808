"""Fate: heroes against monsters that walk on Grimheim. The app plays the monsters."""

from companion.games.fate.act_codec import act_object, read_act
from companion.games.fate.acts import Act
from companion.games.fate.happenings import Applied, Happening
from companion.games.fate.moves import reach
from companion.games.fate.position import Options, Position
from companion.games.fate.rules import (
    ambush_hexes,
    apply,
    default_act,
    drawable,
    monster_dice,
    monster_targets,
    table,
)
from companion.games.fate.setup import Player, start
from companion.games.fate.text import dump, load

NAME = "fate"

__all__ = [
    "NAME", "Act", "Applied", "Happening", "Options", "Player", "Position", "act_object", "ambush_hexes",
    "apply", "default_act", "drawable", "dump", "load", "monster_dice", "monster_targets", "reach",
    "read_act", "start", "table",
]  # fmt: skip
