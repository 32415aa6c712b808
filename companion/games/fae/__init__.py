"""Fae: druids on 60 spaces, rituals where a group is isolated. Satisfies companion.games.base.Game."""

from functools import partial

from companion.games import rulebook
from companion.games.base import Advisor, Rules, Secret
from companion.games.fae.advice import advise
from companion.games.fae.aftermath import optional, removals
from companion.games.fae.autoplay import next_move, opening
from companion.games.fae.board import COLOURS
from companion.games.fae.moments import moments
from companion.games.fae.position import position
from companion.games.fae.rules import (
    FinalScore,
    Move,
    Position,
    Ritual,
    apply,
    changed,
    check_spirits,
    contents,
    dump,
    explain,
    finished,
    isolated_by,
    legal,
    load,
    mistakes,
    needs_order,
    random_legal,
    removed,
    resolve,
    result,
    ritual_at,
    rituals,
    scores,
    size,
    start,
    table,
)
from companion.games.fae.script import move_object, play, read_move, read_position, seats

NAME = "fae"

RULES: Rules[Position, Move] = Rules(
    name=NAME,
    title="Fae",
    players=(2, 4),
    play=play,
    seats=seats,
    read_setup=read_position,
    read_move=read_move,
    write_move=move_object,
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
    secret=Secret("spirits", lambda chance, seats: chance.sample(COLOURS, seats), check_spirits),
    advisor=Advisor(advise, {"easy": 0, "middle": 40, "strong": 3000}),
)

__all__ = [
    "NAME", "RULES", "FinalScore", "Move", "Position", "Ritual", "apply", "changed", "contents", "dump",
    "explain", "finished", "isolated_by", "legal", "load", "mistakes", "needs_order", "optional",
    "position", "random_legal", "removals", "removed", "resolve", "result", "ritual_at", "rituals", "scores",
    "size", "start", "table",
]  # fmt: skip
