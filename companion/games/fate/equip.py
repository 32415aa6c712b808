"""How equipment is gained: the quest of the card on top is done and the card comes into play (F-094)."""

from companion.errors import RuleError
from companion.games.base import N_, Sentence, rule_error
from companion.games.fate import quests
from companion.games.fate.acts import Quest
from companion.games.fate.board import MONSTER_HEXES, NEIGHBOURS
from companion.games.fate.die import occupied
from companion.games.fate.happenings import Took
from companion.games.fate.hero_action import Deed, refused
from companion.games.fate.heroes import NAMES, Task, printed
from companion.games.fate.monsters import supply
from companion.games.fate.piles import reveal_equipment
from companion.games.fate.position import Card, Position
from companion.games.fate.town import place


def is_possible(position: Position, hero_id: str) -> bool:
    """Whether the visible quest can be done now, cards to discard and hexes to choose left open."""
    deed = Deed(position, hero_id)
    task = quests.task(deed.hero)
    if task is None:
        return False
    if deed.hero.quest >= quests.DONE:
        return True
    if deed.hero.hand < task.discard:
        return False
    try:
        _do_task(deed, Quest(), task._replace(discard=0, spawn=""))
    except RuleError:
        return False
    return True


def complete(deed: Deed, act: Quest) -> None:
    """The quest is done: its costs are paid and the equipment comes into play (F-094 to F-097)."""
    number = deed.hero.equipment
    task = quests.task(deed.hero)
    if number is None or task is None:
        raise refused(
            "no_quest", N_("No equipment card is known on top of the pile; name it by a correction.")
        )
    if deed.hero.quest < quests.DONE:
        _do_task(deed, act, task)
    face = printed(deed.hero_id, number)
    reveal_equipment(deed, act.next)
    deed.set(quest=0)
    old = [
        c._replace(damage=0, mana=0, tokens=0) if face.main and printed(deed.hero_id, c.number).main else c
        for c in deed.hero.cards
    ]
    deed.set(cards=(*old, Card(number, tokens=face.tokens)))
    deed.done.append(Took(deed.hero_id, number))


def _do_task(deed: Deed, act: Quest, task: Task) -> None:
    hero = deed.hero
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
    occupied_beside = [m.hex for m in deed.position.monsters if m.hex in NEIGHBOURS[hero.hex]]
    if task.alone and occupied_beside:
        raise refused(
            "not_alone", N_("A monster is next to {hero}."), tuple(occupied_beside), hero=NAMES[hero.id]
        )
    if len(act.discard) != task.discard:
        raise refused(
            "wrong_amount",
            N_("Expected {expected} event cards to discard, found {found}."),
            expected=task.discard,
            found=len(act.discard),
        )
    if task.action:
        deed.take_action(task.action)
    deed.gold(-task.gold - (hero.quest if task.forgo else 0))
    deed.discard(act.discard)
    if task.spawn:
        _spawn(deed, act, task)


def _spawn(deed: Deed, act: Quest, task: Task) -> None:
    """Monsters of a quest appear next to the hero."""
    hero = deed.hero
    free = [h for h in NEIGHBOURS[hero.hex] if h in MONSTER_HEXES and h not in occupied(deed.position)]
    if len(set(act.hexes)) != task.spawns or any(h not in free for h in act.hexes):
        raise refused(
            "bad_target",
            N_("Expected {count} of the hexes {expected}, found {found}."),
            tuple(free),
            count=task.spawns,
            expected=" · ".join(free) or N_("no hex at all"),
            found=" · ".join(act.hexes) or N_("nothing"),
        )
    if supply(deed.position.monsters)[task.spawn] < task.spawns:
        raise refused("no_supply", N_("Too few tiles are left of {kind}."), kind=task.spawn)
    for hex_ in act.hexes:
        deed.add(place(deed.position, task.spawn, hex_))
