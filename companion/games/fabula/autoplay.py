"""Random legal duels that end quickly, for demos and tests."""

from collections.abc import Sequence
from typing import Any

from companion.games.base import Chance
from companion.games.fabula.actions import (
    Action,
    Attack,
    Block,
    Defend,
    Discard,
    Influence,
    Mulligan,
    Next,
    Pass,
    Restore,
)
from companion.games.fabula.catalogue import SAMPLE, sample_data
from companion.games.fabula.decisions import decider
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Position
from companion.games.fabula.possible import (
    attackable,
    attackers,
    blockable,
    blockers,
    influencers,
    legal,
    restorable,
)
from companion.games.fabula.setup import deck_object
from companion.games.fabula.turns import too_many_cards

JOINS = 0.6
"""Probability, 0..1, that an ally joins an attack, block, influence or defence it may join."""


def opening(chance: Chance, names: Sequence[str]) -> dict[str, Any]:
    """Return a random written set-up: shuffled sample decks, bases and hands not chosen yet."""
    decks = sorted(sample_data()["decks"])
    written = {}
    for name in names:
        deck = deck_object(chance.choice(decks))
        written[name] = {**deck, "cards": chance.sample(deck["cards"], len(deck["cards"]))}
    return {"players": list(names), "cards": SAMPLE, "decks": written, "prepare": True}


def next_move(position: Position, chance: Chance) -> Action:
    """Choose a random legal action."""
    duel = Duel(position)
    declared = duel.combat.declared
    if duel.due or duel.stack or duel.phase == "bases":
        return chance.choice(legal(position))
    if duel.phase == "mulligan":
        hand = len(duel.sides[duel.priority].hand)
        return Mulligan(tuple(n for n in range(1, hand + 1) if chance.random() < 0.3))
    if n := too_many_cards(duel):
        return Discard(tuple(chance.sample(duel.sides[duel.turn].hand, n)))
    other = decider(duel) != duel.turn
    if duel.phase == "offence":
        if other and "block" not in declared and duel.combat.attacks:
            return Block(_some(chance, blockers(duel), blockable(duel)))
        if not other and "attack" not in declared and (able := attackers(duel)):
            return Attack(_some(chance, able, attackable(duel)))
    if duel.phase == "influence":
        if other and "defend" not in declared and duel.combat.influences:
            return Defend(_some(chance, blockers(duel), list(duel.combat.influences.values())))
        if not other and "influence" not in declared and (able := influencers(duel)):
            return Influence(_some(chance, able, attackable(duel)))
    if duel.phase == "restoration" and not other and (tapped := restorable(duel)) and chance.random() < 0.8:
        return Restore((chance.choice(tapped),))
    found = legal(position)
    rest = [action for action in found if not isinstance(action, Pass | Next)]
    return chance.choice(rest) if rest and chance.random() < JOINS else found[-1]


def _some(chance: Chance, allies: Sequence[Id], goals: Sequence[Id]) -> dict[Id, Id]:
    """Choose some of the allies, each with a goal, most of them with the same one."""
    if not goals:
        return {}
    favourite = chance.choice(goals)
    return {
        ally: favourite if chance.random() < 0.7 else chance.choice(goals)
        for ally in allies
        if chance.random() < JOINS
    }
