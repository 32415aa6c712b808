"""Dialogs of effects used in heroes' rolls, and of their costs; no widgets here."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

from companion.errors import RuleError
from companion.games.base import N_, Sentence
from companion.games.fate import hero_stats
from companion.games.fate.acts import Use
from companion.games.fate.board import TERRAIN
from companion.games.fate.hero_action import HeroAct, neighbours_in_play
from companion.games.fate.hero_attack import Used, attack_dice, following, needed, roll
from companion.games.fate.heroes import CardEffect, card_name, card_text, effect_label, printed
from companion.games.fate.pay import allowed, effect_of
from companion.games.fate.position import Face, Hero, Hex, Monster
from companion.session.fate.dialogs.action_dialogs import event_picks
from companion.session.fate.dialogs.dialog import (
    HELD,
    AskAmounts,
    AskDice,
    AskHex,
    AskPick,
    Pick,
    Question,
    UseDialog,
)

INSIDE = ("attack", "roll")


def anything_used(picks: Iterable[Pick], dice: tuple[Face, ...]) -> AskPick:
    """Ask whether something changes a roll."""
    more = Sentence(N_("Your cards can change it. None is fine, too."))
    return AskPick(Sentence(N_("Do you use anything with this roll?")), tuple(picks), dice, more)


def rolled(
    doing: HeroAct, question: Sentence, count: int, dice: tuple[Face, ...] = ()
) -> Generator[Question, Any, tuple[Face, ...]]:
    """Ask for the faces of dice, `dice` being rolled already, with those added by runes (Windbite)."""
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
    """Usable effects of cards in play and of event cards, without those in `uses`."""
    runes, missed = dice.count("rune"), not monster or _misses(doing, monster.hex, dice)
    hero = doing.hero
    taken = {(use.card, use.option) for use in uses}
    spent = tuple(card for use in uses for card in (use.card, *use.discard) if _is_event(hero, card))
    events = [pick.answer for pick in event_picks(hero, spent)] if hero.hand > len(spent) else []
    for number in (0, *(card.number for card, _ in hero_stats.in_play(hero)), *events):
        for option, effect in enumerate(printed(hero.id, number, hero.level).uses):
            use = Use(number, option)
            again = (number, option) in taken and not _is_event(hero, number)
            if effect.min_runes > runes or (effect.reroll and not missed) or again:
                continue
            if effect.when in times and not effect.grant and not effect.splash:
                if monster and needs_target(effect) and not _is_of_use(doing, effect, monster, dice, uses):
                    continue
                if effect.per == "stored" and not doing.card(number).tokens:
                    continue
                if allowed(doing, use, effect):
                    label = effect_label(hero.id, number, option, hero.level)
                    text = card_text(hero.id, number, hero.level)
                    yield Pick(label, use, _icon(effect), text, explains=(hero, number))


def _is_event(hero: Hero, number: int) -> bool:
    return printed(hero.id, number, hero.level).pile == "event"


def _is_of_use(
    doing: HeroAct, effect: CardEffect, monster: Monster, dice: tuple[Face, ...], uses: list[Use]
) -> bool:
    """Return true if there is damage for another monster, and a monster to take it."""
    trial, damage = _damage(doing, monster, dice, uses)
    if effect.split:
        return damage > 0 and bool(_others(doing, monster))
    left = trial.harm(monster, damage)
    return left > 0 and bool(following(trial, effect, monster))


def _damage(doing: HeroAct, monster: Monster, dice: tuple[Face, ...], uses: list[Use]) -> tuple[HeroAct, int]:
    """Damage to the target with the effects used so far, and the position before it."""
    trial = HeroAct(doing.position, doing.hero_id)
    used = [Used(use, effect_of(doing, use)) for use in uses]
    inner = [one for one in used if one.effect.when in INSIDE]
    try:
        damage = roll(trial, attack_dice(doing, used), dice, monster.hex, inner, monster, always=True).damage
    except RuleError:
        return trial, 0
    return trial, damage - sum(use.amount for use, effect in inner if effect.split)


def inside(
    doing: HeroAct, use: Use, monster: Monster, dice: tuple[Face, ...], uses: list[Use]
) -> Generator[Question, Any, tuple[Use, tuple[Face, ...]]]:
    """Ask for the needs of an effect in the attack; return the use and the dice after it."""
    effect = effect_of(doing, use)
    name = {"card": printed(doing.hero_id, use.card).name}
    if effect.reroll:
        return (yield from again(doing, use, monster.hex, dice))
    if effect.split:
        others = _others(doing, monster)
        question = Sentence(N_("{card}: which other monster?"), name)
        place = next(iter(others))
        if len(others) > 1:
            place = yield AskHex(question, tuple(others), attack=True)
        _, damage = _damage(doing, monster, dice, uses)
        question = Sentence(N_("{card}: how much damage goes to the other one?"), name)
        amount = yield from _number(question, range(1, damage + 1))
        use = use._replace(monsters=(others[place].id,), amount=amount)
    if effect.carry:
        use = yield from _carried(doing, use, effect, monster, dice, uses)
    return (yield from paid(doing, use, effect)), dice


def _number(
    question: Sentence, numbers: Sequence[int], label: str = "{n}", icon: str = ""
) -> Generator[Question, Any, int]:
    if len(numbers) == 1:
        return numbers[0]
    number: int = yield AskPick(question, tuple(Pick(Sentence(label, {"n": n}), n, icon) for n in numbers))
    return number


def again(
    doing: HeroAct, use: Use, hex_: Hex, dice: tuple[Face, ...]
) -> Generator[Question, Any, tuple[Use, tuple[Face, ...]]]:
    """Reroll all misses; the rerolled faces are recorded with the card (F-076)."""
    misses = _misses(doing, hex_, dice)
    kept = tuple(face for face in dice if face not in misses)
    question = Sentence(N_("{card}: roll the misses again"), {"card": printed(doing.hero_id, use.card).name})
    fresh = yield AskDice(question, len(misses))
    return use._replace(rolled=misses), kept + tuple(fresh)


def _misses(doing: HeroAct, hex_: Hex, dice: tuple[Face, ...]) -> tuple[Face, ...]:
    cover = TERRAIN.get(hex_) == "forest" and not hero_stats.has(doing.hero, "ignore_cover")
    return tuple(face for face in dice if face in ("blank", "rune") or (face == "cover" and cover))


def _carried(
    doing: HeroAct, use: Use, effect: CardEffect, killed: Monster, dice: tuple[Face, ...], uses: list[Use]
) -> UseDialog:
    """Ask for the target of the remaining damage, if there is a choice."""
    name = {"card": printed(doing.hero_id, use.card).name}
    trial, left = _damage(doing, killed, dice, uses)
    left = trial.harm(killed, left)
    while left and (choice := {m.hex: m for m in following(trial, effect, killed)}):
        question = Sentence(N_("{card}: who gets the damage that is left?"), name)
        place = next(iter(choice))
        if len(choice) > 1 or use.monsters:
            place = yield AskHex(question, tuple(choice), attack=True, enough=bool(use.monsters))
        if not place:
            break
        killed = choice[place]
        use = use._replace(monsters=(*use.monsters, killed.id))
        left = trial.harm(killed, left) if effect.carry == "chain" else 0
    return use


def needs_target(effect: CardEffect) -> bool:
    """Return true if the effect needs another monster than the target."""
    return effect.split or effect.splash or effect.carry is not None


def _others(doing: HeroAct, monster: Monster) -> dict[Hex, Monster]:
    """Other monsters that may take a share of the damage, by hex."""
    return {m.hex: m for m in neighbours_in_play(doing.position, doing.hero) if m.id != monster.id}


def paid(doing: HeroAct, use: Use, effect: CardEffect) -> UseDialog:
    """Ask for the costs that the player chooses: mana within limits, event cards."""
    name = {"card": printed(doing.hero_id, use.card).name}
    if effect.mana_max:
        numbers = range(effect.mana, min(effect.mana_max, doing.card(use.card).mana) + 1)
        question = Sentence(N_("{card}: how much mana?"), name)
        use = use._replace(mana=(yield from _number(question, numbers, N_("{n} mana"), "mana")))
    if effect.any_mana:
        use = yield from _any_mana(doing, use, effect.any_mana)
    if effect.per == "stored":
        question = Sentence(N_("{card}: how much of the damage on it?"), name)
        tokens = doing.card(use.card).tokens
        use = use._replace(stored=(yield from _number(question, range(tokens, 0, -1))))
    for _ in range(effect.discard):
        question = Sentence(N_("{card}: which event card do you discard?"), name)
        given = yield AskPick(question, _other_events(doing, use), more=HELD)
        use = use._replace(discard=(*use.discard, given))
    return use


def _other_events(doing: HeroAct, use: Use) -> tuple[Pick, ...]:
    """Cards that may be in the hand, without the played one and those paid for it."""
    played = (use.card,) if _is_event(doing.hero, use.card) else ()
    return event_picks(doing.hero, (*played, *use.discard))


def _any_mana(doing: HeroAct, use: Use, amount: int) -> UseDialog:
    """Ask which cards pay, if there are several ways (F-068)."""
    held = {card.number: card.mana for card, _ in hero_stats.in_play(doing.hero) if card.mana}
    if len(held) < 2 or sum(held.values()) == amount:
        return use
    labels = {number: card_name(doing.hero_id, number) for number in held}
    question = Sentence(
        N_("{card}: which cards pay the mana? {n}"),
        {"card": printed(doing.hero_id, use.card).name, "n": amount},
    )
    most = {n: min(m, amount) for n, m in held.items()}
    paid: dict[int, int] = yield AskAmounts(question, labels, most, amount, least=amount)
    return use._replace(mana=paid)


def _icon(effect: CardEffect) -> str:
    costs = {"mana": effect.mana or effect.any_mana, "gold": effect.pays, "damage": effect.durability}
    return next((icon for icon, cost in costs.items() if cost), effect.action or "cards")
