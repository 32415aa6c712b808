"""Simple automatic heroes of Fate with random dice and cards: they attack the nearest threat and heal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from companion.errors import RuleError
from companion.games.base import Chance
from companion.games.fate import errands
from companion.games.fate.acts import (
    Act,
    Draw,
    EndTurn,
    Focus,
    Mend,
    MonsterAttack,
    Move,
    Practice,
    Prepare,
    RuneStone,
    Share,
    TakeMarkers,
    Use,
)
from companion.games.fate.board import MARKERS, PATH_DISTANCE, distances, has_cover, path
from companion.games.fate.card_worth import worth
from companion.games.fate.effects import fits
from companion.games.fate.hero_action import HeroAct, together
from companion.games.fate.hero_stats import (
    armour,
    attack_range,
    copies_left,
    hero_card,
    in_play,
    max_health,
    strength,
    unknown_abilities,
    unknown_equipment,
    upgrade_cost,
)
from companion.games.fate.heroes import HEROES, CardEffect, PrintedCard, other_side, pile, printed
from companion.games.fate.mining import mountains
from companion.games.fate.monsters import health, side
from companion.games.fate.moves import pushable, ways
from companion.games.fate.moves import reach as hexes_in_reach
from companion.games.fate.position import GRIMHEIM, DieFace, Hero, Hex, Monster, Options, Position
from companion.games.fate.quests import task
from companion.games.fate.rules import apply, default_act, drawable, finished, monster_dice
from companion.games.fate.script import setup_object
from companion.games.fate.setup import STANDARD, Player
from companion.games.fate.strikes import hero_roll, roll, strike
from companion.games.fate.track import last_step, space_kind

FAR = 99
QUEST_PULL = 4.0
"""Weight of the way to a quest against danger and monsters, when a hero chooses where to go."""


def opening(chance: Chance, names: Sequence[str], options: Options = STANDARD) -> dict[str, Any]:
    """Return a written set-up with random heroes and piles."""
    return setup_object(random_players(chance, names), options)


def random_players(chance: Chance, names: Sequence[str]) -> list[Player]:
    """Return players with random heroes and piles."""
    seats = []
    for name, hero in zip(names, chance.sample(HEROES, len(names)), strict=True):
        abilities = [card.number for card in pile(hero, "ability")[1:]]
        equipment = [card.number for card in pile(hero, "equipment")[1:]]
        seats.append(Player(name, hero, chance.choice(abilities), chance.choice(equipment)))
    return seats


def acts(position: Position, chance: Chance) -> Iterator[Act]:
    """Yield all acts from a position to the end of the game, with outcomes."""
    while not finished(position):
        act = next_move(position, chance)
        yield act
        position = apply(position, act).position


def next_move(position: Position, chance: Chance) -> Act:
    """Return the next act, with its outcomes."""
    act = default_act(position)
    match act:
        case RuneStone() if position.options.monster_die:
            return RuneStone(chance.choice(get_args(DieFace)))
        case Draw():
            return Draw(chance.choice(drawable(position)))
        case MonsterAttack():
            dice = roll(monster_dice(position, act.monster), chance)
            return _first_allowed(
                position, (act._replace(dice=dice, prevent=p) for p in _prevent(position, act))
            )
        case EndTurn():
            return _first_allowed(position, ideas(position, chance))
    return act


def _first_allowed(position: Position, ideas: Iterator[Act]) -> Act:
    for act in ideas:
        try:
            apply(position, act)
        except RuleError:
            continue
        return act
    raise AssertionError(position)


def ideas(position: Position, chance: Chance, hand: Sequence[int] | None = None) -> Iterator[Act]:
    """Yield acts of the hero that may be possible, best first; the end of the turn is always possible.

    `hand` are the numbers of the event cards that may be used; random ones if it is unknown.
    """
    hero = position.heroes[position.turn]
    left = max_health(hero) - hero.damage
    home = hero.hex == GRIMHEIM
    yield from _markers(position, hero)
    if "mend" not in hero.actions and hero.damage > (2 if home else left):
        yield mend(hero)
    targets = monsters_in_range(position, hero, attack_range(hero))
    quests = list(errands.claims(position, hero, hand, chance))
    wanted = task(hero)
    if wanted and wanted.action != "attack" and not wanted.spawn:
        yield from quests
    yield from _uses(position, hero, chance, hand)
    if targets and "attack" not in hero.actions:
        yield from attacks(position, hero, targets[0], chance, hand)
    if "move" not in hero.actions:
        yield from moves(position, hero)
    yield from quests
    yield from _spare(hero, chance, hand)
    if "mend" not in hero.actions and hero.damage:
        yield mend(hero)
    if "focus" not in hero.actions:
        yield from (Focus(card.number) for card, face in in_play(hero) if face.uses_mana and card.mana < 3)
    if "practice" not in hero.actions:
        yield Practice()
    if "prepare" not in hero.actions:
        yield Prepare()
    yield from _shares(position, hero)
    yield _end_turn(position, hero, chance)
    yield EndTurn()


def monsters_in_range(position: Position, hero: Hero, reach: int) -> list[Monster]:
    """Return the monsters a hero can attack: probable kills first, then those closest to Grimheim."""
    steps = distances(hero.hex)
    expected = 1 + strength(hero) / 2
    found = [m for m in position.monsters if steps.get(m.hex, FAR) <= reach]
    return sorted(found, key=lambda m: (_left(position, m) > expected, PATH_DISTANCE.get(m.hex, FAR), m.id))


def _left(position: Position, monster: Monster) -> int:
    return health(monster, position.monsters) - monster.damage


def attacks(
    position: Position,
    hero: Hero,
    target: Monster,
    chance: Chance,
    hand: Sequence[int] | None,
    grant: tuple[Use, ...] = (),
) -> Iterator[Act]:
    """Yield an attack with the cards that help, and without."""
    yield from strike(position, target, _available_cards(hero, chance, hand), chance, grant)


def _available_cards(hero: Hero, chance: Chance, hand: Sequence[int] | None) -> list[tuple[int, PrintedCard]]:
    """Return the cards in play and in hand; random events if only the player knows the hand."""
    own = [(0, hero_card(hero)), *((card.number, face) for card, face in in_play(hero))]
    if hand is not None:
        held = [(number, printed(hero.id, number)) for number in hand]
        return own + held
    left = [face for face in pile(hero.id, "event") if copies_left(hero, face.number)]
    events = chance.sample(left, min(hero.hand, len(left)))
    return own + [(face.number, face) for face in events]


def mend(hero: Hero) -> Mend:
    """Return the mend action of a hero: as much as the place allows, all of it on the hero."""
    return Mend({0: min(hero.damage, 5 if hero.hex == GRIMHEIM else 2)})


def moves(position: Position, hero: Hero, most: int = 1) -> Iterator[Move]:
    """Yield moves to the best hexes that are not too dangerous; the own hex counts as one of the `most`.

    Good hexes have a monster to attack, or block monsters near Grimheim that no other hero stops.
    """
    strikes = not hero.actions
    reach = attack_range(hero)
    left = max_health(hero) - hero.damage
    armoured = armour(hero)
    threats = [_threat(position, monster) for monster in position.monsters]
    others = [other.hex for other in position.heroes if other.id != hero.id and other.hex != GRIMHEIM]
    pull = errands.pull(hero)
    free = [t for t in threats if not any(t.stopped(other, distances(other)) for other in others)]

    def badness(hex_: Hex) -> tuple[float, str]:
        steps = distances(hex_)
        harm = max(0.0, sum(t.harm for t in threats if t.reaches(steps)) - armoured)
        harm *= 0.75 if has_cover(hex_) else 1
        risk = min(1.0, max(0.0, 1.5 * harm / left - 0.5))
        fights = strikes and any(steps.get(t.hex, FAR) <= reach for t in threats)
        stops = sum(t.stopped(hex_, steps) for t in free if t.turns <= 2)
        way = min((t.turns + _steps_to(hex_, steps, t) for t in free), default=0.0)
        errand = QUEST_PULL * pull.get(hex_, 0)
        return 20 * risk + harm / 3 - 3 * fights - 8 * stops + way - errand, hex_

    for best in sorted((*hexes_in_reach(position, hero.id), hero.hex), key=badness)[:most]:
        if best != hero.hex:
            yield Move(best)


class _Threat(NamedTuple):
    """A monster's options in its next turn if it walks freely: the hexes it may end on, and its attack.

    `harm` is the expected damage, `turns` the number of turns to Grimheim.
    """

    hex: Hex
    outside: tuple[Hex, ...]
    ends: tuple[Hex, ...]
    range: int
    harm: float
    turns: float

    def reaches(self, steps: Mapping[Hex, int]) -> bool:
        """Return whether it may attack a hero; `steps` are the distances from the hero's hex."""
        return steps.get(self.hex) == 1 or any(steps.get(end, FAR) <= self.range for end in self.ends)

    def stopped(self, hex_: Hex, steps: Mapping[Hex, int]) -> bool:
        """Return whether a hero on `hex_` keeps it out of Grimheim (F-250, F-251, F-258)."""
        return hex_ in self.outside or any(steps.get(here) == 1 for here in self.outside)


def _threat(position: Position, monster: Monster) -> _Threat:
    charges = space_kind(position.options, min(position.step + 1, last_step(position.options))) == "skull"
    face, way = side(monster), path(monster.hex)
    ends = way[min(face.steps, len(way) - 1) : face.steps + 2]
    turns = (len(way) - 1) / (face.steps + charges)
    return _Threat(monster.hex, way[:-1], ends, face.range, 0.55 * max(1, face.strength), turns)


def _steps_to(hex_: Hex, steps: Mapping[Hex, int], threat: _Threat) -> int:
    """Return the steps to a monster; from Grimheim the length of its path."""
    return len(threat.outside) if hex_ == GRIMHEIM else steps.get(threat.hex, FAR)


def _uses(position: Position, hero: Hero, chance: Chance, hand: Sequence[int] | None) -> Iterator[Act]:
    """Yield usable effects that hurt monsters, heal, or bring gold or a town piece."""
    doing = HeroAct(position, hero.id)
    for number, face in _available_cards(hero, chance, hand):
        for option, effect in enumerate(face.uses):
            if effect.when not in ("free", "after_move") or effect.action:
                continue
            reach = effect.reach if effect.reach > 0 else attack_range(hero)
            found = [m for m in monsters_in_range(position, hero, reach) if fits(doing, effect, m)]
            use = Use(number, option, effect.mana)
            if effect.grant == "attack" and (near := monsters_in_range(position, hero, attack_range(hero))):
                others = [card for card in hand or () if card != number]
                grant = use._replace(mana=0, discard=tuple(others[: effect.discard]))
                yield from attacks(position, hero, near[0], chance, hand, (grant,))
            elif effect.damage or effect.roll or effect.kill:
                chosen = tuple(m.id for m in found[: effect.mana if effect.targets < 0 else effect.targets])
                if chosen:
                    dice = hero_roll(hero, effect.roll * len(chosen), chance)
                    kicked = _kicked(position, found[0], effect.push)
                    yield use._replace(monsters=chosen, hexes=kicked, dice=dice)
            elif effect.move or effect.range_bonus:
                yield from _approach(position, hero, effect, use)
            elif effect.bounty and found:
                yield use._replace(monsters=(found[0].id,))
            elif effect.gold or effect.town or (effect.heal and hero.damage > 1 and not effect.durability):
                yield Use(number, option)


def _approach(position: Position, hero: Hero, effect: CardEffect, use: Use) -> Iterator[Use]:
    """Yield a short movement or a longer range if no monster can be attacked without it."""
    reach = attack_range(hero)
    if "attack" in hero.actions or monsters_in_range(position, hero, reach):
        return
    if effect.range_bonus and monsters_in_range(position, hero, reach + effect.range_bonus):
        yield use
    for hex_, way in ways(position, hero, effect.move).items():
        if monsters_in_range(position, hero._replace(hex=hex_), reach):
            yield use._replace(path=way)


def _shares(position: Position, hero: Hero) -> Iterator[Share]:
    """Yield gold taken from a hero beside who cannot buy an upgrade, so that this hero can (F-074)."""
    lacking = upgrade_cost(hero, position.options) - hero.gold
    for other in position.heroes:
        spends = other.gold >= upgrade_cost(other, position.options)
        if other.id != hero.id and 0 < lacking <= other.gold and not spends and together(hero.hex, other.hex):
            yield Share(other.id, -lacking)


def _spare(hero: Hero, chance: Chance, hand: Sequence[int] | None) -> Iterator[Act]:
    """Yield effects that take an action and bring gold or equipment."""
    for number, face in _available_cards(hero, chance, hand):
        for option, effect in enumerate(face.uses):
            if effect.grant == "practice":
                yield Use(number, option)
            if effect.complete_quest or (effect.action and effect.gold):
                yield Use(number, option, drawn=effect.draw)
            if effect.mine:
                for mountain in mountains(hero.hex)[:1]:
                    yield Use(number, option, hexes=(mountain,), dice=hero_roll(hero, strength(hero), chance))


def _markers(position: Position, hero: Hero) -> Iterator[Act]:
    """Yield markers on the way: gold, healing, mana."""
    for hex_ in dict.fromkeys((hero.hex, *hero.passed)):
        left = position.markers.get(hex_, 0)
        kind = MARKERS[hex_][0] if left else ""
        if kind == "gold":
            yield TakeMarkers(hex_, {0: left})
        elif kind == "damage" and hero.damage:
            yield TakeMarkers(hex_, {0: min(left, hero.damage)})
        elif kind == "mana":
            yield from (
                TakeMarkers(hex_, {card.number: left}) for card, face in in_play(hero) if face.uses_mana
            )


def _kicked(position: Position, monster: Monster, steps: int) -> tuple[Hex, ...]:
    """Return the hexes of a kicked monster: as far from Grimheim as possible."""
    free = pushable(position, monster, steps) if steps else []
    return (max(free, key=lambda hex_: PATH_DISTANCE.get(hex_, FAR)),) if free else ()


def _prevent(position: Position, act: MonsterAttack) -> Iterator[tuple[Use, ...]]:
    """Yield cards in play that may prevent damage, one at a time; none at last."""
    hero = next((hero for hero in position.heroes if hero.id == act.hero), None)
    if hero:
        for card, face in in_play(hero):
            for option, effect in enumerate(face.uses):
                if effect.when == "damaged" and effect.prevent:
                    yield (Use(card.number, option, hero=hero.id),)
    yield ()


def _end_turn(position: Position, hero: Hero, chance: Chance) -> Act:
    """Return the best affordable upgrade and another quest; the cards revealed on a pile are random."""
    act = EndTurn()
    if hero.equipment and errands.exchanges(hero):
        following = _next(unknown_equipment(hero), (*hero.equipment_under, hero.equipment), chance)
        act = act._replace(under="equipment", next_equipment=following)
    if hero.gold < upgrade_cost(hero, position.options):
        return act
    best = max(_upgrades(hero), key=lambda one: one[0], default=(0.0, None))[1]
    if best == "ability":
        following = _next(unknown_abilities(hero), hero.abilities_under, chance)
        return act._replace(upgrade=best, next_ability=following)
    return act._replace(upgrade=best)


def _upgrades(hero: Hero) -> Iterator[tuple[float, Literal["hero", "ability"] | int]]:
    """Yield the possible upgrades, each with what it adds."""
    if hero.level == 1:
        yield worth(hero, printed(hero.id, 0, 2)) - worth(hero, printed(hero.id, 0)), "hero"
    if hero.ability:
        yield worth(hero, printed(hero.id, hero.ability)), "ability"
    for card, face in in_play(hero):
        if face.pile == "ability" and face.level == 1:
            flipped = printed(hero.id, other_side(hero.id, card.number))
            yield worth(hero, flipped) - worth(hero, face), card.number


def _next(unknown: frozenset[int], under: Sequence[int], chance: Chance) -> int | None:
    if unknown:
        return chance.choice(sorted(unknown))
    return under[0] if under else None
