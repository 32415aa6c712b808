"""Movement of heroes: reachable hexes, obstacles, and effects of entering a hex (F-054, F-062)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from companion.errors import RuleError
from companion.games.base import N_, counted, rule_error
from companion.games.fate import quests
from companion.games.fate.acts import Use
from companion.games.fate.board import GATES, HERO_HEXES, MONSTER_HEXES, RING, TERRAIN
from companion.games.fate.defend import strike
from companion.games.fate.happenings import Moved
from companion.games.fate.hero_action import HeroAct, find_hero, refused
from companion.games.fate.hero_stats import has, in_play, move_allowance
from companion.games.fate.heroes import NAMES
from companion.games.fate.losses import change, enter_grimheim, find
from companion.games.fate.monster_die import occupied
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Monster, Position

WRECKING_DAMAGE = 1


def is_open(hero: Hero, hex_: Hex) -> bool:
    """Return whether a hero may ever be on a hex (F-007, F-009 to F-011)."""
    return hex_ in HERO_HEXES or (TERRAIN.get(hex_) == "mountain" and has(hero, "mountains"))


def steps_from(hero: Hero, hex_: Hex) -> tuple[Hex, ...]:
    """Hexes one step away that are open to the hero (F-004, F-024)."""
    neighbours = GATES if hex_ == GRIMHEIM else dict.fromkeys(RING[hex_])
    return tuple(adjacent for adjacent in neighbours if adjacent and is_open(hero, adjacent))


def ways(position: Position, hero: Hero, steps: int) -> dict[Hex, tuple[Hex, ...]]:
    """Return the possible ends of a movement of up to `steps`, each with a shortest path (F-003, F-023).

    Of equally short paths it is the one over more hexes worth entering. With Wrecking Ball occupied hexes are
    included; paths that avoid other pieces are preferred.
    """
    if hero.no_more_moves:
        return {}
    found = _spread(position, hero, steps, enters=False)
    if has(hero, "wrecking"):
        found = _spread(position, hero, steps, enters=True) | found
    return found


def _spread(position: Position, hero: Hero, steps: int, enters: bool) -> dict[Hex, tuple[Hex, ...]]:
    taken = occupied(position) - {hero.hex}
    passes = enters or has(hero, "pass_occupied")
    found: dict[Hex, tuple[Hex, ...]] = {hero.hex: ()}
    worth = {hero.hex: 0}
    edge = [hero.hex]
    for _ in range(steps):
        entered: list[Hex] = []
        for here in edge:
            for adjacent in steps_from(hero, here):
                if adjacent in taken and not passes:
                    continue
                value = worth[here] + _worth_entering(position, hero, adjacent)
                if adjacent not in found:
                    entered.append(adjacent)
                elif adjacent not in entered or value <= worth[adjacent]:
                    continue
                found[adjacent], worth[adjacent] = (*found[here], adjacent), value
        edge = [hex_ for hex_ in entered if hex_ != GRIMHEIM]
    del found[hero.hex]
    return found if enters else {hex_: way for hex_, way in found.items() if hex_ not in taken}


def _worth_entering(position: Position, hero: Hero, hex_: Hex) -> bool:
    """Return whether entering brings something: markers, progress on the quest, healing (F-018, F-096)."""
    if position.markers.get(hex_) or quests.count_entered(hero, hex_, position.options) != hero:
        return True
    return TERRAIN.get(hex_) == "forest" and has(hero, "forest_heals")


def reach(position: Position, hero_id: str) -> frozenset[Hex]:
    """Return the hexes on which a move action of the hero may end."""
    hero = find_hero(position, hero_id)
    return frozenset(ways(position, hero, move_allowance(hero)))


def move(
    doing: HeroAct,
    steps: int,
    to: Hex,
    path: tuple[Hex, ...] = (),
    aside: tuple[Hex, ...] = (),
    cards: Mapping[int, int] | None = None,
    prevent: Sequence[Use] = (),
    why: Literal["act", "card"] = "act",
) -> None:
    """Move the hero of an act; `prevent` are cards of heroes who are shoved away (F-066).

    Raises RuleError `no_more_moves`, `unreachable`, `bad_path` or `not_preventable`.
    """
    hero = doing.hero
    if hero.no_more_moves:
        raise refused("no_more_moves", N_("{hero} cannot move any more this turn."), hero=NAMES[hero.id])
    path = path or ways(doing.position, hero, steps).get(to, ())
    if not path:
        raise _unreachable(doing.position, hero, steps, to)
    _check(doing, steps, to, path)
    unused = list(prevent)
    for _ in _go(doing, path, list(aside), unused):
        pass
    if unused:
        raise refused(
            "not_preventable",
            N_("No shoved hero can use card {card}."),
            card=unused[0].card,
        )
    doing.done.append(Moved(hero.id, hero.id, (hero.hex, *path), why))
    end(doing, cards, action=why == "act")


class Shoved(NamedTuple):
    """A piece that was shoved away, the hex it left, and the hexes that were free."""

    id: str
    hex: Hex
    free: tuple[Hex, ...]


def shoved(
    position: Position,
    hero_id: str,
    path: tuple[Hex, ...],
    aside: tuple[Hex, ...] = (),
    prevent: Sequence[Use] = (),
) -> tuple[Shoved, ...]:
    """Return the surviving pieces that are shoved away on a path. Raises RuleError `bad_target`.

    Beyond the hexes given in `aside` the rules choose.
    """
    return tuple(_go(HeroAct(position, hero_id), path, list(aside), list(prevent)))


def _go(doing: HeroAct, path: tuple[Hex, ...], asides: list[Hex], prevent: list[Use]) -> Iterator[Shoved]:
    here, passes = doing.hero.hex, has(doing.hero, "pass_occupied")
    for hex_ in path:
        if hex_ in occupied(doing.position) and not (passes and hex_ != path[-1]):
            away = _shove(doing, here, hex_, asides, prevent)
            if away:
                yield away
        enter(doing, hex_)
        here = hex_


def enter(doing: HeroAct, hex_: Hex) -> None:
    """Put the hero of an act on the next hex of an own movement."""
    doing.set(hex=hex_, passed=(*doing.hero.passed, hex_))
    doing.position = change(doing.position, quests.count_entered(doing.hero, hex_, doing.position.options))
    if has(doing.hero, "forest_heals") and TERRAIN.get(hex_) == "forest":
        doing.heal(doing.hero_id, 0, 1)


def end(doing: HeroAct, cards: Mapping[int, int] | None, action: bool = False) -> None:
    """End an own movement: mana of a forest, and quests that require it."""
    doing.gain_mana(forest_mana(doing.hero, doing.hero.hex, action), cards)
    doing.position = change(doing.position, quests.count_ended(doing.position, doing.hero))


def forest_mana(hero: Hero, to: Hex, action: bool) -> int:
    """Return the mana of a movement that ends on a hex, by a move action or by a card."""
    trait = has(hero, "forest_mana") or (action and has(hero, "forest_mana_action"))
    return int(trait and TERRAIN.get(to) == "forest")


def mana_choice(hero: Hero, to: Hex, action: bool = True) -> tuple[int, ...]:
    """Return the cards one of which gets the mana of a movement; empty if there is no choice."""
    cards = tuple(card.number for card, face in in_play(hero) if face.uses_mana)
    return cards if len(cards) > 1 and forest_mana(hero, to, action) else ()


def _check(doing: HeroAct, steps: int, to: Hex, path: tuple[Hex, ...]) -> None:
    hero, taken = doing.hero, occupied(doing.position) - {doing.hero.hex}
    if path[-1] != to or len(path) > steps:
        raise refused(
            "bad_path",
            N_("Expected a way of up to {steps} hexes to {to}, found {found}."),
            path,
            steps=steps,
            to=to,
            found=" ".join(path),
        )
    here = hero.hex
    for hex_ in path:
        entering = has(hero, "wrecking") or (has(hero, "pass_occupied") and hex_ != to)
        if hex_ not in steps_from(hero, here) or (here == GRIMHEIM and here != hero.hex):
            raise refused(
                "bad_path", N_("{hero} cannot go from {here} to {to}."), (here, hex_),
                hero=NAMES[hero.id], here=here, to=hex_,
            )  # fmt: skip
        if hex_ in taken and not entering:
            raise _occupied(hex_)
        here = hex_


def _shove(doing: HeroAct, here: Hex, hex_: Hex, asides: list[Hex], prevent: list[Use]) -> Shoved | None:
    """Wrecking Ball: a piece on the hex takes 1 damage and moves to a neighbour, also the hex just left.

    A piece that dies or is knocked out uses up none of `asides`; preventions that are used are removed from
    `prevent`.
    """
    position = doing.position
    monster = next((m for m in position.monsters if m.hex == hex_), None)
    other = next((h for h in position.heroes if h.hex == hex_), None)
    allowed = [h for h in dict.fromkeys(RING[hex_]) if h and h not in occupied(position) - {here}]
    if monster:
        allowed = [h for h in allowed if h in MONSTER_HEXES]
        doing.harm(monster, WRECKING_DAMAGE)
        if find(doing.position, monster.id):
            outside = [h for h in allowed if h != GRIMHEIM]
            to = asides.pop(0) if asides else here if here in outside else (outside or allowed)[0]
            put(doing, monster.id, to, allowed)
            return Shoved(monster.id, hex_, tuple(allowed))
    elif other:
        allowed = [h for h in allowed if h in HERO_HEXES]
        uses = [use for use in prevent if use.hero == other.id]
        prevent[:] = [use for use in prevent if use.hero != other.id]
        doing.add(strike(position, other.id, "", WRECKING_DAMAGE, uses))
        other = find_hero(doing.position, other.id)
        if other.hex == hex_:
            to = asides.pop(0) if asides else here if here in allowed else allowed[0]
            _check_aside(to, allowed)
            doing.position = change(doing.position, other._replace(hex=to))
            doing.done.append(Moved(other.id, other.id, (hex_, to), "card"))
            return Shoved(other.id, hex_, tuple(allowed))
    return None


def put(doing: HeroAct, monster_id: str, to: Hex, allowed: list[Hex]) -> None:
    """Move a monster by an effect to a free hex, or into Grimheim (F-440). Raises RuleError `bad_target`."""
    _check_aside(to, allowed)
    monster = doing.monster(monster_id)
    moved = monster._replace(hex=to)
    doing.position = change(doing.position, moved)
    doing.done.append(Moved(monster.id, monster.kind, (monster.hex, to), "card"))
    if to == GRIMHEIM:
        doing.add(enter_grimheim(doing.position, moved))


def pushable(position: Position, monster: Monster, steps: int) -> list[Hex]:
    """Return the hexes to which an effect may move a monster within `steps`, free hexes only (F-440)."""
    taken = occupied(position)
    found, edge = [monster.hex], [monster.hex]
    for _ in range(steps):
        neighbours = [h for here in edge for h in dict.fromkeys(RING[here]) if h and h in MONSTER_HEXES]
        fresh = [h for h in dict.fromkeys(neighbours) if h not in taken and h not in found]
        found += fresh
        edge = [h for h in fresh if h != GRIMHEIM]
    return found[1:]


def _check_aside(to: Hex, allowed: list[Hex]) -> None:
    if to not in allowed:
        raise refused(
            "bad_target",
            N_("Expected a free hex, one of {expected}, found {found}."),
            tuple(allowed),
            expected=" · ".join(allowed),
            found=to,
        )


def _occupied(hex_: Hex) -> RuleError:
    return refused("occupied", N_("{hex} is occupied; expected a free hex."), (hex_,), hex=hex_)


def _unreachable(position: Position, hero: Hero, steps: int, to: Hex) -> RuleError:
    if to != GRIMHEIM and to not in TERRAIN:
        return refused("unknown_hex", N_("There is no hex {found}; expected one of the board."), found=to)
    if not is_open(hero, to):
        lake = N_("{hero} cannot enter {hex}: it is a lake.")
        pattern = lake if TERRAIN[to] == "lake" else N_("{hero} cannot enter {hex}: it is a mountain.")
        return refused("closed", pattern, (to,), hero=NAMES[hero.id], hex=to)
    if to in occupied(position) and to != hero.hex:
        return _occupied(to)
    far = counted(
        "Too far: {hero} has {n} step left.",
        "Too far: {hero} has {n} steps left.",
        steps,
        hero=NAMES[hero.id],
    )
    return rule_error("unreachable", [far], (to,))
