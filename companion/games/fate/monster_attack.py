"""Step 4 of the monster turn: targets and dice of the attacks; damage on monsters (F-300 to F-318)."""

from collections.abc import Iterable

from companion.games.fate.board import NEIGHBOURS, has_cover, within
from companion.games.fate.happenings import Applied, Damaged
from companion.games.fate.losses import change, find, remove
from companion.games.fate.monsters import (
    FACTION,
    GRENDEL,
    HRUNGBALD,
    NIDHUGGR,
    QUEEN,
    SEER,
    SURT,
    faction,
    health,
    on_board,
    side,
)
from companion.games.fate.position import Face, Hex, Monster, PendingAttacks, Position


def strikes_everybody(monster: Monster) -> bool:
    """Return whether it is the red Seer: 1 unpreventable damage to every hero instead of a roll (F-386)."""
    return monster.kind == SEER and monster.level == 2


def targets(position: Position, monster_id: str) -> tuple[str, ...]:
    """Return the heroes a monster may choose to attack, in player order (F-302 to F-304).

    The red Seer chooses nobody.
    """
    monster = find(position, monster_id)
    if monster is None or strikes_everybody(monster):
        return ()
    reach = within(monster.hex, side(monster).range)
    return tuple(hero.id for hero in position.heroes if hero.hex in reach)


def dice(position: Position, monster_id: str) -> int:
    """Number of dice of its attack now (F-310 to F-314); 0 for the red Seer, with any die face (F-220)."""
    monster = find(position, monster_id)
    if monster is None or strikes_everybody(monster):
        return 0
    if monster.kind == NIDHUGGR:
        strength = side(monster).health - monster.damage
    else:
        strength = side(monster).strength + _support(position, monster)
    return strength + (position.die == "attack")


def _support(position: Position, monster: Monster) -> int:
    """Dice added by adjacent trollkin for trollkin, twice as many with Hrungbald (F-311, F-312)."""
    if faction(monster) != "trollkin":
        return 0
    neighbours = NEIGHBOURS[monster.hex]
    supporters = sum(m.hex in neighbours and FACTION[m.kind] == "trollkin" for m in position.monsters)
    return supporters * (2 if on_board(position.monsters, HRUNGBALD) else 1)


def rune_hits(position: Position, monster_id: str) -> int:
    """Number of hits a rune is worth to this attacker (F-315, F-316, F-383); 0 for the red Seer."""
    monster = find(position, monster_id)
    if monster is None or strikes_everybody(monster):
        return 0
    if monster.kind == GRENDEL and monster.level == 2:
        return 2
    fire = faction(monster) == "firehorde" and on_board(position.monsters, SURT, 1)
    return int(fire or faction(monster) == "dead")


def attacks(monster: Monster) -> int:
    """Number of separate attacks in one step 4 (F-300, F-383)."""
    return 2 if monster.kind == GRENDEL and monster.level == 2 else 1


def can_attack(position: Position, monster: Monster) -> bool:
    """Return whether there is a target; always for the red Seer (F-386)."""
    return strikes_everybody(monster) or bool(targets(position, monster.id))


def pending(position: Position) -> tuple[PendingAttacks, ...]:
    """Attacks of a step 4 that begins now, in order of arrival (F-300, F-305)."""
    return tuple(PendingAttacks(m.id, attacks(m)) for m in position.monsters if can_attack(position, m))


def hits(faces: Iterable[Face], target_hex: Hex, rune: int = 0) -> int:
    """Number of hits of a roll against a character on `target_hex` (F-154 to F-157).

    `rune` is the number of hits a rune is worth.
    """
    worth: dict[Face, int] = {"hit": 1, "cover": 0 if has_cover(target_hex) else 1, "blank": 0, "rune": rune}
    return sum(worth[face] for face in faces)


def damage_monster(
    position: Position, hero_id: str, monster_id: str, amount: int, unpreventable: bool = False
) -> Applied:
    """Resolve one damage event on a monster by a hero, who is rewarded for a kill (F-159 to F-162, F-091).

    Armour reduces it unless `unpreventable`; only adjacent heroes damage the yellow Queen (F-380).
    """
    monster = find(position, monster_id)
    if monster is None:
        return Applied(position)
    if not unpreventable:
        amount -= side(monster).armour
    if _protected(position, hero_id, monster):
        amount = 0
    monster = monster._replace(damage=monster.damage + max(0, amount))
    position = change(position, monster)
    done = (Damaged(monster.id, max(0, amount)),)
    if monster.damage < health(monster, position.monsters):
        return Applied(position, done)
    position, removed = remove(position, monster, "killed", hero_id)
    return Applied(position, done + removed)


def _protected(position: Position, hero_id: str, monster: Monster) -> bool:
    if monster.kind != QUEEN or monster.level != 1:
        return False
    return all(hero.hex not in NEIGHBOURS[monster.hex] for hero in position.heroes if hero.id == hero_id)
