"""Fate: heroes against monsters that walk on Grimheim. The app plays the monsters."""

from functools import partial

from companion.games import rulebook
from companion.games.base import N_, Advisor, Rules, Setting
from companion.games.fate.act_codec import act_object, read_act
from companion.games.fate.acts import Act
from companion.games.fate.advice import advise
from companion.games.fate.autoplay import next_move, opening
from companion.games.fate.happenings import Applied, Happening
from companion.games.fate.moments import moments
from companion.games.fate.moves import reach
from companion.games.fate.position import Options, Position
from companion.games.fate.rules import (
    after,
    ambush_hexes,
    apply,
    default_act,
    drawable,
    finished,
    monster_dice,
    monster_targets,
    table,
)
from companion.games.fate.script import play, read_setup, seats
from companion.games.fate.setup import Player, start
from companion.games.fate.text import dump, load

NAME = "fate"

RULES: Rules[Position, Act] = Rules(
    name=NAME,
    title="Fate",
    players=(1, 4),
    play=play,
    seats=seats,
    read_setup=read_setup,
    read_move=read_act,
    write_move=act_object,
    apply=after,
    finished=finished,
    table=table,
    turn=lambda position: position.turn if position.phase == "heroes" else None,
    dump=dump,
    load=load,
    opening=opening,
    next_move=next_move,
    book=partial(rulebook.read, __package__),
    moments=moments,
    cooperative=True,
    advisor=Advisor(advise, {"easy": 0, "strong": 120}),
    settings=(
        Setting(
            "dice",
            ("app", "typed"),
            N_("app (rolls for monsters and heroes) or typed (you roll real dice and type the faces)"),
        ),
        Setting(
            "cards",
            ("app", "deck"),
            N_("app (draws the monster cards) or deck (you draw from the real deck and type the number)"),
        ),
    ),
)

__all__ = [
    "NAME", "RULES", "Act", "Applied", "Happening", "Options", "Player", "Position", "act_object",
    "ambush_hexes", "apply", "default_act", "drawable", "dump", "finished", "load", "monster_dice",
    "monster_targets", "reach", "read_act", "start", "table",
]  # fmt: skip
