"""Heroes' dice: attack actions with the effects inside them, and rolls of cards (F-072, F-150 to F-161)."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.base import N_
from companion.games.fate.acts import Attack, Use
from companion.games.fate.board import NEIGHBOURS, RING, distances
from companion.games.fate.hero_action import HeroAct, neighbours_in_play, refused
from companion.games.fate.hero_stats import attack_range, card, has, in_play, strength
from companion.games.fate.heroes import ALL, NAMES, Always, CardEffect, printed
from companion.games.fate.losses import change, find
from companion.games.fate.monster_attack import hits
from companion.games.fate.monsters import faction
from companion.games.fate.pay import effect_of, name_of, pay
from companion.games.fate.position import Face, Hex, Monster
from companion.games.fate.quests import count_dice

STORE = 3
"""Maximum damage stored on Smiterbiter."""


class Used(NamedTuple):
    """An effect inside an attack or roll."""

    use: Use
    effect: CardEffect


class Rolled(NamedTuple):
    """Result of a roll: damage before armour, and its runes."""

    damage: int
    runes: int


def attack_dice(doing: HeroAct, uses: Sequence[Used] = ()) -> int:
    """Number of dice of an attack action, without those added by runes (F-153, F-073)."""
    source = next((used.use.card for used in uses if used.effect.grant), 0)
    dice = strength(doing.hero) + sum(used.effect.add_dice for used in uses)
    granted = source and printed(doing.hero_id, source).name
    for always in _always(doing):
        if always.source and granted == printed(doing.hero_id, always.source).name:
            dice += always.add_dice
    return dice


def attack(doing: HeroAct, act: Attack) -> None:
    """Resolve one attack action against one monster (F-056).

    Raises RuleError `out_of_range`, `wrong_dice`, `not_granted`, or the reason why a card cannot be used.
    """
    monster = doing.monster(act.monster)
    distance = doing.distance(monster)
    uses = [Used(use, effect_of(doing, use)) for use in act.uses]
    _grant(doing, act, uses)
    if distance > attack_range(doing.hero):
        raise refused(
            "out_of_range",
            N_("{hex} is {found} away; {hero} attacks up to {expected}."),
            (monster.hex,),
            hex=monster.hex,
            found=distance if distance < ALL else N_("too far"),
            hero=NAMES[doing.hero_id],
            expected=attack_range(doing.hero),
        )
    inside = [used for used in uses if used.effect.when in ("attack", "roll")]
    after = [used for used in uses if used.effect.when == "after_attack"]
    others = [u for u in uses if u not in inside and u not in after and not u.effect.grant]
    if others:
        raise refused(
            "not_inside",
            N_("You cannot use {card} inside an attack action."),
            card=name_of(doing, others[0].use.card),
        )
    check_twice(doing, uses)
    for used in inside:
        if used.effect.carry:
            _check_carry(doing, used.use, used.effect, monster)
    adjacent = [m for m in doing.position.monsters if m.hex in NEIGHBOURS[monster.hex]]
    dice = attack_dice(doing, uses)
    rolled = roll(doing, dice, act.dice, monster.hex, inside, monster, always=True)
    if doing.position.result:
        return
    _deal(doing, monster, rolled, inside, adjacent)
    for use, effect in after:
        _after_attack(doing, use, effect)


def check_twice(doing: HeroAct, uses: Sequence[Used]) -> None:
    """Raise RuleError `twice` for a card in play that is used twice inside one attack action (F-065)."""
    cards = [used.use.card for used in uses if printed(doing.hero_id, used.use.card).pile != "event"]
    for number in cards:
        if cards.count(number) > 1:
            raise refused("twice", N_("{card} can be used once in an attack."), card=name_of(doing, number))


def roll(
    doing: HeroAct,
    count: int,
    dice: Sequence[Face],
    hex_: Hex,
    uses: Sequence[Used],
    monster: Monster | None = None,
    always: bool = False,
) -> Rolled:
    """Check the number of dice, pay for the effects in it, and sum up the result (F-154 to F-159).

    `always`: include the bonuses of cards to every attack action. Raises RuleError `wrong_dice`.
    """
    expected = needed(doing, count, dice)
    if len(dice) != expected:
        pattern = N_("Expected {expected} dice, found {found}.")
        raise refused("wrong_dice", pattern, expected=expected, found=len(dice))
    doing.position = change(doing.position, count_dice(doing.hero, len(dice)))
    runes, again = dice.count("rune"), 0
    distance = doing.distance(monster) if monster else 1
    uncovered = has(doing.hero, "ignore_cover") and always
    faces: Sequence[Face] = ["hit" if f == "cover" else f for f in dice] if uncovered else dice
    damage = hits(faces, hex_, int(has(doing.hero, "runes_hit")))
    if always:
        damage += sum(_added(doing, a, runes, distance, monster) for a in _always(doing))
    for use, effect in uses:
        if effect.min_runes > runes:
            raise refused(
                "no_runes",
                N_("{card} needs a rune in the roll."),
                card=name_of(doing, use.card),
            )
        if effect.reroll and use.rolled:
            _check_misses(doing, use, dice, hex_, uncovered)
            again += use.rolled.count("rune")
        pay(doing, use, effect)
        if effect.per == "stored":
            stored = use.taken if use.taken > 0 else doing.card(use.card).tokens
            doing.tokens(use.card, -stored)
            damage += stored
        else:
            damage += effect.add_damage * _times(doing, effect.per, runes, distance)
    if has(doing.hero, "rune_mana"):
        for number in (c.number for c, face in in_play(doing.hero) if "rune_mana" in face.traits):
            doing.mana(number, runes + again)
    return Rolled(damage, runes)


def _check_misses(doing: HeroAct, use: Use, dice: Sequence[Face], hex_: Hex, uncovered: bool) -> None:
    """Check that exactly all misses are rolled again; the card's use records the misses."""
    rune = int(has(doing.hero, "runes_hit"))

    def hit(face: Face) -> bool:
        return hits(["hit" if uncovered and face == "cover" else face], hex_, rune) > 0

    kept = len(dice) - len(use.rolled)
    if any(map(hit, use.rolled)) or sum(map(hit, dice)) < kept or kept < 0:
        raise refused(
            "not_a_miss",
            N_("{card} rerolls exactly the misses; found {found} of {dice} dice."),
            card=name_of(doing, use.card),
            found=len(use.rolled),
            dice=len(dice),
        )


def needed(doing: HeroAct, count: int, dice: Sequence[Face]) -> int:
    """Number of dice of a roll of `count`; with Windbite each rune adds one."""
    if has(doing.hero, "rune_dice"):
        for place, face in enumerate(dice):
            if place < count and face == "rune":
                count += 1
    return count


def _always(doing: HeroAct) -> list[Always]:
    return [always for _, face in in_play(doing.hero) for always in face.always]


def _times(doing: HeroAct, per: str | None, runes: int, distance: int) -> int:
    match per:
        case "rune":
            return runes
        case "distance":
            return distance
        case "adjacent":
            return len(neighbours_in_play(doing.position, doing.hero))
    return 1


def _added(doing: HeroAct, always: Always, runes: int, distance: int, monster: Monster | None) -> int:
    if distance < always.min_distance or (
        always.faction and (monster is None or faction(monster) != always.faction)
    ):
        return 0
    return always.add_damage * _times(doing, always.per, runes, distance)


def _grant(doing: HeroAct, act: Attack, uses: Sequence[Used]) -> None:
    """Use a marker, or exactly one card that grants the action (F-061)."""
    grants = [used for used in uses if used.effect.grant]
    if act.free:
        if len(grants) != 1 or grants[0].effect.grant != "attack":
            raise refused("not_granted", N_("Expected the one card that grants this attack action."))
        pay(doing, *grants[0])
    elif grants:
        raise refused(
            "not_granted",
            N_("{card} grants an attack action of its own; it adds nothing to this one."),
            card=name_of(doing, grants[0].use.card),
        )
    else:
        doing.take_action("attack")


def _deal(
    doing: HeroAct, monster: Monster, rolled: Rolled, uses: Sequence[Used], adjacent: Sequence[Monster]
) -> None:
    """Put the damage on the target, and on others if a card says so."""
    damage = rolled.damage
    for use, effect in uses:
        if effect.split:
            other = _second(doing, use, neighbours_in_play(doing.position, doing.hero), monster)
            if not 0 < use.amount <= damage:
                raise refused(
                    "wrong_amount",
                    N_("Expected 1 to {expected} damage for the second monster, found {found}."),
                    expected=damage,
                    found=use.amount,
                )
            damage -= use.amount
            doing.harm(other, use.amount)
    left = doing.harm(monster, damage)
    for use, effect in uses:
        if effect.carry:
            left = _carry(doing, use, effect, monster, left)
        if effect.splash and rolled.runes and (use.monsters or _remaining_targets(doing, adjacent, monster)):
            doing.harm(_second(doing, use, adjacent, monster), rolled.runes)
    for number in [c.number for c, face in in_play(doing.hero) if "stores_excess" in face.traits]:
        held = card(doing.hero, number)
        room = STORE - held.tokens if held else 0
        if left and room > 0:
            doing.tokens(number, min(left, room))


def _second(doing: HeroAct, use: Use, choice: Sequence[Monster], first: Monster) -> Monster:
    ids = _remaining_targets(doing, choice, first)
    chosen = use.monsters[0] if use.monsters else ids[0] if len(ids) == 1 else ""
    if chosen not in ids:
        raise refused(
            "bad_target",
            N_("{card}: expected another monster, one of {expected}, found {found}."),
            card=name_of(doing, use.card),
            expected=", ".join(ids) or N_("nobody"),
            found=chosen or N_("nobody"),
        )
    return doing.monster(chosen)


def _remaining_targets(doing: HeroAct, choice: Sequence[Monster], first: Monster) -> list[str]:
    """Return the chosen monsters still on the board, except the first target."""
    return [m.id for m in choice if m.id != first.id and find(doing.position, m.id)]


def _check_carry(doing: HeroAct, use: Use, effect: CardEffect, target: Monster) -> None:
    """Check that the targets named for excess damage are valid, whether or not any damage is left."""
    for place, monster_id in enumerate(use.monsters):
        choice = [] if place and effect.carry != "chain" else following(doing, effect, target)
        target = _second(doing, use._replace(monsters=(monster_id,)), choice, target)


def following(doing: HeroAct, effect: CardEffect, killed: Monster) -> list[Monster]:
    """Return the monsters that may get the excess damage of a kill."""
    return next_clockwise(doing, killed) if effect.carry == "clockwise" else behind(doing, killed)


def _carry(doing: HeroAct, use: Use, effect: CardEffect, killed: Monster, left: int) -> int:
    """Carry excess damage on without a new check for cover (F-445); return the rest."""
    chosen = list(use.monsters)
    limit = 1 if effect.carry != "chain" else ALL
    for _ in range(limit):
        choice = following(doing, effect, killed)
        if not left or not choice or (use.monsters and not chosen):
            break
        if not chosen and len(choice) == 1:
            chosen = [choice[0].id]
        killed = _second(doing, use._replace(monsters=tuple(chosen[:1])), choice, killed)
        chosen = chosen[1:]
        left = doing.harm(killed, left)
    return left


def behind(doing: HeroAct, killed: Monster) -> list[Monster]:
    """Return the monsters next to a killed one and farther away from the hero."""
    away = distances(doing.hero.hex)
    return [
        m
        for m in doing.position.monsters
        if m.hex in NEIGHBOURS[killed.hex] and away.get(m.hex, ALL) > away.get(killed.hex, ALL)
    ]


def next_clockwise(doing: HeroAct, killed: Monster) -> list[Monster]:
    """Return the monster that follows a killed one clockwise around the hero."""
    ring = RING.get(doing.hero.hex, ())
    if killed.hex not in ring:
        return []
    start = ring.index(killed.hex)
    monster_at = {m.hex: m for m in doing.position.monsters}
    following = (monster_at.get(ring[(start + turn) % 6]) for turn in range(1, 6))
    return next(([m] for m in following if m), [])


def _after_attack(doing: HeroAct, use: Use, effect: CardEffect) -> None:
    """Apply the end of every attack action: damage to monsters next to the hero, or mana."""
    choice = [m.id for m in neighbours_in_play(doing.position, doing.hero)]
    if effect.damage and (use.monsters or choice):
        if not use.monsters and len(choice) > 1:
            raise refused(
                "bad_target",
                N_("{card}: expected another monster, one of {expected}, found {found}."),
                card=name_of(doing, use.card),
                expected=", ".join(choice),
                found=N_("nobody"),
            )
        monster = doing.monster((use.monsters or tuple(choice))[0])
        if monster.id not in choice:
            raise refused(
                "bad_target",
                N_("{card}: expected a monster next to the hero, found {found}."),
                (monster.hex,),
                card=name_of(doing, use.card),
                found=monster.hex,
            )
        pay(doing, use, effect)
        doing.harm(monster, effect.damage)
    if effect.mana_gain:
        pay(doing, use, effect)
        doing.gain_mana(effect.mana_gain, use.mana_by_card)
