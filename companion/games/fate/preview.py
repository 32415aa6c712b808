"""Preview of the current position: the next walk of a monster, and the reach of a hero."""

from typing import Literal, NamedTuple

from companion.games.fate import monster_attack
from companion.games.fate.board import distances
from companion.games.fate.happenings import Moved, Stayed
from companion.games.fate.hero_action import find_hero
from companion.games.fate.hero_stats import attack_range
from companion.games.fate.heroes import ALL
from companion.games.fate.losses import find
from companion.games.fate.moves import reach
from companion.games.fate.position import GRIMHEIM, Hex, Position
from companion.games.fate.track import last_step
from companion.games.fate.walk import walk


class MonsterPreview(NamedTuple):
    """Next walk of a monster and its attack after it.

    `path` begins on its hex, `reason` says why it does not move, `targets` are the heroes it may choose,
    `dice` the number of dice of its attack.
    """

    path: tuple[Hex, ...]
    targets: tuple[str, ...] = ()
    dice: int = 0
    reason: Literal["", "adjacent", "blocked", "held", "walked"] = ""


def monster_next(position: Position, monster_id: str) -> MonsterPreview:
    """Return the next walk and attack of a monster if nothing happens before; without the monster die.

    Once the monsters have walked only the attack is left (F-250 to F-277, F-302 to F-314).
    """
    monster = find(position, monster_id)
    if monster is None:
        return MonsterPreview(())
    path: tuple[Hex, ...] = (monster.hex,)
    reason: Literal["", "adjacent", "blocked", "held", "walked"] = "walked"
    if position.phase in ("heroes", "die", "ambush", "walk"):
        if position.phase in ("heroes", "die"):
            step = min(position.step + 1, last_step(position.options))
            position = position._replace(step=step, die=None)
        position, done = walk(position)
        moved = [happening for happening in done if isinstance(happening, Moved)]
        path = next((m.path for m in moved if m.id == monster_id and m.why != "swap"), path)
        if swapped := next((m.path for m in moved if m.id == monster_id and m.why == "swap"), ()):
            path = (*path, *swapped[1:]) if path[-1] == swapped[0] else (path[0], swapped[-1])
        stayed = (h for h in done if isinstance(h, Stayed) and h.id == monster_id)
        reason = next((happening.reason for happening in stayed), "")
    return MonsterPreview(
        path, monster_attack.targets(position, monster_id), monster_attack.dice(position, monster_id), reason
    )


class HeroPreview(NamedTuple):
    """Reach of a hero: ends of a move action, and targets of an attack now and after such a move."""

    hexes: frozenset[Hex]
    now: frozenset[str]
    later: frozenset[str]


def hero_next(position: Position, hero_id: str) -> HeroPreview:
    """Return the reach of a hero, in any turn (F-054, F-056, F-152)."""
    hero = find_hero(position, hero_id)
    hexes = reach(position, hero_id)
    far = attack_range(hero)

    def near(place: Hex) -> set[str]:
        steps = distances(place)
        return {m.id for m in position.monsters if steps.get(m.hex, ALL) <= far and m.hex != GRIMHEIM}

    now = near(hero.hex)
    return HeroPreview(hexes, frozenset(now), frozenset(set().union(*map(near, hexes)) - now))
