"""Fábula: a card duel for bases, with resources, a stack and combat in two parts."""

from functools import partial

from companion.games import rulebook
from companion.games.base import Advisor, Rules, Secret
from companion.games.fabula.action_codec import action_object, read_action
from companion.games.fabula.actions import Action
from companion.games.fabula.advice import advise
from companion.games.fabula.autoplay import next_move, opening
from companion.games.fabula.decisions import decider
from companion.games.fabula.moments import moments
from companion.games.fabula.position import Position
from companion.games.fabula.possible import legal
from companion.games.fabula.rules import apply, explain, finished, table
from companion.games.fabula.script import play, result
from companion.games.fabula.setup import SHUFFLES, read_setup, seats
from companion.games.fabula.text import dump, load
from companion.games.fabula.view import view

NAME = "fabula"

RULES: Rules[Position, Action] = Rules(
    name=NAME,
    title="Fábula",
    players=(2, 2),
    play=play,
    seats=seats,
    read_setup=read_setup,
    read_move=read_action,
    write_move=action_object,
    apply=apply,
    finished=finished,
    table=table,
    turn=decider,
    dump=dump,
    load=load,
    opening=opening,
    next_move=next_move,
    book=partial(rulebook.read, __package__),
    moments=moments,
    view=view,
    secret=Secret("shuffle", lambda chance, seats: [chance.randrange(SHUFFLES) for _ in range(seats)]),
    advisor=Advisor(advise, {"easy": 0, "middle": 1, "strong": 60}),
)

__all__ = [
    "NAME", "RULES", "Action", "Position", "action_object", "apply", "decider", "dump", "explain", "finished",
    "legal", "load", "play", "read_action", "read_setup", "result", "seats", "table", "view",
]  # fmt: skip
