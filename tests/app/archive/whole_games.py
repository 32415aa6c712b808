"""Whole stored games of any game."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from companion.errors import RuleError
from companion.games import registry
from companion.games.base import Rules
from companion.session.base import GameConfig, SessionContext
from companion.session.fabula.answers import answer
from companion.session.fabula.session import FabulaSession
from companion.session.sealed import Sealed
from companion.session.view import Answer
from companion.storage.journal import Journal

MOST_MOVES = 20_000


def stored(journal: Journal, name: str, players: Sequence[str], seed: int) -> int:
    """Play and store a game to its end, its secrets revealed, Fae by easy players; return its id."""
    if name == "fabula":
        return duel(journal, players, seed)
    rules, chance = registry.rules(name), Random(seed)
    setup = rules.opening(chance, players)
    secrets = dealt(rules, setup, chance, players)
    past, played = [rules.read_setup(setup)], list[tuple[str, Any]]()
    while not rules.finished(past[-1]) and len(played) < MOST_MOVES:
        move = _next(rules, past, secrets, chance)
        played.append(("move", rules.write_move(move)))
        past.append(rules.apply(past[-1], move))
    if not rules.secret:
        played.append(("end", {"result": past[-1].result}))
    game = journal.record(name, setup, played)
    if rules.secret:
        sealed = Sealed(rules.secret, list(secrets))
        journal.append(game, *sealed.event(journal))
        journal.append(game, "reveal", {rules.secret.key: sealed.revealed(players)})
    return game


def duel(journal: Journal, players: Sequence[str], seed: int) -> int:
    """Play and store a duel by chance, whose hands the app keeps; return its id."""
    chance, rules = Random(seed), registry.rules("fabula")
    context = SessionContext(journal, Random(seed), watched=False, at_table=False)
    config = GameConfig(tuple(players), options={"hands": "app"}, setup=rules.opening(Random(seed), players))
    session = FabulaSession.begin(config, context)
    while not (shown := session.snapshot(1)).over:
        if shown.asks == "bases":
            centre = next(id_ for id_ in shown.bases if id_.startswith(f"{shown.turn}/"))
            session.tell(Answer(1, f"bases {shown.turn}", (centre,)))
            continue
        own = session.snapshot(1, seat=shown.decider)
        move = rules.next_move(session.seen_by(session.position, shown.decider), chance)
        with suppress(RuleError):  # the rules know moves that only hands make
            session.tell(answer(own, rules.write_move(move), own.decider))
    assert session.timeline.stored_as
    return session.timeline.stored_as


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
