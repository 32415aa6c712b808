"""Dialog of an attack action: target, dice, and effects; no widgets here."""

from companion.errors import RuleError
from companion.games import fate
from companion.games.base import N_, Sentence
from companion.games.fate import hero_stats
from companion.games.fate.acts import Attack, Use
from companion.games.fate.board import NEIGHBOURS, distances
from companion.games.fate.happenings import Damaged
from companion.games.fate.hero_action import HeroAct, neighbours_in_play
from companion.games.fate.hero_attack import Used, attack_dice
from companion.games.fate.heroes import ALL, NAMES, CardEffect, printed
from companion.games.fate.mining import mountains
from companion.games.fate.names import NAMES as KINDS
from companion.games.fate.pay import effect_of
from companion.games.fate.position import GRIMHEIM, Face, Hero, Hex, Monster, Position
from companion.session.fate.dialogs.dialog import ActDialog, AskHex, Pick
from companion.session.fate.dialogs.move_dialog import one_mana
from companion.session.fate.dialogs.roll_dialog import (
    INSIDE,
    anything_used,
    inside,
    needs_target,
    offers,
    paid,
    rolled,
)


def in_range(position: Position, hero: Hero) -> list[Monster]:
    """Monsters in range of an attack action of the hero, nearest first."""
    steps = distances(hero.hex)
    found = [m for m in position.monsters if steps.get(m.hex, ALL) <= hero_stats.attack_range(hero)]
    return sorted(found, key=lambda monster: steps[monster.hex])


def beyond(hero: Hero, place: Hex) -> tuple[str, Sentence]:
    """Code and sentence why a hero's attack does not reach a hex (F-022, F-028, F-150)."""
    words: dict[str, object] = {"hero": NAMES[hero.id], "range": hero_stats.attack_range(hero)}
    if hero.hex == GRIMHEIM:
        return "in_town", Sentence(
            N_("From inside Grimheim, {hero} hits nobody outside. Move out first."), words
        )
    words["n"] = distances(hero.hex).get(place, ALL)
    if words["n"] == ALL:
        return "behind_town", Sentence(N_("Range: no attack of {hero} goes that way."), words)
    return "out_of_range", Sentence(N_("Range: {hero} reaches {range}, this is {n} hexes away."), words)


def targets(position: Position, hero: Hero) -> dict[Hex, Monster | Use]:
    """Hexes that an attack action may strike: monsters, and mountains for who mines."""
    found: dict[Hex, Monster | Use] = {m.hex: m for m in in_range(position, hero)}
    mined = {h: use for use in _mining(hero) for h in mountains(hero.hex) if h not in found}
    return {**found, **mined}


def attack(
    position: Position, hero: Hero, monster: Monster | None = None, granted: Use | None = None
) -> ActDialog:
    """Attack action, or one granted by the card `granted`: target, dice, used effects."""
    if monster is None:
        found = targets(position, hero)
        question = Sentence(N_("Who does {hero} attack?"), {"hero": NAMES[hero.id]})
        others = {m.hex: Attack(m.id, ()) for m in position.monsters}
        place = next(iter(found), "")
        if len(found) != 1:
            place = yield AskHex(question, tuple(found), attack=True, act_to=others.get)
        target = found[place]
        if isinstance(target, Use):
            mining = target._replace(hexes=(place,), uses=(granted,) if granted else ())
            return (yield from mine(position, hero, mining))
        monster = target
    doing = HeroAct(position, hero.id)
    uses = [granted] if granted else []
    if not granted:
        doing.take_action("attack")
    words = {"hero": NAMES[hero.id], "monster": KINDS[monster.kind]}
    question = Sentence(N_("{hero} against {monster}: which dice were rolled?"), words)
    dice: tuple[Face, ...] = ()
    while True:
        used = [Used(use, effect_of(doing, use)) for use in uses]
        dice = yield from rolled(doing, question, attack_dice(doing, used), dice)
        act = Attack(monster.id, dice, tuple(uses), granted is not None)
        picks = [_deal(position, act), *offers(doing, uses, INSIDE, dice, monster)]
        if len(picks) == 1:
            return (yield from _bound(position, act))
        chosen: Use | None = yield anything_used(picks, dice)
        if chosen is None:
            return (yield from _bound(position, act))
        chosen, dice = yield from inside(doing, chosen, monster, dice, uses)
        uses.append(chosen)


def _bound(position: Position, act: Attack) -> ActDialog:
    """Mandatory additional effects of an attack action; only their targets are chosen."""
    hero = position.heroes[position.turn]
    for card, face in hero_stats.in_play(hero):
        for option, effect in enumerate(face.uses):
            use = Use(card.number, option)
            if effect.when == "after_attack" and effect.mana_gain:
                mana = yield from one_mana(hero)
                act = act._replace(uses=(*act.uses, use._replace(mana=mana) if mana else use))
            elif effect.splash or effect.when == "after_attack":
                others = _struck_besides(position, act, effect)
                place = next(iter(others), "")
                if len(others) > 1:
                    question = Sentence(N_("{card}: which other monster?"), {"card": face.name})
                    place = yield AskHex(question, tuple(others), attack=True)
                if place:
                    use = use._replace(monsters=(others[place].id,))
                    act = act._replace(uses=(*act.uses, use))
    return act


def _struck_besides(position: Position, act: Attack, effect: CardEffect) -> dict[Hex, Monster]:
    """Possible further targets of an effect after the damage is dealt, by hex."""
    try:
        after = fate.apply(position, act).position
    except RuleError:
        return {}
    target = next(m for m in position.monsters if m.id == act.monster)
    choice = neighbours_in_play(after, after.heroes[position.turn])
    if effect.splash:
        choice = [m for m in after.monsters if m.hex in NEIGHBOURS[target.hex] and m.id != target.id]
        choice = choice if act.dice.count("rune") else []
    return {} if after.result else {m.hex: m for m in choice}


def _mining(hero: Hero) -> list[Use]:
    return [
        Use(card.number, option)
        for card, face in hero_stats.in_play(hero)
        for option, effect in enumerate(face.uses)
        if effect.mine
    ]


def mine(position: Position, hero: Hero, act: Use) -> ActDialog:
    """An attack action on a mountain, also one that a card in `act.uses` grants (F-061)."""
    doing = HeroAct(position, hero.id)
    name = {"card": printed(hero.id, act.card).name}
    if not act.uses:
        doing.take_action("attack")
    if not act.hexes:
        act = act._replace(hexes=mountains(hero.hex)[:1])  # they are equivalent
    question = Sentence(N_("{card}: which dice were rolled?"), name)
    while True:
        used = [Used(use, effect_of(doing, use)) for use in act.uses]
        dice = yield from rolled(doing, question, attack_dice(doing, used), act.dice)
        act = act._replace(dice=dice)
        found = offers(doing, list(act.uses), ("attack", "roll"), dice)
        picks = [pick for pick in found if not needs_target(effect_of(doing, pick.answer))]
        if not picks:
            return act
        go_on = Pick(Sentence(N_("Nothing more")), None, "check")
        chosen: Use | None = yield anything_used((go_on, *picks), dice)
        if chosen is None:
            return act
        paid_for = yield from paid(doing, chosen, effect_of(doing, chosen))
        act = act._replace(uses=(*act.uses, paid_for))


def _deal(position: Position, act: Attack) -> Pick:
    """End of the dialog, with the damage that it would do."""
    try:
        happenings = fate.apply(position, act).happenings
    except RuleError:
        return Pick(Sentence(N_("Attack")), None, "attack")
    damage = sum(h.amount for h in happenings if isinstance(h, Damaged) and h.id == act.monster)
    return Pick(Sentence(N_("Deal the damage: {n}"), {"n": damage}), None, "attack")
