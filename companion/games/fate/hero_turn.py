"""Turn of a hero: checks and applies every act of a hero (F-050 to F-097)."""

from companion.games.base import N_
from companion.games.fate import actions, effects, equip, hero_attack
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
from companion.games.fate.hero_action import HeroAct, find_hero, refused, together
from companion.games.fate.hero_stats import move_allowance
from companion.games.fate.heroes import ALL, NAMES, printed
from companion.games.fate.monster_turn import settle
from companion.games.fate.moves import move
from companion.games.fate.pay import effect_of
from companion.games.fate.position import Position

QUIET = (Discard, Progress, Quest, Share, TakeMarkers)
"""Acts of a hero after which a card may still follow the move action."""


def apply(position: Position, act: Act) -> Applied:
    """Return the position after an act of a hero, and its happenings.

    Raises RuleError with a sentence that says what was expected; nothing has changed then.
    """
    if isinstance(act, Use) and (position.phase != "heroes" or answers(position, act)):
        return settle(effects.use(position, _user_of(position, act), act))
    if isinstance(act, Discard | Quest) and (position.phase != "heroes" or act.hero):
        return _at_any_time(position, act)
    if position.phase != "heroes":
        found = type(act).__name__
        raise refused("not_now", N_("{found} is possible only in a hero's turn."), found=found)
    doing = HeroAct(position, position.heroes[position.turn].id)
    if not isinstance(act, QUIET) and not _follows_move(doing, act):
        doing.set(move_over="move" in doing.hero.actions)
    match act:
        case Move():
            doing.take_action("move")
            mana = act.mana or act.cards
            move(doing, move_allowance(doing.hero), act.to, act.path, act.aside, mana, act.prevent)
        case Attack():
            hero_attack.attack(doing, act)
        case Prepare():
            doing.take_action("prepare")
            actions.prepare(doing)
        case Focus():
            doing.take_action("focus")
            actions.focus(doing, act.card)
        case Mend():
            doing.take_action("mend")
            actions.mend(doing, act.heal)
        case Practice():
            doing.take_action("practice")
            actions.practice(doing)
        case Spend():
            doing.take_action(act.action)
        case Use():
            return effects.use(doing.position, doing.hero_id, act)
        case Share():
            _share(doing, act)
        case TakeMarkers():
            _take_markers(doing, act)
        case Discard():
            doing.discard(act.cards)
        case Quest():
            equip.complete(doing, act)
        case Progress():
            doing.set(quest=min(ALL, max(0, doing.hero.quest + act.amount)))
        case EndTurn():
            return end_turn(doing, act)
        case _:
            raise refused("not_now", N_("{found} is not an action of a hero."), found=type(act).__name__)
    return doing.applied()


def answers(position: Position, act: Act) -> bool:
    """Return whether an act responds to the attack just made.

    It does if it is a card for that, or may be done at any time.
    """
    if isinstance(act, Discard | Quest):
        return position.attacked is not None and bool(act.hero)
    if not isinstance(act, Use) or not effects.was_attacked(position, _user_of(position, act)):
        return False
    effect = effect_of(HeroAct(position, _user_of(position, act)), act)
    return effect.when == "attacked"


def _user_of(position: Position, act: Use) -> str:
    """Return the user of a card: the hero named, else the only one, or the one whose turn it is."""
    if act.hero or (len(position.heroes) > 1 and position.phase != "heroes"):
        return act.hero
    return position.heroes[position.turn].id


def _at_any_time(position: Position, act: Discard | Quest) -> Applied:
    """Discard cards or claim a quest just completed, in any turn (F-063, F-094)."""
    alone = position.heroes[0].id if len(position.heroes) == 1 else ""
    doing = HeroAct(position, act.hero or alone)
    if isinstance(act, Discard):
        doing.discard(act.cards)
    else:
        equip.complete(doing, act)
    return doing.applied()


def _follows_move(doing: HeroAct, act: Act) -> bool:
    """Return whether an act is a card that follows the move action at once (F-065)."""
    return isinstance(act, Use) and effect_of(doing, act).when == "after_move"


def _share(doing: HeroAct, act: Share) -> None:
    """Give gold to another hero, or take a negative amount from there (F-074)."""
    other = find_hero(doing.position, act.hero)
    if other.id == doing.hero_id or not together(doing.hero.hex, other.hex):
        raise refused(
            "not_adjacent",
            N_("{hero} is not next to {other}."),
            hero=NAMES[doing.hero_id],
            other=NAMES[other.id],
        )
    doing.gold(-act.gold)
    receiver = HeroAct(doing.position, other.id)
    receiver.gold(act.gold)
    doing.position = receiver.position
    doing.done += receiver.done


def _take_markers(doing: HeroAct, act: TakeMarkers) -> None:
    """Take any number of the markers on a hex the hero is on or passed (F-017, F-018)."""
    left = doing.position.markers.get(act.hex, 0)
    taken = sum(act.cards.values())
    if act.hex not in (doing.hero.hex, *doing.hero.passed):
        raise refused(
            "not_here",
            N_("{hero} has not been on {hex} in this turn."),
            (act.hex,),
            hero=NAMES[doing.hero_id],
            hex=act.hex,
        )
    if not 1 <= taken <= left or min(act.cards.values()) < 0:
        raise refused(
            "wrong_amount",
            N_("Markers of {hex}: expected 1 to {expected}, found {found}."),
            (act.hex,),
            expected=left,
            hex=act.hex,
            found=taken,
        )
    kind, _ = MARKERS[act.hex]
    for number, amount in act.cards.items():
        if kind == "gold":
            doing.gold(amount)
        elif kind == "mana":
            doing.mana(number, amount)
        elif doing.heal(doing.hero_id, number, amount) < amount:
            raise refused(
                "wrong_amount",
                N_("{card} has less than {found} damage."),
                card=printed(doing.hero_id, number).name,
                found=amount,
            )
    doing.position = doing.position._replace(markers={**doing.position.markers, act.hex: left - taken})
