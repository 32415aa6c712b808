"""Random turns of heroes: the rules and the second implementation of the cards agree."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.fate import hero_stats, rules
from companion.games.fate.acts import Act, Attack, EndTurn, Focus, Mend, Move, Practice, Prepare, Use
from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES, NEIGHBOURS, OUTSIDE, within
from companion.games.fate.heroes import CARDS, HEROES, pile, printed
from companion.games.fate.monsters import KINDS, LEGENDS, TILES
from companion.games.fate.moves import ways
from companion.games.fate.position import CardState, Hero, Monster, Options, Position
from companion.games.fate.possible import HeroOptions, Usable, hero_options
from companion.games.fate.strikes import hero_roll
from tests.games.fate.card_book import FAR
from tests.games.fate.card_facts import FACTS, effects, face
from tests.games.fate.second_reader import Reader, book

SOME, MANY = 200, 20_000
QUEEN = "queen_of_the_dead"


def table(chance: Random) -> Position:
    """Return a hero with some cards among monsters; the other one stays in Grimheim."""
    hero = chance.choice(HEROES)
    abilities = [n + chance.choice((0, 1)) for n in chance.sample((3, 5, 7, 9, 11, 13), 3)]
    items = [card.number for card in pile(hero, "equipment") if card.number != 15]
    chance.shuffle(items)
    cards = tuple(
        CardState(
            number,
            damage=chance.randrange(printed(hero, number).durability + 1),
            mana=chance.randrange(6) if printed(hero, number).uses_mana else 0,
            tokens=printed(hero, number).tokens,
        )
        for number in (*abilities, 15, *items[:4])
    )
    spots = [hex_ for hex_ in OUTSIDE if hex_ in HERO_HEXES]
    here = "G" if chance.random() < 0.1 else chance.choice(spots)
    seat = Hero(
        hero, "Ana", here, chance.randrange(5), chance.randrange(12), chance.choice((1, 2)), cards,
        hand=chance.randrange(5), equipment=items[4], equipment_under=tuple(items[5:]),
    )  # fmt: skip
    near = [h for h in within(here, 3) if h in MONSTER_HEXES and h not in (here, "G")]
    places = chance.sample(sorted(near), min(len(near), chance.randrange(4, 12)))
    others = [h for h in OUTSIDE if h in MONSTER_HEXES and h != here and h not in places]
    monsters: list[Monster] = []
    for number, hex_ in enumerate(places + chance.sample(others, 4)):
        kinds = [k for k in KINDS if k != QUEEN and sum(m.kind == k for m in monsters) < TILES[k]]
        kind = chance.choice(kinds)
        monsters.append(Monster(f"m{number}", kind, hex_, chance.choice((1, 2)) if kind in LEGENDS else 0))
    other = next(name for name in HEROES if name != hero)
    return Position(
        Options(to_the_letter=True), (seat, Hero(other, "Bo")), tuple(monsters),
        town=chance.randrange(3, 10), next_monster=99,
    )  # fmt: skip


def free_ways(position: Position, steps: int) -> list[tuple[str, ...]]:
    """Return paths on which no piece is shoved."""
    taken = {monster.hex for monster in position.monsters}
    found = ways(position, position.heroes[0], steps).values()
    return sorted(way for way in found if not taken & set(way))


def filled(chance: Random, position: Position, usable: Usable) -> Use | None:
    """Return a use with its choices; None if the second implementation does not cover it."""
    act, hero = usable.act, position.heroes[0]
    mana = chance.randint(*usable.mana)
    most = min(len(usable.monsters), mana if usable.targets > 1 and mana else usable.targets)
    monsters = tuple(chance.sample(usable.monsters, chance.randint(1, most))) if most else ()
    pushes = usable.pushes.get(monsters[0], ()) if monsters else ()
    act = act._replace(mana=mana, monsters=monsters, hexes=(chance.choice(pushes),) if pushes else ())
    if usable.steps:
        found = [way for way in free_ways(position, usable.steps) if way[-1] in usable.hexes]
        return act._replace(path=chance.choice(found)) if found else None
    if usable.dice:
        if printed(hero.id, act.card).pile == "equipment" and usable.hexes:
            return None
        if hero_stats.has(hero, "rune_dice") and len(monsters) > 1:
            act = act._replace(monsters=monsters[:1])
        dice: tuple[Any, ...] = ()
        for _ in act.monsters:
            dice += hero_roll(hero, usable.dice, chance)
        act = act._replace(dice=dice)
    if usable.discard:
        return None
    if usable.heroes:
        act = act._replace(hero=hero.id, heal={0: min(usable.heal, hero.damage)} if usable.heal < FAR else {})
    if printed(hero.id, act.card).uses and printed(hero.id, act.card).uses[act.option].grant == "mend":
        act = act._replace(heal={0: min(hero.damage, 2)})
    return act


def attack(chance: Random, position: Position, options: HeroOptions) -> Attack | None:
    """Return an attack action with some of the effects inside it."""
    hero = position.heroes[0]
    if not options.targets:
        return None
    target = chance.choice(options.targets).monster
    monster = next(m for m in position.monsters if m.id == target)
    grants = [_paid(chance, hero, u) for u in options.inside if u.attack]
    free = bool(grants) and (chance.random() < 0.5 or "attack" not in options.actions)
    if not free and "attack" not in options.actions:
        return None
    uses = [chance.choice(grants)] if free else []
    adjacent = [m for m in position.monsters if m.hex in NEIGHBOURS[hero.hex]]
    for usable in options.inside:
        if usable.attack or chance.random() < 0.5:
            continue
        effect = printed(hero.id, usable.act.card, hero.level).uses[usable.act.option]
        act = usable.act
        others = [m.id for m in adjacent if m.id != target]
        if effect.split or effect.splash or (effect.when == "after_attack" and effect.damage):
            near = [m.id for m in position.monsters if m.hex in NEIGHBOURS[monster.hex] and m.id != target]
            choice = near if effect.splash else others
            if not choice:
                continue
            act = act._replace(monsters=(chance.choice(choice),), amount=1 if effect.split else 0)
        uses.append(act)
    used = [printed(hero.id, use.card, hero.level).uses[use.option] for use in uses]
    count = hero_stats.strength(hero) + sum(effect.add_dice for effect in used)
    if free and 22 in [c.number for c, _ in hero_stats.in_play(hero)] and hero.id == "boldur":
        count += 2
    return Attack(target, hero_roll(hero, count, chance), tuple(uses), free)


def _paid(chance: Random, hero: Hero, usable: Usable) -> Use:
    """Return a use with the event cards it costs."""
    left = [card.number for card in pile(hero.id, "event") if hero_stats.copies_left(hero, card.number) > 1]
    return usable.act._replace(discard=tuple(chance.choice(left) for _ in range(usable.discard)))


def acts(chance: Random, position: Position, options: HeroOptions) -> list[Act]:
    """Return possible acts; the rules may refuse some of them."""
    hero = position.heroes[0]
    found: list[Act] = []
    for usable in options.uses:
        use = filled(chance, position, usable)
        found += [use] if use else []
    hit = attack(chance, position, options)
    found += [hit, hit] if hit else []
    if "move" in options.actions:
        found += [Move(way[-1], way) for way in free_ways(position, hero_stats.move_allowance(hero))[:40:7]]
    if "practice" in options.actions:
        found.append(Practice())
    if "focus" in options.actions:
        found += [Focus(number) for number in options.focus[:1]]
    if "mend" in options.actions and hero.hex != "G":
        found.append(Mend({0: min(2, hero.damage)}))
    if "prepare" in options.actions and hero.hand < hero_stats.hand_limit(hero):
        found.append(Prepare())
    return found


def real(position: Position) -> dict[str, Any]:
    """Return the values of the rules, with the keys of the second implementation."""
    hero = position.heroes[0]
    return {
        **{key: getattr(hero, key) for key in ("hex", "damage", "gold", "hand", "move_bonus", "range_bonus")},
        "quest": min(FAR, hero.quest),
        "actions": sorted(hero.actions),
        "strength": hero_stats.strength(hero),
        "health": hero_stats.max_health(hero),
        "range": hero_stats.attack_range(hero),
        "steps": hero_stats.move_allowance(hero),
        "town": position.town,
        "cards": {card.number: (card.damage, card.mana, card.tokens) for card in hero.cards},
        "monsters": {m.id: (m.hex, m.damage, m.bounty, m.held) for m in position.monsters},
    }


def offered(options: HeroOptions) -> set[tuple[int, int, frozenset[str]]]:
    """Return the effects usable by themselves with their targets, without movements and mining."""
    alone = [usable for usable in options.uses if not usable.steps and not usable.hexes]
    return {(usable.act.card, usable.act.option, frozenset(usable.monsters)) for usable in alone}


def turn(seed: int) -> Counter[str]:
    """Play one turn and compare after every act; return the number of uses per card."""
    chance, used = Random(seed), Counter[str]()
    position = table(chance)
    reader = Reader(position)
    assert real(position) == book(reader), seed
    for _ in range(8):
        usable = {one for one in reader.offered() if not _mines(position, one[0])}
        options = hero_options(position, position.heroes[0].id)
        assert offered(options) == usable, (seed, position.heroes[0], offered(options) ^ usable)
        choice = acts(chance, position, options)
        act = chance.choice(choice) if choice else EndTurn()
        act = EndTurn() if chance.random() < 0.1 else act
        try:
            after = rules.apply(position, act).position
        except RuleError:
            assert isinstance(act, Attack | Use), (seed, act)
            continue
        reader.play(act)
        if isinstance(act, EndTurn):
            assert real(after)["cards"] == book(reader)["cards"], (seed, act)
            assert after.heroes[0].hand == reader.hand, (seed, act)
            break
        assert real(after) == book(reader), (seed, act, position.heroes[0])
        position = after
        for use in (act, *getattr(act, "uses", ())):
            if isinstance(use, Use):
                used[f"{position.heroes[0].id} {use.card} {use.option}"] += 1
        if position.result:
            break
    return used


def _mines(position: Position, number: int) -> bool:
    return any(use.mine for use in printed(position.heroes[0].id, number, position.heroes[0].level).uses)


def test_random_turns_come_to_what_the_printed_cards_say() -> None:
    used: Counter[str] = Counter()
    for seed in range(SOME):
        used += turn(seed)
    assert len(used) > 60


@pytest.mark.slow
def test_many_random_turns_come_to_what_the_printed_cards_say() -> None:
    used: Counter[str] = Counter()
    for seed in range(MANY):
        used += turn(seed)
    inside = ("free", "after_move", "attack", "roll", "after_attack")
    wanted = {
        f"{hero} {number} {option}"
        for hero in HEROES
        for number in CARDS[hero]
        for option, effect in enumerate(printed(hero, number).uses)
        if effect.when in inside and not effect.mine and not effect.reroll
    }
    assert wanted <= set(used)


def test_the_cards_of_both_readers_have_the_same_numbers_and_effects() -> None:
    for hero in HEROES:
        facts = FACTS[hero]
        numbers = {n for ability in facts["abilities"] for n in ability["numbers"]}
        numbers |= {row["number"] for name in ("equipment", "events") for row in facts[name]}
        assert numbers == set(CARDS[hero])
        for number in numbers:
            row, card = face(hero, number), printed(hero, number)
            assert (row["name"], row["pile"]) == (card.name, card.pile)
            assert row.get("mana_generation", 0) == card.mana
            assert row.get("count", 0) == card.copies
            assert len(effects(hero, number)) == len(card.uses), (hero, number, effects(hero, number))
