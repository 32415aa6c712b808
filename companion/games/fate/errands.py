"""Quests as automatic heroes pursue them: what equipment is worth, how far its quest is, and its completion.

Every quest is counted by the rules, so nobody has to tick one off.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from companion.games.base import Chance
from companion.games.fate import equip
from companion.games.fate.acts import Quest
from companion.games.fate.board import GATES, HERO_HEXES, NEIGHBOURS
from companion.games.fate.card_worth import worth
from companion.games.fate.hero_stats import (
    main_weapon,
    move_allowance,
    unknown_equipment,
)
from companion.games.fate.heroes import Task, printed
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Position
from companion.games.fate.quests import is_at, is_counted, mountains_beside, task

FAR = 99
"""Steps or turns to what cannot be reached."""
TURNS_PER_KILL = 1.5
TURNS_PER_GOLD = 0.3
"""Turns for a kill and for a piece of gold, beside what the hero does anyway."""
DICE_PER_TURN = 4
HEXES_PER_TURN = 2
"""Attack dice that are rolled, and new hexes that are entered, in a turn."""


def gain(hero: Hero, number: int) -> float:
    """Return what an equipment card adds; a new main weapon covers the old one (F-097)."""
    face, old = printed(hero.id, number), main_weapon(hero)
    covered = worth(hero, printed(hero.id, old)) if face.main and old else 0.0
    return max(0.0, worth(hero, face) - covered)


def leads(hex_: Hex, quest: Task) -> bool:
    """Return whether a hex is where the quest is done or counted."""
    return (
        bool(quest.at and is_at(hex_, quest.at))
        or bool(quest.or_enter and is_at(hex_, quest.or_enter))
        or bool(quest.mountains and mountains_beside(hex_) >= quest.mountains)
        or bool(quest.beside and mountains_beside(hex_))
    )


@cache
def steps_to(quest: Task) -> Mapping[Hex, int]:
    """Return a hero's steps from every hex to the nearest one of a quest; empty if it needs no place."""
    found = {hex_: 0 for hex_ in HERO_HEXES if leads(hex_, quest)}
    queue = list(found)
    for here in queue:
        beside = GATES if here == GRIMHEIM else (*NEIGHBOURS[here], *((GRIMHEIM,) if here in GATES else ()))
        for adjacent in beside:
            if adjacent in HERO_HEXES and adjacent not in found:
                found[adjacent] = found[here] + 1
                queue.append(adjacent)
    return found


def turns(hero: Hero, number: int, progress: int = 0) -> float:
    """Return about how many turns the quest of a card takes, beside what the hero does anyway."""
    quest = printed(hero.id, number).quest
    if quest is None:
        return FAR
    steps = steps_to(quest).get(hero.hex, FAR) if steps_to(quest) else 0
    if quest.or_enter:
        steps = min(steps, 4 * move_allowance(hero))
    left = max(0, quest.need - progress)
    counted = {
        None: 0.0,
        "kills": TURNS_PER_KILL * left,
        "worth": TURNS_PER_KILL * left / 1.5,
        "dice": left / DICE_PER_TURN,
        "entered": left / HEXES_PER_TURN,
        "ended": 0.0,
    }[quest.counts]
    action = {None: 0.0, "attack": 1.5}.get(quest.action, 0.5)
    paid = TURNS_PER_GOLD * quest.gold + action + 0.3 * quest.discard
    rare = 2.0 * (quest.rank >= 3) + 4.0 * bool(quest.crowd) + 2.0 * quest.spawns
    return steps / move_allowance(hero) + counted + paid + rare


def value(hero: Hero, number: int, progress: int = 0) -> float:
    """Return how good it is to pursue the quest of a card."""
    return gain(hero, number) / (0.5 + turns(hero, number, progress)) ** 2


def exchanges(hero: Hero) -> bool:
    """Return whether another quest is likely to be better than the visible one (F-084)."""
    if not hero.equipment or hero.quest:
        return False
    others = unknown_equipment(hero) or frozenset(hero.equipment_under[:1])
    if not others:
        return False
    mean = sum(value(hero, number) for number in others) / len(others)
    return value(hero, hero.equipment) < mean


def pull(hero: Hero) -> Mapping[Hex, float]:
    """Return how good each hex is for the visible quest as the end of a move; empty if it needs no place."""
    quest = task(hero)
    if quest is None or is_counted(hero) or not hero.equipment or hero.gold < quest.gold:
        return {}
    good, pace = gain(hero, hero.equipment), move_allowance(hero)
    return {hex_: good / (1 + steps / pace) for hex_, steps in steps_to(quest).items()}


def claims(position: Position, hero: Hero, hand: Sequence[int] | None, chance: Chance) -> Iterator[Quest]:
    """Yield acts that may complete the visible quest."""
    quest = task(hero)
    if quest is None or not equip.is_possible(position, hero.id):
        return
    unknown = unknown_equipment(hero)
    following = chance.choice(sorted(unknown)) if unknown else next(iter(hero.equipment_under), None)
    discard = tuple(hand[: quest.discard]) if hand is not None else ()
    hexes = equip.spawn_hexes(position, hero)[: quest.spawns] if quest.spawn else ()
    yield Quest(following, discard, hexes)
