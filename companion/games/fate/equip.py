"""Gain of equipment: the quest of the top card is completed and the card comes into play (F-094)."""

from companion.errors import RuleError
from companion.games.base import N_, Sentence, rule_error
from companion.games.fate import quests
from companion.games.fate.acts import Quest
from companion.games.fate.board import MONSTER_HEXES, NEIGHBOURS
from companion.games.fate.happenings import Took
from companion.games.fate.hero_action import HeroAct, refused
from companion.games.fate.heroes import NAMES, Task, printed
from companion.games.fate.losses import place
from companion.games.fate.monster_die import occupied
from companion.games.fate.monsters import supply
from companion.games.fate.piles import reveal_equipment
from companion.games.fate.position import CardState, Hero, Hex, Position


def is_possible(position: Position, hero_id: str) -> bool:
    """Return whether the visible quest can be completed now, for some choice of discards and hexes."""
    doing = HeroAct(position, hero_id)
    task = quests.task(doing.hero)
    if task is None:
        return False
    if doing.hero.quest >= quests.DONE:
        return True
    if doing.hero.hand < task.discard:
        return False
    try:
        _do_task(doing, Quest(), task._replace(discard=0, spawn=""))
    except RuleError:
        return False
    return True


def complete(doing: HeroAct, act: Quest) -> None:
    """Complete the quest: pay its costs and put the equipment into play (F-094 to F-097).

    Outside the hero's turn only events such as a kill can complete it.
    """
    number = doing.hero.equipment
    task = quests.task(doing.hero)
    if number is None or task is None:
        raise refused("no_quest", N_("The top equipment card is unknown; name it by a correction."))
    position = doing.position
    if position.phase != "heroes" or position.heroes[position.turn].id != doing.hero_id:
        _check_by_itself(doing, task)
    if doing.hero.quest < quests.DONE:
        _do_task(doing, act, task)
    face = printed(doing.hero_id, number)
    reveal_equipment(doing, act.next)
    doing.set(quest=0, kills=())
    old = [
        c._replace(damage=0, mana=0, tokens=0) if face.main and printed(doing.hero_id, c.number).main else c
        for c in doing.hero.cards
    ]
    doing.set(cards=(*old, CardState(number, tokens=face.tokens)))
    doing.done.append(Took(doing.hero_id, number))


def _check_by_itself(doing: HeroAct, task: Task) -> None:
    if doing.hero.quest < quests.DONE and not task.counts:
        card = printed(doing.hero_id, doing.hero.equipment or 0).name
        raise refused("not_now", N_("You can do the quest of {card} only in the hero's own turn."), card=card)


def _gold_given_up(hero: Hero, act: Quest) -> int:
    """Return the gold of the kill that pays for the quest: the chosen one, else the cheapest (F-095)."""
    gold = {kill.monster: kill.gold for kill in hero.kills}
    if act.kill and act.kill not in gold:
        raise refused(
            "no_kill",
            N_("{card}: expected a monster killed for it, one of {expected}, found {found}."),
            card=printed(hero.id, hero.equipment or 0).name,
            expected=", ".join(gold) or N_("nobody"),
            found=act.kill,
        )
    return gold.get(act.kill, hero.quest)


def _do_task(doing: HeroAct, act: Quest, task: Task) -> None:
    hero = doing.hero
    if task.counts and not quests.is_counted(hero):
        raise refused(
            "quest_open",
            N_("{card}: {found} of {expected} so far."),
            card=printed(hero.id, hero.equipment or 0).name,
            found=hero.quest,
            expected=task.need,
        )
    if task.at and not task.counts and not quests.is_at(hero.hex, task.at):
        found = Sentence(N_("{hero} is on {hex}."), {"hero": NAMES[hero.id], "hex": hero.hex})
        raise rule_error("not_here", [Sentence(task.text), found], (hero.hex,))
    occupied_beside = [m.hex for m in doing.position.monsters if m.hex in NEIGHBOURS[hero.hex]]
    if task.alone and occupied_beside:
        raise refused(
            "not_alone", N_("A monster is next to {hero}."), tuple(occupied_beside), hero=NAMES[hero.id]
        )
    if len(act.discard) != task.discard:
        raise refused(
            "wrong_amount",
            N_("Event cards to discard: expected {expected}, found {found}."),
            expected=task.discard,
            found=len(act.discard),
        )
    if task.action:
        doing.take_action(task.action)
    paid = _gold_given_up(hero, act)
    doing.gold(-task.gold - (paid if task.forgo else 0))
    doing.discard(act.discard)
    if task.spawn:
        _spawn(doing, act, task)


def spawn_hexes(position: Position, hero: Hero) -> tuple[Hex, ...]:
    """Return the hexes on which monsters of a quest may appear."""
    taken = occupied(position)
    return tuple(h for h in NEIGHBOURS[hero.hex] if h in MONSTER_HEXES and h not in taken)


def _spawn(doing: HeroAct, act: Quest, task: Task) -> None:
    """Place the monsters of a quest next to the hero."""
    free = spawn_hexes(doing.position, doing.hero)
    if len(set(act.hexes)) != task.spawns or any(h not in free for h in act.hexes):
        raise refused(
            "bad_target",
            N_("Expected {count} of the hexes {expected}, found {found}."),
            free,
            count=task.spawns,
            expected=" · ".join(free) or N_("no hex at all"),
            found=" · ".join(act.hexes) or N_("nothing"),
        )
    if supply(doing.position.monsters)[task.spawn] < task.spawns:
        raise refused("no_supply", N_("Too few tiles of {kind} are left."), kind=task.spawn)
    for hex_ in act.hexes:
        doing.add(place(doing.position, task.spawn, hex_))
