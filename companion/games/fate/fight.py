"""Heroes' dice: attack actions with the effects inside them, and rolls of cards (F-072, F-150 to F-161)."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.base import N_
from companion.games.fate.acts import Attack, Use
from companion.games.fate.assault import hits
from companion.games.fate.board import NEIGHBOURS, RING, distances
from companion.games.fate.hero_action import Deed, neighbours_in_play, refused
from companion.games.fate.hero_stats import attack_range, card, has, in_play, strength
from companion.games.fate.heroes import ALL, NAMES, Always, Effect, printed
from companion.games.fate.monsters import faction
from companion.games.fate.pay import effect_of, name_of, pay
from companion.games.fate.position import Face, Hex, Monster
from companion.games.fate.quests import count_dice
from companion.games.fate.town import change, find

STORE = 3
"""Damage that Smiterbiter keeps at most."""


class Used(NamedTuple):
    """An effect inside an attack or roll."""

    use: Use
    effect: Effect


class Rolled(NamedTuple):
    """What a roll comes to: damage before armour, and its runes."""

    damage: int
    runes: int


def attack_dice(deed: Deed, uses: Sequence[Used] = ()) -> int:
    """Dice of an attack action, those that runes add left out (F-153, F-073)."""
    source = next((used.use.card for used in uses if used.effect.grant), 0)
    dice = strength(deed.hero) + sum(used.effect.add_dice for used in uses)
    granted = source and printed(deed.hero_id, source).name
    for always in _always(deed):
        if always.source and granted == printed(deed.hero_id, always.source).name:
            dice += always.add_dice
    return dice


def attack(deed: Deed, act: Attack) -> None:
    """One attack action against one monster (F-056).

    Raises RuleError `out_of_range`, `wrong_dice`, `not_granted`, or what keeps a card from being used.
    """
    monster = deed.monster(act.monster)
    distance = deed.distance(monster)
    uses = [Used(use, effect_of(deed, use)) for use in act.uses]
    _grant(deed, act, uses)
    if distance > attack_range(deed.hero):
        raise refused(
            "out_of_range",
            N_("{hex} is {found} away; {hero} attacks up to {expected}."),
            (monster.hex,),
            hex=monster.hex,
            found=distance if distance < ALL else N_("too far"),
            hero=NAMES[deed.hero_id],
            expected=attack_range(deed.hero),
        )
    inside = [used for used in uses if used.effect.when in ("attack", "roll")]
    after = [used for used in uses if used.effect.when == "after_attack"]
    others = [u for u in uses if u not in inside and u not in after and not u.effect.grant]
    if others:
        raise refused(
            "not_inside",
            N_("{card} is not used inside an attack action."),
            card=name_of(deed, others[0].use.card),
        )
    _check_twice(deed, uses)
    beside = [m for m in deed.position.monsters if m.hex in NEIGHBOURS[monster.hex]]
    dice = attack_dice(deed, uses)
    rolled = roll(deed, dice, act.dice, monster.hex, inside, monster, always=True)
    deed.position = change(deed.position, count_dice(deed.hero, len(act.dice)))
    if deed.position.result:
        return
    _deal(deed, monster, rolled, inside, beside)
    for use, effect in after:
        _after(deed, use, effect)


def _check_twice(deed: Deed, uses: Sequence[Used]) -> None:
    cards = [used.use.card for used in uses if printed(deed.hero_id, used.use.card).pile != "event"]
    for number in cards:
        if cards.count(number) > 1:
            raise refused("twice", N_("{card} can be used once in an attack."), card=name_of(deed, number))


def roll(
    deed: Deed,
    count: int,
    dice: Sequence[Face],
    hex_: Hex,
    uses: Sequence[Used],
    monster: Monster | None = None,
    always: bool = False,
) -> Rolled:
    """Check the number of dice, pay for the effects in it, and add everything up (F-154 to F-159).

    `always`: what cards add to every attack action counts. Raises RuleError `wrong_dice`.
    """
    expected = needed(deed, count, dice)
    if len(dice) != expected:
        pattern = N_("Expected {expected} dice, found {found}.")
        raise refused("wrong_dice", pattern, expected=expected, found=len(dice))
    runes = dice.count("rune")
    distance = deed.distance(monster) if monster else 1
    uncovered = has(deed.hero, "ignore_cover") and always
    faces: Sequence[Face] = ["hit" if f == "cover" else f for f in dice] if uncovered else dice
    damage = hits(faces, hex_, int(has(deed.hero, "runes_hit")))
    if always:
        damage += sum(_added(deed, a, runes, distance, monster) for a in _always(deed))
    for use, effect in uses:
        if effect.min_runes > runes:
            raise refused(
                "no_runes",
                N_("{card} needs a rune in the roll."),
                card=name_of(deed, use.card),
            )
        pay(deed, use, effect)
        if effect.per == "stored":
            stored = use.amount if use.amount > 0 else deed.card(use.card).tokens
            deed.tokens(use.card, -stored)
            damage += stored
        else:
            damage += effect.add_damage * _times(deed, effect.per, runes, distance)
    if has(deed.hero, "rune_mana"):
        for number in (c.number for c, face in in_play(deed.hero) if "rune_mana" in face.traits):
            deed.mana(number, runes)
    return Rolled(damage, runes)


def needed(deed: Deed, count: int, dice: Sequence[Face]) -> int:
    """Dice a roll of `count` comes to, each rune adding one where Windbite is in play."""
    if has(deed.hero, "rune_dice"):
        for place, face in enumerate(dice):
            if place < count and face == "rune":
                count += 1
    return count


def _always(deed: Deed) -> list[Always]:
    return [always for _, face in in_play(deed.hero) for always in face.always]


def _times(deed: Deed, per: str | None, runes: int, distance: int) -> int:
    match per:
        case "rune":
            return runes
        case "distance":
            return distance
        case "adjacent":
            return len(neighbours_in_play(deed.position, deed.hero))
    return 1


def _added(deed: Deed, always: Always, runes: int, distance: int, monster: Monster | None) -> int:
    if distance < always.min_distance or (
        always.faction and (monster is None or faction(monster) != always.faction)
    ):
        return 0
    return always.add_damage * _times(deed, always.per, runes, distance)


def _grant(deed: Deed, act: Attack, uses: Sequence[Used]) -> None:
    """A marker, or exactly one card that grants the action (F-061)."""
    grants = [used for used in uses if used.effect.grant]
    if act.free:
        if len(grants) != 1 or grants[0].effect.grant != "attack":
            raise refused("not_granted", N_("Expected the one card that grants this attack action."))
        pay(deed, *grants[0])
    elif grants:
        raise refused(
            "not_granted",
            N_("{card} grants an attack action of its own; it adds nothing to this one."),
            card=name_of(deed, grants[0].use.card),
        )
    else:
        deed.take_action("attack")


def _deal(
    deed: Deed, monster: Monster, rolled: Rolled, uses: Sequence[Used], beside: Sequence[Monster]
) -> None:
    """The damage goes to the target and to others where a card says so."""
    damage = rolled.damage
    for use, effect in uses:
        if effect.split:
            other = _second(deed, use, neighbours_in_play(deed.position, deed.hero), monster)
            if not 0 < use.amount <= damage:
                raise refused(
                    "wrong_amount",
                    N_("Expected 1 to {expected} damage for the second monster, found {found}."),
                    expected=damage,
                    found=use.amount,
                )
            damage -= use.amount
            deed.harm(other, use.amount)
    left = deed.harm(monster, damage)
    for use, effect in uses:
        if effect.carry:
            left = _carry(deed, use, effect, monster, left)
        if effect.splash and rolled.runes:
            deed.harm(_second(deed, use, beside, monster), rolled.runes)
    for number in [c.number for c, face in in_play(deed.hero) if "stores_excess" in face.traits]:
        held = card(deed.hero, number)
        room = STORE - held.tokens if held else 0
        if left and room > 0:
            deed.tokens(number, min(left, room))


def _second(deed: Deed, use: Use, choice: Sequence[Monster], first: Monster) -> Monster:
    ids = [m.id for m in choice if m.id != first.id and find(deed.position, m.id)]
    chosen = use.monsters[0] if use.monsters else ""
    if chosen not in ids:
        raise refused(
            "bad_target",
            N_("{card}: expected another monster, one of {expected}, found {found}."),
            card=name_of(deed, use.card),
            expected=", ".join(ids) or N_("nobody"),
            found=chosen or N_("nobody"),
        )
    return deed.monster(chosen)


def _carry(deed: Deed, use: Use, effect: Effect, killed: Monster, left: int) -> int:
    """Damage left after a kill goes on, with no new look at cover (F-445); what is left then."""
    chosen = list(use.monsters)
    limit = 1 if effect.carry != "chain" else ALL
    for _ in range(limit):
        choice = behind(deed, killed) if effect.carry != "clockwise" else next_clockwise(deed, killed)
        if not left or not choice or (use.monsters and not chosen):
            break
        if not chosen and len(choice) == 1:
            chosen = [choice[0].id]
        following = _second(deed, use._replace(monsters=tuple(chosen[:1])), choice, killed)
        chosen = chosen[1:]
        left = deed.harm(following, left)
        killed = following
    return left


def behind(deed: Deed, killed: Monster) -> list[Monster]:
    """The monsters next to a killed one and farther away from the hero."""
    away = distances(deed.hero.hex)
    return [
        m
        for m in deed.position.monsters
        if m.hex in NEIGHBOURS[killed.hex] and away.get(m.hex, ALL) > away.get(killed.hex, ALL)
    ]


def next_clockwise(deed: Deed, killed: Monster) -> list[Monster]:
    """The monster that follows a killed one clockwise around the hero."""
    ring = RING.get(deed.hero.hex, ())
    if killed.hex not in ring:
        return []
    start = ring.index(killed.hex)
    around = {m.hex: m for m in deed.position.monsters}
    following = (around.get(ring[(start + turn) % 6]) for turn in range(1, 6))
    return next(([m] for m in following if m), [])


def _after(deed: Deed, use: Use, effect: Effect) -> None:
    """What ends every attack action: damage beside the hero, or mana."""
    if effect.damage and use.monsters:
        choice = [m.id for m in neighbours_in_play(deed.position, deed.hero)]
        monster = deed.monster(use.monsters[0])
        if monster.id not in choice:
            raise refused(
                "bad_target",
                N_("{card}: expected a monster next to the hero, found {found}."),
                (monster.hex,),
                card=name_of(deed, use.card),
                found=monster.hex,
            )
        pay(deed, use, effect)
        deed.harm(monster, effect.damage)
    if effect.mana_gain:
        pay(deed, use, effect)
        deed.gain_mana(effect.mana_gain, use.cards)
