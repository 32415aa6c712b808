"""Corrections of the game to the observed table."""

from collections.abc import Mapping

from companion.games import fate
from companion.games.base import Table
from companion.games.fate.acts import Act, Correct
from companion.games.fate.monsters import SIDES
from companion.games.fate.position import Position
from companion.session.fate.guide_plan import plan
from companion.session.fate.table_state import Piece, TableState, recognised, table_state


def acts(seen: Mapping[str, Piece], wanted: Mapping[str, Piece]) -> tuple[Act, ...]:
    """Return corrections from `wanted` to `seen`, in an order in which every target hex is free.

    A hero that was not seen keeps its hex.
    """
    heroes = {id for id, piece in wanted.items() if id == piece.kind}
    after = {**{id: wanted[id] for id in heroes}, **seen}
    found: list[Act] = [Correct("remove", id) for id in wanted if id not in after]
    moving = {id: piece for id, piece in wanted.items() if id in after and after[id] != piece}
    for planned in plan(
        TableState(wanted), TableState({id: after.get(id, piece) for id, piece in wanted.items()})
    ):
        ids = [id for id in moving if planned.after.pieces[id] == after[id]]
        found += [Correct("hex", id, value=after[id].hex) for id in ids]
        moving = {id: piece for id, piece in moving.items() if id not in ids}
    extra = [piece for id, piece in seen.items() if id not in wanted]
    levels = [1 if (piece.kind, 1) in SIDES else 0 for piece in extra]
    found += [Correct("place", p.kind, n, p.hex) for p, n in zip(extra, levels, strict=True)]
    return tuple(found)


def towards(position: Position, seen: Table) -> tuple[Act, ...]:
    """Return corrections to the seen table. Raises RuleError if the rules do not allow it."""
    wanted = table_state(position).pieces
    found = acts(recognised(seen, wanted), wanted)
    for act in found:
        position = fate.apply(position, act).position
    return found
