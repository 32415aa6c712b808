"""Claims of the lesson of Fate, checked by RULES.md and by what lies on the board."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from companion.errors import RuleError
from companion.games.fate.acts import Act, Attack, Move
from companion.games.fate.board import NEIGHBOURS, TERRAIN
from companion.games.fate.hero_stats import attack_range, has, max_health, strength
from companion.games.fate.heroes import HEROES
from companion.games.fate.monsters import SIDES
from companion.games.fate.names import NAMES
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Monster, Position
from companion.games.fate.rules import after
from companion.games.fate.strikes import hero_roll
from companion.games.lesson import Saying
from tests.games.lessons import Claim

MOST_MOVES = 150
"""Maximum number of acts until the lesson ends: two rounds of four heroes and of all monsters."""
ROLES = HEROES
ROLLS = 3
"""Number of rolls tried for an attack."""


def moves(position: Position, way: Sequence[object]) -> list[Act]:
    """Legal acts that begin by touching these: a hero and where it goes, or a monster to attack."""
    return [act for act in _acts(position, tuple(map(str, way))) if _legal(position, act)]


def _acts(p: Position, way: tuple[Hex, ...]) -> Iterator[Act]:
    hero = p.heroes[p.turn]
    match way:
        case (here, there) if here == hero.hex:
            yield Move(there)
        case (there,):
            for monster in _at(p, there):
                for seed in range(ROLLS):
                    yield Attack(monster.id, hero_roll(hero, strength(hero), Random(seed)))


def _legal(position: Position, act: Act) -> bool:
    try:
        after(position, act)
    except RuleError:
        return False
    return True


def _at(p: Position, place: object) -> list[Monster]:
    return [monster for monster in p.monsters if monster.hex == place]


def _steps(start: Hex, end: Hex) -> int:
    """Distance over everything but Grimheim (F-028, F-152)."""
    edge, seen, steps = {start}, {start}, 0
    while edge and end not in seen:
        edge = {near for hex_ in edge for near in NEIGHBOURS[hex_]} - seen
        seen |= edge
        steps += 1
    return steps if end in seen else 99


def _near(hero: Hero, place: Hex, monster: Monster) -> bool:
    return _steps(place, monster.hex) <= attack_range(hero)


def _turn(p: Position) -> Hero | None:
    return p.heroes[p.turn] if p.phase == "heroes" and p.result is None else None


def _free(hero: Hero, action: str) -> bool:
    """One of the two different actions is left for it (F-051)."""
    return len(hero.actions) < 2 and action not in hero.actions


def _named(saying: Saying, hero: Hero) -> bool:
    return saying.say.values["hero"] == NAMES[hero.id]


def _walks_to_a_monster(p: Position, saying: Saying) -> bool:
    """From each end of a way the hero could attack a monster of that name."""
    hero = _turn(p)
    return (
        hero is not None
        and bool(saying.ways)
        and _free(hero, "move")
        and _named(saying, hero)
        and all(
            any(
                NAMES[monster.kind] == saying.say.values["monster"] and _near(hero, str(there), monster)
                for monster in p.monsters
            )
            for _, there in saying.ways
        )
    )


def _attacks(p: Position, saying: Saying) -> bool:
    """The monster is in range; which swords and runes hit is as the second sentence says (F-154 to F-157)."""
    hero = _turn(p)
    ((place,),) = saying.ways
    if hero is None or not _free(hero, "attack") or not _named(saying, hero):
        return False
    (monster,) = _at(p, place)
    covered = TERRAIN.get(monster.hex) == "forest" and not has(hero, "ignore_cover")
    why = saying.why.pattern
    return (
        NAMES[monster.kind] == saying.say.values["monster"]
        and _near(hero, hero.hex, monster)
        and saying.why.values["n"] == strength(hero)
        and ("forest" in why) == covered
        and not ("rune" in why and has(hero, "runes_hit"))
    )


def _counts_damage(p: Position, saying: Saying) -> bool:
    """Damage, health (F-162) and armour (F-160) of a monster, or after an attack the gold of the hero."""
    hero, values = _turn(p), saying.why.values
    if hero is None:
        return False
    if "damage" not in values:
        return "attack" in hero.actions and _named(saying, hero) and values["n"] == hero.gold
    ((place,),) = saying.ways
    (monster,) = _at(p, place)
    strong = any((m.kind, m.level) == ("queen_of_the_dead", 2) for m in p.monsters)
    printed = SIDES[monster.kind, monster.level]
    return (
        NAMES[monster.kind] == values["monster"]
        and 0 < monster.damage == values["damage"]
        and (values["health"] == printed.health or (strong and values["health"] == printed.health + 1))
        and ("armour" in saying.why.pattern) == bool(printed.armour)
    )


def _ends_turn(p: Position, saying: Saying) -> bool:
    """Both actions are taken; the monsters follow the last hero (F-050)."""
    hero = _turn(p)
    if hero is None or len(hero.actions) != 2:
        return False
    return ("monsters" in saying.why.pattern) == (hero is p.heroes[-1])


def _counts_town(p: Position, saying: Saying) -> bool:
    """Pieces left."""
    return saying.ways == ((GRIMHEIM,),) and saying.why.values["n"] == p.town


def _counts_hearts(p: Position, saying: Saying) -> bool:
    """Hearts without damage (F-163)."""
    hero, values = _turn(p), saying.say.values
    if hero is None or not _named(saying, hero):
        return False
    return (
        0 < int(str(values["left"])) == max_health(hero) - hero.damage and max_health(hero) == values["most"]
    )


def _chooses(p: Position, saying: Saying) -> bool:
    hero = _turn(p)
    return hero is not None and not hero.actions and _named(saying, hero)


def _has_cards(p: Position, saying: Saying) -> bool:
    """Cards lie before the hero: abilities and equipment (F-035, F-036).

    The hand is not pointed at: the app does not know it.
    """
    hero = _turn(p)
    return (
        hero is not None
        and _named(saying, hero)
        and bool(hero.cards)
        and {*saying.keys} == {"skills", "gear", "quest"}
    )


def _one_is_left(p: Position, saying: Saying) -> bool:
    hero = _turn(p)
    return hero is not None and len(hero.actions) == 1


CLAIMS: Mapping[str, Claim] = {
    "move": _walks_to_a_monster,
    "attack": _attacks,
    "damage": _counts_damage,
    "turn": _ends_turn,
    "town": _counts_town,
    "hearts": _counts_hearts,
    "choose": _chooses,
    "track": lambda p, saying: p.result is None and saying.keys == ("stone",),
    "cards": _has_cards,
    "second": _one_is_left,
}
