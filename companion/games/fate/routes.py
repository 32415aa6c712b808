"""Alternative paths to one hex with different effects, for the player's choice (F-018, F-054, F-096)."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.fate import quests
from companion.games.fate.board import TERRAIN
from companion.games.fate.hero_stats import has
from companion.games.fate.monster_die import occupied
from companion.games.fate.moves import steps_from
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Position


class Route(NamedTuple):
    """A path and its effects: hexes with markers, quest progress, damage healed, pieces shoved away."""

    way: tuple[Hex, ...] = ()
    markers: frozenset[Hex] = frozenset()
    quest: int = 0
    healed: int = 0
    shoved: frozenset[Hex] = frozenset()

    @property
    def worth(self) -> int:
        """Sum of its gains, without the pieces shoved away."""
        return len(self.markers) + self.quest + self.healed


def routes(position: Position, hero: Hero, steps: int) -> Mapping[Hex, tuple[Route, ...]]:
    """Return the paths of a movement of up to `steps` by their last hex, nearest hexes first.

    Of paths with equal effects only a shortest one is kept; the first one shoves nobody if possible and
    gains most. The own hex is among the ends if going out and back gains something.
    """
    if hero.no_more_moves:
        return {}
    taken = occupied(position) - {hero.hex}
    enters, passes = has(hero, "wrecking"), has(hero, "pass_occupied")
    ends: dict[Hex, list[Route]] = {}
    edge: dict[tuple[Hex, Route], Route] = {(hero.hex, Route()): Route()}
    for _ in range(steps):
        reached: dict[tuple[Hex, Route], Route] = {}
        for (here, _), route in edge.items():
            for hex_ in steps_from(hero, here):
                again = route.shoved and hex_ in (hero.hex, *route.way)
                if again or (hex_ in taken and not (enters or passes)):
                    continue
                longer = _enter(position, hero, route, hex_, enters and hex_ in taken)
                reached.setdefault((hex_, longer._replace(way=())), longer)
        for (hex_, _), route in reached.items():
            if hex_ not in taken or enters:
                ends.setdefault(hex_, []).append(route)
        edge = {key: route for key, route in reached.items() if key[0] != GRIMHEIM}
    worth_it = {to: _best(found, to == hero.hex) for to, found in ends.items()}
    return {to: found for to, found in worth_it.items() if found}


def _enter(position: Position, hero: Hero, route: Route, hex_: Hex, shoves: bool) -> Route:
    quest = quests.task(hero)
    left = max(0, quest.need - hero.quest) if quest else 0
    counts = quests.count_entered(hero, hex_, position.options) != hero
    heals = TERRAIN.get(hex_) == "forest" and has(hero, "forest_heals")
    marker = frozenset({hex_}) if position.markers.get(hex_) else frozenset()
    return Route(
        (*route.way, hex_),
        route.markers | marker,
        min(left, route.quest + counts),
        min(hero.damage, route.healed + heals),
        route.shoved | {hex_} if shoves else route.shoved,
    )


def _best(found: list[Route], back: bool) -> tuple[Route, ...]:
    """Return the paths that no other one dominates; shorter ones come first in `found`."""
    kept: list[Route] = []
    for route in found:
        if back and not (route.worth or route.shoved):
            continue
        if not any(_surpasses(other, route) for other in kept):
            kept = [other for other in kept if not _surpasses(route, other)] + [route]
    return tuple(sorted(kept, key=lambda route: (len(route.shoved), -route.worth, len(route.way))))


def _surpasses(one: Route, other: Route) -> bool:
    """Return whether a path dominates another: all of its gains, and the same pieces shoved away."""
    return (
        one.shoved == other.shoved
        and one.markers >= other.markers
        and one.quest >= other.quest
        and one.healed >= other.healed
    )
