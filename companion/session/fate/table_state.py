"""State of the table: pieces by id, damage, town pieces and the Rune Stone."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.base import Kind, Space, Table
from companion.games.fate.board import distances
from companion.games.fate.position import GRIMHEIM, DieFace, Hex, Position
from companion.games.fate.track import SpaceKind, space_kind


class Piece(NamedTuple):
    """A hero or monster on a hex."""

    kind: Kind
    hex: Hex


class TableState(NamedTuple):
    """The table as the players left it.

    `pieces`, `damage`: by id of hero or monster. `town`: number of town pieces. `step`: space number of the
    Rune Stone; `space`: effect of that space; `die`: monster die rolled there.
    """

    pieces: Mapping[str, Piece] = {}
    damage: Mapping[str, int] = {}
    town: int = 0
    step: int = 0
    space: SpaceKind = "plain"
    die: DieFace | None = None


def table_state(position: Position) -> TableState:
    """Return the expected table of a position."""
    heroes, monsters = position.heroes, position.monsters
    pieces = {hero.id: Piece(hero.id, hero.hex) for hero in heroes}
    pieces |= {monster.id: Piece(monster.kind, monster.hex) for monster in monsters}
    damage = {hero.id: hero.damage for hero in heroes} | {m.id: m.damage for m in monsters}
    space = space_kind(position.options, position.step)
    return TableState(
        pieces, {id: n for id, n in damage.items() if n}, position.town, position.step, space, position.die
    )


def adopted(now: TableState, before: TableState, after: TableState) -> TableState:
    """Return the table `now` with the differences between two positions applied."""
    changed = {id: piece for id, piece in after.pieces.items() if before.pieces.get(id) != piece}
    hexes = {piece.hex for piece in changed.values()} - {GRIMHEIM}
    kept = {
        id: piece
        for id, piece in now.pieces.items()
        if id not in changed and piece.hex not in hexes and (id in after.pieces or id not in before.pieces)
    }
    return after._replace(pieces={**kept, **changed})


def table(pieces: Mapping[str, Piece]) -> Table:
    """Return the pieces as a camera reports them: {hex: {kind: count}}."""
    found: dict[Space, dict[Kind, int]] = {}
    for piece in pieces.values():
        counts = found.setdefault(piece.hex, {})
        counts[piece.kind] = counts.get(piece.kind, 0) + 1
    return found


def recognised(seen: Table, wanted: Mapping[str, Piece]) -> dict[str, Piece]:
    """Return the seen pieces by id; surplus ones have the ids "?1", "?2" ...

    A piece at its expected hex keeps its id. The others are assigned to the nearest missing one of their
    kind.
    """
    named = {id: piece for id, piece in wanted.items() if seen.get(piece.hex, {}).get(piece.kind)}
    at_home = set(named.values())
    loose = [
        Piece(kind, str(space))
        for space, counts in seen.items()
        for kind in counts
        if Piece(kind, str(space)) not in at_home
    ]
    missing = {id: piece for id, piece in wanted.items() if id not in named}
    pairs = sorted(
        (_far(piece.hex, lost.hex), number, id)
        for number, piece in enumerate(loose)
        for id, lost in missing.items()
        if piece.kind == lost.kind
    )
    used: set[int] = set()
    for _, number, id in pairs:
        if number not in used and id not in named:
            named[id] = loose[number]
            used.add(number)
    extra = [piece for number, piece in enumerate(loose) if number not in used]
    return named | {f"?{number}": piece for number, piece in enumerate(extra, 1)}


def _far(one: Hex, other: Hex) -> int:
    return distances(one).get(other, 0)
