"""Random turns of heroes: all offers are accepted, and no impossible position occurs."""

from collections import Counter
from random import Random

import pytest

from companion.errors import RuleError
from companion.games.fate import hero_turn
from companion.games.fate.acts import (
    Act,
    Attack,
    Discard,
    EndTurn,
    Focus,
    Mend,
    Move,
    Practice,
    Prepare,
    Quest,
    Share,
    Spend,
    TakeMarkers,
    Use,
)
from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES, OUTSIDE, TERRAIN
from companion.games.fate.hero_stats import (
    event_deck,
    hand_limit,
    has,
    max_health,
    unknown_abilities,
    unknown_equipment,
)
from companion.games.fate.heroes import CARDS, HEROES, pile, printed
from companion.games.fate.monsters import KINDS, LEGENDS, TILES
from companion.games.fate.position import CardState, Face, Hero, Monster, Options, Position
from tests.games.fate.offers import Usable, hero_options

FACES: list[Face] = ["hit", "hit", "cover", "blank", "blank", "rune"]


def some_position(random: Random) -> Position:
    """Return all heroes with random cards among random monsters."""
    free = [h for h in OUTSIDE if h in HERO_HEXES]
    random.shuffle(free)
    heroes = []
    for name in HEROES:
        levels = [n + random.choice((0, 1)) for n in random.sample([3, 5, 7, 9, 11, 13], 3)]
        items = [c.number for c in pile(name, "equipment") if c.number != 15]
        random.shuffle(items)
        cards = tuple(
            CardState(
                n,
                mana=random.randrange(5) if printed(name, n).uses_mana else 0,
                tokens=printed(name, n).tokens,
            )
            for n in (*levels, 15, *items[:3])
        )
        hex_ = random.choice(["G", free.pop(), free.pop(), free.pop()])
        heroes.append(
            Hero(name, name, hex_, damage=random.randrange(5), gold=random.randrange(12), cards=cards,
                 hand=random.randrange(5), equipment=items[3], level=random.choice((1, 2)))
        )  # fmt: skip
    places = [h for h in OUTSIDE if h in MONSTER_HEXES and h not in {hero.hex for hero in heroes}]
    monsters: list[Monster] = []
    for i, hex_ in enumerate(random.sample(places, random.randrange(20, 90))):
        kind = random.choice([k for k in KINDS if sum(m.kind == k for m in monsters) < TILES[k]])
        level = random.choice((1, 2)) if kind in LEGENDS else 0
        monsters.append(Monster(f"m{i}", kind, hex_, level))
    return Position(
        Options(to_the_letter=True), tuple(heroes), tuple(monsters), town=random.randrange(1, 11),
        markers={"5,7": 3, "17,5": 3, "5,17": 3}, next_monster=200,
    )  # fmt: skip


def chosen(random: Random, usable: Usable, position: Position) -> Use:
    """Return a use with random choices among those offered."""
    mana = random.randint(*usable.mana)
    most = min(len(usable.monsters), mana if usable.targets > 1 and mana else usable.targets)
    monsters = tuple(random.sample(usable.monsters, random.randint(1, most))) if most else ()
    hexes = usable.pushes.get(monsters[0], ()) if monsters else usable.hexes
    return usable.act._replace(
        mana=mana,
        monsters=monsters,
        hexes=(random.choice(hexes),) if hexes else (),
        dice=dice(random, max(1, len(monsters)) * usable.dice, position),
    )


def dice(random: Random, count: int, position: Position) -> tuple[Face, ...]:
    """Return `count` faces, without runes if each rune would need one more die."""
    faces = FACES[:5] if has(position.heroes[position.turn], "rune_dice") else FACES
    return tuple(random.choices(faces, k=count))


def offered(random: Random, position: Position) -> list[Act]:
    """Return acts that must all be accepted."""
    hero = position.heroes[position.turn]
    options = hero_options(position, hero.id)
    acts: list[Act] = [Move(to, path) for to, path in options.reach.items()]
    if "attack" in options.actions:
        acts += [Attack(t.monster, dice(random, t.dice, position)) for t in options.targets]
    if "practice" in options.actions:
        acts.append(Practice())
    if "focus" in options.actions:
        acts += [Focus(number) for number in options.focus]
    if "mend" in options.actions:
        acts.append(Mend({0: min(2, hero.damage)}))
    if "prepare" in options.actions and hero.hand < hand_limit(hero):
        acts.append(Prepare())
    acts += [Share(other, random.randint(0, hero.gold)) for other in options.near]
    acts += [Spend(action) for action in options.actions[:1]]
    return acts + [chosen(random, usable, position) for usable in options.uses if not usable.discard]


def check(position: Position) -> None:
    """Assert that the position is possible."""
    taken = [m.hex for m in position.monsters] + [h.hex for h in position.heroes if h.hex != "G"]
    assert len(set(taken)) == len(taken)
    assert all(m.hex in MONSTER_HEXES and m.hex != "G" for m in position.monsters)
    kinds = Counter(m.kind for m in position.monsters)
    assert all(kinds[kind] <= TILES[kind] for kind in kinds)
    assert 0 <= position.town <= 10
    for hero in position.heroes:
        assert hero.hex in HERO_HEXES or (hero.id == "embla" and TERRAIN[hero.hex] == "mountain")
        assert 0 <= hero.damage < max_health(hero) or hero.damage == 5
        assert hero.gold >= 0
        assert hero.hand >= 0
        assert event_deck(hero) >= 0
        assert len(hero.actions) == len(set(hero.actions)) <= 2
        for card in hero.cards:
            face = printed(hero.id, card.number)
            assert 0 <= card.damage <= face.durability
            assert min(card.mana, card.tokens) >= 0


def ended(random: Random, position: Position) -> Position:
    hero = position.heroes[position.turn]
    unknown = sorted(unknown_equipment(hero))
    act = EndTurn(under="equipment", next_equipment=random.choice(unknown))
    return hero_turn.apply(position, random.choice((act, EndTurn()))).position


@pytest.mark.parametrize("seed", range(40))
def test_what_is_offered_is_accepted_and_leaves_a_possible_position(seed: int) -> None:
    random = Random(seed)
    position = some_position(random)
    for _ in range(30):
        if position.phase != "heroes":
            break
        acts = offered(random, position)
        if not acts or random.random() < 0.15:
            position = ended(random, position)
        else:
            position = hero_turn.apply(position, random.choice(acts)).position
        check(position)


def nonsense(random: Random, position: Position) -> Act:
    """Return an act with random values."""
    hero = random.choice(position.heroes)
    number = random.choice([-1, 0, *CARDS[hero.id], 99])
    hexes = tuple(random.choice([*OUTSIDE, "G", "", "0,0", "x"]) for _ in range(random.randrange(4)))
    names = tuple(random.choice([f"m{random.randrange(60)}", ""]) for _ in range(random.randrange(4)))
    faces = tuple(random.choices(FACES, k=random.randrange(8)))
    some = {random.choice([0, -1, 3, 15, 16, number]): random.randint(-3, 6) for _ in range(2)}
    use = Use(number, random.randrange(-1, 3), random.randint(-1, 5), names, hexes, faces, some,
              random.choice(["", hero.id, "nobody"]), random.randint(-2, 3), (number,) * random.randrange(3),
              random.randint(-3, 5))  # fmt: skip
    first = hexes[0] if hexes else ""
    acts: list[Act] = [
        use,
        Move(first, hexes, hexes, some),
        Move(first),
        Attack(names[0] if names else "", faces, (use, use)[: random.randrange(3)], random.random() < 0.5),
        Focus(number),
        Mend(some),
        Discard((number,) * random.randrange(4)),
        TakeMarkers(random.choice([first, "5,7", "17,5", "5,17"]), some),
        Quest(random.choice([None, number]), (number,), hexes),
        Share(random.choice([hero.id, "nobody"]), random.randint(-20, 20)),
        EndTurn(random.choice([None, "hero", "ability", number]), None, number, number, (number,), number),
    ]
    return random.choice(acts)


@pytest.mark.parametrize("seed", range(20))
def test_nonsense_is_refused_with_a_rule_error_or_harmless(seed: int) -> None:
    random = Random(seed)
    position = some_position(random)
    refusals = 0
    for _ in range(150):
        if position.phase != "heroes":
            position = some_position(random)
        try:
            position = hero_turn.apply(position, nonsense(random, position)).position
        except RuleError as error:
            refusals += 1
            assert str(error)
        check(position)
    assert refusals > 50


def test_unknown_cards_of_a_pile_are_those_not_seen() -> None:
    hero = some_position(Random(1)).heroes[0]
    assert hero.equipment not in unknown_equipment(hero)
    assert len(unknown_abilities(hero)) == 3
