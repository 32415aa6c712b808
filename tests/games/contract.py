"""Contract of every game (companion.games.base.Rules): checks that apply to any game."""

import json
import pickle
import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from companion.errors import RuleError
from companion.games import registry
from companion.games.base import ENGLISH, Rules

AnyRules = Rules[Any, Any]

SEED = 7
LONGEST = 2000
"""Maximum number of moves of a game."""
ADVISED = 30
"""Approximate number of positions per game for which advice is computed."""


class PlayedGame(NamedTuple):
    """A random game: `positions` has one more than `moves`."""

    setup: dict[str, Any]
    moves: list[Any]
    positions: list[Any]


@cache
def played(name: str) -> PlayedGame:
    """Play a game with the minimum number of players to its end."""
    rules = registry.rules(name)
    chance = random.Random(SEED)
    setup = rules.opening(chance, names(rules.players[0]))
    moves: list[Any] = []
    positions = [rules.read_setup(setup)]
    while not rules.finished(positions[-1]) and len(moves) < LONGEST:
        moves.append(rules.next_move(positions[-1], chance))
        positions.append(rules.apply(positions[-1], moves[-1]))
    return PlayedGame(setup, moves, positions)


def names(players: int) -> tuple[str, ...]:
    """Return player names; one is also a colour, one has a letter beyond ASCII."""
    return ("Red", "Zoë", "Cy", "Dora", "Eve", "Fay")[:players]


def as_json(value: Any) -> Any:
    """Pass a value through JSON."""
    return json.loads(json.dumps(value))


def manifest(rules: AnyRules) -> None:
    """Check that names, numbers and texts of the manifest make sense."""
    fewest, most = rules.players
    assert rules.title and 1 <= fewest <= most
    book = rules.book()
    assert book and all(topic.title and topic.rules for topic in book.values())
    for setting in rules.settings:
        assert setting.name.isidentifier() and setting.meaning
        assert len(set(setting.choices)) == len(setting.choices) >= 2


def opening(rules: AnyRules) -> None:
    """Check that a random set-up can be written and read, for any players, and repeats with its seed."""
    for players in range(rules.players[0], rules.players[1] + 1):
        setup = rules.opening(random.Random(SEED), names(players))
        assert setup == rules.opening(random.Random(SEED), names(players))
        assert rules.seats(as_json(setup)) == names(players)
        assert rules.read_setup(as_json(setup)) == rules.read_setup(setup)
        assert not rules.finished(rules.read_setup(setup))


def end(rules: AnyRules) -> None:
    """Check that a game ends, and that no move is accepted after its end."""
    game = played(rules.name)
    assert [rules.finished(p) for p in game.positions] == [False] * len(game.moves) + [True]
    with pytest.raises(RuleError):
        rules.apply(game.positions[-1], game.moves[-1])


def purity(rules: AnyRules) -> None:
    """Check that a move always gives the same position and does not change the one before it."""
    game = played(rules.name)
    for before, move, after in zip(game.positions[:-1], game.moves, game.positions[1:], strict=True):
        text = rules.dump(before)
        assert rules.apply(before, move) == after
        assert rules.dump(before) == text


def moves(rules: AnyRules) -> None:
    """Check that moves survive writing and reading."""
    for move in played(rules.name).moves:
        assert rules.read_move(as_json(rules.write_move(move))) == move


def pickles(rules: AnyRules) -> None:
    """Check that positions, moves and advice can be sent to the advisor's process and back."""
    game = played(rules.name)
    for value in (*game.positions, *game.moves):
        assert pickle.loads(pickle.dumps(value)) == value
    if rules.advisor is None:
        return
    chance = random.Random(SEED)
    for position in game.positions[: -1 : max(1, len(game.moves) // ADVISED)]:
        if (seat := rules.turn(position)) is None:
            continue
        secret = None if rules.secret is None else list(rules.secret.deal(random.Random(SEED), 2))[seat]
        for trials in (0, 1):
            question = (rules.advisor.advise, [rules.view(position, seat)], seat, secret, trials)
            assert pickle.loads(pickle.dumps(question)) == question
            found = rules.advisor.advise(*question[1:], chance, lambda: False)
            assert found and pickle.loads(pickle.dumps(found)) == found


def positions(rules: AnyRules) -> None:
    """Check that positions survive `dump` and `load`, and that `table` gives their contents."""
    for position in played(rules.name).positions:
        text = rules.dump(position)
        assert "\n" not in text
        assert rules.load(text) == position
        assert rules.dump(rules.load(text)) == text
        assert all(n >= 1 for pieces in rules.table(position).values() for n in pieces.values())


def views(rules: AnyRules) -> None:
    """Check that the view of every seat, and of the shared screen, is a position too."""
    game = played(rules.name)
    for position in game.positions[:: max(1, len(game.positions) // 10)]:
        for seat in (None, *range(rules.players[0])):
            seen = rules.view(position, seat)
            assert rules.load(rules.dump(seen)) == seen
            assert rules.view(seen, seat) == seen
            assert rules.table(seen) == rules.table(position)


def script(rules: AnyRules) -> None:
    """Check that a written game replays the moves it lists."""
    game = played(rules.name)
    written = [rules.write_move(move) for move in game.moves]
    for count in (0, 1, len(written) // 2, len(written)):
        document = {"game": rules.name, "setup": game.setup, "moves": written[:count]}
        result = as_json(rules.play(as_json(document), ENGLISH))
        assert (result["game"], result["error"]) == (rules.name, None)
        assert result["status"] == ("finished" if rules.finished(game.positions[count]) else "playing")
        assert result == as_json(rules.play(document, ENGLISH))
    one_more = {"game": rules.name, "setup": game.setup, "moves": [*written, written[-1]]}
    after_the_end = as_json(rules.play(one_more, ENGLISH))
    assert {**after_the_end, "error": None} == result
    assert after_the_end["error"]["move"] == len(written) + 1
    assert after_the_end["error"]["message"]


def secret(rules: AnyRules) -> None:
    """Check that dealt secrets can be written and fit together."""
    if rules.secret is None:
        return
    for players in range(rules.players[0], rules.players[1] + 1):
        values = list(rules.secret.deal(random.Random(SEED), players))
        assert len(values) == players
        assert as_json(values) == values
        rules.secret.check(values)


def bad_input(rules: AnyRules) -> None:
    """Check that bad set-ups, moves and positions are refused, and that unknown keys are named."""
    nothing: Any
    for nothing in (None, [], {}, 5, "x"):
        with pytest.raises(RuleError):
            rules.read_setup(nothing)
        with pytest.raises(RuleError):
            rules.read_move(nothing)
    with pytest.raises(RuleError, match="nonsense"):
        rules.read_setup({**played(rules.name).setup, "nonsense": 1})
    with pytest.raises(RuleError, match="nonsense"):
        rules.read_move({**rules.write_move(played(rules.name).moves[0]), "nonsense": 1})
    with pytest.raises(RuleError) as caught:
        rules.load("nonsense")
    assert caught.value.code == "bad_position"


def advice(rules: AnyRules) -> None:
    """Check that advice is a move that can be written, with a reason, and repeats with its seed.

    The seat knows its own secret, if the game has one, and the search ends at once if `go_on` says so.
    """
    if rules.advisor is None:
        return
    game, players = played(rules.name), rules.players[0]
    dealt = rules.secret.deal(random.Random(SEED), players) if rules.secret else [None] * players
    advise = rules.advisor.advise
    assert pickle.loads(pickle.dumps(advise)) is advise, "it is told to a process of its own"
    assert rules.advisor.trials.keys() == {"easy", "strong"}
    for count in {1, len(game.moves) // 2, len(game.moves)}:
        if (seat := rules.turn(game.positions[count - 1])) is None:
            continue
        assert 0 <= seat < players
        past = [rules.view(position, seat) for position in game.positions[:count]]
        for go_on in (lambda: True, lambda: False):
            found, again = (advise(past, seat, dealt[seat], 5, random.Random(SEED), go_on) for _ in "12")
            assert found and found == again
        for one in found:
            assert str(one.reason)
            assert rules.read_move(as_json(rules.write_move(one.move))) == one.move
            rules.apply(game.positions[count - 1], one.move)


CHECKS: tuple[Callable[[AnyRules], None], ...] = (
    manifest, opening, end, purity, moves, pickles, positions, views, script, secret, advice, bad_input,
)  # fmt: skip
