"""Cards used outside attacks: `Use` pays for an effect and applies it (F-065, F-070, F-444)."""

from collections.abc import Callable

from companion.errors import RuleError
from companion.games.base import N_
from companion.games.fate import actions, quests
from companion.games.fate.acts import Use
from companion.games.fate.board import LOCATION_OF, PATH_DISTANCE, TERRAIN
from companion.games.fate.happenings import Applied, Moved, Town
from companion.games.fate.hero_action import HeroAct, find_hero, refused, together
from companion.games.fate.hero_attack import Used, needed, roll
from companion.games.fate.hero_stats import attack_range, hand_limit, in_play
from companion.games.fate.heroes import ALL, ATTACK_RANGE, MANA_PAID, NAMES, CardEffect, printed
from companion.games.fate.losses import change, find
from companion.games.fate.mining import mine
from companion.games.fate.monsters import health, side
from companion.games.fate.moves import end, enter, is_open, move, pushable, put
from companion.games.fate.pay import effect_of, name_of, pay
from companion.games.fate.position import GRIMHEIM, Monster, Position

TOWN_LIMIT = 10
"""Maximum number of town pieces on the board (F-402)."""


def use(position: Position, hero_id: str, act: Use) -> Applied:
    """Use a card outside an attack. Raises RuleError with the reason if it cannot be used."""
    doing = HeroAct(position, hero_id)
    effect = effect_of(doing, act)
    check_time(doing, act, effect)
    targets = _targets(doing, act, effect)
    if effect.mine:
        mine(doing, act, effect)
        return doing.applied()
    paid = pay(doing, act, effect)
    if effect.damage or effect.roll or effect.kill or effect.bounty or effect.hold:
        _strike(doing, act, effect, targets, paid)
    if effect.swap and targets:
        _swap(doing, targets[0])
    if effect.push and find(doing.position, targets[0].id):
        _push(doing, act, effect, doing.monster(targets[0].id))
    if effect.heal:
        _heal(doing, act, effect)
    if effect.move:
        _move(doing, act, effect)
    if effect.grant:
        _GRANTED[effect.grant](doing, act)
    _gains(doing, act, effect)
    if is_event(doing, act) and act.card not in doing.hero.discards:
        doing.set(discards=(*doing.hero.discards, act.card))  # after the shuffle of its own draw
    return doing.applied()


def is_event(doing: HeroAct, act: Use) -> bool:
    """Return whether an event card is played."""
    return printed(doing.hero_id, act.card, doing.hero.level).pile == "event"


def in_time(doing: HeroAct, act: Use, effect: CardEffect) -> bool:
    """Return whether an effect may be used by itself now."""
    try:
        check_time(doing, act, effect._replace(grant=None))
    except RuleError:
        return False
    return True


def check_time(doing: HeroAct, act: Use, effect: CardEffect) -> None:
    """Check that the effect may be used in this part of the turn; only few can in the monster turn (F-071).

    Those are used between steps 3 and 4, or right after an attack on this hero.
    """
    card = name_of(doing, act.card)
    phase = doing.position.phase
    if effect.when in ("attack", "roll", "after_attack") or effect.grant == "attack":
        raise refused("not_alone", N_("Use {card} as a part of an attack or roll."), card=card)
    if effect.when == "damaged":
        raise refused("not_alone", N_("Use {card} when {hero} takes damage."), card=card,
                      hero=NAMES[doing.hero_id])  # fmt: skip
    if effect.when == "walk":
        raise refused("not_now", N_("Use {card} when the monsters move."), card=card)
    if effect.when == "after_walk" and (phase != "attacks" or doing.position.attacks_begun):
        raise refused("not_now", N_("Use {card} after the monsters' move, before any attack."), card=card)
    if effect.when == "attacked" and not was_attacked(doing.position, doing.hero_id):
        raise refused("not_now", N_("Use {card} right after an attack on {hero}."), card=card,
                      hero=NAMES[doing.hero_id])  # fmt: skip
    if effect.when in ("free", "after_move") and phase != "heroes":
        expected = N_("the turn of the hero")
        raise refused("not_now", N_("You can use {card} only in {expected}."), card=card, expected=expected)
    late = doing.hero.move_over and doing.position.options.to_the_letter
    if effect.when == "after_move" and ("move" not in doing.hero.actions or late):
        raise refused("not_now", N_("Use {card} right after a move action."), card=card)


def was_attacked(position: Position, hero_id: str) -> bool:
    """Return whether the last act was an attack on this hero (F-071)."""
    return position.attacked is not None and hero_id in position.attacked.heroes


def reach_of(doing: HeroAct, effect: CardEffect) -> int:
    """Return the maximum distance of an effect's targets."""
    if effect.reach == ATTACK_RANGE:
        return attack_range(doing.hero)
    return effect.reach if effect.reach > 0 else ALL


def fits(doing: HeroAct, effect: CardEffect, monster: Monster) -> bool:
    """Return whether an effect may be used on a monster."""
    left = health(monster, doing.position.monsters) - monster.damage
    here = doing.hero.hex
    near = doing.distance(monster)
    nearer = PATH_DISTANCE.get(monster.hex, ALL) < PATH_DISTANCE.get(here, 0)
    return (
        (near <= reach_of(doing, effect) or effect.bounty > 0)
        and effect.min_rank <= side(monster).rank <= effect.max_rank
        and (not effect.max_left or left <= effect.max_left)
        and (not effect.undamaged or not monster.damage)
        and (not effect.closer or nearer)
        and (not effect.swap or is_open(doing.hero, monster.hex))
        and (effect.when != "attacked" or _has_attacked(doing.position, monster.id))
    )


def _has_attacked(position: Position, monster_id: str) -> bool:
    return position.attacked is not None and position.attacked.monster == monster_id


def _targets(doing: HeroAct, act: Use, effect: CardEffect) -> list[Monster]:
    """Return the chosen monsters, each one checked. Raises RuleError `bad_target` or `wrong_amount`."""
    if not effect.reach:
        return []
    most = act.paid if effect.targets == MANA_PAID else effect.targets
    chosen = list(dict.fromkeys(act.monsters))
    if not 1 <= len(chosen) <= most or len(chosen) < len(act.monsters):
        raise refused(
            "wrong_amount",
            N_("{card}: expected 1 to {expected} different monsters, found {found}."),
            card=name_of(doing, act.card),
            expected=most,
            found=len(act.monsters),
        )
    monsters = [doing.monster(monster_id) for monster_id in chosen]
    for monster in monsters:
        if not fits(doing, effect, monster):
            possible = [m for m in doing.position.monsters if fits(doing, effect, m)]
            raise refused(
                "bad_target",
                N_("{card}: expected a monster on {expected}, found one on {found}."),
                tuple(m.hex for m in possible),
                card=name_of(doing, act.card),
                expected=" · ".join(m.hex for m in possible) or N_("no hex at all"),
                found=monster.hex,
            )
    return monsters


def _strike(doing: HeroAct, act: Use, effect: CardEffect, targets: list[Monster], paid: int) -> None:
    if effect.roll:
        _roll(doing, act, effect, targets)
    for target in targets:
        monster = find(doing.position, target.id)
        if monster is None or effect.roll:
            continue
        if effect.kill:
            doing.kill(monster)
        elif effect.bounty:
            doing.position = change(doing.position, monster._replace(bounty=monster.bounty + effect.bounty))
        elif effect.hold:
            doing.position = change(doing.position, monster._replace(held=True))
        else:
            damage = paid if effect.damage == MANA_PAID else effect.damage
            damage += effect.forest_damage * (TERRAIN.get(monster.hex) == "forest")
            doing.harm(monster, damage, effect.unpreventable)


def _inside(doing: HeroAct, act: Use) -> list[Used]:
    uses = [Used(inner, effect_of(doing, inner)) for inner in act.uses]
    for inner, effect in uses:
        if effect.when != "roll":
            raise refused(
                "not_inside", N_("You cannot use {card} with this roll."), card=name_of(doing, inner.card)
            )
    return uses


def _roll(doing: HeroAct, act: Use, effect: CardEffect, targets: list[Monster]) -> None:
    """Roll once per target; `act.dice` holds the rolls one after the other (F-075)."""
    dice = list(act.dice)
    uses = _inside(doing, act)
    for place, monster in enumerate(targets):
        last = place == len(targets) - 1
        part = len(dice) if last else needed(doing, effect.roll, dice)
        mine = [u for u in uses if (u.use.monsters or (targets[0].id,))[0] == monster.id]
        rolled = roll(doing, effect.roll, dice[:part], monster.hex, mine, monster)
        dice = dice[part:]
        if find(doing.position, monster.id):
            doing.harm(doing.monster(monster.id), rolled.damage)


def _push(doing: HeroAct, act: Use, effect: CardEffect, monster: Monster) -> None:
    """Move the target of a kick one hex to any free hex; "up to 2" may also be none (F-440, F-444)."""
    free = pushable(doing.position, monster, effect.push)
    if act.hexes:
        put(doing, monster.id, act.hexes[0], free)
    elif free and effect.push == 1 and doing.position.options.to_the_letter:
        raise refused(
            "no_hex",
            N_("{card}: expected a hex to move the monster to, one of {expected}."),
            tuple(free),
            card=name_of(doing, act.card),
            expected=" · ".join(free),
        )


def _swap(doing: HeroAct, target: Monster) -> None:
    """Queen of the Hill: the hero goes to the monster's hex, and a surviving monster to the hero's."""
    here = doing.hero.hex
    monster = find(doing.position, target.id)
    enter(doing, target.hex)
    doing.done.append(Moved(doing.hero_id, doing.hero_id, (here, target.hex), "card"))
    if monster:
        doing.position = change(doing.position, monster._replace(hex=here))
        doing.done.append(Moved(monster.id, monster.kind, (target.hex, here), "card"))
    end(doing, None)


def _heal(doing: HeroAct, act: Use, effect: CardEffect) -> None:
    other = find_hero(doing.position, act.hero or doing.hero_id)
    match effect.heals:
        case "self":
            doing.heal(doing.hero_id, 0, effect.heal)
        case "hero":
            _check_together(doing, act.hero)
            doing.heal(other.id, 0, effect.heal)
        case "any":
            _share_out(doing, act, effect)
        case "each":
            for number in (0, *(c.number for c, _ in in_play(doing.hero))):
                doing.heal(doing.hero_id, number, effect.heal)
        case "card":
            doing.heal(doing.hero_id, act.card, effect.heal)
        case "equipment":
            worn = [c.number for c, face in in_play(doing.hero) if face.durability and c.damage]
            chosen = next(iter(act.healed), worn[0] if worn else 0)
            if chosen:
                doing.card(chosen)
                doing.heal(doing.hero_id, chosen, effect.heal)


def _check_together(doing: HeroAct, hero_id: str) -> None:
    if hero_id and not together(doing.hero.hex, find_hero(doing.position, hero_id).hex):
        raise refused(
            "not_adjacent",
            N_("{hero} is not next to {other}."),
            hero=NAMES[doing.hero_id],
            other=NAMES[hero_id],
        )


def _share_out(doing: HeroAct, act: Use, effect: CardEffect) -> None:
    """Stitching: heal heroes within 1 and their equipment; more heroes by nested uses."""
    parts = [(part.hero or doing.hero_id, dict(part.healed)) for part in (act, *act.uses)]
    if len(parts) == 1 and not parts[0][1]:
        parts = [(parts[0][0], {0: effect.heal})]
    total = sum(sum(cards.values()) for _, cards in parts)
    if total > effect.heal or any(n < 0 for _, cards in parts for n in cards.values()):
        raise refused(
            "wrong_amount",
            N_("Expected at most {expected} damage to remove, found {found}."),
            expected=effect.heal,
            found=total,
        )
    for hero_id, cards in parts:
        _check_together(doing, hero_id)
        for number, amount in cards.items():
            if number and printed(hero_id, number).pile != "equipment":
                raise refused(
                    "not_equipment",
                    N_("{card} is no equipment card; expected one, or the hero."),
                    card=printed(hero_id, number).name,
                )
            doing.heal(hero_id, number, amount)


def _move(doing: HeroAct, act: Use, effect: CardEffect) -> None:
    """Make a movement by a card; the player chooses the path (F-054, F-062)."""
    if not act.to:
        raise refused("no_hex", N_("{card}: expected a hex to move to."), card=name_of(doing, act.card))
    to, here = act.to, doing.hero.hex
    if effect.forest_step and (here == GRIMHEIM or "forest" not in (TERRAIN.get(to), TERRAIN.get(here))):
        raise refused(
            "no_forest",
            N_("{card} moves into a forest or out of one; {to} does neither."),
            (to,),
            card=name_of(doing, act.card),
            to=to,
        )
    if effect.to_location and to != GRIMHEIM and to not in LOCATION_OF:
        raise refused(
            "no_location",
            N_("{card} must end in a named location; {to} is in none."),
            (to,),
            card=name_of(doing, act.card),
            to=to,
        )
    move(doing, effect.move, to, act.path, act.away, act.mana_by_card, act.prevent, "card")
    if effect.to_location:
        doing.set(no_more_moves=True)


def _gains(doing: HeroAct, act: Use, effect: CardEffect) -> None:
    hero = doing.hero
    doing.set(
        move_bonus=hero.move_bonus + effect.move_bonus, range_bonus=hero.range_bonus + effect.range_bonus
    )
    doing.gold(effect.gold)
    doing.gain_mana(effect.mana_gain, act.mana_by_card)
    doing.draw(effect.draw or max(0, min(effect.draw_to, hand_limit(hero)) - hero.hand), act.drawn)
    if effect.town:
        if doing.position.town >= TOWN_LIMIT:
            raise refused("town_full", N_("{count} town pieces are on the board already."), count=TOWN_LIMIT)
        doing.position = doing.position._replace(town=doing.position.town + effect.town)
        doing.done.append(Town(effect.town, "card"))
    if effect.complete_quest:
        doing.set(quest=quests.DONE)


def _focus(doing: HeroAct, act: Use) -> None:
    chosen = next(iter(act.mana_by_card), next((c.number for c, f in in_play(doing.hero) if f.uses_mana), 0))
    actions.focus(doing, chosen)


_GRANTED: dict[str, Callable[[HeroAct, Use], None]] = {
    "mend": lambda doing, act: actions.mend(doing, act.healed),
    "focus": _focus,
    "prepare": lambda doing, act: actions.prepare(doing),
    "practice": lambda doing, act: actions.practice(doing),
}
