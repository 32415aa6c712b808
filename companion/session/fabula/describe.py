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
from companion.games.fabula.position import Id, Position
from companion.session.fabula import words


def describe(action: Action, before: Position, after: Position) -> tuple[Sentence, ...]:
    """Return the sentences of an action between two positions."""
    return (*_said(before, action, after), *_came(before, after))


def _word(position: Position, id_: Id) -> object:
    """Return the name of a card for the log; unknown ones stay unnamed."""
    source = id_.partition("#")[0]
    name = position.names.get(source)
    return words.named(name, position.cards[name]) if name else N_("a card")


def _words(position: Position, ids: tuple[Id, ...]) -> Sentence:
    """Return a list of cards as one sentence."""
    pattern = ", ".join(f"{{c{number}}}" for number in range(len(ids)))
    return Sentence(pattern, {f"c{number}": _word(position, id_) for number, id_ in enumerate(ids)})


DECLARED: Mapping[type, str] = {
    Play: N_("{player} plays {card}."),
    Activate: N_("{player} uses {card}."),
    Restore: N_("{player} restores: {cards}."),
    Discard: N_("{player} discards: {cards}."),
    Attack: N_("{player} attacks: {cards}."),
    Block: N_("{player} blocks: {cards}."),
    Influence: N_("{player} influences: {cards}."),
    Defend: N_("{player} defends: {cards}."),
}
"""Sentences of actions with a player and cards."""
TURN = N_("Turn {n}: {player}.")
"""Sentence of a turn that begins."""


def _said(before: Position, action: Action, after: Position) -> Iterator[Sentence]:
    player = before.sides[decider(before)].name
    duel = Duel(before)
    match action:
        case Play(card):
            player = before.sides[duel.owner(card)].name
            yield Sentence(DECLARED[Play], {"player": player, "card": _word(after, card)})
        case Activate(card):
            player = before.sides[duel.controller(card)].name
            yield Sentence(DECLARED[Activate], {"player": player, "card": _word(after, card)})
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


def _came(before: Position, after: Position) -> Iterator[Sentence]:
    """Yield the effects: removed cards, changes of bases, turn and winner."""
    here = {permanent.id for permanent in after.battle}
    ours = {permanent.id: permanent for permanent in before.battle}
    now = Duel(after)
    for id_ in ours:
        if id_ not in here:
            yield Sentence(_LEFT.get(now.zone(id_) or "", _LEFT[""]), {"card": _word(before, id_)})
    was = Duel(before)
    for id_, old in ours.items():
        if id_ in here and now.battle[id_].damage > old.damage:
            filled = {"card": _word(after, id_), "n": values.life(now, id_)}
            yield Sentence(N_("{card}: {n} life left."), filled)
    for side, earlier in zip(after.sides, before.sides, strict=True):
        if drawn := set(side.hand) & set(earlier.deck):
            yield Sentence(N_("{player} draws {n}."), {"player": side.name, "n": len(drawn)})
    for base in after.bases:
        lost = was.bases[base.id]
        filled = {"card": _word(after, base.id), "player": after.sides[base.controller].name}
        if base.destroyed and not lost.destroyed:
            yield Sentence(N_("{card} is destroyed."), filled)
        elif base.controller != lost.controller:
            yield Sentence(N_("{player} takes {card}."), filled)
        elif base.damage != lost.damage:
            left = values.resistance(now, base.id)
            yield Sentence(N_("{card}: {n} resistance left."), {**filled, "n": left})
    if after.turn_number != before.turn_number or (before.phase == "mulligan" != after.phase):
        yield Sentence(TURN, {"n": after.turn_number, "player": after.sides[after.turn].name})
    if after.result:
        winner = after.sides[after.result.winner].name
        yield Sentence(words.ENDS[after.result.reason], {"player": winner})


_LEFT: Mapping[str, str] = {
    "": N_("{card} leaves the duel."),
    "discard": N_("{card} is destroyed."),
    "hand": N_("{card} goes back to the hand."),
    "deck": N_("{card} goes back to the deck."),
    "banished": N_("{card} is banished."),
}
"""Sentence by the zone into which a card left the battle zone."""
