"""Dialogs of a hero's actions, with the legal answers; no widgets here."""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from companion.games.base import N_, Sentence, counted
from companion.games.fate import hero_stats
from companion.games.fate.actions import MEND, MEND_IN_GRIMHEIM
from companion.games.fate.acts import Correct, EndTurn, Focus, Mend, Practice, Prepare, Share, TakeMarkers
from companion.games.fate.board import MARKERS
from companion.games.fate.hero_action import ACTIONS, refused, together
from companion.games.fate.heroes import NAMES, card_name, card_text, other_side, pile, printed
from companion.games.fate.position import GRIMHEIM, Action, CardState, Hero, Hex, Position
from companion.session.fate.dialogs.dialog import (
    HELD,
    ActDialog,
    AskAmounts,
    AskPick,
    Pick,
    Question,
    spread,
)
from companion.session.fate.dialogs.move_dialog import one_mana

PileName: TypeAlias = Literal["ability", "equipment"]


def plain(name: str) -> ActDialog:
    """Prepare or practice action: no questions."""
    yield from ()
    return Prepare() if name == "prepare" else Practice()


def focus(position: Position, hero: Hero) -> ActDialog:
    """Focus action: the card that gets the mana."""
    cards = [card.number for card, face in hero_stats.in_play(hero) if face.uses_mana]
    chosen = yield from one_mana(hero)
    return Focus(next(iter(chosen or cards), 0))


def mend(position: Position, hero: Hero) -> ActDialog:
    """Mend action: 2 damage of the hero, in Grimheim 5 of hero and equipment as the player likes (F-059)."""
    return Mend((yield from mended(hero, {})))


def check_use(hero: Hero, action: Action) -> None:
    """Raise RuleError `no_mana_card` or `no_damage` if an action would change nothing."""
    name = NAMES[hero.id]
    if action == "focus" and not any(face.uses_mana for _, face in hero_stats.in_play(hero)):
        raise refused("no_mana_card", N_("Focus: no card of {hero} uses mana."), hero=name)
    if action == "mend" and not (hero.damage or (hero.hex == GRIMHEIM and damaged(hero)[0])):
        raise refused("no_damage", N_("Mend: {hero} has no damage to heal."), hero=name)


def gained(before: Position, now: Position, hand: Sequence[int]) -> Sentence | None:
    """Return what an action of the hero to act brought in a game on the screen; `hand`: its event cards."""
    old = before.heroes[before.turn]
    new = next((hero for hero in now.heroes if hero.id == old.id), old)
    match new.actions[len(old.actions) :]:
        case ("prepare",) if len(hand) and new.hand > old.hand:
            return Sentence(N_("In your hand now: {card}."), {"card": printed(new.id, hand[-1]).name})
        case ("mend",) if old.damage > new.damage:
            n = old.damage - new.damage
            return counted("{hero}: {n} heart more.", "{hero}: {n} hearts more.", n, hero=NAMES[new.id])
    return None


def told(before: Position, now: Position) -> Sentence | None:
    """Return what hands do at the table after an action of the hero to act; None for nothing to say."""
    old = before.heroes[before.turn]
    new = next((hero for hero in now.heroes if hero.id == old.id), old)
    match new.actions[len(old.actions) :]:
        case ("prepare",):
            return Sentence(N_("Draw the top event card of your pile."))
        case ("focus",):
            held = {card.number: card.mana for card in old.cards}
            more = [card.number for card in new.cards if card.mana > held.get(card.number, 0)]
            if more:
                return Sentence(N_("Put 1 mana on {card}."), {"card": printed(new.id, more[0]).name})
        case ("mend",) if old.damage > new.damage:
            words = {"hero": NAMES[new.id], "n": old.damage - new.damage}
            return Sentence(N_("Damage to take off {hero}: {n}."), words)
    return None


def mended(hero: Hero, card: Mapping[str, object]) -> Generator[Question, Any, dict[int, int]]:
    """Healing of a mend action, also of one granted by a `card`."""
    if hero.hex != GRIMHEIM:
        return spread({0: hero.damage}, MEND)
    most, labels = damaged(hero)
    if sum(most.values()) <= MEND_IN_GRIMHEIM or len(most) < 2:
        return spread(most, MEND_IN_GRIMHEIM)
    question = Sentence(N_("Which damage do you mend? 5 in total"))
    if card:
        question = Sentence(
            N_("{card}: which damage do you mend? Up to {n}"), {**card, "n": MEND_IN_GRIMHEIM}
        )
    heal: dict[int, int] = yield AskAmounts(question, labels, most, MEND_IN_GRIMHEIM)
    return heal


def damaged(hero: Hero) -> tuple[dict[int, int], dict[int, Sentence]]:
    """Damage and names of the hero (0) and of the equipment."""
    most = {0: hero.damage} if hero.damage else {}
    labels = {0: Sentence(NAMES[hero.id])} if hero.damage else {}
    for card, face in hero_stats.in_play(hero):
        if face.pile == "equipment" and card.damage:
            most[card.number], labels[card.number] = card.damage, card_name(hero.id, card.number)
    return most, labels


def partners(position: Position, hero: Hero) -> list[tuple[Hero, int]]:
    """Adjacent heroes to give gold to (1) or to get gold from (-1) (F-074)."""
    near = [other for other in position.heroes if other.id != hero.id and together(hero.hex, other.hex)]
    return [(other, 1) for other in near if hero.gold] + [(other, -1) for other in near if other.gold]


def share(position: Position, hero: Hero) -> ActDialog:
    """Exchange of gold with an adjacent hero (F-074)."""
    way: tuple[Hero, int]
    ways = partners(position, hero)
    way = ways[0]
    if len(ways) > 1:
        words = {1: N_("{hero} gets gold"), -1: N_("{hero} gives gold")}
        picks = tuple(Pick(Sentence(words[each[1]], {"hero": NAMES[each[0].id]}), each) for each in ways)
        way = yield AskPick(Sentence(N_("Who gets gold, who gives?")), picks)
    other, sign = way
    most = hero.gold if sign > 0 else other.gold
    amounts = tuple(Pick(Sentence(N_("{n} gold"), {"n": n}), n, "gold") for n in range(1, most + 1))
    gets = NAMES[other.id if sign > 0 else hero.id]
    gold = yield AskPick(Sentence(N_("How much gold for {hero}?"), {"hero": gets}), amounts)
    return Share(other.id, sign * gold)


def takes(hero: Hero, place: Hex) -> bool:
    """Return true if markers of a hex are useful to the hero."""
    what, _ = MARKERS[place]
    if what == "damage":
        return bool(damaged(hero)[0])
    return what == "gold" or any(face.uses_mana for _, face in hero_stats.in_play(hero))


def markers(position: Position, hero: Hero, place: Hex) -> ActDialog:
    """Markers of a hex the hero is on or has passed (F-018)."""
    what, _ = MARKERS[place]
    left = position.markers[place]
    if what == "gold" and len(position.heroes) == 1:
        return TakeMarkers(place, {0: left})
    if what == "gold":
        most, labels = {0: left}, {0: Sentence(NAMES[hero.id])}
    elif what == "damage":
        most, labels = damaged(hero)
    else:
        cards = [card.number for card, face in hero_stats.in_play(hero) if face.uses_mana]
        most, labels = dict.fromkeys(cards, left), {n: card_name(hero.id, n) for n in cards}
    chosen = yield AskAmounts(
        Sentence(N_("Where do the markers go? Up to {n}"), {"n": left}), labels, most, left, least=1
    )
    return TakeMarkers(place, chosen)


def end_turn(position: Position, hero: Hero, under: PileName | None = None) -> ActDialog:
    """End of turn: an upgrade if it can be paid, the card that comes up, a discard for a full hand.

    With actions left it asks for confirmation, because the button replaces "Next". `under` names the pile
    whose top card goes to its bottom (F-084).
    """
    bought = None
    if left := ACTIONS - len(hero.actions):
        one, both = N_("One action is left. End the turn?"), N_("Both actions are left. End the turn?")
        yield AskPick(
            Sentence(one if left == 1 else both), (Pick(Sentence(N_("End the turn")), None, "check"),)
        )
    cost = hero_stats.upgrade_cost(hero, position.options)
    if hero.gold >= cost:
        offered = [pick for pick in _upgrades(hero) if pick.answer != under]
        picks = [Pick(Sentence(N_("No upgrade")), None, "check"), *offered]
        question = Sentence(
            N_("An upgrade for {cost} gold? You have {gold}"), {"cost": cost, "gold": hero.gold}
        )
        bought = yield AskPick(question, tuple(picks))
    top: dict[PileName, int | None] = {}
    between = None
    if bought == "ability":
        top["ability"] = yield from new_top(hero, "ability")
        if under is None and (yield from _away(hero, top["ability"])):
            under, between = "ability", top["ability"]
            top["ability"] = yield from new_top(hero, "ability", between)
    elif under == "ability":
        top["ability"] = yield from new_top(hero, "ability")
    if under == "equipment":
        top["equipment"] = yield from new_top(hero, "equipment")
    discard = yield from _room(hero, hero if bought is None else _upgraded(position, hero, bought))
    return EndTurn(bought, under, top.get("ability"), top.get("equipment"), discard, between)


def _away(hero: Hero, ability: int | None) -> Generator[Question, Any, bool]:
    """Ask if the ability that came up after an upgrade goes under its pile at once (F-084)."""
    if ability is None or len(hero_stats.unknown_abilities(hero)) + len(hero.abilities_under) < 2:
        return False
    name = {"card": printed(hero.id, ability).name}
    picks = (
        Pick(Sentence(N_("{card} stays on top"), name), False, "check", explains=(hero, ability)),
        Pick(Sentence(N_("{card} goes under the pile"), name), True, "redo", explains=(hero, ability)),
    )
    away: bool = yield AskPick(Sentence(N_("The next ability is {card}."), name), picks)
    return away


def _upgraded(position: Position, hero: Hero, bought: str | int) -> Hero:
    """The hero after the upgrade, which may draw or hold more cards."""
    cards = hero.cards
    if bought == "ability" and hero.ability:
        cards = (*cards, CardState(hero.ability))
    elif isinstance(bought, int):
        cards = tuple(
            c._replace(number=other_side(hero.id, bought)) if c.number == bought else c for c in cards
        )
    return hero._replace(cards=cards)


def _room(hero: Hero, after: Hero) -> Generator[Question, Any, tuple[int, ...]]:
    """Ask for cards to discard before drawing; a player may also keep all (F-083)."""
    wanted = min(hero_stats.end_draw(after), hero_stats.drawable(after) + hero.hand)
    discard: tuple[int, ...] = ()
    while hero.hand - len(discard) + wanted > hero_stats.hand_limit(after) and len(discard) < min(
        wanted, hero.hand
    ):
        question = Sentence(N_("The hand is full. Which event card do you discard?"))
        keep = Pick(Sentence(N_("Keep them and draw no more")), None, "cross")
        chosen = yield AskPick(question, (*event_picks(hero, discard), keep), more=HELD)
        if chosen is None:
            break
        discard += (chosen,)
    return discard


def new_top(hero: Hero, name: PileName, but: int | None = None) -> Generator[Any, Any, int | None]:
    """New top card of a pile, asked for if several are possible; `but` is excluded."""
    unknown, question = {
        "ability": (hero_stats.unknown_abilities, N_("Which ability is on top of the pile now?")),
        "equipment": (hero_stats.unknown_equipment, N_("Which quest is on top of the pile now?")),
    }[name]
    cards = sorted(unknown(hero) - {but})
    if len(cards) > 1:
        number: int = yield AskPick(Sentence(question), card_picks(hero, cards))
        return number
    return cards[0] if cards else None


def top_card(hero: Hero, pile: str) -> Generator[Question, Any, Correct]:
    """Ask for the top card of the pile of "ability" or "equipment" cards."""
    if pile == "ability":
        numbers = hero_stats.unknown_abilities(hero) | set(hero.abilities_under)
    else:
        numbers = hero_stats.unknown_equipment(hero) | set(hero.equipment_under)
    question = Sentence(N_("Which card is on top of the pile?"))
    number = yield AskPick(question, card_picks(hero, sorted(numbers)))
    return Correct(pile, hero.id, value=number)


def _upgrades(hero: Hero) -> list[Pick]:
    picks = []
    if hero.ability:
        name = {"card": printed(hero.id, hero.ability).name}
        picks.append(
            Pick(
                Sentence(N_("Take {card}"), name),
                "ability",
                "more",
                card_text(hero.id, hero.ability),
                explains=(hero, hero.ability),
            )
        )
    if hero.level == 1:
        flip = Sentence(N_("Turn the hero card over"))
        better = hero._replace(level=2)
        picks.append(Pick(flip, "hero", "hero", card_text(hero.id, 0, 2), explains=(better, 0)))
    for card, face in hero_stats.in_play(hero):
        if face.pile == "ability" and face.level == 1:
            back = other_side(hero.id, card.number)
            flip = Sentence(N_("Turn {card} over"), {"card": face.name})
            picks.append(Pick(flip, card.number, "redo", card_text(hero.id, back), explains=(hero, back)))
    return picks


def card_picks(hero: Hero, numbers: list[int]) -> tuple[Pick, ...]:
    """Cards to pick by number and name."""
    return tuple(
        Pick(card_name(hero.id, number), number, card=number, explains=(hero, number)) for number in numbers
    )


def event_picks(hero: Hero, but: tuple[int, ...] = ()) -> tuple[Pick, ...]:
    """Event cards that may be in the hand, without those given away; only the player knows which."""
    gone = Counter((*hero.discards, *but))
    left = [face for face in pile(hero.id, "event") if face.copies > gone[face.number]]
    return card_picks(hero, [face.number for face in left])
