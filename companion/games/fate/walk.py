"""Step 3 of the monster turn: the monsters move along their paths (F-250 to F-277)."""

from typing import Literal, NamedTuple

from companion.games.fate.board import NEIGHBOURS, NEXT, PATH_DISTANCE, ROAD, within
from companion.games.fate.happenings import Applied, Happening, Moved, Stayed
from companion.games.fate.losses import change, enter_grimheim
from companion.games.fate.monsters import SEER, is_legend, side
from companion.games.fate.position import GRIMHEIM, Hex, Monster, Position
from companion.games.fate.track import space_kind

_NO_WAY = 99
"""Path distance of a hex without a path to Grimheim."""


def walk(position: Position) -> Applied:
    """Move all monsters, those closest to Grimheim first; the end of the game ends the walk (F-205)."""
    done: tuple[Happening, ...] = ()
    for monster_id in order(position):
        monster = next((m for m in position.monsters if m.id == monster_id), None)
        if monster is None:  # it died with the red Queen
            continue
        position, moved = _move(position, monster)
        done += moved
        if position.result:
            break
    return Applied(position, done)


def order(position: Position) -> list[str]:
    """Return the monsters' ids by path distance, on a tie those on a road first (F-254, F-255)."""
    return [m.id for m in sorted(position.monsters, key=lambda m: place_in_order(m.hex))]


def place_in_order(hex_: Hex) -> tuple[int, bool]:
    """Return the sort key of a hex; smaller keys move earlier."""
    return PATH_DISTANCE.get(hex_, _NO_WAY), hex_ not in ROAD


def must_charge(position: Position, monster: Monster) -> bool:
    """Return whether the extra step is taken regardless of heroes: causes A and B (F-262 to F-264)."""
    if space_kind(position.options, position.step) == "skull":
        return True
    return position.die == "charge" and side(monster).rank == 1


def reaches_hero(position: Position, monster: Monster, hex_: Hex) -> bool:
    """Return whether the monster could attack a hero from `hex_` (F-266, F-387)."""
    if monster.kind == SEER and monster.level == 2:
        return True
    reach = within(hex_, side(monster).range)
    return any(hero.hex in reach for hero in position.heroes)


class _Route(NamedTuple):
    """Hexes from the first to the last one, the monsters a legend swapped with, and whether it charged."""

    hexes: tuple[Hex, ...]
    displaced: tuple[Monster, ...] = ()
    charged: bool = False
    stopped: Literal["", "adjacent", "blocked", "held"] = ""


def _move(position: Position, monster: Monster) -> Applied:
    route = _route(position, monster)
    if len(route.hexes) == 1:
        return Applied(position, (Stayed(monster.id, route.stopped or "blocked"),))
    moved = monster._replace(hex=route.hexes[-1])
    position = change(position, moved, *route.displaced)
    done: tuple[Happening, ...] = (
        Moved(monster.id, monster.kind, route.hexes, "charge" if route.charged else "walk"),
        *(Moved(m.id, m.kind, (NEXT[m.hex], m.hex), "swap") for m in route.displaced),
    )
    if moved.hex != GRIMHEIM:
        return Applied(position, done)
    position, entered = enter_grimheim(position, moved)
    return Applied(position, done + entered)


def _route(position: Position, monster: Monster) -> _Route:
    """Return all steps of one monster, each one checked by itself (F-257)."""
    route = _Route((monster.hex,))
    if monster.held:
        return route._replace(stopped="held")
    taken = {m.hex: m for m in position.monsters}
    heroes = {hero.hex for hero in position.heroes} - {GRIMHEIM}
    charge = must_charge(position, monster)
    steps = side(monster).steps
    for number in range(1, steps + 2):
        here = route.hexes[-1]
        ahead = NEXT.get(here)
        if any(adjacent in heroes for adjacent in NEIGHBOURS[here]):
            return route._replace(stopped="adjacent")
        if number > steps and not charge and not _worth_charging(position, monster, here):
            return route
        other = taken.get(ahead) if ahead else None
        if not ahead or ahead in heroes or (other and not _may_swap(position, monster, other)):
            return route._replace(stopped="blocked")
        swapped = (other._replace(hex=here),) if other else ()
        route = _Route((*route.hexes, ahead), route.displaced + swapped, number > steps)
        if ahead == GRIMHEIM:
            return route
    return route


def _worth_charging(position: Position, monster: Monster, here: Hex) -> bool:
    """Cause C: no hero can be attacked from here, but one from the next hex (F-265, F-267)."""
    ahead = NEXT.get(here, GRIMHEIM)
    if ahead == GRIMHEIM or reaches_hero(position, monster, here):
        return False
    return reaches_hero(position, monster, ahead)


def _may_swap(position: Position, monster: Monster, other: Monster) -> bool:
    """Return whether a legend swaps places with `other` (F-270, F-274)."""
    return is_legend(monster) and (position.options.legend_swaps_legend or not is_legend(other))
