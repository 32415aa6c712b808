"""Changes of a turn of the monsters: one row for each thing on the table, as it ends."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.games.base import N_, Sentence, Space
from companion.games.fate.board import distances
from companion.games.fate.heroes import NAMES as HEROES
from companion.games.fate.position import GRIMHEIM, Hex
from companion.session.fate.table_state import Piece, TableState
from companion.session.fate.words import name

Changed: TypeAlias = Literal["piece", "card", "town", "stone"]
"""A piece on the board, the card of a hero, pieces of the town, or the Rune Stone."""


@dataclass(frozen=True, slots=True)
class Change:
    """A row of the list: `what` has changed, the `kind` of its piece, and its words.

    `spaces` must look right before a camera ticks it; without any, only people can. `done`: it is ticked.
    """

    what: Changed
    kind: str
    text: Sentence
    spaces: tuple[Space, ...] = ()
    done: bool = False


def changes(before: TableState, after: TableState, at_table: bool) -> tuple[Change, ...]:
    """Return the differences between two tables, the most important ones first.

    Changes with equal words are one row. Without a real table (`at_table`) nothing is put away anywhere.
    """
    found: dict[str, list[Change]] = {}
    for change in _all(before, after, at_table):
        found.setdefault(str(change.text), []).append(change)
    return tuple(_joined(alike) for alike in found.values())


def _joined(alike: list[Change]) -> Change:
    first = alike[0]
    if len(alike) == 1:
        return first
    text = Sentence("{n} \N{MULTIPLICATION SIGN} {change}", {"n": len(alike), "change": first.text})
    return Change(first.what, first.kind, text, tuple(space for one in alike for space in one.spaces))


def _all(before: TableState, after: TableState, at_table: bool) -> Iterator[Change]:
    stay = {id: (before.pieces[id], piece) for id, piece in after.pieces.items() if id in before.pieces}
    moved = {id: (a, b) for id, (a, b) in stay.items() if a.hex != b.hex}
    beside = {id: _neighbour(after, to) for id, (_, to) in moved.items() if to.kind not in HEROES}
    beside = {id: hero for id, hero in beside.items() if hero}
    for id, hero in beside.items():
        a, b = moved[id]
        words = {"who": name(b.kind), "hero": name(hero)}
        yield Change("piece", b.kind, Sentence(N_("{who} beside {hero}"), words), (a.hex, b.hex))
    yield from _damage(before, after)
    yield from _town(after.town - before.town, at_table)
    for id, piece in before.pieces.items():
        if id not in after.pieces:
            pattern = N_("{kind} in the box") if at_table else N_("{kind}: gone")
            yield Change("piece", piece.kind, Sentence(pattern, {"kind": name(piece.kind)}), (piece.hex,))
    for id, piece in after.pieces.items():
        if id not in before.pieces:
            new = Sentence(N_("{kind}: new"), {"kind": name(piece.kind)})
            yield Change("piece", piece.kind, new, (piece.hex,))
    for id, (a, b) in moved.items():
        if id not in beside:
            yield Change("piece", b.kind, _walked(a, b), (a.hex, b.hex))
    if after.step != before.step:
        yield Change("stone", "", Sentence(N_("Rune Stone: space {step}"), {"step": after.step}))


def _neighbour(table: TableState, monster: Piece) -> str:
    """Return the kind of a hero beside a monster; "" if there is none."""
    near = distances(monster.hex)
    heroes = (piece for piece in table.pieces.values() if piece.kind in HEROES and piece.hex != GRIMHEIM)
    return next((hero.kind for hero in heroes if near.get(hero.hex) == 1), "")


def _damage(before: TableState, after: TableState) -> Iterator[Change]:
    for id, piece in after.pieces.items():
        n = after.damage.get(id, 0)
        if n != before.damage.get(id, 0):
            pattern = N_("{who}: {n} damage") if n else N_("{who}: no damage")
            words = {"who": name(piece.kind)} | ({"n": n} if n else {})
            yield Change("card" if piece.kind in HEROES else "piece", piece.kind, Sentence(pattern, words))


def _town(more: int, at_table: bool) -> Iterator[Change]:
    if not more:
        return
    one, several = N_("One house back"), N_("{n} houses back")
    if more < 0:
        one, several = N_("One house lost"), N_("{n} houses lost")
        if at_table:
            one, several = N_("One house off"), N_("{n} houses off")
    n = abs(more)
    yield Change("town", "", Sentence(one) if n == 1 else Sentence(several, {"n": n}))


def _walked(source: Piece, goal: Piece) -> Sentence:
    who = {"who": name(goal.kind)}
    if goal.hex == GRIMHEIM:
        return Sentence(N_("{who} in Grimheim"), who)
    n = _far(source.hex, goal.hex)
    return (
        Sentence(N_("{who}: one hex"), who) if n == 1 else Sentence(N_("{who}: {n} hexes"), {**who, "n": n})
    )


def _far(one: Hex, other: Hex) -> int:
    return distances(one).get(other, 1)
