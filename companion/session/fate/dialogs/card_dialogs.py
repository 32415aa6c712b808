"""Cards used outside attacks, and quests, as dialogs; no widgets here."""

from collections.abc import Generator
from typing import Any

from companion.games.base import N_, Sentence
from companion.games.fate import hero_stats, possible
from companion.games.fate.acts import Discard, Quest, Use
from companion.games.fate.board import LOCATION_OF, TERRAIN
from companion.games.fate.effects import fits
from companion.games.fate.equip import spawn_hexes
from companion.games.fate.hero_action import HeroAct, together
from companion.games.fate.heroes import MANA_PAID, NAMES, CardEffect, printed
from companion.games.fate.moves import pushable
from companion.games.fate.pay import effect_of
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Position
from companion.games.fate.quests import DONE, task
from companion.games.fate.routes import routes
from companion.session.fate.dialogs.action_dialogs import (
    card_picks,
    damaged,
    event_picks,
    mended,
    new_top,
)
from companion.session.fate.dialogs.attack_dialog import attack, mine
from companion.session.fate.dialogs.dialog import (
    HELD,
    ActDialog,
    AskAmounts,
    AskHex,
    AskPick,
    Dialog,
    Pick,
    Question,
    UseDialog,
    spread,
)
from companion.session.fate.dialogs.move_dialog import go, one_mana
from companion.session.fate.dialogs.roll_dialog import again, anything_used, offers, paid, rolled

ALONE = ("free", "after_move")


def usable(position: Position, hero: Hero, number: int) -> tuple[int, ...]:
    """Effects of a card that are usable now, outside an attack."""
    return tuple(
        found.act.option
        for found in possible.usables(HeroAct(position, hero.id), number)
        if found.when in ALONE or found.attack
        if _begins(use(position, hero, number, found.act.option))
    )


def _begins(dialog: ActDialog) -> bool:
    """Return true if the dialog offers any choice."""
    first = Dialog(dialog).ask
    return not (isinstance(first, AskHex) and not first.hexes)


def use(position: Position, hero: Hero, number: int, option: int) -> ActDialog:
    """Use a card: asks for everything its effect needs."""
    doing = HeroAct(position, hero.id)
    act = Use(number, option)
    effect = effect_of(doing, act)
    if effect.targets != MANA_PAID:
        act = yield from paid(doing, act, effect)
    if effect.grant == "attack":
        return (yield from attack(position, hero, granted=act))
    if effect.reach:
        act = yield from _targets(doing, act, effect)
    if effect.push:
        act = yield from _push(doing, act, effect)
    if effect.move:
        act = yield from _move(doing, act, effect)
    if effect.heal or effect.grant == "mend":
        act = yield from _heal(doing, act, effect)
    if effect.mana_gain or effect.grant == "focus":
        mana = yield from one_mana(hero)
        act = act._replace(mana=mana) if mana else act
    if effect.mine:
        return (yield from mine(position, hero, act))
    if effect.roll:
        act = yield from _roll(doing, act, effect)
    return act


def _name(doing: HeroAct, act: Use) -> dict[str, str]:
    return {"card": printed(doing.hero_id, act.card).name}


def _targets(doing: HeroAct, act: Use, effect: CardEffect) -> UseDialog:
    by_mana = effect.targets == MANA_PAID
    most = min(effect.mana_max, doing.card(act.card).mana) if by_mana else effect.targets
    possible = {m.hex: m for m in doing.position.monsters if fits(doing, effect, m)}
    while len(act.monsters) < most and (possible or not act.monsters):
        question = Sentence(N_("{card}: which monster?"), _name(doing, act))
        place = next(iter(possible), "")
        if act.monsters or len(possible) != 1:
            place = yield AskHex(question, tuple(possible), attack=True, enough=bool(act.monsters))
        if not place:
            break
        act = act._replace(monsters=(*act.monsters, possible.pop(place).id))
    return act._replace(mana=len(act.monsters)) if by_mana else act


def _push(doing: HeroAct, act: Use, effect: CardEffect) -> UseDialog:
    monster = doing.monster(act.monsters[0])
    question = Sentence(N_("{card}: where to?"), _name(doing, act))
    free = tuple(pushable(doing.position, monster, effect.push))
    if len(free) < 2 and effect.push == 1:
        return act._replace(hexes=free)
    if not free:
        return act
    place = yield AskHex(question, free, enough=effect.push > 1)
    return act._replace(hexes=(place,)) if place else act


def _move(doing: HeroAct, act: Use, effect: CardEffect) -> UseDialog:
    position, hero = doing.position, doing.hero
    here = hero.hex

    def fitting(to: Hex) -> bool:
        if effect.forest_step:
            return here != GRIMHEIM and "forest" in (TERRAIN.get(to), TERRAIN.get(here))
        return not effect.to_location or to == GRIMHEIM or to in LOCATION_OF

    found = {to: ways for to, ways in routes(position, hero, effect.move).items() if fitting(to)}
    place = yield AskHex(Sentence(N_("{card}: where to?"), _name(doing, act)), tuple(found))
    going = yield from go(position, hero, found[place])
    act = act._replace(path=going.path, aside=going.aside, prevent=going.prevent)
    return act._replace(mana=going.mana) if going.mana else act


def _heal(doing: HeroAct, act: Use, effect: CardEffect) -> UseDialog:
    if effect.heals == "any":
        return (yield from _share_out(doing, act, effect))
    hero = doing.hero
    if effect.heals == "hero" and not effect.grant:
        hurt = [h for h in doing.position.heroes if together(hero.hex, h.hex) and h.damage]
        hero = (yield from _for_whom(doing, act, hurt)) if hurt else hero
        return act._replace(hero=hero.id)
    if effect.grant == "mend":
        return act._replace(heal=(yield from mended(hero, _name(doing, act))))
    if effect.heals == "equipment":
        worn = [card.number for card, face in hero_stats.in_play(hero) if face.durability and card.damage]
        if len(worn) > 1:
            question = Sentence(N_("{card}: which equipment?"), _name(doing, act))
            chosen = yield AskPick(question, card_picks(hero, worn))
            return act._replace(heal={chosen: effect.heal})
    return act


def _for_whom(doing: HeroAct, act: Use, heroes: list[Hero]) -> Generator[Question, Any, Hero]:
    if len(heroes) == 1:
        return heroes[0]
    picks = tuple(Pick(Sentence(NAMES[other.id]), other) for other in heroes)
    chosen: Hero = yield AskPick(Sentence(N_("{card}: for whom?"), _name(doing, act)), picks)
    return chosen


def _share_out(doing: HeroAct, act: Use, effect: CardEffect) -> UseDialog:
    """Distribute healing over heroes within 1 and their equipment, hero by hero."""
    left = effect.heal
    near = [h for h in doing.position.heroes if together(doing.hero.hex, h.hex) and damaged(h)[0]]
    parts: list[Use] = []
    while left and near:
        hero = yield from _for_whom(doing, act, near)
        near.remove(hero)
        most, labels = damaged(hero)
        heal = spread(most, left)
        if len(most) > 1 or (near and sum(heal.values()) > 1):
            question = Sentence(
                N_("{card}: which damage do you mend? Up to {n}"), {**_name(doing, act), "n": left}
            )
            heal = yield AskAmounts(question, labels, most, left)
        left -= sum(heal.values())
        parts.append(Use(act.card, hero=hero.id, heal=heal))
    if not parts:
        return act._replace(hero=doing.hero_id)
    return act._replace(hero=parts[0].hero, heal=parts[0].heal, uses=tuple(parts[1:]))


def _roll(doing: HeroAct, act: Use, effect: CardEffect) -> UseDialog:
    for _ in act.monsters:
        question = Sentence(N_("{card}: which dice were rolled?"), _name(doing, act))
        act = act._replace(dice=act.dice + (yield from rolled(doing, question, effect.roll)))
    while picks := tuple(offers(doing, [act, *act.uses], ("roll",), act.dice)):
        go_on = Pick(Sentence(N_("Nothing more")), None, "check")
        chosen = yield anything_used((go_on, *picks), act.dice)
        if chosen is None:
            break
        chosen = yield from paid(doing, chosen, effect_of(doing, chosen))
        if len(act.monsters) > 1:
            chosen = yield from _which_roll(doing, act, chosen)
        if effect_of(doing, chosen).reroll and len(act.monsters) == 1:
            chosen, dice = yield from again(doing, chosen, doing.monster(act.monsters[0]).hex, act.dice)
            act = act._replace(dice=dice)
        act = act._replace(uses=(*act.uses, chosen))
    return act


def _which_roll(doing: HeroAct, act: Use, chosen: Use) -> UseDialog:
    """Ask for the roll of an effect if dice were rolled against several monsters."""
    hexes = {doing.monster(monster).hex: monster for monster in act.monsters}
    question = Sentence(N_("{card}: with the roll against which monster?"), _name(doing, chosen))
    return chosen._replace(monsters=(hexes[(yield AskHex(question, tuple(hexes), attack=True))],))


def event(position: Position, hero: Hero) -> ActDialog:
    """Event card from the hand: its choice and its needs; or discard one unused (F-063)."""
    possible = event_picks(hero)
    picks = tuple(pick for pick in possible if usable(position, hero, pick.answer))
    away = Pick(Sentence(N_("Discard one unused")), 0, "take")
    number = yield AskPick(Sentence(N_("Which event card do you play?")), (*picks, away), more=HELD)
    if not number:
        question = Sentence(N_("Which event card do you discard?"))
        return Discard(((yield AskPick(question, possible, more=HELD)),))
    options = usable(position, hero, number)
    option = options[0]
    if len(options) > 1:
        labels = tuple(
            Pick(Sentence(printed(hero.id, number).uses[o].label), o, explains=(hero, number))
            for o in options
        )
        card = {"card": printed(hero.id, number).name}
        option = yield AskPick(Sentence(N_("{card}: which effect?"), card), labels)
    return (yield from use(position, hero, number, option))


def discard(hero: Hero) -> ActDialog:
    """Discard an event card unused, in anybody's turn (F-063)."""
    question = Sentence(N_("Which event card do you discard?"))
    return Discard(((yield AskPick(question, event_picks(hero), more=HELD)),), hero.id)


def quest(position: Position, hero: Hero) -> ActDialog:
    """Complete the visible quest: its cost, and the new top card of the pile."""
    wanted = task(hero)
    assert wanted
    act = Quest()
    if hero.quest >= DONE:
        return act._replace(next=(yield from new_top(hero, "equipment")))
    if len({kill.gold for kill in hero.kills}) > 1:
        picks = tuple(
            Pick(Sentence(N_("The kill worth {n} gold"), {"n": kill.gold}), kill.monster, "gold")
            for kill in sorted(hero.kills, key=lambda kill: kill.gold)
        )
        act = act._replace(kill=(yield AskPick(Sentence(N_("Which kill pays for the quest?")), picks)))
    for _ in range(wanted.discard):
        question = Sentence(N_("The quest costs an event card. Which one?"))
        given = yield AskPick(question, event_picks(hero, act.discard), more=HELD)
        act = act._replace(discard=(*act.discard, given))
    free = list(spawn_hexes(position, hero))
    while len(act.hexes) < wanted.spawns < len(free) + len(act.hexes):
        place = yield AskHex(Sentence(N_("The quest brings a monster. Where does it appear?")), tuple(free))
        free.remove(place)
        act = act._replace(hexes=(*act.hexes, place))
    if len(act.hexes) < wanted.spawns:
        act = act._replace(hexes=(*act.hexes, *free))
    return act._replace(next=(yield from new_top(hero, "equipment")))
