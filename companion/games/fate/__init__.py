"""Fate: heroes against monsters that walk on Grimheim. The app plays the monsters."""

from companion.games.fate.acts import Act
from companion.games.fate.happenings import Applied, Happening
from companion.games.fate.position import Options, Position
from companion.games.fate.rules import apply, default_act, drawable, table
from companion.games.fate.setup import start
from companion.games.fate.text import dump, load
from companion.games.fate.written import act_object, read_act

NAME = "fate"

__all__ = [
    "NAME", "Act", "Applied", "Happening", "Options", "Position", "act_object", "apply", "default_act",
    "drawable", "dump", "load", "read_act", "start", "table",
]  # fmt: skip
