"""Rules that an act brought into play: the ids that a player who learns the game is told about."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple, TypeAlias, TypeVar

from companion.games.fate.acts import (
    Act,
    Attack,
    Correct,
    Discard,
    Draw,
    EndTurn,
    Focus,
    Mend,
    MonsterAttack,
    Move,
    Practice,
    Prepare,
    Quest,
    RuneStone,
    Share,
    Spend,
    TakeMarkers,
    Use,
    Walk,
)
from companion.games.fate.board import (
    GATES,
    LOCATION_OF,
    NEIGHBOURS,
    NEXT,
    PATH_DISTANCE,
    ROAD,
    TERRAIN,
    has_cover,
)
from companion.games.fate.happenings import (
    Damaged,
    Drawn,
    Gained,
    Hand,
    Happening,
    KnockedOut,
    Loaded,
    Moved,
    Placed,
    Removed,
    Stayed,
    Stone,
    Took,
    Town,
)
from companion.games.fate.hero_action import together
from companion.games.fate.hero_stats import armour, hand_limit, main_weapon, upgrade_cost
from companion.games.fate.heroes import CardEffect, pile, printed
from companion.games.fate.monster_attack import hits, rune_hits
from companion.games.fate.monsters import (
    CARDS,
    FACTION,
    GRENDEL,
    HRUNGBALD,
    NIDHUGGR,
    QUEEN,
    SEER,
    SURT,
    faction,
    is_legend,
    on_board,
    side,
)
from companion.games.fate.position import GRIMHEIM, Face, Hero, Hex, Monster, Position
from companion.games.fate.quests import DONE
from companion.games.fate.rules import apply
from companion.games.fate.track import last_step
from companion.games.fate.walk import must_charge

_HappeningT = TypeVar("_HappeningT", bound=Happening)


class Step(NamedTuple):
    """An act with the positions before and after it, and its happenings."""

    before: Position
    act: Act
    after: Position
    happenings: tuple[Happening, ...]

    def all(self, kind: type[_HappeningT]) -> list[_HappeningT]:
        """Return the happenings of one type."""
        return [happening for happening in self.happenings if isinstance(happening, kind)]

    @property
    def hero(self) -> Hero:
        """The hero whose turn it is, before the act."""
        return self.before.heroes[self.before.turn]

    @property
    def hero_after(self) -> Hero:
        """The same hero after the act."""
        return self.after.heroes[self.before.turn]

    @property
    def monsters(self) -> Mapping[str, Monster]:
        """The monsters before the act, by id."""
        return {monster.id: monster for monster in self.before.monsters}


Predicate: TypeAlias = Callable[[Step], bool]


def moments(before: Position, act: Act, after: Position) -> tuple[str, ...]:
    """Return the ids of RULES.md that a legal act brought into play, the most surprising first.

    All of them follow from what lies on the table; corrections by hand bring nothing into play.
    """
    if isinstance(act, Correct):
        return ()
    step = Step(before, act, after, apply(before, act).happenings)
    return tuple(rule for rule, happened in MOMENTS.items() if happened(step))


# What happens to the town and the heroes


def _won(step: Step) -> bool:
    return step.after.result == "won"


def _lost(step: Step) -> bool:
    return step.after.result == "lost"


def _knocked_out(step: Step) -> bool:
    return bool(step.all(KnockedOut))


def _entered_town(step: Step) -> bool:
    return any(removed.why == "entered" for removed in step.all(Removed))


def _chose_piece(step: Step) -> bool:
    return any(town.pieces < 0 for town in step.all(Town)) and step.after.town > 0


def _added_piece(step: Step) -> bool:
    return any(town.pieces > 0 for town in step.all(Town))


def _last_space(step: Step) -> bool:
    return isinstance(step.act, RuneStone) and step.after.step == last_step(step.after.options)


# The monster die


def _die(*faces: str) -> Predicate:
    return lambda step: any(stone.die in faces for stone in step.all(Stone))


_turning = _die("maneuver_cw", "maneuver_ccw")


def _moves(step: Step, *why: str) -> list[Moved]:
    return [moved for moved in step.all(Moved) if moved.why in why]


def _moved(*why: str) -> Predicate:
    return lambda step: bool(_moves(step, *why))


def _into_town(why: str) -> Predicate:
    return lambda step: any(moved.path[-1] == GRIMHEIM for moved in _moves(step, why))


def _no_turn(step: Step) -> bool:
    if not _turning(step) or step.after.result:
        return False
    turned = {moved.id for moved in _moves(step, "rotate")}
    return any(_beside_hero(step, m.hex) and m.id not in turned for m in step.before.monsters)


def _push_failed(step: Step) -> bool:
    monsters = {monster.hex for monster in step.before.monsters}
    pushed = {moved.id for moved in _moves(step, "push")}
    return _die("push")(step) and any(
        hero.id not in pushed and not monsters.isdisjoint(NEIGHBOURS[hero.hex]) for hero in step.before.heroes
    )


def _ambush(step: Step) -> bool:
    return step.after.phase == "ambush"


# Monsters move


def _beside_hero(step: Step, hex_: Hex) -> bool:
    """Return whether a hero stands beside a hex; heroes do not move while monsters do."""
    return any(hero.hex in NEIGHBOURS[hex_] for hero in step.before.heroes)


def _walks(step: Step) -> list[Moved]:
    return _moves(step, "walk", "charge")


def _stayed(reason: str) -> Predicate:
    return lambda step: any(stayed.reason == reason for stayed in step.all(Stayed))


def _charged_at_hero(step: Step) -> bool:
    return any(not must_charge(step.before, step.monsters[m.id]) for m in _moves(step, "charge"))


def _stopped_by_hero(step: Step) -> bool:
    for moved in _walks(step):
        monster = step.monsters[moved.id]
        most = side(monster).steps + must_charge(step.before, monster)
        if len(moved.path) - 1 < most and _beside_hero(step, moved.path[-1]):
            return True
    return False


def _no_charge_into_town(step: Step) -> bool:
    return any(
        moved.why == "walk"
        and len(moved.path) - 1 == side(step.monsters[moved.id]).steps
        and NEXT.get(moved.path[-1]) == GRIMHEIM
        and not must_charge(step.before, step.monsters[moved.id])
        and not _beside_hero(step, moved.path[-1])
        for moved in _walks(step)
    )


def _two_steps(step: Step) -> bool:
    return any(moved.why == "walk" and len(moved.path) == 3 for moved in _walks(step))


def _nearest_first(step: Step) -> bool:
    return len({PATH_DISTANCE[moved.path[0]] for moved in _walks(step)}) > 1


def _road_first(step: Step) -> bool:
    """Return whether two monsters wanted one hex, and the one on the road entered it first."""
    entered = {moved.path[0]: moved.path[1] for moved in _walks(step)}
    free = [
        m.hex
        for m in step.before.monsters
        if isinstance(step.act, Walk) and not m.held and not _beside_hero(step, m.hex)
    ]
    return any(
        NEXT.get(one) == NEXT.get(other) != GRIMHEIM
        and (one in ROAD) != (other in ROAD)
        and PATH_DISTANCE.get(one) == PATH_DISTANCE.get(other)
        and entered.get(one if one in ROAD else other) == NEXT.get(one)
        for one, other in combinations(free, 2)
    )


# Monsters attack


def _attacks_begin(step: Step) -> bool:
    return step.before.phase != "attacks" and step.after.phase == "attacks"


def _choice_of_attacks(step: Step) -> bool:
    return _attacks_begin(step) and len(step.after.to_attack) > 1


def _safe_in_town(step: Step) -> bool:
    return (
        isinstance(step.act, Walk)
        and any(hero.hex == GRIMHEIM for hero in step.after.heroes)
        and any(monster.hex in GATES for monster in step.after.monsters)
    )


class _Strike(NamedTuple):
    """An attack of a monster on one hero."""

    monster: Monster
    hero: Hero
    dice: tuple[Face, ...]


def _strikes(step: Step) -> Iterator[_Strike]:
    if isinstance(step.act, MonsterAttack):
        for hero in step.before.heroes:
            if hero.id == step.act.hero:
                yield _Strike(step.monsters[step.act.monster], hero, step.act.dice)


def _helped(step: Step) -> bool:
    return any(
        faction(strike.monster) == "trollkin"
        and not on_board(step.before.monsters, HRUNGBALD)
        and any(
            m.hex in NEIGHBOURS[strike.monster.hex] and FACTION[m.kind] == "trollkin"
            for m in step.before.monsters
        )
        for strike in _strikes(step)
    )


def _far_strike(step: Step) -> bool:
    return any(
        faction(strike.monster) == "firehorde" and strike.hero.hex not in NEIGHBOURS[strike.monster.hex]
        for strike in _strikes(step)
    )


def _dead_rune(step: Step) -> bool:
    return any(faction(strike.monster) == "dead" and "rune" in strike.dice for strike in _strikes(step))


def _prevented(step: Step) -> bool:
    return isinstance(step.act, MonsterAttack) and bool(step.act.prevent)


# Dice of heroes, and what both sides share


def _target(step: Step) -> Monster | None:
    return step.monsters[step.act.monster] if isinstance(step.act, Attack) else None


def _rolled(face: Face) -> Predicate:
    return lambda step: isinstance(step.act, Attack) and face in step.act.dice


def _cover(step: Step) -> bool:
    target = _target(step)
    if isinstance(step.act, Attack) and target:
        return "cover" in step.act.dice and has_cover(target.hex)
    return any("cover" in strike.dice and has_cover(strike.hero.hex) for strike in _strikes(step))


def _armour(step: Step) -> bool:
    target = _target(step)
    if isinstance(step.act, Attack) and target:
        return side(target).armour > 0 and hits(step.act.dice, target.hex) > 0
    return any(
        armour(s.hero) > 0 and hits(s.dice, s.hero.hex, rune_hits(step.before, s.monster.id)) > 0
        for s in _strikes(step)
    )


def _on_mountain(step: Step) -> bool:
    target = _target(step)
    return target is not None and TERRAIN.get(target.hex) == "mountain"


def _queen_unhurt(step: Step) -> bool:
    target = _target(step)
    if target is None or (target.kind, target.level) != (QUEEN, 1):
        return False
    return step.hero.hex not in NEIGHBOURS[target.hex]


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
    return any(moved.id in step.monsters for moved in _moves(step, "card"))


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


def _did(*kinds: type[Act]) -> Predicate:
    return lambda step: isinstance(step.act, kinds)


def _first_action(step: Step) -> bool:
    return step.before.phase == "heroes" and not step.hero.actions and len(step.hero_after.actions) == 1


def _hero_paths(step: Step) -> Iterator[tuple[Hex, ...]]:
    yield from (moved.path for moved in _moves(step, "act", "card") if moved.id not in step.monsters)


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


# New monsters


def _reinforced(step: Step) -> bool:
    return step.before.phase != "reinforcements" and step.after.phase == "reinforcements"


def _refused_cards(step: Step) -> list[int]:
    return [drawn.card for drawn in step.all(Drawn) if drawn.card and not drawn.placed]


def _legend_there(step: Step, card: int) -> bool:
    return any(monster.kind == CARDS[card].legend for monster in step.before.monsters)


def _card_refused(step: Step) -> bool:
    return bool(_refused_cards(step))


def _no_room(step: Step) -> bool:
    return any(not _legend_there(step, card) for card in _refused_cards(step))


def _second_legend(step: Step) -> bool:
    return any(_legend_there(step, card) for card in _refused_cards(step))


def _nothing_fits(step: Step) -> bool:
    return any(drawn.card == 0 for drawn in step.all(Drawn))


def _placed(step: Step) -> bool:
    return isinstance(step.act, Draw) and bool(step.all(Placed))


def _legend_placed(step: Step) -> bool:
    return any(is_legend(m) and m.id not in step.monsters for m in step.after.monsters)


def _came(kind: str, *levels: int) -> Predicate:
    return lambda step: any(p.kind == kind and p.level in (levels or (1, 2)) for p in step.all(Placed))


MOMENTS: Mapping[str, Predicate] = {
    # The end, and losses
    "F-205": _lost,
    "F-410": _won,
    "F-163": _knocked_out,
    "F-400": _knocked_out,
    "F-217": _into_town("rotate"),
    "F-025": _entered_town,
    "F-204": _last_space,
    # The monster die
    "F-245": _ambush,
    "F-234": _into_town("push"),
    "F-230": _moved("push"),
    "F-233": _push_failed,
    "F-212": _moved("rotate"),
    "F-214": _no_turn,
    "F-240": _die("charge"),
    "F-220": _die("attack"),
    # Legends
    "F-386": _came(SEER, 2),
    "F-347": _came(SEER, 1),
    "F-383": _came(GRENDEL, 2),
    "F-384": _came(SURT, 2),
    "F-381": _came(QUEEN, 2),
    "F-380": lambda step: _came(QUEEN, 1)(step) or _queen_unhurt(step),
    "F-312": _came(HRUNGBALD),
    "F-310": _came(NIDHUGGR),
    "F-341": _legend_placed,
    # Monsters move
    "F-203": lambda step: any(stone.kind == "skull" for stone in step.all(Stone)),
    "F-265": _charged_at_hero,
    "F-270": _moved("swap"),
    "F-276": _stayed("held"),
    "F-267": _no_charge_into_town,
    "F-255": _road_first,
    "F-251": _stopped_by_hero,
    "F-258": _stayed("blocked"),
    "F-250": _stayed("adjacent"),
    "F-260": _two_steps,
    # Monsters attack
    "F-315": _dead_rune,
    "F-316": _far_strike,
    "F-311": _helped,
    "F-304": _safe_in_town,
    "F-318": _prevented,
    # Dice
    "F-161": _unpreventable,
    "F-008": _cover,
    "F-160": _armour,
    "F-446": _on_mountain,
    "F-091": _killed,
    "F-156": lambda step: _rolled("cover")(step) and not _cover(step),
    "F-157": _rolled("rune"),
    # Cards
    "F-402": _added_piece,
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
    # New monsters
    "F-348": _nothing_fits,
    "F-346": _second_legend,
    "F-343": _card_refused,
    "F-344": _no_room,
    "F-349": _placed,
    "F-340": _reinforced,
    # The course of a turn
    "F-026": _chose_piece,
    "F-301": _choice_of_attacks,
    "F-300": _attacks_begin,
    "F-254": _nearest_first,
    "F-253": lambda step: bool(_walks(step)),
    "F-210": lambda step: any(stone.die for stone in step.all(Stone)),
    "F-201": _did(RuneStone),
    "F-050": _heroes_done,
    "F-084": _put_under,
    "F-082": _new_mana,
    "F-083": _drew,
    "F-080": _did(EndTurn),
    "F-051": _first_action,
    "F-449": _mended(home=True),
    "F-059": _mended(home=False),
    "F-057": _did(Prepare),
    "F-058": _did(Focus),
    "F-060": _did(Practice),
    "F-154": _rolled("hit"),
    "F-153": _did(Attack),
    "F-150": _did(Attack),
    "F-054": _did(Move),
}
"""When each rule is in play, the most surprising first."""
