"""Possible acts of a hero and their targets, for the screen, for questions (see `ask`) and random turns."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from companion.errors import RuleError
from companion.games.base import N_, Sentence
from companion.games.fate import effects, equip, monster_turn, quests
from companion.games.fate.acts import Hold, Use
from companion.games.fate.board import LOCATION_OF, TERRAIN, has_cover
from companion.games.fate.effects import fits
from companion.games.fate.hero_action import ACTIONS, HeroAct, find_hero, together
from companion.games.fate.hero_attack import attack_dice
from companion.games.fate.hero_stats import (
    attack_range,
    copies_left,
    end_draw,
    hand_limit,
    hero_card,
    in_play,
    move_allowance,
    upgrade_cost,
)
from companion.games.fate.heroes import CardEffect, When, card_text, effect_label, pile, printed
from companion.games.fate.mining import mountains
from companion.games.fate.moves import pushable, ways
from companion.games.fate.pay import allowed
from companion.games.fate.position import GRIMHEIM, Action, Hex, Position

_IN_TURN: tuple[When, ...] = ("free", "after_move")
_INSIDE: tuple[When, ...] = ("attack", "roll", "after_attack")
_TIMED: tuple[When, ...] = ("free", "after_move", "after_walk", "attacked")


class Target(NamedTuple):
    """A monster in attack range: steps to it, dice of an attack action, and whether it has cover."""

    monster: str
    distance: int
    dice: int
    cover: bool


class Usable(NamedTuple):
    """An effect that could be used and paid for now, with its choices.

    `act` is the use so far: complete if there is no choice. `monsters` are possible targets, at most
    `targets` of them; `hexes` where to move or mine; `pushes` where each monster may be moved; `dice` to be
    rolled for each target; `mana` the least and most to pay; `discard` event cards to discard besides;
    `heroes` those who may be healed, by `heal` in all; `steps` of a movement; `attack` whether it grants an
    attack action.
    """

    act: Use
    label: Sentence
    text: Sentence
    when: When
    event: bool
    monsters: tuple[str, ...] = ()
    targets: int = 0
    hexes: tuple[Hex, ...] = ()
    pushes: Mapping[str, tuple[Hex, ...]] = {}
    dice: int = 0
    mana: tuple[int, int] = (0, 0)
    discard: int = 0
    heroes: tuple[str, ...] = ()
    heal: int = 0
    steps: int = 0
    attack: bool = False


class Upgrade(NamedTuple):
    """An upgrade for `EndTurn` (F-092)."""

    what: Literal["ability", "hero"] | int
    label: Sentence


class HeroOptions(NamedTuple):
    """All a hero may do now; everything is empty when it is not the hero's turn.

    `actions` can still be taken, `reach` holds the way of a move action by the hex it ends on, `targets`
    those of an attack action. `uses` are effects by themselves, `inside` those inside an attack or roll,
    with the cards that grant an attack action; out of the turn `uses` are answers to the monsters and
    `holds` monsters that a card may keep from moving. `upgrades` are affordable at `cost`. `quest` is the
    text of the visible quest with `progress` of `needed`; `quest_possible` whether it can be done now.
    `markers` are hexes with markers to take, `near` heroes to share gold with, `focus` cards that use mana.
    """

    actions: tuple[Action, ...] = ()
    reach: Mapping[Hex, tuple[Hex, ...]] = {}
    targets: tuple[Target, ...] = ()
    uses: tuple[Usable, ...] = ()
    inside: tuple[Usable, ...] = ()
    upgrades: tuple[Upgrade, ...] = ()
    cost: int = 0
    quest: Sentence | None = None
    progress: int = 0
    needed: int = 0
    quest_possible: bool = False
    markers: tuple[Hex, ...] = ()
    near: tuple[str, ...] = ()
    focus: tuple[int, ...] = ()
    holds: tuple[Hold, ...] = ()


def hero_options(position: Position, hero_id: str) -> HeroOptions:
    """Return the possible acts of a hero. Raises RuleError `unknown_hero`."""
    doing = HeroAct(position, hero_id)
    hero = doing.hero
    if position.phase != "heroes" or position.heroes[position.turn].id != hero_id:
        ready = is_claimable(position, hero_id)
        return HeroOptions(
            uses=answers(position, hero_id), holds=holds(position, hero_id), quest_possible=ready
        )
    actions = tuple(a for a in get_args(Action) if a not in hero.actions and len(hero.actions) < ACTIONS)
    usable = list(usables(doing))
    task = quests.task(hero)
    passed = (hero.hex, *hero.passed)
    return HeroOptions(
        actions,
        ways(position, hero, move_allowance(hero)) if "move" in actions else {},
        targets(position, hero_id),
        (*answers(position, hero_id), *(u for u in usable if u.when in _IN_TURN and not u.attack)),
        tuple(u for u in usable if u.when in _INSIDE or u.attack),
        tuple(upgrades(position, hero_id)),
        upgrade_cost(hero, position.options),
        Sentence(task.text) if task else None,
        hero.quest,
        task.need if task else 0,
        equip.is_possible(position, hero_id),
        tuple(h for h, left in position.markers.items() if left and h in passed),
        tuple(h.id for h in position.heroes if h.id != hero_id and together(hero.hex, h.hex)),
        tuple(c.number for c, face in in_play(hero) if face.uses_mana),
    )


def targets(position: Position, hero_id: str) -> tuple[Target, ...]:
    """Return the monsters in attack range, nearest first (F-150, F-152)."""
    doing = HeroAct(position, hero_id)
    reach, dice = attack_range(doing.hero), attack_dice(doing)
    found = [
        Target(m.id, doing.distance(m), dice, has_cover(m.hex))
        for m in position.monsters
        if doing.distance(m) <= reach
    ]
    return tuple(sorted(found, key=lambda target: target.distance))


def upgrades(position: Position, hero_id: str) -> Iterator[Upgrade]:
    """Yield affordable upgrades (F-092)."""
    doing = HeroAct(position, hero_id)
    hero = doing.hero
    if hero.gold < upgrade_cost(hero, position.options):
        return
    if hero.ability is not None:
        yield Upgrade("ability", Sentence(N_("Take {card}"), {"card": printed(hero_id, hero.ability).name}))
    if hero.level == 1:
        yield Upgrade("hero", Sentence(N_("Turn {card} over"), {"card": hero_card(hero).name}))
    for card, face in in_play(hero):
        if face.pile == "ability" and face.level == 1:
            yield Upgrade(card.number, Sentence(N_("Turn {card} over"), {"card": face.name}))


def is_turn_done(position: Position) -> bool:
    """Return whether the hero whose turn it is has no action and no decision left (F-051, F-053, F-080).

    Decisions are: a card in play or in hand that may be used, an upgrade, a quest, a marker to take, gold to
    share, a card to discard for one that is drawn. Putting a card under its pile does not count (F-084).
    """
    hero = position.heroes[position.turn]
    if position.phase != "heroes" or len(hero.actions) < ACTIONS:
        return False
    options = hero_options(position, hero.id)
    return not (
        options.uses
        or any(usable.attack for usable in options.inside)
        or options.upgrades
        or options.quest_possible
        or options.markers
        or (options.near and any(h.gold for h in position.heroes if h.id in (hero.id, *options.near)))
        or hero.hand + end_draw(hero) > hand_limit(hero)
    )


def _numbers(doing: HeroAct) -> Iterator[int]:
    yield 0
    for card, _ in in_play(doing.hero):
        yield card.number
    if doing.hero.hand:
        for face in pile(doing.hero_id, "event"):
            if copies_left(doing.hero, face.number):
                yield face.number


def usables(doing: HeroAct, card: int | None = None) -> Iterator[Usable]:
    """Yield the available effects, of one card or of all, that could be used and paid for now.

    Whatever their time is.
    """
    for number in _numbers(doing):
        if card not in (None, number):
            continue
        face = printed(doing.hero_id, number, doing.hero.level)
        for option, effect in enumerate(face.uses):
            if usable := _offer(doing, Use(number, option), effect):
                yield usable


def answers(position: Position, hero_id: str) -> tuple[Usable, ...]:
    """Return the effects between steps of the monster turn and after an attack, with their users (F-071)."""
    if position.attacked is None and (position.phase != "attacks" or position.attacks_begun):
        return ()
    return tuple(
        usable._replace(act=usable.act._replace(hero=hero_id))
        for usable in usables(HeroAct(position, hero_id))
        if usable.when in ("after_walk", "attacked")
    )


def holds(position: Position, hero_id: str) -> tuple[Hold, ...]:
    """Return the monsters that a card of this hero may keep from moving in this step 3 (F-276)."""
    if position.phase != "walk":
        return ()
    hero = find_hero(position, hero_id)
    possible_holds = (
        Hold(hero_id, card.number, monster.id)
        for card, face in in_play(hero)
        if any(effect.hold and effect.when == "walk" for effect in face.uses)
        for monster in position.monsters
    )
    return tuple(hold for hold in possible_holds if _is_allowed(position, hold))


def _is_allowed(position: Position, hold: Hold) -> bool:
    try:
        monster_turn.apply(position, hold)
    except RuleError:
        return False
    return True


def is_claimable(position: Position, hero_id: str) -> bool:
    """Return whether a quest was completed outside the hero's turn, such as by a kill (F-094)."""
    hero = find_hero(position, hero_id)
    task = quests.task(hero)
    return bool(task and quests.is_counted(hero)) and equip.is_possible(position, hero_id)


def _offer(doing: HeroAct, act: Use, effect: CardEffect) -> Usable | None:
    """Return the effect with its choices, or None if it cannot be paid or has no target."""
    hero = doing.hero
    if effect.when in _TIMED and not effects.in_time(doing, act, effect):
        return None
    if effect.grant == "attack" and not _can_attack(doing):
        return None
    if not allowed(doing, act, effect):
        return None
    if effect.town and doing.position.town >= effects.TOWN_LIMIT:
        return None
    if effect.grant == "focus" and not any(face.uses_mana for _, face in in_play(hero)):
        return None
    monsters = [m for m in doing.position.monsters if effect.reach and fits(doing, effect, m)]
    hexes = _hexes(doing, effect)
    if (effect.reach and not monsters and effect.when != "after_attack") or (
        (effect.move or effect.mine) and not hexes
    ):
        return None
    face = printed(hero.id, act.card, hero.level)
    held = next((c.mana for c in hero.cards if c.number == act.card), 0)
    most = min(effect.mana_max, held)
    near = [h.id for h in doing.position.heroes if together(hero.hex, h.hex)]
    return Usable(
        act,
        effect_label(hero.id, act.card, act.option, hero.level),
        card_text(hero.id, act.card, hero.level),
        effect.when,
        face.pile == "event",
        tuple(m.id for m in monsters),
        (most if effect.targets < 0 else effect.targets) if effect.reach else 0,
        hexes,
        {m.id: tuple(pushable(doing.position, m, effect.push)) for m in monsters} if effect.push else {},
        attack_dice(doing) if effect.mine else effect.roll,
        (effect.mana, most) if effect.mana_max else (0, 0),
        effect.discard,
        tuple(near) if effect.heals in ("hero", "any") and effect.heal else (),
        effect.heal,
        effect.move,
        effect.grant == "attack",
    )


def _can_attack(doing: HeroAct) -> bool:
    """Return whether an attack action has a target (F-056, F-061)."""
    mines = any(effect.mine for _, face in in_play(doing.hero) for effect in face.uses)
    return bool(targets(doing.position, doing.hero_id)) or (mines and bool(mountains(doing.hero.hex)))


def _hexes(doing: HeroAct, effect: CardEffect) -> tuple[Hex, ...]:
    here = doing.hero.hex
    if effect.mine:
        return mountains(here)
    if not effect.move:
        return ()
    found = tuple(ways(doing.position, doing.hero, effect.move))
    if effect.forest_step and TERRAIN.get(here) != "forest":
        found = tuple(h for h in found if TERRAIN.get(h) == "forest" and here != GRIMHEIM)
    if effect.to_location:
        found = tuple(h for h in found if h in LOCATION_OF or h == GRIMHEIM)
    return found
