"""The actions of a hero as dialogs: what is asked, with the rules' own answers offered; no widgets here."""

from collections import Counter
from collections.abc import Generator, Iterable
from typing import Any, Literal, TypeAlias

from companion.games.base import N_, Sentence
from companion.games.fate import hero_stats
from companion.games.fate.acts import EndTurn, Focus, Mend, Move, Practice, Prepare, Share, TakeMarkers, Use
from companion.games.fate.board import MARKERS
from companion.games.fate.defend import preventions
from companion.games.fate.hero_action import ACTIONS, together
from companion.games.fate.hero_stats import has
from companion.games.fate.heroes import NAMES, card_name, card_text, other_side, pile, printed
from companion.games.fate.moves import ways
from companion.games.fate.position import GRIMHEIM, Hero, Hex, Position
from ui.games.fate.dialog import ActDialog, AskAmounts, AskHex, AskPick, Pick, Question, spread

PileName: TypeAlias = Literal["ability", "equipment"]


def plain(name: str) -> ActDialog:
    """Prepare or practice: nothing is asked."""
    yield from ()
    return Prepare() if name == "prepare" else Practice()


def move(position: Position, hero: Hero) -> ActDialog:
    """Move action: where to."""
    found = ways(position, hero, hero_stats.move_allowance(hero))
    to = yield AskHex(
        Sentence(N_("Where does {hero} move?"), {"hero": NAMES[hero.id]}), tuple(found), act_to=Move
    )
    prevent = yield from shoved(position, hero, found[to])
    return Move(to, found[to] if prevent else (), prevent=prevent)


def shoved(position: Position, hero: Hero, way: Iterable[Hex]) -> Generator[Question, Any, tuple[Use, ...]]:
    """What heroes who are shoved away on this way use against the damage (F-066)."""
    used: tuple[Use, ...] = ()
    for other in position.heroes:
        cards = preventions(position, other.id)
        if other.hex not in way or other.hex == GRIMHEIM or not cards or has(hero, "pass_occupied"):
            continue
        words = {"hero": NAMES[other.id]}
        picks = [Pick(Sentence(N_("Take the damage")), None, "check")]
        for use in cards:
            name = {"card": printed(other.id, use.card).name}
            picks.append(Pick(Sentence(N_("Use {card}"), name), use._replace(hero=other.id), "shield"))
        question = Sentence(N_("{hero} is shoved away. Does a card prevent the damage?"), words)
        chosen = yield AskPick(question, tuple(picks))
        used += (chosen,) if chosen else ()
    return used


def focus(position: Position, hero: Hero) -> ActDialog:
    """Focus action: the card that gets the mana."""
    cards = [card for card, face in hero_stats.in_play(hero) if face.uses_mana]
    if len(cards) == 1:
        return Focus(cards[0].number)
    picks = tuple(Pick(card_name(hero.id, card.number), card.number, "mana") for card in cards)
    number = yield AskPick(Sentence(N_("Which card gets 1 mana?")), picks)
    return Focus(number)


def mend(position: Position, hero: Hero) -> ActDialog:
    """Mend action: 2 from the hero, in Grimheim 5 from hero and equipment as the player likes (F-059)."""
    if hero.hex != GRIMHEIM:
        return Mend(spread({0: hero.damage}, 2))
    most, labels = damaged(hero)
    if sum(most.values()) <= 5 or len(most) < 2:
        return Mend(spread(most, 5))
    heal = yield AskAmounts(Sentence(N_("What is mended? 5 in total")), labels, most, 5)
    return Mend(heal)


def damaged(hero: Hero) -> tuple[dict[int, int], dict[int, Sentence]]:
    """Damage on the hero (0) and on the equipment, and what they are called."""
    most = {0: hero.damage} if hero.damage else {}
    labels = {0: Sentence(NAMES[hero.id])} if hero.damage else {}
    for card, face in hero_stats.in_play(hero):
        if face.pile == "equipment" and card.damage:
            most[card.number], labels[card.number] = card.damage, card_name(hero.id, card.number)
    return most, labels


def share(position: Position, hero: Hero) -> ActDialog:
    """Gold for another hero next to this one (F-074)."""
    others = [other for other in position.heroes if other.id != hero.id and together(hero.hex, other.hex)]
    other = others[0].id
    if len(others) > 1:
        picks = tuple(Pick(Sentence(NAMES[each.id]), each.id) for each in others)
        other = yield AskPick(Sentence(N_("Who gets gold?")), picks)
    amounts = tuple(Pick(Sentence(N_("{n} gold"), {"n": n}), n, "gold") for n in range(1, hero.gold + 1))
    gold = yield AskPick(Sentence(N_("How much gold for {hero}?"), {"hero": NAMES[other]}), amounts)
    return Share(other, gold)


def takes(hero: Hero, place: Hex) -> bool:
    """Whether markers of a hex are of use to the hero."""
    what, _ = MARKERS[place]
    if what == "damage":
        return bool(damaged(hero)[0])
    return what == "gold" or any(face.uses_mana for _, face in hero_stats.in_play(hero))


def markers(position: Position, hero: Hero, place: Hex) -> ActDialog:
    """Markers of a hex the hero is on or has passed (F-018)."""
    what, _ = MARKERS[place]
    left = position.markers[place]
    if what == "gold":
        return TakeMarkers(place, {0: left})
    if what == "damage":
        most, labels = damaged(hero)
    else:
        cards = [card.number for card, face in hero_stats.in_play(hero) if face.uses_mana]
        most, labels = dict.fromkeys(cards, left), {n: card_name(hero.id, n) for n in cards}
    chosen = yield AskAmounts(
        Sentence(N_("Where do the markers go? Up to {n}"), {"n": left}), labels, most, left
    )
    return TakeMarkers(place, chosen)


def end_turn(position: Position, hero: Hero, under: PileName | None = None) -> ActDialog:
    """End of turn: an upgrade where it can be paid, the card that comes up, a discard for a full hand.

    With actions left it is asked for: the button is where "Next" was a moment ago. `under` names the pile
    whose top card goes to its bottom (F-084).
    """
    bought = None
    if left := ACTIONS - len(hero.actions):
        question = Sentence(N_("Actions left: {n}. Is the turn over?"), {"n": left})
        yield AskPick(question, (Pick(Sentence(N_("End the turn")), None, "check"),))
    cost = hero_stats.upgrade_cost(hero, position.options)
    if hero.gold >= cost:
        offered = [pick for pick in _upgrades(hero) if pick.answer != under]
        picks = [Pick(Sentence(N_("No upgrade")), None, "check"), *offered]
        question = Sentence(
            N_("An upgrade for {cost} gold? You have {gold}"), {"cost": cost, "gold": hero.gold}
        )
        bought = yield AskPick(question, tuple(picks))
    top: dict[PileName, int | None] = {}
    if bought == "ability":
        top["ability"] = yield from new_top(hero, "ability")
    if under:
        top[under] = yield from new_top(hero, under)
    discard: tuple[int, ...] = ()
    if hero.hand >= hero_stats.hand_limit(hero):
        question = Sentence(N_("The hand is full. Which event card is discarded?"))
        discard = ((yield AskPick(question, event_picks(hero))),)
    return EndTurn(bought, under, top.get("ability"), top.get("equipment"), discard)


def new_top(hero: Hero, name: PileName) -> Generator[Any, Any, int | None]:
    """The card that comes to the top of a pile, asked for where it may be one of several."""
    unknown, question = {
        "ability": (hero_stats.unknown_abilities, N_("Which ability is on top of the pile now?")),
        "equipment": (hero_stats.unknown_equipment, N_("Which quest is on top of the pile now?")),
    }[name]
    cards = sorted(unknown(hero))
    if len(cards) > 1:
        number: int = yield AskPick(Sentence(question), card_picks(hero, cards))
        return number
    return cards[0] if cards else None


def _upgrades(hero: Hero) -> list[Pick]:
    picks = []
    if hero.ability:
        name = {"card": printed(hero.id, hero.ability).name}
        picks.append(
            Pick(Sentence(N_("Take {card}"), name), "ability", "more", card_text(hero.id, hero.ability))
        )
    if hero.level == 1:
        flip = Sentence(N_("Turn the hero card over"))
        picks.append(Pick(flip, "hero", "hero", card_text(hero.id, 0, 2)))
    for card, face in hero_stats.in_play(hero):
        if face.pile == "ability" and face.level == 1:
            back = other_side(hero.id, card.number)
            flip = Sentence(N_("Turn {card} over"), {"card": face.name})
            picks.append(Pick(flip, card.number, "redo", card_text(hero.id, back)))
    return picks


def card_picks(hero: Hero, numbers: list[int]) -> tuple[Pick, ...]:
    """Cards to pick by name."""
    return tuple(
        Pick(card_name(hero.id, number), number, "", card_text(hero.id, number)) for number in numbers
    )


def event_picks(hero: Hero) -> tuple[Pick, ...]:
    """Event cards that may be in the hand: which they are is known to the player only."""
    gone = Counter(hero.discards)
    left = [face for face in pile(hero.id, "event") if face.copies > gone[face.number]]
    return card_picks(hero, [face.number for face in left])
