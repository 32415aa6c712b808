"""Everything a hero may do now: what random turns choose from, and what tests ask for targets."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from companion.games.base import N_, Sentence
from companion.games.fate import equip, quests
from companion.games.fate.acts import Use
from companion.games.fate.board import LOCATION_OF, NEIGHBOURS, TERRAIN, has_cover
from companion.games.fate.effects import fits
from companion.games.fate.hero_action import ACTIONS, HeroAct, together
from companion.games.fate.hero_attack import attack_dice
from companion.games.fate.hero_stats import (
    attack_range,
    copies_left,
    hero_card,
    in_play,
    move_allowance,
    upgrade_cost,
)
from companion.games.fate.heroes import Effect, When, card_text, effect_label, pile, printed
from companion.games.fate.moves import pushable, ways
from companion.games.fate.pay import allowed
from companion.games.fate.position import GRIMHEIM, Action, Hex, Position

_IN_TURN: tuple[When, ...] = ("free", "after_move")
_INSIDE: tuple[When, ...] = ("attack", "roll", "after_attack")


class Target(NamedTuple):
    """A monster in attack range: steps to it, dice of an attack action, and whether it has cover."""

    monster: str
    distance: int
    dice: int
    cover: bool


class Usable(NamedTuple):
    """An effect that could be used and paid for now, with what is to be chosen for it.

    `act` is the use so far: complete when nothing is to be chosen. `monsters` are possible targets, at most
    `targets` of them; `hexes` where to move or mine; `pushes` where each monster may be moved; `dice` to be
    rolled for each target; `mana` the least and most to pay; `discard` event cards to discard besides;
    `heroes` those who may be healed, by `heal` in all.
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


class Upgrade(NamedTuple):
    """An upgrade for `EndTurn` (F-092)."""

    what: Literal["ability", "hero"] | int
    label: Sentence


class HeroOptions(NamedTuple):
    """All a hero may do now; everything is empty when it is not the hero's turn.

    `actions` can still be taken, `reach` holds the way of a move action by the hex it ends on, `targets`
    those of an attack action. `uses` are effects by themselves, `inside` those inside an attack or roll,
    with the cards that grant an attack action. `upgrades` are affordable at `cost`. `quest` is the text of
    the visible quest with `progress` of `needed`; `quest_possible` whether it can be done now. `markers`
    are hexes with markers to take, `near` heroes to share gold with, `focus` cards that use mana.
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


def hero_options(position: Position, hero_id: str) -> HeroOptions:
    """What may be done now by a hero. Raises RuleError `unknown_hero`."""
    doing = HeroAct(position, hero_id)
    hero = doing.hero
    if position.phase != "heroes" or position.heroes[position.turn].id != hero_id:
        return HeroOptions(uses=tuple(_later(doing)) if position.phase == "attacks" else ())
    actions = tuple(a for a in get_args(Action) if a not in hero.actions and len(hero.actions) < ACTIONS)
    usable = list(_usable(doing))
    task = quests.task(hero)
    passed = (hero.hex, *hero.passed)
    return HeroOptions(
        actions,
        ways(position, hero, move_allowance(hero)) if "move" in actions else {},
        targets(position, hero_id),
        tuple(u for u in usable if u.when in _IN_TURN and not _grants_attack(doing, u)),
        tuple(u for u in usable if u.when in _INSIDE or _grants_attack(doing, u)),
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
    """The monsters in attack range, nearest first (F-150, F-152)."""
    doing = HeroAct(position, hero_id)
    reach, dice = attack_range(doing.hero), attack_dice(doing)
    found = [
        Target(m.id, doing.distance(m), dice, has_cover(m.hex))
        for m in position.monsters
        if doing.distance(m) <= reach
    ]
    return tuple(sorted(found, key=lambda target: target.distance))


def upgrades(position: Position, hero_id: str) -> Iterator[Upgrade]:
    """Affordable upgrades (F-092)."""
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


def _grants_attack(doing: HeroAct, usable: Usable) -> bool:
    face = printed(doing.hero_id, usable.act.card, doing.hero.level)
    return face.uses[usable.act.option].grant == "attack"


def _numbers(doing: HeroAct) -> Iterator[int]:
    yield 0
    for card, _ in in_play(doing.hero):
        yield card.number
    if doing.hero.hand:
        for face in pile(doing.hero_id, "event"):
            if copies_left(doing.hero, face.number):
                yield face.number


def _usable(doing: HeroAct) -> Iterator[Usable]:
    for number in _numbers(doing):
        face = printed(doing.hero_id, number, doing.hero.level)
        for option, effect in enumerate(face.uses):
            usable = _offer(doing, Use(number, option), effect)
            if usable:
                yield usable


def _later(doing: HeroAct) -> Iterator[Usable]:
    """Effects for the attacks of the monsters, with the hero who uses them."""
    for usable in _usable(doing):
        if usable.when in ("after_walk", "attacked"):
            yield usable._replace(act=usable.act._replace(hero=doing.hero_id))


def _offer(doing: HeroAct, act: Use, effect: Effect) -> Usable | None:
    """The effect with its choices; None where it cannot be paid or has nothing to aim at."""
    hero = doing.hero
    if effect.when == "after_move" and "move" not in hero.actions:
        return None
    if not allowed(doing, act, effect):
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
    )


def _hexes(doing: HeroAct, effect: Effect) -> tuple[Hex, ...]:
    here = doing.hero.hex
    if effect.mine:
        return tuple(h for h in NEIGHBOURS[here] if TERRAIN.get(h) == "mountain")
    if not effect.move:
        return ()
    found = tuple(ways(doing.position, doing.hero, effect.move))
    if effect.forest_step and TERRAIN.get(here) != "forest":
        found = tuple(h for h in found if TERRAIN.get(h) == "forest" and here != GRIMHEIM)
    if effect.to_location:
        found = tuple(h for h in found if h in LOCATION_OF or h == GRIMHEIM)
    return found
