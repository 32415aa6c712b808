"""Sentences of an act of Fate and of its results."""

from collections import Counter
from collections.abc import Iterator

from companion.games.base import N_, Sentence
from companion.games.fate.acts import (
    Act,
    Attack,
    Correct,
    EndTurn,
    Focus,
    Hold,
    Mend,
    MonsterAttack,
    Practice,
    Prepare,
    Quest,
    Share,
    Spend,
    Use,
)
from companion.games.fate.happenings import (
    Damaged,
    Drawn,
    Gained,
    Happening,
    KnockedOut,
    Moved,
    Over,
    Placed,
    Removed,
    Stone,
    Town,
)
from companion.games.fate.hero_turn import answers
from companion.games.fate.heroes import printed
from companion.games.fate.position import Position
from companion.session.fate.words import CORRECTED, DIE_FACES, RESULTS, name


def describe(act: Act, before: Position, happenings: tuple[Happening, ...]) -> tuple[Sentence, ...]:
    """Return the sentences of an act, in order."""
    kinds = {hero.id: hero.id for hero in before.heroes} | {m.id: m.kind for m in before.monsters}
    return (*_act(before, act, kinds), *_happened(happenings, kinds))


def _act(before: Position, act: Act, kinds: dict[str, str]) -> Iterator[Sentence]:
    hero = before.heroes[before.turn].id
    if isinstance(act, Quest | Use) and (before.phase != "heroes" or answers(before, act)):
        hero = act.hero or hero
    match act:
        case Attack(monster, dice) | MonsterAttack(monster, _, dice) if dice:
            faces = Counter(dice)
            target = kinds.get(act.hero if isinstance(act, MonsterAttack) else monster, "")
            by = kinds.get(monster, "") if isinstance(act, MonsterAttack) else hero
            words = {
                "who": name(by),
                "target": name(target),
                "hits": faces["hit"],
                "cover": faces["cover"],
                "rune": faces["rune"],
                "blank": faces["blank"],
            }
            pattern = N_(
                "{who} attacks {target}. Axes: {hits}, with a tree: {cover}, runes: {rune}, empty: {blank}."
            )
            yield Sentence(pattern, words)
            if isinstance(act, MonsterAttack):
                yield from (_used(act.hero, use.card) for use in act.prevent)
            else:
                yield from (_used(hero, use.card) for use in act.uses)
        case Hold(id, card, monster):
            held = {"hero": name(id), "card": printed(id, card).name, "monster": name(kinds[monster])}
            yield Sentence(N_("{hero} holds the {monster} with {card}."), held)
        case Use(card):
            yield _used(hero, card)
        case Correct(what, who, card, value) if what in CORRECTED:
            of = name(kinds.get(who, who)) or (f"{card}" if card else "")
            words = {"what": CORRECTED[what], "who": of, "value": value}
            yield Sentence(N_("Corrected by hand: {what} {who} {value}."), words)
        case _ if type(act) in ACTS:
            yield Sentence(ACTS[type(act)], {"hero": name(hero)})


def _used(hero: str, card: int) -> Sentence:
    return Sentence(N_("{hero} uses {card}."), {"hero": name(hero), "card": printed(hero, card).name})


ACTS: dict[type, str] = {
    Prepare: N_("{hero} prepares: an event card is drawn."),
    Focus: N_("{hero} focuses: mana is put on a card."),
    Mend: N_("{hero} mends."),
    Practice: N_("{hero} practises."),
    Spend: N_("{hero} gives an action up."),
    Share: N_("{hero} shares gold."),
    Quest: N_("{hero} has done the quest."),
    EndTurn: N_("{hero} ends the turn."),
}

REASONS = {
    "walk": N_("{who} moves to {hex}."),
    "charge": N_("{who} charges to {hex}."),
    "swap": N_("{who} is swapped to {hex}."),
    "rotate": N_("{who} turns to {hex}."),
    "push": N_("{who} is pushed to {hex}."),
    "act": N_("{who} moves to {hex}."),
    "card": N_("{who} is moved to {hex}."),
    "correct": N_("{who} is put on {hex}."),
}


def _happened(happenings: tuple[Happening, ...], kinds: dict[str, str]) -> Iterator[Sentence]:
    for happening in happenings:
        match happening:
            case Moved(_, kind, path, why):
                yield Sentence(REASONS[why], {"who": name(kind), "hex": path[-1]})
            case Placed(_, kind, _, hex_):
                yield Sentence(N_("{who} appears on {hex}."), {"who": name(kind), "hex": hex_})
            case Removed(_, kind, hex_, why):
                pattern = {
                    "killed": N_("{who} on {hex} dies."),
                    "entered": N_("{who} enters Grimheim."),
                    "correct": N_("{who} is taken off {hex}."),
                }[why]
                where: dict[str, object] = {} if why == "entered" else {"hex": hex_}
                yield Sentence(pattern, {"who": name(kind), **where})
            case Town(pieces):
                pattern = N_("Houses lost: {n}.") if pieces < 0 else N_("Houses added: {n}.")
                yield Sentence(pattern, {"n": abs(pieces)})
            case Damaged(id, amount):
                who = {"who": name(kinds.get(id, id)), "n": amount}
                yield Sentence(N_("{who} takes damage: {n}."), who)
            case KnockedOut(hero):
                yield Sentence(N_("{who} is knocked out."), {"who": name(hero)})
            case Gained(hero, gold) if gold:
                pattern = N_("{who} gains gold: {n}.") if gold > 0 else N_("{who} pays gold: {n}.")
                yield Sentence(pattern, {"who": name(hero), "n": abs(gold)})
            case Stone(step, kind, die):
                yield Sentence(STONE[kind], {"step": step})
                if die:
                    yield Sentence(N_("Monster die: {face}."), {"face": DIE_FACES[die]})
            case Drawn(card, _, placed):
                pattern = N_("Monster card {card}.") if placed else N_("Monster card {card} does not fit.")
                yield Sentence(pattern, {"card": card})
            case Over(result):
                yield Sentence(RESULTS[result])


STONE = {
    "plain": N_("The Rune Stone is on space {step}."),
    "skull": N_("The Rune Stone is on space {step}: all monsters charge."),
    "reinforcement": N_("The Rune Stone is on space {step}: reinforcements come."),
}
