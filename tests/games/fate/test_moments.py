"""Moments of Fate in games with the monster die, with wild acts and near the end, and those that are rare."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from companion.games import fate
from companion.games.fate import autoplay
from companion.games.fate.acts import (
    Act,
    Correct,
    Discard,
    EndTurn,
    MonsterAttack,
    Prepare,
    RuneStone,
    Use,
    Walk,
)
from companion.games.fate.board import (
    HERO_HEXES,
    MONSTER_HEXES,
    NEIGHBOURS,
    RING,
)
from companion.games.fate.heroes import CARDS as CARDS_OF_HEROES
from companion.games.fate.heroes import HEROES, CardEffect, PrintedCard, pile
from companion.games.fate.moments import MOMENTS, moments
from companion.games.fate.position import (
    GRIMHEIM,
    CardState,
    Face,
    Monster,
    MonsterDeck,
    Options,
    PendingAttacks,
    Position,
)
from companion.games.fate.setup import STANDARD, Player
from companion.games.fate.track import TRACKS
from tests.games.fate.moment_claims import CLAIMS
from tests.games.fate.whole_games import Played, opening, table, whole_game

HIDDEN = ("F-250", "F-251", "F-254", "F-258", "F-260", "F-265", "F-267", "F-270")
"""Rules of the walk that cannot be read off the board where a legend swapped places with others."""


def late_game(seed: int) -> Iterator[Played]:
    """Play a game from the last spaces of the track, with a whole town."""
    chance = random.Random(seed)
    players, options = table(seed)
    position = opening(seed, players, options)
    position = position._replace(step=len(TRACKS[options.track]) - 2, town=10)
    while not position.result:
        act = autoplay.next_move(position, chance)
        applied = fate.apply(position, act)
        yield Played(position, act, applied)
        position = applied.position


def check(played: Iterable[Played]) -> Counter[str]:
    """Check every claim of a game; return how often each moment came."""
    found: Counter[str] = Counter()
    for before, act, (after, _) in played:
        rules = moments(before, act, after)
        if isinstance(act, Correct):
            assert rules == ()
            continue
        for rule in rules:
            hidden = rule in HIDDEN and any(monster.level for monster in before.monsters)
            assert hidden or CLAIMS[rule](before, act, after), (rule, act)
        found.update(rules)
    return found


def games(seeds: Iterable[int]) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in seeds:
        found += check(whole_game(seed, 0.4 * (seed % 3 == 0))) + check(late_game(seed))
    return found


def alone(hero_id: str = "alva", **fields: Any) -> Position:
    """A position of one hero, with some fields of the hero changed."""
    equipment = [card.number for card in pile(hero_id, "equipment")[1:]]
    abilities = [card.number for card in pile(hero_id, "ability")[1:]]
    position = fate.start([Player("Ana", hero_id, abilities[0], equipment[0])], STANDARD)
    return position._replace(phase="heroes", heroes=(position.heroes[0]._replace(**fields),))


def turned_off_the_board() -> Played:
    edge = next(
        hex_
        for hex_ in sorted(HERO_HEXES - {GRIMHEIM})
        if RING[hex_][1] == "" and RING[hex_][0] in MONSTER_HEXES
    )
    monster = Monster("m1", "brute", RING[edge][0])
    position = alone(hex=edge)._replace(monsters=(monster,), phase="die", next_monster=2)
    position = position._replace(options=Options(monster_die=True))
    return played(position, RuneStone("maneuver_cw"))


def no_card_left() -> Played:
    step = TRACKS["short"].index("y")
    position = alone()._replace(monsters=(), phase="die", step=step, yellow=MonsterDeck(frozenset()))
    return played(position, RuneStone())


def shuffled() -> Played:
    events = tuple(card.number for card in pile("alva", "event") for _ in range(card.copies))
    return played(alone(hand=0, discards=events), Prepare())


def flipped() -> Played:
    ability = next(card.number for card in pile("alva", "ability") if card.uses_mana)
    return played(alone(gold=10, cards=(CardState(ability, mana=2),)), EndTurn(upgrade=ability))


def with_card(wanted: Callable[[CardEffect], bool]) -> tuple[str, PrintedCard, int]:
    return next(
        (hero, card, option)
        for hero in HEROES
        for card in CARDS_OF_HEROES[hero].values()
        for option, effect in enumerate(card.uses)
        if wanted(effect)
    )


def longer_move() -> Played:
    hero, card, option = with_card(lambda effect: effect.move_bonus > 0 and effect.when == "free")
    cards = () if card.pile == "event" else (CardState(card.number, mana=9),)
    return played(alone(hero, hand=2, cards=cards), Use(card.number, option))


def held() -> Played:
    hero, card, _ = with_card(lambda effect: effect.hold and effect.when == "walk")
    monster = Monster("m1", "brute", "8,8", held=True)
    position = alone(hero, cards=(CardState(card.number),))
    return played(position._replace(monsters=(monster,), phase="walk"), Walk())


def answered_by_an_event() -> Played:
    hero, card, option = next(
        (hero, card, option)
        for hero in HEROES
        for card in pile(hero, "event")
        for option, effect in enumerate(card.uses)
        if effect.when == "damaged"
    )
    hex_ = next(hex_ for hex_ in sorted(HERO_HEXES - {GRIMHEIM}) if NEIGHBOURS[hex_][0] in MONSTER_HEXES)
    monster = Monster("m1", "troll", NEIGHBOURS[hex_][0])
    position = alone(hero, hex=hex_, hand=2, cards=())
    position = position._replace(
        monsters=(monster,), phase="attacks", to_attack=(PendingAttacks("m1", 1),), next_monster=2
    )
    dice: tuple[Face, ...] = tuple("hit" for _ in range(fate.monster_dice(position, "m1")))
    return played(position, MonsterAttack("m1", hero, dice, (Use(card.number, option, hero=hero),)))


def played(position: Position, act: Act) -> Played:
    return Played(position, act, fate.apply(position, act))


RARE: dict[str, Callable[[], Played]] = {
    "F-062": longer_move,
    "F-064": shuffled,
    "F-071": answered_by_an_event,
    "F-093": flipped,
    "F-214": turned_off_the_board,
    "F-276": held,
    "F-348": no_card_left,
}
"""Moments that few random games have: cards these heroes do not play, and places they do not go to."""


@pytest.mark.parametrize("rule", RARE)
def test_a_rare_moment_comes_when_its_rule_is_in_play(rule: str) -> None:
    assert check([RARE[rule]()])[rule] == 1


def test_an_ambush_is_told_of_once() -> None:
    """Heroes may discard cards before the goblins are placed."""
    hex_ = min(HERO_HEXES - {GRIMHEIM})
    event = pile("alva", "event")[0].number
    position = alone(hex=hex_, hand=2)._replace(monsters=(), phase="die", options=Options(monster_die=True))
    die = played(position, RuneStone("ambush"))
    assert check([die])["F-245"] == 1
    assert check([played(die.applied.position, Discard((event,)))])["F-245"] == 0


def test_every_moment_of_3_games_is_true() -> None:
    found = set(games(range(3)))
    assert found and found <= set(MOMENTS)


@pytest.mark.slow
def test_every_moment_of_1000_games_is_true() -> None:
    found = games(range(1000))
    assert set(MOMENTS) - set(found) <= set(RARE)


def test_a_correction_is_no_moment() -> None:
    position = alone()
    act = Correct("town", value=1)
    assert moments(position, act, fate.apply(position, act).position) == ()
