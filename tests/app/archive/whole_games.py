"""Whole stored games of any game."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.games import registry
from companion.games.base import Rules
from companion.session.sealed import Sealed
from companion.storage.journal import Journal

MOST_MOVES = 3000
NOTED = ("fate", "fabula")
"""Games whose end is an event with a result."""


def stored(journal: Journal, name: str, players: Sequence[str], seed: int) -> int:
    """Play and store a game to its end, its secrets revealed, Fae by easy players; return its id."""
    rules, chance = registry.rules(name), Random(seed)
    setup = rules.opening(chance, players)
    secrets = dealt(rules, setup, chance, players)
    past, played = [rules.read_setup(setup)], list[tuple[str, Any]]()
    while not rules.finished(past[-1]) and len(played) < MOST_MOVES:
        move = _next(rules, past, secrets, chance)
        played.append(("move", rules.write_move(move)))
        past.append(rules.apply(past[-1], move))
    if name in NOTED:
        result = past[-1].result
        won = result if name == "fate" else past[-1].sides[result.winner].name
        played.append(("end", {"result": won}))
    game = journal.record(name, setup, played)
    if rules.secret and name not in NOTED:
        sealed = Sealed(rules.secret, list(secrets))
        journal.append(game, *sealed.event(journal))
        journal.append(game, "reveal", {rules.secret.key: sealed.revealed(players)})
    return game


def dealt(rules: Rules[Any, Any], setup: Any, chance: Random, players: Sequence[str]) -> Sequence[Any]:
    """Return the secrets of the seats; those that the set-up already has."""
    if not rules.secret:
        return [None] * len(players)
    if known := setup.get(rules.secret.key):
        return [known[player] for player in players]
    return rules.secret.deal(chance, len(players))


def _next(rules: Rules[Any, Any], past: Sequence[Any], secrets: Sequence[Any], chance: Random) -> Any:
    seat = rules.turn(past[-1])
    if rules.name != "fae" or rules.advisor is None or seat is None:
        return rules.next_move(past[-1], chance)
    return rules.advisor.advise(past, seat, secrets[seat], 0, chance, lambda: True)[0].move
