"""Fábula: a duel of cards for bases, with resources, a stack and combat in two parts."""

from companion.games.fabula.action_codec import action_object, read_action
from companion.games.fabula.actions import Action
from companion.games.fabula.decisions import decider
from companion.games.fabula.position import Position
from companion.games.fabula.possible import legal
from companion.games.fabula.rules import apply, explain, finished, table
from companion.games.fabula.script import play, result
from companion.games.fabula.setup import read_setup, seats
from companion.games.fabula.text import dump, load
from companion.games.fabula.view import view

NAME = "fabula"

__all__ = [
    "NAME", "Action", "Position", "action_object", "apply", "decider", "dump", "explain", "finished",
    "legal", "load", "play", "read_action", "read_setup", "result", "seats", "table", "view",
]  # fmt: skip
