"""Fae: druids on 60 spaces, rituals where a group is isolated. Satisfies companion.games.base.Game."""

from companion.games.fae.aftermath import optional, removals
from companion.games.fae.position import position
from companion.games.fae.rules import (
    Move,
    Position,
    Result,
    Ritual,
    apply,
    changed,
    contents,
    dump,
    explain,
    finished,
    isolated_by,
    legal,
    load,
    mistakes,
    needs_order,
    removed,
    result,
    ritual_at,
    rituals,
    scores,
    size,
    start,
    table,
)

NAME = "fae"

__all__ = [
    "NAME", "Move", "Position", "Result", "Ritual", "apply", "changed", "contents", "dump", "explain",
    "finished", "isolated_by", "legal", "load", "mistakes", "needs_order", "optional", "position",
    "removals", "removed", "result", "ritual_at", "rituals", "scores", "size", "start", "table",
]  # fmt: skip
