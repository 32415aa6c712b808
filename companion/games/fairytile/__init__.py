"""Fairy Tile: players build a kingdom, move three shared figures and narrate secret pages.

Satisfies companion.games.base.Game.
"""

from functools import partial

from companion.games import rulebook
from companion.games.base import Advisor, Rules, Secret
from companion.games.fairytile.acts import act_object, read_act
from companion.games.fairytile.advice import advise
from companion.games.fairytile.autoplay import deal, next_move, opening
from companion.games.fairytile.moments import moments
from companion.games.fairytile.outlook import hopeless
from companion.games.fairytile.position import (
    Act,
    Box,
    FinishTurn,
    GiveUp,
    Move,
    PlaceTile,
    Position,
    Tell,
    TurnPage,
    held,
    page_in_hand,
    view,
)
from companion.games.fairytile.rules import (
    adventures,
    apply,
    changed,
    explain,
    finished,
    legal,
    mistakes,
    optional,
    reachable,
    removals,
    spots,
    table,
    tellable,
)
from companion.games.fairytile.script import play
from companion.games.fairytile.setup import check_books, read_setup, seats
from companion.games.fairytile.text import dump, load

NAME = "fairytile"

RULES: Rules[Position, Act] = Rules(
    name=NAME,
    title="Fairy Tile",
    players=(2, 4),
    play=play,
    seats=seats,
    read_setup=read_setup,
    read_move=read_act,
    write_move=act_object,
    apply=apply,
    finished=finished,
    table=table,
    turn=lambda position: position.turn,
    dump=dump,
    load=load,
    opening=opening,
    next_move=next_move,
    book=partial(rulebook.read, __package__),
    moments=moments,
    view=view,
    secret=Secret("books", deal, check_books),
    advisor=Advisor(advise, {"easy": 0, "middle": 1, "strong": 240}),
)

__all__ = [
    "NAME", "RULES", "Act", "Box", "FinishTurn", "GiveUp", "Move", "PlaceTile", "Position", "Tell",
    "TurnPage", "adventures", "apply", "changed", "dump", "explain", "finished", "held", "hopeless", "legal",
    "load", "mistakes", "optional", "page_in_hand", "reachable", "removals", "spots", "table", "tellable",
    "view",
]  # fmt: skip
