"""Cards used outside attacks, and quests, as talks; no widgets here."""

from collections.abc import Iterator

from companion.games.base import N_, Sentence
from companion.games.fate import hero_stats
from companion.games.fate.acts import Discard, Quest, Use
from companion.games.fate.board import LOCATION_OF, MONSTER_HEXES, NEIGHBOURS, TERRAIN
from companion.games.fate.effects import fits
from companion.games.fate.fight import attack_dice
from companion.games.fate.hero_action import Deed, together
from companion.games.fate.heroes import MANA_PAID, NAMES, Effect, card_name, printed
from companion.games.fate.moves import pushable, ways
from companion.games.fate.pay import allowed, effect_of
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Position
from companion.games.fate.quests import task
from ui.games.fate.acts import card_picks, damaged, event_picks, new_top
from ui.games.fate.attacks import ANYTHING_USED, attack, offers, paid, rolled
from ui.games.fate.talk import AskAmounts, AskHex, AskPick, Pick, Talk, Talking, Using

ALONE = ("free", "after_move")


def usable(position: Position, hero: Hero, number: int) -> Iterator[int]:
    """The effects of a card that may be used now, outside an attack."""
    deed = Deed(position, hero.id)
    for option, effect in enumerate(printed(hero.id, number, hero.level).uses):
        after_move = effect.when != "after_move" or "move" in hero.actions
        alone = (effect.when in ALONE or effect.grant == "attack") and after_move
        target = not effect.reach or any(fits(deed, effect, monster) for monster in position.monsters)
        may = alone and target and allowed(deed, Use(number, option), effect)
        if may and _begins(use(position, hero, number, option)):
            yield option


def _begins(talking: Talking) -> bool:
    """Whether there is anything to choose from."""
    first = Talk(talking).ask
    return not (isinstance(first, AskHex) and not first.hexes)


def use(position: Position, hero: Hero, number: int, option: int) -> Talking:
    """Use a card: everything its effect needs."""
    deed = Deed(position, hero.id)
    act = Use(number, option)
    effect = effect_of(deed, act)
    act = yield from paid(deed, act, effect)
    if effect.grant == "attack":
        return (yield from attack(position, hero, granted=act))
    if effect.reach:
        act = yield from _targets(deed, act, effect)
    if effect.push:
        act = yield from _push(deed, act, effect)
    if effect.move:
        act = yield from _move(deed, act, effect)
    if effect.heal or effect.grant == "mend":
        act = yield from _heal(deed, act, effect)
    if effect.mana_gain or effect.grant == "focus":
        act = yield from _mana(deed, act, effect.mana_gain or 1)
    if effect.roll or effect.mine:
        act = yield from _roll(deed, act, effect)
    return act


def _name(deed: Deed, act: Use) -> dict[str, str]:
    return {"card": str(card_name(deed.hero_id, act.card))}


def _targets(deed: Deed, act: Use, effect: Effect) -> Using:
    most = act.mana if effect.targets == MANA_PAID else effect.targets
    possible = {m.hex: m for m in deed.position.monsters if fits(deed, effect, m)}
    while len(act.monsters) < most and (possible or not act.monsters):
        question = Sentence(N_("{card}: which monster?"), _name(deed, act))
        place = yield AskHex(question, tuple(possible), attack=True, enough=bool(act.monsters))
        if not place:
            break
        act = act._replace(monsters=(*act.monsters, possible.pop(place).id))
    return act


def _push(deed: Deed, act: Use, effect: Effect) -> Using:
    monster = deed.monster(act.monsters[0])
    question = Sentence(N_("{card}: where to?"), _name(deed, act))
    place = yield AskHex(question, tuple(pushable(deed.position, monster, effect.push)), enough=True)
    return act._replace(hexes=(place,)) if place else act


def _move(deed: Deed, act: Use, effect: Effect) -> Using:
    here = deed.hero.hex

    def fitting(to: Hex) -> bool:
        if effect.forest_step:
            return here != GRIMHEIM and "forest" in (TERRAIN.get(to), TERRAIN.get(here))
        return not effect.to_location or to == GRIMHEIM or to in LOCATION_OF

    hexes = tuple(to for to in ways(deed.position, deed.hero, effect.move) if fitting(to))
    place = yield AskHex(Sentence(N_("{card}: where to?"), _name(deed, act)), hexes)
    return act._replace(hexes=(place,))


def _heal(deed: Deed, act: Use, effect: Effect) -> Using:
    hero = deed.hero
    if effect.heals in ("hero", "any") and not effect.grant:
        near = [other for other in deed.position.heroes if together(hero.hex, other.hex)]
        if len(near) > 1:
            picks = tuple(Pick(Sentence(NAMES[other.id]), other.id) for other in near)
            chosen = yield AskPick(Sentence(N_("{card}: for whom?"), _name(deed, act)), picks)
            hero = next(other for other in near if other.id == chosen)
        act = act._replace(hero=hero.id)
    if effect.heals == "any" or effect.grant == "mend":
        total = effect.heal or (5 if hero.hex == GRIMHEIM else 2)
        most, labels = damaged(hero)
        if effect.grant and hero.hex != GRIMHEIM:
            most = {0: hero.damage}
        if len(most) > 1:
            question = Sentence(N_("{card}: what is mended? Up to {n}"), {**_name(deed, act), "n": total})
            return act._replace(cards=(yield AskAmounts(question, labels, most, total)))
        return act._replace(cards={card: min(amount, total) for card, amount in most.items()})
    if effect.heals == "equipment":
        worn = [card.number for card, _ in hero_stats.in_play(hero) if card.number in damaged(hero)[0]]
        if len(worn) > 1:
            question = Sentence(N_("{card}: which equipment?"), _name(deed, act))
            chosen = yield AskPick(question, card_picks(hero, worn))
            return act._replace(cards={chosen: effect.heal})
    return act


def _mana(deed: Deed, act: Use, amount: int) -> Using:
    cards = [card.number for card, face in hero_stats.in_play(deed.hero) if face.uses_mana]
    if len(cards) < 2:
        return act
    labels = {number: card_name(deed.hero_id, number) for number in cards}
    question = Sentence(N_("{card}: where does the mana go? {n}"), {**_name(deed, act), "n": amount})
    return act._replace(cards=(yield AskAmounts(question, labels, dict.fromkeys(cards, amount), amount)))


def _roll(deed: Deed, act: Use, effect: Effect) -> Using:
    count = effect.roll
    if effect.mine:
        beside = tuple(h for h in NEIGHBOURS[deed.hero.hex] if TERRAIN.get(h) == "mountain")
        question = Sentence(N_("{card}: which mountain?"), _name(deed, act))
        act = act._replace(hexes=((yield AskHex(question, beside)),))
        count = attack_dice(deed)
    for _ in act.monsters or ("",):
        question = Sentence(N_("{card}: which dice were rolled?"), _name(deed, act))
        act = act._replace(dice=act.dice + (yield from rolled(deed, question, count)))
    while picks := tuple(offers(deed, [act, *act.uses], ("roll",), act.dice.count("rune"))):
        go_on = Pick(Sentence(N_("Nothing more")), None, "check")
        chosen = yield AskPick(ANYTHING_USED, (go_on, *picks), act.dice)
        if chosen is None:
            break
        chosen = yield from paid(deed, chosen, effect_of(deed, chosen))
        act = act._replace(uses=(*act.uses, chosen))
    return act


def event(position: Position, hero: Hero) -> Talking:
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


def quest(position: Position, hero: Hero) -> Talking:
    """The visible quest is done: what it costs, and which card is on top of the pile then."""
    wanted = task(hero)
    assert wanted
    act = Quest()
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
