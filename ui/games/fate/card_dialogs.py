"""Cards used outside attacks, and quests, as dialogs; no widgets here."""

from collections.abc import Iterator

from companion.games.base import N_, Sentence
from companion.games.fate import hero_stats, possible
from companion.games.fate.acts import Discard, Quest, Use
from companion.games.fate.board import LOCATION_OF, MONSTER_HEXES, NEIGHBOURS, TERRAIN
from companion.games.fate.effects import fits
from companion.games.fate.hero_action import HeroAct, together
from companion.games.fate.heroes import MANA_PAID, NAMES, Effect, card_name, printed
from companion.games.fate.moves import pushable, ways
from companion.games.fate.pay import effect_of
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Position
from companion.games.fate.quests import task
from ui.games.fate.action_dialogs import card_picks, damaged, event_picks, new_top, shoved
from ui.games.fate.attack_dialog import ANYTHING_USED, again, attack, mine, offers, paid, rolled
from ui.games.fate.dialog import ActDialog, AskAmounts, AskHex, AskPick, Dialog, Pick, UseDialog

ALONE = ("free", "after_move")


def usable(position: Position, hero: Hero, number: int) -> Iterator[int]:
    """The effects of a card that may be used now, outside an attack."""
    for found in possible.usables(HeroAct(position, hero.id)):
        alone = found.when in ALONE or found.attack
        option = found.act.option
        if alone and found.act.card == number and _begins(use(position, hero, number, option)):
            yield option


def _begins(dialog: ActDialog) -> bool:
    """Whether there is anything to choose from."""
    first = Dialog(dialog).ask
    return not (isinstance(first, AskHex) and not first.hexes)


def use(position: Position, hero: Hero, number: int, option: int) -> ActDialog:
    """Use a card: everything its effect needs."""
    doing = HeroAct(position, hero.id)
    act = Use(number, option)
    effect = effect_of(doing, act)
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
        act = yield from _mana(doing, act, effect.mana_gain or 1)
    if effect.mine:
        return (yield from mine(position, hero, act))
    if effect.roll:
        act = yield from _roll(doing, act, effect)
    return act


def _name(doing: HeroAct, act: Use) -> dict[str, str]:
    return {"card": printed(doing.hero_id, act.card).name}


def _targets(doing: HeroAct, act: Use, effect: Effect) -> UseDialog:
    most = act.paid if effect.targets == MANA_PAID else effect.targets
    possible = {m.hex: m for m in doing.position.monsters if fits(doing, effect, m)}
    while len(act.monsters) < most and (possible or not act.monsters):
        question = Sentence(N_("{card}: which monster?"), _name(doing, act))
        place = yield AskHex(question, tuple(possible), attack=True, enough=bool(act.monsters))
        if not place:
            break
        act = act._replace(monsters=(*act.monsters, possible.pop(place).id))
    return act


def _push(doing: HeroAct, act: Use, effect: Effect) -> UseDialog:
    monster = doing.monster(act.monsters[0])
    question = Sentence(N_("{card}: where to?"), _name(doing, act))
    free = tuple(pushable(doing.position, monster, effect.push))
    if not free:
        return act
    place = yield AskHex(question, free, enough=effect.push > 1)
    return act._replace(hexes=(place,)) if place else act


def _move(doing: HeroAct, act: Use, effect: Effect) -> UseDialog:
    here = doing.hero.hex

    def fitting(to: Hex) -> bool:
        if effect.forest_step:
            return here != GRIMHEIM and "forest" in (TERRAIN.get(to), TERRAIN.get(here))
        return not effect.to_location or to == GRIMHEIM or to in LOCATION_OF

    found = {to: way for to, way in ways(doing.position, doing.hero, effect.move).items() if fitting(to)}
    place = yield AskHex(Sentence(N_("{card}: where to?"), _name(doing, act)), tuple(found))
    prevent = yield from shoved(doing.position, doing.hero, found[place])
    return act._replace(path=found[place], prevent=prevent)


def _heal(doing: HeroAct, act: Use, effect: Effect) -> UseDialog:
    hero = doing.hero
    if effect.heals in ("hero", "any") and not effect.grant:
        near = [other for other in doing.position.heroes if together(hero.hex, other.hex)]
        if len(near) > 1:
            picks = tuple(Pick(Sentence(NAMES[other.id]), other.id) for other in near)
            chosen = yield AskPick(Sentence(N_("{card}: for whom?"), _name(doing, act)), picks)
            hero = next(other for other in near if other.id == chosen)
        act = act._replace(hero=hero.id)
    if effect.heals == "any" or effect.grant == "mend":
        total = effect.heal or (5 if hero.hex == GRIMHEIM else 2)
        most, labels = damaged(hero)
        if effect.grant and hero.hex != GRIMHEIM:
            most = {0: hero.damage}
        if len(most) > 1:
            question = Sentence(N_("{card}: what is mended? Up to {n}"), {**_name(doing, act), "n": total})
            return act._replace(heal=(yield AskAmounts(question, labels, most, total)))
        return act._replace(heal={card: min(amount, total) for card, amount in most.items()})
    if effect.heals == "equipment":
        worn = [card.number for card, _ in hero_stats.in_play(hero) if card.number in damaged(hero)[0]]
        if len(worn) > 1:
            question = Sentence(N_("{card}: which equipment?"), _name(doing, act))
            chosen = yield AskPick(question, card_picks(hero, worn))
            return act._replace(heal={chosen: effect.heal})
    return act


def _mana(doing: HeroAct, act: Use, amount: int) -> UseDialog:
    cards = [card.number for card, face in hero_stats.in_play(doing.hero) if face.uses_mana]
    if len(cards) < 2:
        return act
    labels = {number: card_name(doing.hero_id, number) for number in cards}
    question = Sentence(N_("{card}: where does the mana go? {n}"), {**_name(doing, act), "n": amount})
    return act._replace(mana=(yield AskAmounts(question, labels, dict.fromkeys(cards, amount), amount)))


def _roll(doing: HeroAct, act: Use, effect: Effect) -> UseDialog:
    for _ in act.monsters:
        question = Sentence(N_("{card}: which dice were rolled?"), _name(doing, act))
        act = act._replace(dice=act.dice + (yield from rolled(doing, question, effect.roll)))
    while picks := tuple(offers(doing, [act, *act.uses], ("roll",), act.dice)):
        go_on = Pick(Sentence(N_("Nothing more")), None, "check")
        chosen = yield AskPick(ANYTHING_USED, (go_on, *picks), act.dice)
        if chosen is None:
            break
        chosen = yield from paid(doing, chosen, effect_of(doing, chosen))
        if effect_of(doing, chosen).reroll and len(act.monsters) == 1:
            chosen, dice = yield from again(doing, chosen, doing.monster(act.monsters[0]).hex, act.dice)
            act = act._replace(dice=dice)
        act = act._replace(uses=(*act.uses, chosen))
    return act


def event(position: Position, hero: Hero) -> ActDialog:
    """An event card from the hand: which one, then what it needs; or one is discarded unused (F-063)."""
    possible = event_picks(hero)
    picks = tuple(pick for pick in possible if any(usable(position, hero, pick.answer)))
    away = Pick(Sentence(N_("Discard one unused")), None, "take")
    number = yield AskPick(Sentence(N_("Which event card is played?")), (*picks, away))
    if number is None:
        return Discard(((yield AskPick(Sentence(N_("Which event card is discarded?")), possible)),))
    options = tuple(usable(position, hero, number))
    option = options[0]
    if len(options) > 1:
        labels = tuple(Pick(Sentence(printed(hero.id, number).uses[o].label), o) for o in options)
        card = {"card": printed(hero.id, number).name}
        option = yield AskPick(Sentence(N_("{card}: which effect?"), card), labels)
    return (yield from use(position, hero, number, option))


def discard(hero: Hero) -> ActDialog:
    """An event card is discarded unused, whoever's turn it is (F-063)."""
    question = Sentence(N_("Which event card is discarded?"))
    return Discard(((yield AskPick(question, event_picks(hero))),), hero.id)


def quest(position: Position, hero: Hero) -> ActDialog:
    """The visible quest is done: what it costs, and which card is on top of the pile then."""
    wanted = task(hero)
    assert wanted
    act = Quest()
    if len({kill.gold for kill in hero.kills}) > 1:
        picks = tuple(
            Pick(Sentence(N_("The kill worth {n} gold"), {"n": kill.gold}), kill.monster, "gold")
            for kill in sorted(hero.kills, key=lambda kill: kill.gold)
        )
        act = act._replace(kill=(yield AskPick(Sentence(N_("Which kill pays for the quest?")), picks)))
    for _ in range(wanted.discard):
        question = Sentence(N_("The quest costs an event card. Which one?"))
        act = act._replace(discard=(*act.discard, (yield AskPick(question, event_picks(hero)))))
    taken = {m.hex for m in position.monsters} | {h.hex for h in position.heroes}
    for _ in range(wanted.spawns):
        free = tuple(h for h in NEIGHBOURS[hero.hex] if h not in taken and h in MONSTER_HEXES)
        if not free:
            break
        place = yield AskHex(Sentence(N_("The quest brings a monster. Where does it appear?")), free)
        taken.add(place)
        act = act._replace(hexes=(*act.hexes, place))
    return act._replace(next=(yield from new_top(hero, "equipment")))
