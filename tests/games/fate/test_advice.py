"""Suggested acts: legal, the same for the same chance, and with reasons that are true by the rules alone."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from companion.errors import RuleError
from companion.games import fate
from companion.games.base import Advice
from companion.games.fate import advice, autoplay, moves
from companion.games.fate import reasons as said
from companion.games.fate.acts import Act, Attack, EndTurn, Focus, Move, Quest, Use
from companion.games.fate.board import GATES, PATH_DISTANCE, distances
from companion.games.fate.geometry import CLOCK, GRIMHEIM_HEXES, HEXES
from companion.games.fate.hero_stats import attack_range, has, in_play, max_health, upgrade_cost
from companion.games.fate.heroes import printed
from companion.games.fate.names import NAMES
from companion.games.fate.position import GRIMHEIM, Hero, Options, Position
from companion.games.fate.preview import monster_next
from companion.games.fate.rules import is_legal
from companion.games.fate.track import ATTACK_DIE
from tests.games.fate.whole_games import opening

LONGEST = 90
"""Maximum number of letters of a reason."""
ROLLS = 400
"""Rolls with which a probability is checked; 4 standard errors of a share of 0.5 are 0.1."""
ROUGHLY = 0.1


def always() -> bool:
    return True


def decisions(seed: int) -> Iterator[list[Position]]:
    """The positions so far at each decision of a hero, in a game of automatic heroes."""
    position = opening(seed, 1 + seed % 4, Options(monster_die=seed % 2 == 0))
    past, chance = [position], Random(seed)
    while not fate.finished(position):
        if position.phase == "heroes":
            yield past
        position = fate.apply(position, autoplay.next_move(position, chance)).position
        past.append(position)


def hints(games: range, each: int, trials: int = 0) -> Iterator[tuple[Position, Advice[Act]]]:
    """Suggestions at `each` random decisions of games, with the position."""
    for seed in games:
        chance = Random(seed)
        found = [list(past) for past in decisions(seed)]
        for past in chance.sample(found, min(each, len(found))):
            for one in advice.advise(past, past[-1].turn, None, trials, chance, always):
                yield past[-1], one


def hero_of(position: Position) -> Hero:
    return position.heroes[position.turn]


def named(position: Position, one: Advice[Act]) -> set[str]:
    """Monsters that a reason may mean: those of the kind that it names."""
    return {m.id for m in position.monsters if NAMES[m.kind] == one.reason.values["monster"]}


def entering(position: Position) -> set[str]:
    return {m.id for m in position.monsters if monster_next(position, m.id).path[-1:] == (GRIMHEIM,)}


def killed(before: Position, after: Position) -> set[str]:
    return {m.id for m in before.monsters} - {m.id for m in after.monsters}


def share(position: Position, one: Advice[Act], among: set[str]) -> float:
    """Share of random rolls that kill one of the monsters: the most endangered one counts."""
    if not isinstance(one.move, Attack | Use) or not one.move.dice:
        after = fate.apply(position, one.move).position
        return float(bool(killed(position, after) & among))
    chance, died = Random(1), dict.fromkeys(among, 0)
    for _ in range(ROLLS):
        dice = tuple(chance.choices(ATTACK_DIE, k=len(one.move.dice)))
        act = one.move._replace(dice=dice)
        try:
            after = fate.apply(position, act).position
        except RuleError:
            loose = tuple(u for u in act.uses if effect_time(position, u) != "roll")
            after = fate.apply(position, act._replace(uses=loose)).position
        for id in killed(position, after) & among:
            died[id] += 1
    return max(died.values(), default=0) / ROLLS


def effect_time(position: Position, use: Use) -> str:
    hero = hero_of(position)
    return printed(hero.id, use.card, hero.level).uses[use.option].when


def at_least(least: float, most: float, save: bool) -> Callable[[Position, Advice[Act]], bool]:
    """Check of a kill that is as probable as the words say, and of the threat it ends."""

    def check(position: Position, one: Advice[Act]) -> bool:
        among = named(position, one) & (entering(position) if save else {m.id for m in position.monsters})
        return bool(among) and least - ROUGHLY <= share(position, one, among) <= most + ROUGHLY

    return check


def after(position: Position, one: Advice[Act]) -> Position:
    return fate.apply(position, one.move).position


def attackers(position: Position) -> set[str]:
    """Monsters that may attack the hero after their next walk, all monsters walking."""
    hero = hero_of(position).id
    return {m.id for m in position.monsters if hero in monster_next(position, m.id).targets}


def in_reach(position: Position) -> set[str]:
    hero = hero_of(position)
    steps, reach = distances(hero.hex), attack_range(hero)
    return {m.id for m in position.monsters if steps.get(m.hex, 99) <= reach}


def is_nearer(position: Position, one: Advice[Act]) -> bool:
    """Return whether the hero comes nearer to one of the monsters closest to Grimheim."""
    least = min(PATH_DISTANCE.get(m.hex, 99) for m in position.monsters)
    closest = {m.hex for m in position.monsters if PATH_DISTANCE.get(m.hex, 99) == least}
    meant = closest & {m.hex for m in position.monsters if m.id in named(position, one)}
    now, then = walked(hero_of(position).hex), walked(hero_of(after(position, one)).hex)
    return any(then[hex_] < now[hex_] for hex_ in meant)


@cache
def walked(start: str) -> dict[str, int]:
    """Steps from a hex to all others by where they lie: from any hex of Grimheim out, never through it."""
    found = dict.fromkeys(GRIMHEIM_HEXES if start == GRIMHEIM else (start,), 0)
    queue = list(found)
    for here in queue:
        x, y = map(int, here.split(","))
        for dx, dy in CLOCK.values():
            there = f"{x + dx},{y + dy}"
            if there in HEXES and there not in found and there not in GRIMHEIM_HEXES:
                found[there] = found[here] + 1
                queue.append(there)
    return found | ({} if start == GRIMHEIM else {GRIMHEIM: min(found[gate] for gate in GATES) + 1})


def may_fall(position: Position) -> bool:
    hero = hero_of(position)
    dice = sum(monster_next(position, id).dice for id in attackers(position))
    return 2 * 2 * dice >= max_health(hero) - hero.damage


def damage_of(position: Position) -> int:
    return hero_of(position).damage


CHECKS: dict[str, Callable[[Position, Advice[Act]], bool]] = {
    said.SURE: at_least(1.0 + ROUGHLY, 1.0, save=False),
    said.PROBABLE: at_least(said.LIKELY, 1.0, save=False),
    said.CHANCE: at_least(said.POSSIBLE, said.LIKELY, save=False),
    said.SURE_SAVE: at_least(1.0 + ROUGHLY, 1.0, save=True),
    said.PROBABLE_SAVE: at_least(said.LIKELY, 1.0, save=True),
    said.CHANCE_SAVE: at_least(said.POSSIBLE, said.LIKELY, save=True),
    said.WEARS: at_least(0.0, said.POSSIBLE, save=False),
    said.ATTACKS: lambda p, one: isinstance(one.move, Attack) and has(hero_of(p), "rune_dice"),
    said.DAMAGES: lambda p, one: any(
        n.damage - m.damage == one.reason.values["n"]
        for m in p.monsters
        for n in after(p, one).monsters
        if m.id == n.id and m.id in named(p, one)
    ),
    said.BLOCKS: lambda p, one: bool(named(p, one) & entering(p) - entering(after(p, one))),
    said.REACHES: lambda p, one: (
        bool(named(p, one) & in_reach(after(p, one)) - in_reach(p))
        and not {"attack"} & {*hero_of(p).actions}
        and len(hero_of(after(p, one)).actions) < 2
    ),
    said.LEAVES_ALL: lambda p, one: bool(attackers(p)) and not attackers(after(p, one)),
    said.NEARER: is_nearer,
    said.HOME: lambda p, one: hero_of(after(p, one)).hex == GRIMHEIM,
    said.ELSEWHERE: lambda p, one: isinstance(one.move, Move) and "move" not in hero_of(p).actions,
    said.HEALS_IN_DANGER: lambda p, one: (
        damage_of(p) - damage_of(after(p, one)) == one.reason.values["n"] and may_fall(p)
    ),
    said.HEALS: lambda p, one: damage_of(p) - damage_of(after(p, one)) == one.reason.values["n"],
    "Adds {n} house.": lambda p, one: after(p, one).town - p.town == one.reason.values["n"],
    said.GAINS: lambda p, one: hero_of(after(p, one)).gold - hero_of(p).gold == one.reason.values["n"],
    said.PRACTISES: lambda p, one: (
        (hero_of(p).gold + 1, upgrade_cost(hero_of(p), p.options))
        == (one.reason.values["gold"], one.reason.values["cost"])
    ),
    said.ENOUGH: lambda p, one: hero_of(p).gold + 1 >= upgrade_cost(hero_of(p), p.options),
    said.DRAWS: lambda p, one: hero_of(after(p, one)).hand == hero_of(p).hand + 1,
    said.FOCUSES: lambda p, one: (
        isinstance(one.move, Focus)
        and printed(hero_of(p).id, one.move.card).name == one.reason.values["card"]
    ),
    said.COMPLETES: lambda p, one: (
        isinstance(one.move, Quest) and len(hero_of(after(p, one)).cards) > len(hero_of(p).cards)
    ),
    said.USES: lambda p, one: isinstance(one.move, Use),
    said.UPGRADES: lambda p, one: (
        isinstance(one.move, EndTurn)
        and one.move.upgrade is not None
        and hero_of(p).gold >= upgrade_cost(hero_of(p), p.options) == one.reason.values["cost"]
    ),
    said.ENDS: lambda p, one: isinstance(one.move, EndTurn) and len(hero_of(p).actions) == 2,
    said.UNFINISHED: lambda p, one: isinstance(one.move, EndTurn) and len(hero_of(p).actions) < 2,
}
"""Independent check of each reason: by previews and results of acts only."""


def check(position: Position, one: Advice[Act]) -> None:
    fate.apply(position, one.move)
    assert 0 < len(str(one.reason)) <= LONGEST
    assert CHECKS[one.reason.pattern](position, one), (str(one.reason), one.move)
    assert one.way and one.highlighted


def test_a_move_is_called_nearer_only_if_it_is() -> None:
    said_nearer = from_town = 0
    for seed in range(6):
        for past in decisions(seed):
            position = past[-1]
            hero = hero_of(position)
            for move in map(Move, sorted(moves.reach(position, hero.id))):
                if not is_legal(position, move):
                    continue
                one: Advice[Act] = Advice(move, (), (), said.reason(position, move))
                if one.reason.pattern == said.NEARER:
                    said_nearer += 1
                    from_town += hero.hex == GRIMHEIM
                    assert is_nearer(position, one), (hero.hex, move.to, str(one.reason))
    assert said_nearer > 100 and from_town > 20


def test_hints_differ_in_their_reasons() -> None:
    for seed in range(4):
        for past in [list(past) for past in decisions(seed)][::5]:
            found = advice.advise(past, past[-1].turn, None, 0, Random(seed), always)
            assert 0 < len({str(one.reason) for one in found}) == len(found) <= advice.MOST


@pytest.mark.slow
def test_reasons_are_true() -> None:
    found = list(hints(range(8), 3))
    assert len(found) > 40
    for position, one in found:
        check(position, one)


@pytest.mark.slow
def test_reasons_of_many_hints_are_true() -> None:
    found = list(hints(range(20, 60), 5))
    assert len(found) > 200
    for position, one in found:
        check(position, one)
    assert len({one.reason.pattern for _, one in found}) > 15


@pytest.mark.slow
def test_reasons_of_strong_hints_are_true() -> None:
    for position, one in hints(range(60, 64), 3, trials=20):
        check(position, one)


def test_hints_use_no_event_cards_because_only_the_player_knows_them() -> None:
    for position, one in hints(range(4), 6):
        cards = {card.number for card, _ in in_play(hero_of(position))} | {0}
        used = one.move.uses if isinstance(one.move, Attack) else ()
        used += (one.move,) if isinstance(one.move, Use) else ()
        assert {use.card for use in used} <= cards


def test_the_same_chance_gives_the_same_answer_and_time_ends_it() -> None:
    past = next(list(past) for past in decisions(2))
    seat = past[-1].turn
    one, again = (advice.advise(past, seat, (), 20, Random(5), always) for _ in range(2))
    assert one == again
    assert advice.advise(past, seat, (), 10**6, Random(5), lambda: False)
