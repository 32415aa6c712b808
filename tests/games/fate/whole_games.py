"""Random whole games, and invariants after every act."""

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, get_args

from companion.errors import RuleError
from companion.games import fate
from companion.games.fate import autoplay as autoplay
from companion.games.fate.acts import (
    Act,
    Correct,
    Discard,
    Hold,
    Progress,
    Quest,
    Share,
    Spend,
    TakeMarkers,
    Use,
)
from companion.games.fate.board import MARKERS, MONSTER_HEXES, NEIGHBOURS, NEXT
from companion.games.fate.check import problems
from companion.games.fate.happenings import Applied, Happening, Moved, Placed, Removed, Town
from companion.games.fate.hero_stats import in_play, max_health
from companion.games.fate.heroes import pile, printed
from companion.games.fate.monsters import KINDS
from companion.games.fate.position import GRIMHEIM, Action, Hero, Options, Position
from companion.games.fate.setup import STANDARD
from companion.games.fate.strikes import roll

CORRECTIONS = ("hex", "damage", "gold", "mana", "place", "remove", "town", "markers", "hand", "deck")


class Played(NamedTuple):
    """One act of a game."""

    before: Position
    act: Act
    applied: Applied


def table(seed: int) -> tuple[int, Options]:
    """Return a number of players and options; all of them occur."""
    chance = random.Random(seed)
    options = Options(chance.choice(("short", "long")), *(chance.random() < 0.5 for _ in Options._fields[1:]))
    return 1 + seed % 4, options


def opening(seed: int, players: int = 2, options: Options = STANDARD) -> Position:
    """Return a random set-up."""
    names = [f"P{i}" for i in range(1, players + 1)]
    return fate.start(autoplay.random_players(random.Random(seed), names), options)


def whole_game(seed: int, wildness: float = 0.0) -> Iterator[Played]:
    """Play a game to its end; `wildness` is the probability of a random act before each sensible one."""
    chance = random.Random(seed)
    position = opening(seed, *table(seed))
    while not position.result:
        act = None
        if chance.random() < wildness:
            act = next(_allowed(position, chance), None)
        act = act or autoplay.next_move(position, chance)
        applied = fate.apply(position, act)
        yield Played(position, act, applied)
        position = applied.position


def _allowed(position: Position, chance: random.Random) -> Iterator[Act]:
    """Yield random legal acts; most attempts are illegal."""
    for _ in range(6):
        act = _wild(position, chance)
        try:
            fate.apply(position, act)
        except RuleError as error:
            assert error.code and str(error), act
        else:
            yield act


def _wild(position: Position, chance: random.Random) -> Act:
    hero = position.heroes[position.turn % len(position.heroes)]
    monsters = [monster.id for monster in position.monsters]
    number = chance.randint(1, 3)
    match chance.randrange(10):
        case 0:
            return _correction(position, chance)
        case 1:
            return TakeMarkers(chance.choice(list(MARKERS)), {chance.choice((0, 3, 15)): number})
        case 2:
            return chance.choice((Progress(number), Quest(), Spend(chance.choice(get_args(Action)))))
        case 3:
            return Share(chance.choice(position.heroes).id, number)
        case 4:
            return Discard((chance.choice(pile(hero.id, "event")).number,))
        case 5 if monsters:
            cards = [card.number for card in hero.cards]
            return Hold(hero.id, chance.choice(cards), chance.choice(monsters))
    return _use(position, hero, chance)


def _use(position: Position, hero: Hero, chance: random.Random) -> Act:
    """Return a use of any card in play or event with random targets, those near the hero first."""
    owner = chance.choice(position.heroes) if position.phase != "heroes" else hero
    cards = [0, *(card.number for card, _ in in_play(owner))]
    number = chance.choice(cards + [card.number for card in pile(owner.id, "event")])
    card = printed(owner.id, number)
    option = chance.randrange(max(1, len(card.uses)))
    effect = card.uses[option] if card.uses else None
    near = [m.id for m in autoplay.monsters_in_range(position, owner, 3)]
    wanted = effect.targets if effect and effect.targets > 0 else 2
    hexes = [chance.choice(NEIGHBOURS[owner.hex] or ("8,8",)) for _ in range(chance.randrange(3))]
    return Use(
        number,
        option,
        mana=chance.choice((0, 0, 1, 2)),
        monsters=tuple(near[: chance.randint(0, wanted)]),
        hexes=tuple(hexes),
        dice=roll((effect.roll if effect else 0) * chance.randint(0, wanted), chance),
        cards=chance.choice(({}, {0: 1}, {0: 2}, {3: 1}, {15: 1})),
        hero=chance.choice(("", "", owner.id)),
    )


def _correction(position: Position, chance: random.Random) -> Act:
    hero = chance.choice(position.heroes)
    whos = [
        *(m.id for m in position.monsters[:5]),
        hero.id,
        chance.choice(KINDS),
        chance.choice(list(MARKERS)),
    ]
    what = chance.choice(
        ("hex", "damage", "gold", "mana", "place", "remove", "town", "markers", "hand", "deck")
    )
    values: tuple[int | str, ...] = (chance.randrange(6), chance.choice(sorted(MONSTER_HEXES)), "in")
    return Correct(what, chance.choice(whos), chance.choice((0, 0, 1, 2, 3, 15)), chance.choice(values))


def check(played: Played) -> None:
    """Check the invariants after an act."""
    before, act, (after, happenings) = played
    assert list(problems(after)) == [], played
    for hero in after.heroes:
        assert 0 <= hero.damage < max_health(hero), played
    assert (after.result == "lost") == (after.town == 0)
    lost = sum(h.pieces for h in happenings if isinstance(h, Town))
    assert after.town - before.town == lost, played
    _check_monsters(before, after, happenings)
    if not isinstance(act, Correct):
        assert all(left <= before.markers[hex_] for hex_, left in after.markers.items())


def _check_monsters(before: Position, after: Position, happenings: tuple[Happening, ...]) -> None:
    """Check that happenings explain every change, and why a monster leaves its path (F-252)."""
    hex_of = {monster.id: monster.hex for monster in before.monsters}
    for happening in happenings:
        match happening:
            case Placed(id=monster, hex=hex_):
                assert monster not in hex_of
                hex_of[monster] = hex_
            case Removed(id=monster):
                del hex_of[monster]
            case Moved(id=monster, path=path, why=why) if monster in hex_of:
                assert hex_of[monster] == path[0], happening
                hex_of[monster] = path[-1]
                if why in ("walk", "charge"):
                    assert all(NEXT[here] == there for here, there in pairwise(path))
                elif why == "swap":
                    assert NEXT[path[1]] == path[0]
                elif why == "rotate" and path[-1] != GRIMHEIM:
                    assert path[-1] in NEIGHBOURS[path[0]]
                else:
                    assert why in ("rotate", "card", "correct", "act")
    assert hex_of == {monster.id: monster.hex for monster in after.monsters}


def check_written(played: Played) -> None:
    """Check that a position survives writing."""
    line = fate.dump(played.applied.position)
    assert fate.load(line) == played.applied.position


def replay(start: Position, acts: list[Act]) -> Position:
    """Return the position after acts that were written and read again."""
    position = start
    for act in acts:
        written = json.dumps(fate.act_object(act))
        position = fate.apply(position, fate.read_act(json.loads(written))).position
    return position
