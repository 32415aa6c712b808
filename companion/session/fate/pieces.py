"""Pieces that lie on the table, for drawing."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.games.fate import table
from companion.games.fate.position import GRIMHEIM, Hex, Monster, Position
from companion.session.fate.snapshot import FateSnapshot


@dataclass(frozen=True, slots=True)
class BoardPiece:
    """A piece on a hex with its markers; `id` is the monster's or hero's, "" if unknown."""

    hex: Hex
    kind: str
    id: str = ""
    level: int = 0
    damage: int = 0
    bounty: int = 0
    held: bool = False


def pieces(snapshot: FateSnapshot) -> tuple[BoardPiece, ...]:
    """Pieces on the table, with their markers from the position.

    The picture is ahead of the table while heroes act, while a question interrupts the monsters' turn before
    its steps are shown, and while people put pieces back.
    """
    lying = table(snapshot.position) if _is_ahead(snapshot) else snapshot.assumed_table
    heroes = {hero.id: hero for hero in snapshot.position.heroes}
    ahead = _ahead(snapshot)
    monsters = {monster.hex: monster for monster in snapshot.position.monsters}
    found = []
    for space, kinds in lying.items():
        for kind in kinds:
            here = str(space)
            if kind in heroes:
                found.append(BoardPiece(here, kind, kind, damage=heroes[kind].damage))
            else:
                found.append(_monster(here, kind, monsters, ahead))
    return tuple(found)


class Counts(NamedTuple):
    """Pieces of the town, and the space of the Rune Stone."""

    town: int
    step: int


def counts(snapshot: FateSnapshot) -> Counts:
    """Return what is counted beside the board: as the present step of the monsters' turn leaves it."""
    if snapshot.done < len(snapshot.steps) and not (_is_ahead(snapshot) or snapshot.setting_up):
        return Counts(snapshot.town, snapshot.stone)
    return Counts(snapshot.position.town, snapshot.position.step)


def _is_ahead(snapshot: FateSnapshot) -> bool:
    """Return whether the picture is ahead of the table."""
    asks = snapshot.together and snapshot.stage == "choice"
    return snapshot.stage == "heroes" or bool(snapshot.put_back) or asks


def standing(position: Position) -> tuple[BoardPiece, ...]:
    """Pieces of the position."""
    heroes = (BoardPiece(hero.hex, hero.id, hero.id, damage=hero.damage) for hero in position.heroes)
    monsters = (
        BoardPiece(hex_, kind, id, level, damage, bounty, held)
        for id, kind, hex_, level, damage, bounty, held in position.monsters
    )
    return (*heroes, *monsters)


def _ahead(snapshot: FateSnapshot) -> dict[Hex, Hex]:
    """Targets of the pieces that the remaining steps move."""
    return {
        str(path[0]): str(path[-1])
        for step in snapshot.steps[snapshot.done :]
        for path in step.paths
        if len(path) > 1 and path[-1] != GRIMHEIM
    }


def _monster(here: Hex, kind: str, monsters: dict[Hex, Monster], ahead: dict[Hex, Hex]) -> BoardPiece:
    for place in (ahead.get(here, here), here):
        monster = monsters.get(place)
        if monster and monster.kind == kind:
            _, kind, _, level, damage, bounty, held = monster
            return BoardPiece(here, kind, monster.id, level, damage, bounty, held)
    return BoardPiece(here, kind)
