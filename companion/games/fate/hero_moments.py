"""Rules of the heroes that an act brings into play."""

from collections.abc import Iterator, Mapping

from companion.games.fate.acts import (
    Attack,
    Discard,
    EndTurn,
    Focus,
    Mend,
    MonsterAttack,
    Move,
    Practice,
    Prepare,
    Quest,
    Share,
    Spend,
    TakeMarkers,
    Use,
)
from companion.games.fate.board import (
    LOCATION_OF,
    NEIGHBOURS,
    TERRAIN,
    has_cover,
)
from companion.games.fate.happenings import (
    Damaged,
    Gained,
    Hand,
    Loaded,
    Removed,
    Took,
    Town,
)
from companion.games.fate.hero_action import together
from companion.games.fate.hero_stats import armour, hand_limit, main_weapon, upgrade_cost
from companion.games.fate.heroes import CardEffect, pile, printed
from companion.games.fate.moment_step import Predicate, Step, did
from companion.games.fate.monster_attack import hits, rune_hits
from companion.games.fate.monsters import (
    side,
)
from companion.games.fate.position import GRIMHEIM, Face, Hex
from companion.games.fate.quests import DONE

# Dice of heroes, and what both sides share


def _rolled(face: Face) -> Predicate:
    return lambda step: isinstance(step.act, Attack) and face in step.act.dice


def _cover(step: Step) -> bool:
    target = step.target
    if isinstance(step.act, Attack) and target:
        return "cover" in step.act.dice and has_cover(target.hex)
    strike = step.strike
    return strike is not None and "cover" in strike.dice and has_cover(strike.hero.hex)


def _armour(step: Step) -> bool:
    target = step.target
    if isinstance(step.act, Attack) and target:
        return side(target).armour > 0 and hits(step.act.dice, target.hex) > 0
    if strike := step.strike:
        rune = rune_hits(step.before, strike.monster.id)
        return armour(strike.hero) > 0 and hits(strike.dice, strike.hero.hex, rune) > 0
    return False


def _on_mountain(step: Step) -> bool:
    target = step.target
    return target is not None and TERRAIN.get(target.hex) == "mountain"


def _killed(step: Step) -> bool:
    return any(removed.why == "killed" for removed in step.all(Removed)) and _gained(step)


def _gained(step: Step) -> bool:
    return any(gained.gold > 0 for gained in step.all(Gained))


# Cards


def _uses(step: Step) -> tuple[Use, ...]:
    match step.act:
        case Use():
            return (step.act, *step.act.uses, *step.act.prevent)
        case Attack():
            return step.act.uses
        case MonsterAttack() | Move():
            return step.act.prevent
    return ()


def _events(step: Step) -> bool:
    """Return whether an event card was played; cards paid as a cost are not."""
    owners = {hand.hero for hand in step.all(Hand) if hand.cards < 0}
    events = {face.number for owner in owners for face in pile(owner, "event")}
    return any(use.card in events for use in _uses(step))


def _event_of_monster_turn(step: Step) -> bool:
    return step.before.phase != "heroes" and _events(step)


def _own_effects(step: Step) -> Iterator[CardEffect]:
    """Yield the effects that the hero whose turn it is used in an act of the own turn."""
    if step.before.phase != "heroes" or step.before.attacked:
        return
    if isinstance(step.act, Use | Attack):
        for use in (step.act, *step.act.uses) if isinstance(step.act, Use) else step.act.uses:
            yield printed(step.hero.id, use.card, step.hero.level).uses[use.option]


def _granted(step: Step) -> bool:
    return any(effect.grant for effect in _own_effects(step))


def _free_action(step: Step) -> bool:
    return isinstance(step.act, Use) and any(
        effect.when == "free" and not effect.action for effect in _own_effects(step)
    )


def _after_roll(step: Step) -> bool:
    return isinstance(step.act, Attack) and any(
        effect.when in ("attack", "roll") and (effect.add_dice or effect.add_damage)
        for effect in _own_effects(step)
    )


def _unpreventable(step: Step) -> bool:
    hurt = {damaged.id for damaged in step.all(Damaged) if damaged.amount > 0}
    return any(effect.unpreventable for effect in _own_effects(step)) and any(
        side(monster).armour > 0 and monster.id in hurt for monster in step.before.monsters
    )


def _cards(step: Step, field: str) -> Iterator[tuple[int, int]]:
    """Yield a field of every card before and after the act, for cards in play at both times."""
    for before, after in zip(step.before.heroes, step.after.heroes, strict=True):
        now = {card.number: card for card in after.cards}
        for card in before.cards:
            if card.number in now:
                yield getattr(card, field), getattr(now[card.number], field)


def _used_up(step: Step) -> bool:
    return any(after > before for before, after in _cards(step, "used"))


def _worn(step: Step) -> bool:
    return any(loaded.what == "damage" and loaded.amount > 0 for loaded in step.all(Loaded))


def _paid_mana(step: Step) -> bool:
    return any(loaded.what == "mana" and loaded.amount < 0 for loaded in step.all(Loaded))


def _kicked(step: Step) -> bool:
    there = {monster.id for monster in step.after.monsters}
    return any(
        moved.id in step.monsters
        and moved.path[0] != moved.path[-1]
        and (moved.id in there or moved.path[-1] == GRIMHEIM)
        for moved in step.moves("card")
    )


def _full_hand(step: Step) -> bool:
    if isinstance(step.act, Discard):
        return True
    return any(
        before.hand < after.hand == hand_limit(after)
        for before, after in zip(step.before.heroes, step.after.heroes, strict=True)
    )


def _shuffled(step: Step) -> bool:
    drew = {hand.hero for hand in step.all(Hand) if hand.cards > 0}
    return any(
        before.id in drew and len(after.discards) < len(before.discards)
        for before, after in zip(step.before.heroes, step.after.heroes, strict=True)
    )


# Actions and movement of heroes


def _first_action(step: Step) -> bool:
    return step.before.phase == "heroes" and not step.hero.actions and len(step.hero_after.actions) == 1


def _hero_paths(step: Step) -> Iterator[tuple[Hex, ...]]:
    yield from (moved.path for moved in step.moves("act", "card") if moved.id not in step.monsters)


def _past_monster(step: Step) -> bool:
    monsters = {monster.hex for monster in step.before.monsters}
    return any(not monsters.isdisjoint(NEIGHBOURS[hex_]) for path in _hero_paths(step) for hex_ in path[1:-1])


def _came_home(step: Step) -> bool:
    return any(path[-1] == GRIMHEIM for path in _hero_paths(step))


def _left_home(step: Step) -> bool:
    return any(path[0] == GRIMHEIM != path[-1] for path in _hero_paths(step))


def _entered(location: str, terrain: str) -> Predicate:
    return lambda step: any(
        LOCATION_OF.get(hex_) == location and TERRAIN.get(hex_) == terrain
        for path in _hero_paths(step)
        for hex_ in path[1:]
    )


def _markers(step: Step) -> bool:
    if isinstance(step.act, TakeMarkers):
        return True
    return any(step.after.markers.get(hex_, 0) > 0 for path in _hero_paths(step) for hex_ in path[1:])


def _met_hero(step: Step) -> bool:
    if isinstance(step.act, Share):
        return True
    return isinstance(step.act, Move) and any(
        together(step.hero_after.hex, other.hex) and not together(step.hero.hex, other.hex)
        for other in step.after.heroes
        if other.id != step.hero.id
    )


def _mended(home: bool) -> Predicate:
    return lambda step: isinstance(step.act, Mend) and (step.hero.hex == GRIMHEIM) == home


def _longer_move(step: Step) -> bool:
    return step.before.phase == "heroes" and step.hero_after.move_bonus > step.hero.move_bonus


# End of a turn, upgrades, quests


def _heroes_done(step: Step) -> bool:
    return isinstance(step.act, EndTurn) and step.after.phase == "die"


def _could_buy(step: Step) -> bool:
    return isinstance(step.act, EndTurn) and step.hero.gold >= upgrade_cost(step.hero, step.before.options)


def _bought(step: Step) -> bool:
    return isinstance(step.act, EndTurn) and step.act.upgrade is not None


def _flipped_loaded(step: Step) -> bool:
    return isinstance(step.act, EndTurn) and any(
        card.number == step.act.upgrade and (card.mana or card.tokens or card.damage)
        for card in step.hero.cards
    )


def _new_mana(step: Step) -> bool:
    return isinstance(step.act, EndTurn) and any(
        loaded.what == "mana" and loaded.amount > 0 for loaded in step.all(Loaded)
    )


def _drew(step: Step) -> bool:
    return isinstance(step.act, EndTurn) and any(hand.cards > 0 for hand in step.all(Hand))


def _put_under(step: Step) -> bool:
    return isinstance(step.act, EndTurn) and step.act.under is not None


def _quest_done(step: Step) -> bool:
    return isinstance(step.act, Quest) and bool(step.all(Took))


def _quest_goes_on(step: Step) -> bool:
    return any(
        before.equipment == after.equipment and before.quest < after.quest < DONE
        for before, after in zip(step.before.heroes, step.after.heroes, strict=True)
    )


def _gave_up_action(step: Step) -> bool:
    if isinstance(step.act, Quest):
        return step.before.phase == "heroes" and len(step.hero_after.actions) > len(step.hero.actions)
    return isinstance(step.act, Spend)


def _covered_weapon(step: Step) -> bool:
    return isinstance(step.act, Quest) and any(
        main_weapon(before) not in (0, main_weapon(after))
        for before, after in zip(step.before.heroes, step.after.heroes, strict=True)
    )


HERO_MOMENTS: Mapping[str, Predicate] = {
    # Dice
    "F-161": _unpreventable,
    "F-008": _cover,
    "F-160": _armour,
    "F-446": _on_mountain,
    "F-091": _killed,
    "F-156": lambda step: _rolled("cover")(step) and not _cover(step),
    "F-157": _rolled("rune"),
    # Cards
    "F-402": lambda step: any(town.pieces > 0 for town in step.all(Town)),
    "F-440": _kicked,
    "F-071": _event_of_monster_turn,
    "F-061": _granted,
    "F-067": _worn,
    "F-064": _shuffled,
    "F-073": _after_roll,
    "F-068": _paid_mana,
    "F-062": _longer_move,
    "F-070": _events,
    "F-063": _full_hand,
    "F-065": _used_up,
    "F-053": _free_action,
    # Quests and upgrades
    "F-097": _covered_weapon,
    "F-094": _quest_done,
    "F-095": _gave_up_action,
    "F-096": _quest_goes_on,
    "F-093": _flipped_loaded,
    "F-092": _bought,
    "F-081": _could_buy,
    "F-090": _gained,
    # Movement of heroes
    "F-010": _entered("TrollCaves", "mountain"),
    "F-011": _entered("Nailfare", "lake"),
    "F-018": _markers,
    "F-023": _came_home,
    "F-055": _past_monster,
    "F-024": _left_home,
    "F-074": _met_hero,
    # The course of a turn
    "F-050": _heroes_done,
    "F-084": _put_under,
    "F-082": _new_mana,
    "F-083": _drew,
    "F-080": did(EndTurn),
    "F-051": _first_action,
    "F-449": _mended(home=True),
    "F-059": _mended(home=False),
    "F-057": did(Prepare),
    "F-058": did(Focus),
    "F-060": did(Practice),
    "F-154": _rolled("hit"),
    "F-153": did(Attack),
    "F-150": did(Attack),
    "F-054": did(Move),
}
"""When each rule of the heroes is in play, the most surprising first."""
