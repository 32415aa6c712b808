"""Sentences of an action of Fábula: the declaration, then its effects."""

from collections.abc import Iterator, Mapping

from companion.games.base import N_, Sentence
from companion.games.fabula import values
from companion.games.fabula.actions import (
    Action,
    Activate,
    Adjust,
    Attach,
    Attack,
    Block,
    Concede,
    Defend,
    Discard,
    Influence,
    Mulligan,
    Place,
    Play,
    Restore,
)
from companion.games.fabula.decisions import decider
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Permanent, Position
from companion.session.fabula import words


def describe(action: Action, before: Position, after: Position) -> tuple[Sentence, ...]:
    """Return the sentences of an action between two positions."""
    return (*_said(before, action, after), *_came(before, after))


def _word(position: Position | Duel, id_: Id) -> object:
    """Return the name of a card for the log; unknown ones stay unnamed."""
    source = id_.partition("#")[0]
    name = position.names.get(source)
    return words.named(name, position.cards[name]) if name else N_("a card")


def _words(position: Position | Duel, ids: tuple[Id, ...]) -> Sentence:
    """Return a list of cards as one sentence."""
    pattern = ", ".join(f"{{c{number}}}" for number in range(len(ids)))
    return Sentence(pattern, {f"c{number}": _word(position, id_) for number, id_ in enumerate(ids)})


DECLARED: Mapping[type, str] = {
    Play: N_("{player} plays {card}."),
    Activate: N_("{player} uses {card}."),
    Restore: N_("{player} restores {cards}."),
    Discard: N_("{player} discards: {cards}."),
    Attack: N_("{player} attacks with {cards}."),
    Block: N_("{player} blocks with {cards}."),
    Influence: N_("{player} influences with {cards}."),
    Defend: N_("{player} defends with {cards}."),
}
"""Sentences of actions with a player and cards."""
AIMED: Mapping[type, str] = {
    Play: N_("{player} plays {card} on {target}."),
    Activate: N_("{player} uses {card} on {target}."),
}
"""Sentences of actions with targets."""
TURN = N_("Turn {n}: {player}.")
"""Sentence of a turn that begins."""


def _said(before: Position, action: Action, after: Position) -> Iterator[Sentence]:
    player = before.sides[decider(before)].name
    duel = Duel(before)
    match action:
        case Play(card, targets):
            yield _aimed(Play, before.sides[duel.owner(card)].name, card, targets, after)
        case Activate(card, _, targets):
            yield _aimed(Activate, before.sides[duel.controller(card)].name, card, targets, after)
        case Attach(card, to):
            filled = {"card": _word(after, card), "host": _word(after, to)}
            yield Sentence(N_("{card} is attached to {host}."), filled)
        case Attack(pairs) | Block(pairs) | Influence(pairs) | Defend(pairs):
            if pairs:
                filled = {"player": player, "cards": _words(after, tuple(pairs))}
                yield Sentence(DECLARED[type(action)], filled)
        case Restore(cards) if cards:
            filled = {"player": player, "cards": _words(after, cards)}
            yield Sentence(DECLARED[Restore], filled)
        case Discard(cards):
            filled = {"player": player, "cards": _words(after, cards)}
            yield Sentence(DECLARED[Discard], filled)
        case Mulligan(positions) if positions:
            filled = {"player": player, "n": len(positions)}
            yield Sentence(N_("{player} exchanges cards: {n}."), filled)
        case Place():
            yield Sentence(N_("The bases are laid."))
        case Concede(name):
            yield Sentence(N_("{player} gives up."), {"player": name or player})
        case Adjust(adjustments) if adjustments:
            cards = tuple(a.card for a in adjustments if a.card)
            filled = {"cards": _words(after, cards) if cards else N_("resources")}
            yield Sentence(N_("Done by hand: {cards}."), filled)


def _aimed(what: type, player: str, card: Id, targets: tuple[Id, ...], after: Position) -> Sentence:
    filled: dict[str, object] = {"player": player, "card": _word(after, card)}
    if targets:
        return Sentence(AIMED[what], {**filled, "target": _words(after, targets)})
    return Sentence(DECLARED[what], filled)


def _came(before: Position, after: Position) -> Iterator[Sentence]:
    """Yield the effects: fights, removed cards, changes of bases, turn and winner."""
    now, was = Duel(after), Duel(before)
    fights = dict(_fights(was, now))
    yield from fights.values()
    said = {id_ for ids in fights for id_ in ids}
    source = _resolved(before, after)
    for old in before.battle:
        if old.id not in said:
            yield from _changed(old, was, now, source)
    for side, earlier in zip(after.sides, before.sides, strict=True):
        if drawn := set(side.hand) & set(earlier.deck):
            yield Sentence(N_("{player} draws {n}."), {"player": side.name, "n": len(drawn)})
    for base in after.bases:
        lost = was.bases[base.id]
        if base.id in said:
            continue
        filled = {"card": _word(after, base.id), "player": after.sides[base.controller].name}
        if base.destroyed and not lost.destroyed:
            yield Sentence(_LEFT["discard"], filled)
        elif base.controller != lost.controller:
            yield Sentence(_TAKES, filled)
        elif base.damage != lost.damage:
            left = values.resistance(now, base.id)
            yield Sentence(_RESISTANCE, {**filled, "n": left})
        elif base.id in before.combat.influences.values() and not after.combat.influences:
            yield Sentence(_HELD, filled)
    if after.turn_number != before.turn_number or (before.phase == "mulligan" != after.phase):
        yield Sentence(TURN, {"n": after.turn_number, "player": after.sides[after.turn].name})
    if after.result:
        winner = after.sides[after.result.winner].name
        yield Sentence(words.ENDS[after.result.reason], {"player": winner})


def _changed(old: Permanent, was: Duel, now: Duel, source: Id) -> Iterator[Sentence]:
    """Yield what became of a card in the battle zone, and by which card, if it was another one."""
    by = source if source != old.id and source in now.names else ""
    filled = {"card": _word(was, old.id), "by": _word(now, by) if by else ""}
    new = now.battle.get(old.id)
    if new is None:
        zone = now.zone(old.id) or ""
        yield Sentence(_LEFT_BY[zone] if by and zone in _LEFT_BY else _LEFT.get(zone, _LEFT[""]), filled)
        return
    if new.damage > old.damage:
        yield Sentence(_HURT_BY if by else _LIFE, {**filled, "n": values.life(now, old.id)})
    if by and new.tapped > old.tapped and not now.combat.declared - was.combat.declared:
        yield Sentence(_TURNED_BY, filled)


def _resolved(before: Position, after: Position) -> Id:
    """Return the source of the only card or ability that happened; "" for none."""
    left = {item.id for item in after.stack}
    gone = [item.source for item in before.stack if item.id not in left]
    return gone[0] if len(gone) == 1 else ""


def _fights(was: Duel, now: Duel) -> Iterator[tuple[tuple[Id, ...], Sentence]]:
    """Yield the fights that were resolved, those at bases first: the cards in them, and what became of these.

    Fights with several blockers are left to the other sentences.
    """
    combat = was.combat
    if not combat.attacks or now.combat.attacks:
        return
    hits: dict[Id, list[Id]] = {}
    for attacker, base in combat.attacks.items():
        if attacker not in combat.blocks and now.bases[base].damage > was.bases[base].damage:
            hits.setdefault(base, []).append(attacker)
    for base, attackers in hits.items():
        filled = {"base": _word(now, base), "cards": _words(was, tuple(attackers))}
        filled["n"] = values.resistance(now, base)
        yield (base,), Sentence(_RAZED if now.bases[base].destroyed else _HIT, filled)
    for attacker, blockers in combat.blocks.items():
        if len(blockers) == 1 and {attacker, blockers[0]} <= set(was.battle):
            two = attacker, blockers[0]
            dead = [id_ for id_ in two if id_ not in now.battle]
            filled = {"one": _word(was, two[0]), "other": _word(was, two[1])}
            filled["dead"] = _word(was, dead[0]) if dead else ""
            yield two, Sentence(_FOUGHT[len(dead)], filled)


_FOUGHT = (
    N_("{one} and {other} hit each other: both live."),
    N_("{one} and {other} hit each other: {dead} dies."),
    N_("{one} and {other} hit each other: both die."),
)
"""Sentence of a fight by the number of the dead."""
_HIT = N_("{base}: hit by {cards}, {n} left.")
_RAZED = N_("{base}: hit by {cards}, and destroyed.")
_HURT_BY = N_("{by} hits {card}: {n} life left.")
_TURNED_BY = N_("{by} turns {card}.")
_LIFE = N_("{card}: {n} life left.")
_RESISTANCE = N_("{card}: {n} resistance left.")
_TAKES = N_("{player} takes {card}.")
_HELD = N_("The influence on {card} is not enough.")
_LEFT_BY: Mapping[str, str] = {
    "discard": N_("{by} destroys {card}."),
    "hand": N_("{by} returns {card} to the hand."),
    "deck": N_("{by} returns {card} to the deck."),
    "banished": N_("{by} banishes {card}."),
}
"""Sentence by the zone into which another card sent one from the battle zone."""
_LEFT: Mapping[str, str] = {
    "": N_("{card} leaves the duel."),
    "discard": N_("{card} is destroyed."),
    "hand": N_("{card} goes back to the hand."),
    "deck": N_("{card} goes back to the deck."),
    "banished": N_("{card} is banished."),
}
"""Sentence by the zone into which a card left the battle zone."""
COMBAT = frozenset({*_FOUGHT, _HIT, _RAZED, _TAKES, _HELD})
"""Sentences of what combat led to."""
EFFECTS = COMBAT | {*_LEFT.values(), *_LEFT_BY.values(), _HURT_BY, _TURNED_BY, _LIFE, _RESISTANCE}
"""Sentences of what became of cards and bases."""
