"""The turn of a hero: every act of a hero, checked and done (F-050 to F-097)."""

from companion.games.base import N_
from companion.games.fate import actions, effects, fight, quests
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
    Progress,
    Quest,
    Share,
    Spend,
    TakeMarkers,
    Use,
)
from companion.games.fate.board import MARKERS, MONSTER_HEXES, NEIGHBOURS
from companion.games.fate.books import move_allowance
from companion.games.fate.deed import Deed, find_hero, refused, together
from companion.games.fate.die import occupied
from companion.games.fate.end_of_turn import end_turn
from companion.games.fate.happenings import Applied, Took
from companion.games.fate.heroes import ALL, NAMES, Task, printed
from companion.games.fate.monsters import supply
from companion.games.fate.moves import move
from companion.games.fate.piles import reveal_equipment
from companion.games.fate.position import Card, Position
from companion.games.fate.town import place
from companion.games.fate.turn import settle


def apply(position: Position, act: Act) -> Applied:
    """The position after an act of a hero, and what happened.

    Raises RuleError with a sentence that says what was expected; nothing has changed then.
    """
    if isinstance(act, Use) and position.phase != "heroes":
        return settle(effects.use(position, act.hero, act))
    if isinstance(act, Discard) and position.phase != "heroes":
        raise refused("not_now", N_("Event cards are discarded in the own turn."))
    if position.phase != "heroes":
        found = type(act).__name__
        raise refused("not_now", N_("{found} belongs into a hero's turn."), found=found)
    deed = Deed(position, position.heroes[position.turn].id)
    match act:
        case Move():
            deed.take_action("move")
            move(deed, move_allowance(deed.hero), act.to, act.path, act.aside, act.cards)
        case Attack():
            fight.attack(deed, act)
        case Prepare():
            deed.take_action("prepare")
            actions.prepare(deed)
        case Focus():
            deed.take_action("focus")
            actions.focus(deed, act.card)
        case Mend():
            deed.take_action("mend")
            actions.mend(deed, act.heal)
        case Practice():
            deed.take_action("practice")
            actions.practice(deed)
        case Spend():
            deed.take_action(act.action)
        case Use():
            return effects.use(position, deed.hero_id, act)
        case Share():
            _share(deed, act)
        case TakeMarkers():
            _take_markers(deed, act)
        case Discard():
            deed.discard(act.cards)
        case Quest():
            _quest(deed, act)
        case Progress():
            deed.set(quest=min(ALL, max(0, deed.hero.quest + act.amount)))
        case EndTurn():
            return end_turn(deed, act)
        case _:
            raise refused("not_now", N_("{found} is no act of a hero."), found=type(act).__name__)
    return deed.applied()


def _share(deed: Deed, act: Share) -> None:
    """Gold to another hero, or with a negative number from there (F-074)."""
    other = find_hero(deed.position, act.hero)
    if other.id == deed.hero_id or not together(deed.hero.hex, other.hex):
        raise refused(
            "not_adjacent",
            N_("{hero} is not next to {other}."),
            hero=NAMES[deed.hero_id],
            other=NAMES[other.id],
        )
    deed.gold(-act.gold)
    receiver = Deed(deed.position, other.id)
    receiver.gold(act.gold)
    deed.position = receiver.position
    deed.done += receiver.done


def _take_markers(deed: Deed, act: TakeMarkers) -> None:
    """Any number of the markers left on a hex the hero is on or came through (F-017, F-018)."""
    left = deed.position.markers.get(act.hex, 0)
    taken = sum(act.cards.values())
    if act.hex not in (deed.hero.hex, *deed.hero.passed):
        raise refused(
            "not_here",
            N_("{hero} has not been on {hex} in this turn."),
            (act.hex,),
            hero=NAMES[deed.hero_id],
            hex=act.hex,
        )
    if not 1 <= taken <= left or min(act.cards.values()) < 0:
        raise refused(
            "wrong_amount",
            N_("Expected 1 to {expected} markers of {hex}, found {found}."),
            (act.hex,),
            expected=left,
            hex=act.hex,
            found=taken,
        )
    kind, _ = MARKERS[act.hex]
    for number, amount in act.cards.items():
        if kind == "gold":
            deed.gold(amount)
        elif kind == "mana":
            deed.mana(number, amount)
        else:
            deed.heal(deed.hero_id, number, amount)
    deed.position = deed.position._replace(markers={**deed.position.markers, act.hex: left - taken})


def _quest(deed: Deed, act: Quest) -> None:
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
        raise refused(
            "not_here",
            N_("The quest is done at {place}; {hero} is on {found}."),
            place=task.at,
            hero=NAMES[hero.id],
            found=hero.hex,
        )
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
