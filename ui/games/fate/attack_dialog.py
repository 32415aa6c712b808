"""An attack action as a dialog: whom, the dice, and the effects inside it; no widgets here."""

from collections.abc import Generator, Iterator
from typing import Any

from companion.errors import RuleError
from companion.games import fate
from companion.games.base import N_, Sentence
from companion.games.fate import hero_stats
from companion.games.fate.acts import Attack, Use
from companion.games.fate.board import NEIGHBOURS, TERRAIN, distances
from companion.games.fate.happenings import Damaged
from companion.games.fate.hero_action import HeroAct, neighbours_in_play
from companion.games.fate.hero_attack import Used, attack_dice, behind, needed
from companion.games.fate.heroes import ALL, NAMES, Effect, card_text, effect_label, printed
from companion.games.fate.mining import mountains
from companion.games.fate.pay import allowed, effect_of
from companion.games.fate.position import Face, Hero, Hex, Monster, Position
from companion.session.fate.words import NAMES as KINDS
from ui.games.fate.action_dialogs import event_picks
from ui.games.fate.dialog import ActDialog, AskDice, AskHex, AskPick, Pick, Question, UseDialog

ANYTHING_USED = Sentence(N_("Is anything used with this roll?"))
INSIDE = ("attack", "roll", "after_attack")


def in_range(position: Position, hero: Hero) -> list[Monster]:
    """The monsters an attack action of the hero reaches, the nearest first."""
    steps = distances(hero.hex)
    found = [m for m in position.monsters if steps.get(m.hex, ALL) <= hero_stats.attack_range(hero)]
    return sorted(found, key=lambda monster: steps[monster.hex])


def attack(
    position: Position, hero: Hero, monster: Monster | None = None, granted: Use | None = None
) -> ActDialog:
    """An attack action, or one that the card `granted` gives: whom, the dice, what else is used."""
    if monster is None:
        targets = {m.hex: m for m in in_range(position, hero)}
        question = Sentence(N_("Whom does {hero} attack?"), {"hero": NAMES[hero.id]})
        others = {m.hex: Attack(m.id, ()) for m in position.monsters}
        mined = {h: use for use in _mining(hero) for h in mountains(hero.hex) if h not in targets}
        place = yield AskHex(question, (*targets, *mined), attack=True, act_to=others.get)
        if place in mined:
            mining = mined[place]._replace(hexes=(place,), uses=(granted,) if granted else ())
            return (yield from mine(position, hero, mining))
        monster = targets[place]
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
        if len(picks) == 1 and not isinstance(picks[0].answer, Use):
            return act
        chosen: Use | None = yield AskPick(ANYTHING_USED, tuple(picks), dice)
        if chosen is None:
            return act
        chosen, dice = yield from inside(doing, chosen, monster, dice)
        uses.append(chosen)


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
        question = Sentence(N_("{card}: which mountain?"), name)
        act = act._replace(hexes=((yield AskHex(question, mountains(hero.hex))),))
    question = Sentence(N_("{card}: which dice were rolled?"), name)
    while True:
        used = [Used(use, effect_of(doing, use)) for use in act.uses]
        dice = yield from rolled(doing, question, attack_dice(doing, used), act.dice)
        act = act._replace(dice=dice)
        found = offers(doing, list(act.uses), ("attack", "roll"), dice)
        picks = [pick for pick in found if not _needs_other(effect_of(doing, pick.answer))]
        picks = [pick for pick in picks if not effect_of(doing, pick.answer).carry]
        if not picks:
            return act
        go_on = Pick(Sentence(N_("Nothing more")), None, "check")
        chosen: Use | None = yield AskPick(ANYTHING_USED, (go_on, *picks), dice)
        if chosen is None:
            return act
        paid_for = yield from paid(doing, chosen, effect_of(doing, chosen))
        act = act._replace(uses=(*act.uses, paid_for))


def rolled(
    doing: HeroAct, question: Sentence, count: int, dice: tuple[Face, ...] = ()
) -> Generator[Question, Any, tuple[Face, ...]]:
    """Faces of so many dice, `dice` being rolled already, with those that runes add (Windbite)."""
    while (missing := needed(doing, count, dice) - len(dice)) > 0:
        more = Sentence(N_("Dice that are added: {n}"), {"n": missing})
        dice += tuple((yield AskDice(more if dice else question, missing)))
    return dice


def offers(
    doing: HeroAct,
    uses: list[Use],
    times: tuple[str, ...],
    dice: tuple[Face, ...],
    monster: Monster | None = None,
) -> Iterator[Pick]:
    """Effects of cards in play and of event cards that may be used now, those in `uses` left out."""
    runes, missed = dice.count("rune"), not monster or _misses(doing, monster.hex, dice)
    hero = doing.hero
    taken = {(use.card, use.option) for use in uses}
    events = [pick.answer for pick in event_picks(hero)] if hero.hand > _events(doing, uses) else []
    for number in (0, *(card.number for card, _ in hero_stats.in_play(hero)), *events):
        for option, effect in enumerate(printed(hero.id, number, hero.level).uses):
            use = Use(number, option)
            if effect.min_runes > runes or (effect.reroll and not missed):
                continue
            if effect.when in times and (number, option) not in taken and not effect.grant:
                if monster and _needs_other(effect) and not _others(doing, effect, monster):
                    continue
                if allowed(doing, use, effect):
                    label = effect_label(hero.id, number, option, hero.level)
                    yield Pick(label, use, _icon(effect), card_text(hero.id, number, hero.level))


def inside(
    doing: HeroAct, use: Use, monster: Monster, dice: tuple[Face, ...]
) -> Generator[Question, Any, tuple[Use, tuple[Face, ...]]]:
    """What an effect inside the attack still needs; the use and the dice after it."""
    effect = effect_of(doing, use)
    name = {"card": printed(doing.hero_id, use.card).name}
    if effect.reroll:
        return (yield from again(doing, use, monster.hex, dice))
    if _needs_other(effect):
        others = _others(doing, effect, monster)
        question = Sentence(N_("{card}: which other monster?"), name)
        other = others[(yield AskHex(question, tuple(others), attack=True))]
        use = use._replace(monsters=(other.id,))
    if effect.carry in ("behind", "chain"):
        use = yield from _carried(doing, use, effect, monster)
    if effect.split:
        picks = tuple(Pick(Sentence("{n}", {"n": n}), n) for n in range(1, len(dice) + 1))
        amount = yield AskPick(Sentence(N_("{card}: how much damage goes to the other one?"), name), picks)
        use = use._replace(amount=amount)
    return (yield from paid(doing, use, effect)), dice


def again(
    doing: HeroAct, use: Use, hex_: Hex, dice: tuple[Face, ...]
) -> Generator[Question, Any, tuple[Use, tuple[Face, ...]]]:
    """All misses are rolled again; what they showed is written down with the card (F-076)."""
    misses = _misses(doing, hex_, dice)
    kept = tuple(face for face in dice if face not in misses)
    question = Sentence(N_("{card}: roll the misses again"), {"card": printed(doing.hero_id, use.card).name})
    fresh = yield AskDice(question, len(misses))
    return use._replace(rolled=misses), kept + tuple(fresh)


def _misses(doing: HeroAct, hex_: Hex, dice: tuple[Face, ...]) -> tuple[Face, ...]:
    cover = TERRAIN.get(hex_) == "forest" and not hero_stats.has(doing.hero, "ignore_cover")
    return tuple(face for face in dice if face in ("blank", "rune") or (face == "cover" and cover))


def _carried(doing: HeroAct, use: Use, effect: Effect, killed: Monster) -> UseDialog:
    """Whom the damage left goes to, where there is a choice."""
    name = {"card": printed(doing.hero_id, use.card).name}
    while choice := {m.hex: m for m in behind(doing, killed)}:
        if len(choice) == 1 and not use.monsters and effect.carry == "behind":
            break
        question = Sentence(N_("{card}: who gets the damage that is left?"), name)
        place = yield AskHex(question, tuple(choice), attack=True, enough=bool(use.monsters))
        if not place:
            break
        killed = choice[place]
        use = use._replace(monsters=(*use.monsters, killed.id))
        if effect.carry == "behind":
            break
    return use


def _needs_other(effect: Effect) -> bool:
    return effect.split or effect.splash or (effect.when == "after_attack" and effect.damage > 0)


def _others(doing: HeroAct, effect: Effect, monster: Monster) -> dict[str, Monster]:
    """The other monsters an effect inside an attack on `monster` may be for, by hex."""
    beside = [m for m in doing.position.monsters if m.hex in NEIGHBOURS[monster.hex]]
    choice = beside if effect.splash else neighbours_in_play(doing.position, doing.hero)
    return {m.hex: m for m in choice if m.id != monster.id or effect.when == "after_attack"}


def paid(doing: HeroAct, use: Use, effect: Effect) -> UseDialog:
    """What is paid where the player chooses: mana within limits, event cards."""
    name = {"card": printed(doing.hero_id, use.card).name}
    if effect.mana_max:
        held = doing.card(use.card).mana
        picks = tuple(
            Pick(Sentence(N_("{n} mana"), {"n": n}), n, "mana")
            for n in range(effect.mana, min(effect.mana_max, held) + 1)
        )
        use = use._replace(mana=(yield AskPick(Sentence(N_("{card}: how much mana?"), name), picks)))
    for _ in range(effect.discard):
        question = Sentence(N_("{card}: which event card is discarded?"), name)
        use = use._replace(discard=(*use.discard, (yield AskPick(question, event_picks(doing.hero)))))
    return use


def _deal(position: Position, act: Attack) -> Pick:
    """The end of the dialog, with the damage it would do."""
    try:
        happenings = fate.apply(position, act).happenings
    except RuleError:
        return Pick(Sentence(N_("Attack")), None, "attack")
    damage = sum(h.amount for h in happenings if isinstance(h, Damaged) and h.id == act.monster)
    return Pick(Sentence(N_("Deal the damage: {n}"), {"n": damage}), None, "attack")


def _events(doing: HeroAct, uses: list[Use]) -> int:
    return sum(printed(doing.hero_id, use.card).pile == "event" for use in uses if use.card)


def _icon(effect: Effect) -> str:
    costs = {"mana": effect.mana or effect.any_mana, "gold": effect.pays, "damage": effect.durability}
    return next((icon for icon, cost in costs.items() if cost), effect.action or "cards")
