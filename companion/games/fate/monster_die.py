"""Step 2 of the monster turn: immediate effects of the monster die (F-210 to F-247).

The faces "attack" and "charge" only count later: see `monster_attack.dice` and `walk.must_charge`.
"""

from collections.abc import Mapping

from companion.errors import RuleError
from companion.games.base import N_, rule_error
from companion.games.codec import wrong
from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES, NEIGHBOURS, NEXT, RING
from companion.games.fate.happenings import Applied, Happening, Moved
from companion.games.fate.losses import change, enter_grimheim, place
from companion.games.fate.monsters import supply
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Position
from companion.games.fate.walk import place_in_order


def outside(position: Position) -> list[Hero]:
    """Return the heroes that are not in Grimheim, in player order."""
    return [hero for hero in position.heroes if hero.hex != GRIMHEIM]


def occupied(position: Position) -> set[Hex]:
    """Return the hexes outside Grimheim that hold a character (F-002)."""
    return {m.hex for m in position.monsters} | {hero.hex for hero in outside(position)}


def maneuver(position: Position, clockwise: bool) -> Applied:
    """Rotate the monsters around every hero, hero by hero in player order (F-212, F-218)."""
    done: tuple[Happening, ...] = ()
    for hero in outside(position):
        if not position.result:
            position, rotated = _rotate(position, hero, 1 if clockwise else -1)
            done += rotated
    return Applied(position, done)


def _rotate(position: Position, hero: Hero, direction: int) -> Applied:
    """Rotate one ring at once: a monster that cannot move blocks those behind it (F-213 to F-217)."""
    ring = RING[hero.hex]
    on_ring = {m.hex: m for m in position.monsters if m.hex in ring}
    target = {hex_: ring[(ring.index(hex_) + direction) % 6] for hex_ in on_ring}
    closed = {other.hex for other in outside(position)}
    stays = {hex_ for hex_, to in target.items() if to not in MONSTER_HEXES or to in closed}
    while behind := {hex_ for hex_, to in target.items() if to in stays} - stays:
        stays |= behind
    goes = {on_ring[hex_]: to for hex_, to in target.items() if hex_ not in stays}
    done: tuple[Happening, ...] = tuple(Moved(m.id, m.kind, (m.hex, to), "rotate") for m, to in goes.items())
    position = change(position, *(m._replace(hex=to) for m, to in goes.items()))
    for monster in [m for m in position.monsters if m.hex == GRIMHEIM]:
        position, entered = enter_grimheim(position, monster)
        done += entered
    return Applied(position, done)


def push(position: Position) -> Applied:
    """Move heroes next to a monster one hex along the monsters' path, the closest first (F-230 to F-237)."""
    monsters = {m.hex for m in position.monsters}
    pushed = [hero for hero in outside(position) if any(hex_ in monsters for hex_ in NEIGHBOURS[hero.hex])]
    done: tuple[Happening, ...] = ()
    for hero in sorted(pushed, key=lambda hero: place_in_order(hero.hex)):
        target = NEXT.get(hero.hex, "")  # a lake has none
        if target in HERO_HEXES and target not in occupied(position):
            position = change(position, hero._replace(hex=target))
            done += (Moved(hero.id, hero.id, (hero.hex, target), "push"),)
    return Applied(position, done)


def ambush_hexes(position: Position, hero_id: str) -> tuple[Hex, ...]:
    """Return the hexes for the goblin of a hero; none if no goblin is left (F-245 to F-247)."""
    hero = next(hero for hero in position.heroes if hero.id == hero_id)
    if not supply(position.monsters)["goblin"]:
        return ()
    taken = occupied(position)
    return tuple(hex_ for hex_ in NEIGHBOURS[hero.hex] if hex_ in MONSTER_HEXES and hex_ not in taken)


def ambush(position: Position, hexes: Mapping[str, Hex]) -> Applied:
    """Place a goblin next to every hero outside Grimheim, in player order, while tiles last (F-245).

    Raises RuleError `ambush` for a hero without a hex, one too many, or a hex that is not allowed.
    """
    done: tuple[Happening, ...] = ()
    left = dict(hexes)
    for hero in position.heroes:
        allowed = ambush_hexes(position, hero.id)
        chosen = left.pop(hero.id, None)
        if not supply(position.monsters)["goblin"] or (chosen is None and not allowed):
            continue
        if chosen not in allowed:
            raise _not_allowed(hero.id, allowed, chosen)
        position, placed = place(position, "goblin", chosen)
        done += placed
    for hero_id, chosen in left.items():
        raise _not_allowed(hero_id, (), chosen)
    return Applied(position, done)


def _not_allowed(hero_id: str, allowed: tuple[Hex, ...], chosen: Hex | None) -> RuleError:
    expected = " · ".join(allowed) or N_("no hex for this hero")
    return rule_error("ambush", [wrong(f"ambush.{hero_id}", expected, chosen)], allowed)
