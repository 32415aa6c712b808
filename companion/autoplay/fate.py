"""Simple heroes of Fate with the luck of dice and cards: they go for the nearest threat and mend wounds."""

import random
from collections.abc import Iterator, Sequence
from typing import get_args

from companion.errors import RuleError
from companion.games import fate
from companion.games.fate.acts import (
    Act,
    Attack,
    Draw,
    EndTurn,
    Focus,
    Mend,
    MonsterAttack,
    Move,
    Practice,
    Prepare,
    RuneStone,
    Use,
)
from companion.games.fate.board import PATH_DISTANCE, distances, has_cover, path
from companion.games.fate.books import (
    armour,
    attack_range,
    copies_left,
    has,
    in_play,
    max_health,
    strength,
    unknown_abilities,
    upgrade_cost,
)
from companion.games.fate.heroes import HEROES, Effect, Printed, pile
from companion.games.fate.monsters import health, side
from companion.games.fate.position import GRIMHEIM, DieFace, Face, Hero, Hex, Monster, Options, Position
from companion.games.fate.track import ATTACK_DIE

FAR = 99


def opening(
    seed: int,
    players: int = 2,
    options: Options = Options(),  # noqa: B008 - a frozen value
    names: Sequence[str] = (),
) -> Position:
    """A set-up with heroes and piles drawn by chance; `names` are the players'."""
    chance = random.Random(seed)
    seats = []
    for i, hero in enumerate(chance.sample(HEROES, players)):
        name = names[i] if names else f"P{i + 1}"
        abilities = [card.number for card in pile(hero, "ability")[1:]]
        equipment = [card.number for card in pile(hero, "equipment")[1:]]
        seats.append(fate.Player(name, hero, chance.choice(abilities), chance.choice(equipment)))
    return fate.start(seats, options)


def acts(seed: int, players: int = 2, options: Options = Options()) -> Iterator[Act]:  # noqa: B008 - frozen
    """All acts of one game from its `opening` with the same arguments, with outcomes."""
    position = opening(seed, players, options)
    chance = random.Random(seed)
    while not position.result:
        act = next_act(position, chance)
        yield act
        position = fate.apply(position, act).position


def next_act(position: Position, chance: random.Random) -> Act:
    """What is done next, with its outcomes."""
    act = fate.default_act(position)
    match act:
        case RuneStone() if position.options.monster_die:
            return RuneStone(chance.choice(get_args(DieFace)))
        case Draw():
            return Draw(chance.choice(fate.drawable(position)))
        case MonsterAttack():
            dice = roll(fate.monster_dice(position, act.monster), chance)
            return _first_allowed(
                position, (act._replace(dice=dice, prevent=p) for p in _prevent(position, act))
            )
        case EndTurn():
            return _first_allowed(position, _ideas(position, chance))
    return act


def roll(dice: int, chance: random.Random) -> tuple[Face, ...]:
    """Attack dice (F-158)."""
    return tuple(chance.choices(ATTACK_DIE, k=dice))


def hero_roll(hero: Hero, dice: int, chance: random.Random) -> tuple[Face, ...]:
    """Dice of a hero; with Windbite every rune rolls one more."""
    rolled = roll(dice, chance)
    while has(hero, "rune_dice") and (more := rolled[-dice:].count("rune") if dice else 0):
        rolled, dice = (*rolled, *roll(more, chance)), more
    return rolled


def _first_allowed(position: Position, ideas: Iterator[Act]) -> Act:
    for act in ideas:
        try:
            fate.apply(position, act)
        except RuleError:
            continue
        return act
    raise AssertionError(position)


def _ideas(position: Position, chance: random.Random) -> Iterator[Act]:
    """What the hero could do, best first; the end of the turn is always possible."""
    hero = position.heroes[position.turn]
    left = max_health(hero) - hero.damage
    home = hero.hex == GRIMHEIM
    if "mend" not in hero.actions and hero.damage > (2 if home else left):
        yield _mend(hero)
    if targets := monsters_in_range(position, hero, attack_range(hero)):
        yield from _uses(position, hero, chance)
        if "attack" not in hero.actions:
            yield from _attack(hero, targets[0], chance)
    if "move" not in hero.actions:
        yield from _moves(position, hero)
    if "mend" not in hero.actions and hero.damage:
        yield _mend(hero)
    if "practice" not in hero.actions:
        yield Practice()
    if "focus" not in hero.actions:
        yield from (Focus(card.number) for card, face in in_play(hero) if face.uses_mana)
    if "prepare" not in hero.actions:
        yield Prepare()
    yield _end_turn(position, hero, chance)
    yield EndTurn()


def monsters_in_range(position: Position, hero: Hero, reach: int) -> list[Monster]:
    """Monsters a hero can attack, those closest to Grimheim and weakest first."""
    steps = distances(hero.hex)
    found = [m for m in position.monsters if steps.get(m.hex, FAR) <= reach]
    return sorted(found, key=lambda m: (_left(position, m) > 3, PATH_DISTANCE.get(m.hex, FAR), m.id))


def _left(position: Position, monster: Monster) -> int:
    return health(monster, position.monsters) - monster.damage


def _attack(hero: Hero, target: Monster, chance: random.Random, grant: tuple[Use, ...] = ()) -> Iterator[Act]:
    """An attack with one effect that helps, if any is at hand."""
    dice = hero_roll(hero, strength(hero), chance)
    cards = [(card.number, face) for card, face in in_play(hero)]
    for number, face in (*cards, *_events(hero, chance)):
        for option, effect in enumerate(face.uses):
            if effect.when in ("attack", "roll") and effect.add_damage:
                yield Attack(target.id, dice, (*grant, Use(number, option)), free=bool(grant))
    yield Attack(target.id, dice, grant, free=bool(grant))


def _events(hero: Hero, chance: random.Random) -> list[tuple[int, Printed]]:
    """As many event cards as the hero holds; which they are nobody but the player knows."""
    left = [face for face in pile(hero.id, "event") if copies_left(hero, face.number)]
    return [(face.number, face) for face in chance.sample(left, min(hero.hand, len(left)))]


def _mend(hero: Hero) -> Act:
    return Mend({0: min(hero.damage, 5 if hero.hex == GRIMHEIM else 2)})


def _moves(position: Position, hero: Hero) -> Iterator[Act]:
    """To a hex that is not too dangerous: with a monster to attack, or else near the next threat."""
    threat = min(position.monsters, key=lambda m: (PATH_DISTANCE.get(m.hex, FAR), m.id), default=None)
    if threat is None:
        return
    strikes = "attack" not in hero.actions and len(hero.actions) == 0
    reach = attack_range(hero)
    near = distances(threat.hex)
    left = max_health(hero) - hero.damage

    def badness(hex_: Hex) -> tuple[float, str]:
        harm = danger(position, hero, hex_) if hex_ != GRIMHEIM else 0.0
        steps = distances(hex_)
        fights = strikes and any(steps.get(m.hex, FAR) <= reach for m in position.monsters)
        way = near.get(hex_, PATH_DISTANCE[threat.hex] + 1)
        return max(0.0, harm - left / 2) * 4 + harm / 2 + way / 2 - 4 * fights, hex_

    best = min((*fate.reach(position, hero.id), hero.hex), key=badness)
    if best != hero.hex:
        yield Move(best)


def danger(position: Position, hero: Hero, hex_: Hex) -> float:
    """Damage to expect on a hex in the next monster turn when every monster walks freely."""
    harm = 0.0
    for monster in position.monsters:
        printed_side = side(monster)
        way = path(monster.hex)
        steps = distances(hex_)
        ends = way[min(printed_side.steps, len(way) - 1) : printed_side.steps + 2]
        if steps.get(monster.hex) == 1 or any(steps.get(end, FAR) <= printed_side.range for end in ends):
            harm += max(1, printed_side.strength) * (0.4 if has_cover(hex_) else 0.55)
    return max(0.0, harm - armour(hero))


def _uses(position: Position, hero: Hero, chance: random.Random) -> Iterator[Act]:
    """Effects of cards in play and events that hurt monsters."""
    cards = [(card.number, face) for card, face in in_play(hero)]
    for number, face in (*cards, *_events(hero, chance)):
        for option, effect in enumerate(face.uses):
            if effect.when != "free":
                continue
            if effect.grant == "attack":
                target = monsters_in_range(position, hero, attack_range(hero))[0]
                yield from _attack(hero, target, chance, (Use(number, option),))
            elif effect.damage or effect.roll or effect.kill:
                yield _use(position, hero, number, option, effect, chance)


def _use(
    position: Position, hero: Hero, number: int, option: int, effect: Effect, chance: random.Random
) -> Use:
    reach = attack_range(hero) if effect.reach < 0 else effect.reach
    found = monsters_in_range(position, hero, reach)
    mana = effect.mana
    targets = mana if effect.targets < 0 else effect.targets
    chosen = tuple(monster.id for monster in found[:targets])
    return Use(number, option, mana, chosen, dice=hero_roll(hero, effect.roll * len(chosen), chance))


def _prevent(position: Position, act: MonsterAttack) -> Iterator[tuple[Use, ...]]:
    """Cards in play that may take damage away, one of them at a time; nothing at last."""
    hero = next((hero for hero in position.heroes if hero.id == act.hero), None)
    if hero:
        for card, face in in_play(hero):
            for option, effect in enumerate(face.uses):
                if effect.when == "damaged" and effect.prevent:
                    yield (Use(card.number, option, hero=hero.id),)
    yield ()


def _end_turn(position: Position, hero: Hero, chance: random.Random) -> Act:
    """The best upgrade that can be paid; what comes up on a pile is drawn by chance."""
    if hero.gold < upgrade_cost(hero, position.options):
        return EndTurn()
    if hero.ability:
        return EndTurn("ability", next_ability=_next(unknown_abilities(hero), hero.abilities_under, chance))
    if hero.level == 1:
        return EndTurn("hero")
    flips = [c.number for c, face in in_play(hero) if face.pile == "ability" and face.level == 1]
    return EndTurn(flips[0] if flips else None)


def _next(unknown: frozenset[int], under: Sequence[int], chance: random.Random) -> int | None:
    if unknown:
        return chance.choice(sorted(unknown))
    return under[0] if under else None
