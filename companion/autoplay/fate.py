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
    Progress,
    Quest,
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
    unknown_equipment,
    upgrade_cost,
)
from companion.games.fate.heroes import HEROES, Printed, pile
from companion.games.fate.monsters import health, side
from companion.games.fate.position import GRIMHEIM, DieFace, Face, Hero, Hex, Monster, Options, Position
from companion.games.fate.quests import DONE
from companion.games.fate.track import ATTACK_DIE, last_step, space_kind

FAR = 99
QUEST_DONE = 0.25
"""How often a quest is done by the end of a turn: these heroes tick it off without doing it."""


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
    targets = monsters_in_range(position, hero, attack_range(hero))
    yield from _uses(position, hero, chance)
    if targets and "attack" not in hero.actions:
        yield from _attack(hero, targets[0], chance)
    if "move" not in hero.actions:
        yield from _moves(position, hero)
    if hero.equipment:
        yield Quest(_next(unknown_equipment(hero), hero.equipment_under, chance))
    if "mend" not in hero.actions and hero.damage:
        yield _mend(hero)
    if "focus" not in hero.actions:
        yield from (Focus(card.number) for card, face in in_play(hero) if face.uses_mana and card.mana < 3)
    if "practice" not in hero.actions:
        yield Practice()
    if "prepare" not in hero.actions:
        yield Prepare()
    if hero.equipment and not hero.quest and chance.random() < QUEST_DONE:
        yield Progress(DONE)
    yield _end_turn(position, hero, chance)
    yield EndTurn()


def monsters_in_range(position: Position, hero: Hero, reach: int) -> list[Monster]:
    """Monsters a hero can attack: first those that probably die, those closest to Grimheim before others."""
    steps = distances(hero.hex)
    expected = 1 + strength(hero) / 2
    found = [m for m in position.monsters if steps.get(m.hex, FAR) <= reach]
    return sorted(found, key=lambda m: (_left(position, m) > expected, PATH_DISTANCE.get(m.hex, FAR), m.id))


def _left(position: Position, monster: Monster) -> int:
    return health(monster, position.monsters) - monster.damage


def _attack(hero: Hero, target: Monster, chance: random.Random, grant: tuple[Use, ...] = ()) -> Iterator[Act]:
    """An attack with everything that helps, or one thing of it, or nothing."""
    helps = [
        (Use(number, option), effect.add_dice)
        for number, face in _at_hand(hero, chance)
        for option, effect in enumerate(face.uses)
        if effect.when in ("attack", "roll") and (effect.add_damage or effect.add_dice) and not effect.action
    ]
    for part in (helps, *([one] for one in helps), []):
        dice = hero_roll(hero, strength(hero) + sum(more for _, more in part), chance)
        yield Attack(target.id, dice, (*grant, *(use for use, _ in part)), free=bool(grant))


def _at_hand(hero: Hero, chance: random.Random) -> list[tuple[int, Printed]]:
    """The cards in play, and as many events as are in hand: which they are nobody but the player knows."""
    left = [face for face in pile(hero.id, "event") if copies_left(hero, face.number)]
    events = chance.sample(left, min(hero.hand, len(left)))
    return [(card.number, face) for card, face in in_play(hero)] + [(face.number, face) for face in events]


def _mend(hero: Hero) -> Act:
    return Mend({0: min(hero.damage, 5 if hero.hex == GRIMHEIM else 2)})


def _moves(position: Position, hero: Hero) -> Iterator[Act]:
    """To a hex with a monster to attack, in the way of those near Grimheim, and not too dangerous."""
    strikes = "attack" not in hero.actions and not hero.actions
    reach = attack_range(hero)
    left = max_health(hero) - hero.damage
    entering = [m for m in position.monsters if _turns(position, m) <= 2]

    def badness(hex_: Hex) -> tuple[float, str]:
        steps = distances(hex_)
        harm = danger(position, hero, hex_)
        risk = min(1.0, max(0.0, 1.5 * harm / left - 0.5))
        fights = strikes and any(steps.get(m.hex, FAR) <= reach for m in position.monsters)
        stops = sum(_stops(hex_, m) for m in entering)
        way = min((_way(hex_, m) + _turns(position, m) for m in position.monsters), default=0.0)
        return 20 * risk + harm / 3 - 3 * fights - 8 * stops + way, hex_

    best = min((*fate.reach(position, hero.id), hero.hex), key=badness)
    if best != hero.hex:
        yield Move(best)


def _way(hex_: Hex, monster: Monster) -> int:
    """Steps to a monster, from Grimheim those of its path."""
    return PATH_DISTANCE[monster.hex] if hex_ == GRIMHEIM else distances(hex_).get(monster.hex, FAR)


def _turns(position: Position, monster: Monster) -> float:
    """Monster turns until a monster enters Grimheim when nobody is in its way."""
    charges = space_kind(position.options, min(position.step + 1, last_step(position.options))) == "skull"
    return PATH_DISTANCE.get(monster.hex, FAR) / (side(monster).steps + charges)


def _stops(hex_: Hex, monster: Monster) -> bool:
    """Whether a hero there keeps a monster from entering Grimheim (F-250, F-251, F-258)."""
    outside = path(monster.hex)[:-1]
    return hex_ in outside or any(distances(hex_).get(here) == 1 for here in outside)


def danger(position: Position, hero: Hero, hex_: Hex) -> float:
    """Damage to expect on a hex in the next monster turn when every monster walks freely."""
    if hex_ == GRIMHEIM:
        return 0.0
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
    """Effects at hand that hurt monsters, heal, or bring gold or a town piece."""
    for number, face in _at_hand(hero, chance):
        for option, effect in enumerate(face.uses):
            if effect.when != "free" or effect.action:
                continue
            reach = effect.reach if effect.reach > 0 else attack_range(hero)
            found = monsters_in_range(position, hero, reach)
            if effect.grant == "attack" and found:
                yield from _attack(hero, found[0], chance, (Use(number, option),))
            elif effect.damage or effect.roll or effect.kill:
                chosen = tuple(m.id for m in found[: effect.mana if effect.targets < 0 else effect.targets])
                if chosen:
                    dice = hero_roll(hero, effect.roll * len(chosen), chance)
                    yield Use(number, option, effect.mana, chosen, dice=dice)
            elif effect.gold or effect.town or (effect.heal and hero.damage > 1 and not effect.durability):
                yield Use(number, option)


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
    """The best upgrade that can be paid, and another quest; what comes up on a pile is drawn by chance."""
    act = EndTurn()
    if hero.equipment and not hero.quest:
        following = _next(unknown_equipment(hero), (*hero.equipment_under, hero.equipment), chance)
        act = act._replace(under="equipment", next_equipment=following)
    if hero.gold < upgrade_cost(hero, position.options):
        return act
    if hero.level == 1:
        return act._replace(upgrade="hero")
    if hero.ability:
        following = _next(unknown_abilities(hero), hero.abilities_under, chance)
        return act._replace(upgrade="ability", next_ability=following)
    flips = [c.number for c, face in in_play(hero) if face.pile == "ability" and face.level == 1]
    return act._replace(upgrade=flips[0] if flips else None)


def _next(unknown: frozenset[int], under: Sequence[int], chance: random.Random) -> int | None:
    if unknown:
        return chance.choice(sorted(unknown))
    return under[0] if under else None
