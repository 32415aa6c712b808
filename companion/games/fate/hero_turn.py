"""The turn of a hero: every act of a hero, checked and done (F-050 to F-097)."""

from companion.games.base import N_
from companion.games.fate import actions, effects, equip, fight
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
from companion.games.fate.board import MARKERS
from companion.games.fate.end_of_turn import end_turn
from companion.games.fate.happenings import Applied
from companion.games.fate.hero_action import Deed, find_hero, refused, together
from companion.games.fate.hero_stats import move_allowance
from companion.games.fate.heroes import ALL, NAMES, printed
from companion.games.fate.moves import move
from companion.games.fate.position import Position
from companion.games.fate.turn import settle


def apply(position: Position, act: Act) -> Applied:
    """The position after an act of a hero, and what happened.

    Raises RuleError with a sentence that says what was expected; nothing has changed then.
    """
    if isinstance(act, Use) and position.phase != "heroes":
        return settle(effects.use(position, act.hero, act))
    if isinstance(act, Discard) and position.phase != "heroes":
        raise refused("not_now", N_("Event cards are discarded in your own turn."))
    if position.phase != "heroes":
        found = type(act).__name__
        raise refused("not_now", N_("{found} belongs in a hero's turn."), found=found)
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
            equip.complete(deed, act)
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
        elif deed.heal(deed.hero_id, number, amount) < amount:
            raise refused(
                "wrong_amount",
                N_("{card} has less than {found} damage."),
                card=printed(deed.hero_id, number).name,
                found=amount,
            )
    deed.position = deed.position._replace(markers={**deed.position.markers, act.hex: left - taken})
