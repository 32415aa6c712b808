"""Contract of the rules of every game: checks of a game played at random to its end."""

import json
import pickle
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from companion.games.base import ENGLISH, STRENGTHS, Rules
from companion.testing.base import expect, refused, require

SEED = 7
LONGEST = 2000
"""Maximum number of moves of a game."""
ADVISED = 30
"""Approximate number of positions per game for which advice is computed."""
_NAMES = ("Red", "Zoë", "Cy", "Dora", "Eve", "Fay", "Gil", "Ho")


@dataclass(frozen=True, eq=False)
class RandomGame:
    """A game played at random: `positions` has one more than `moves`."""

    rules: Rules[Any, Any]
    setup: dict[str, Any]
    moves: tuple[Any, ...]
    positions: tuple[Any, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Names in order of play."""
        return self.rules.seats(self.setup)


def random_game(rules: Rules[Any, Any], seed: int = SEED, players: int | None = None) -> RandomGame:
    """Play a game to its end, or for `LONGEST` moves; without `players` with as few as may play."""
    chance = random.Random(seed)
    setup = rules.opening(chance, names(players or rules.players[0]))
    moves: list[Any] = []
    positions = [rules.read_setup(setup)]
    while not rules.finished(positions[-1]) and len(moves) < LONGEST:
        moves.append(rules.next_move(positions[-1], chance))
        positions.append(rules.apply(positions[-1], moves[-1]))
    return RandomGame(rules, setup, tuple(moves), tuple(positions))


def names(players: int) -> tuple[str, ...]:
    """Return player names; one is also a colour, one has a letter beyond ASCII."""
    return _NAMES[:players]


def as_json(value: Any) -> Any:
    """Pass a value through JSON."""
    return json.loads(json.dumps(value))


def manifest(game: RandomGame) -> None:
    """Check that names, numbers and texts of the manifest make sense."""
    rules = game.rules
    fewest, most = rules.players
    require(rules.title, "title: expected a text, found none")
    require(1 <= fewest <= most, f"players: expected the minimum and the maximum, found {rules.players}")
    book = rules.book()
    require(book, "book: expected at least one topic, found none", rules.book)
    for name, topic in book.items():
        found = f"book, topic {name!r}: expected a title and rules, found none"
        require(topic.title and topic.rules, found, rules.book)
    for setting in rules.settings:
        require(setting.name.isidentifier(), f"settings: expected a name a-z, found {setting.name!r}")
        require(setting.meaning, f"settings, {setting.name}: expected its meaning, found none")
        several = len(set(setting.choices)) == len(setting.choices) >= 2
        require(several, f"settings, {setting.name}: expected different choices, found {setting.choices}")


def opening(game: RandomGame) -> None:
    """Check that a random set-up can be written and read, for any players, and repeats with its seed."""
    rules = game.rules
    for players in range(rules.players[0], rules.players[1] + 1):
        setup = rules.opening(random.Random(SEED), names(players))
        again = rules.opening(random.Random(SEED), names(players))
        expect(setup, again, "opening: the same set-up for the same chance", rules.opening)
        expect(names(players), rules.seats(as_json(setup)), "seats of a written set-up", rules.seats)
        start = rules.read_setup(as_json(setup))
        expect(rules.read_setup(setup), start, "read_setup after JSON", rules.read_setup)
        require(not rules.finished(start), "finished: expected a game that begins, found its end")


def end(game: RandomGame) -> None:
    """Check that a game ends, and that no move is accepted after its end."""
    rules, apply = game.rules, game.rules.apply
    ended = [rules.finished(position) for position in game.positions]
    require(ended[-1], f"finished: expected an end within {LONGEST} random moves, found none", rules.finished)
    expect([False] * len(game.moves) + [True], ended, "finished after every move", rules.finished)
    require(game.moves, "next_move: expected at least one move before the end, found none", rules.next_move)
    refused(lambda: apply(game.positions[-1], game.moves[-1]), "apply after the end", by=apply)


def purity(game: RandomGame) -> None:
    """Check that a move always gives the same position and does not change the one before it."""
    rules = game.rules
    for before, move, after in zip(game.positions[:-1], game.moves, game.positions[1:], strict=True):
        text = rules.dump(before)
        expect(after, rules.apply(before, move), f"apply {move!r} once more", rules.apply)
        expect(text, rules.dump(before), f"the position before {move!r}, after apply", rules.apply)


def turns(game: RandomGame) -> None:
    """Check that the player to act is one of the game, for every view."""
    rules, seats = game.rules, range(game.rules.players[0])
    for position in game.positions[:-1]:
        seat = rules.turn(position)
        wanted = f"turn: expected None or a seat 0..{len(seats) - 1}, found {seat!r}"
        require(seat is None or (type(seat) is int and seat in seats), wanted, rules.turn)
        for viewer in (None, *seats):
            expect(
                seat, rules.turn(rules.view(position, viewer)), f"turn as seat {viewer} sees it", rules.turn
            )


def moves(game: RandomGame) -> None:
    """Check that moves survive writing and reading."""
    rules = game.rules
    for move in game.moves:
        written = as_json(rules.write_move(move))
        expect(move, rules.read_move(written), "read_move of what write_move wrote", rules.read_move)


def pickles(game: RandomGame) -> None:
    """Check that positions, moves and advice can be sent to the advisor's process and back."""
    rules = game.rules
    for value in (*game.positions, *game.moves):
        expect(value, pickle.loads(pickle.dumps(value)), "a position or move after pickling")
    if rules.advisor is None:
        return
    chance = random.Random(SEED)
    for position in game.positions[: -1 : max(1, len(game.moves) // ADVISED)]:
        if (seat := rules.turn(position)) is None:
            continue
        secret = None if rules.secret is None else list(rules.secret.deal(random.Random(SEED), 2))[seat]
        for trials in (0, 1):
            question = (rules.advisor.advise, [rules.view(position, seat)], seat, secret, trials)
            expect(question, pickle.loads(pickle.dumps(question)), "a question to the advisor after pickling")
            found = rules.advisor.advise(*question[1:], chance, lambda: False)
            require(found, "advise: expected at least one move, found none", rules.advisor.advise)
            expect(found, pickle.loads(pickle.dumps(found)), "advice after pickling")


def positions(game: RandomGame) -> None:
    """Check that positions survive `dump` and `load`, and that `table` gives their contents."""
    rules = game.rules
    for position in game.positions:
        text = rules.dump(position)
        require("\n" not in text, "dump: expected one line, found several", rules.dump)
        expect(position, rules.load(text), "load of what dump wrote", rules.load)
        expect(text, rules.dump(rules.load(text)), "dump of what load read", rules.dump)
        for space, pieces in rules.table(position).items():
            wanted = f"table, space {space!r}: expected at least one piece of a kind, found {dict(pieces)}"
            require(pieces and all(n >= 1 for n in pieces.values()), wanted, rules.table)


def views(game: RandomGame) -> None:
    """Check that the view of every seat, and of the shared screen, is a position too."""
    rules = game.rules
    for position in game.positions[:: max(1, len(game.positions) // 10)]:
        for seat in (None, *range(rules.players[0])):
            seen = rules.view(position, seat)
            expect(seen, rules.load(rules.dump(seen)), f"the view of seat {seat} after dump and load")
            expect(seen, rules.view(seen, seat), f"the view of the view of seat {seat}", rules.view)
            expect(rules.table(position), rules.table(seen), f"table of the view of seat {seat}", rules.table)


def script(game: RandomGame) -> None:
    """Check that a written game replays the moves it lists."""
    rules, play = game.rules, game.rules.play
    written = [rules.write_move(move) for move in game.moves]
    result: Mapping[str, Any] = {}
    for count in (0, 1, len(written) // 2, len(written)):
        document = {"game": rules.name, "setup": game.setup, "moves": written[:count]}
        result = as_json(play(as_json(document), ENGLISH))
        expect((rules.name, None), (result["game"], result["error"]), "play: game and error", play)
        status = "finished" if rules.finished(game.positions[count]) else "playing"
        expect(status, result["status"], f"play: status after {count} moves", play)
        expect(result, as_json(play(document, ENGLISH)), "play once more", play)
    one_more = {"game": rules.name, "setup": game.setup, "moves": [*written, written[-1]]}
    after_the_end = as_json(play(one_more, ENGLISH))
    expect(result, {**after_the_end, "error": None}, "play with a move after the end", play)
    require(after_the_end["error"], "play: expected an error for a move after the end, found none", play)
    expect(len(written) + 1, after_the_end["error"]["move"], "play: number of the wrong move", play)
    require(
        after_the_end["error"]["message"], "play: expected a message for the wrong move, found none", play
    )


def secret(game: RandomGame) -> None:
    """Check that dealt secrets can be written and fit together."""
    rules = game.rules
    if rules.secret is None:
        return
    deal = rules.secret.deal
    for players in range(rules.players[0], rules.players[1] + 1):
        values = list(deal(random.Random(SEED), players))
        expect(players, len(values), f"secret.deal: number of values for {players} players", deal)
        expect(values, as_json(values), "secret.deal: values as JSON", deal)
        rules.secret.check(values)


def bad_input(game: RandomGame) -> None:
    """Check that bad set-ups, moves and positions are refused, and that unknown keys are named."""
    rules = game.rules
    nothing: Any
    for nothing in (None, [], {}, 5, "x"):
        refused(partial(rules.read_setup, nothing), f"read_setup of {nothing!r}", by=rules.read_setup)
        refused(partial(rules.read_move, nothing), f"read_move of {nothing!r}", by=rules.read_move)
    setup = {**game.setup, "nonsense": 1}
    refused(lambda: rules.read_setup(setup), "read_setup, key 'nonsense'", "nonsense", rules.read_setup)
    move = {**rules.write_move(game.moves[0]), "nonsense": 1}
    refused(lambda: rules.read_move(move), "read_move, key 'nonsense'", "nonsense", rules.read_move)
    error = refused(lambda: rules.load("nonsense"), "load of 'nonsense'", by=rules.load)
    expect("bad_position", error.code, "load of 'nonsense': code of the RuleError", rules.load)


def advice(game: RandomGame) -> None:
    """Check that advice is a legal move that can be written, with a reason, and repeats with its seed.

    The seat knows its own secret, if the game has one, and the search ends at once if `go_on` says so.
    """
    rules = game.rules
    if rules.advisor is None:
        return
    players, advise = rules.players[0], rules.advisor.advise
    dealt = rules.secret.deal(random.Random(SEED), players) if rules.secret else [None] * players
    same = pickle.loads(pickle.dumps(advise)) == advise
    require(same, "advise: expected what pickles, as it runs in a process of its own", advise)
    levels = {*rules.advisor.trials, "middle"}  # which may be missing
    expect(set(STRENGTHS), levels, "advisor.trials: strengths")
    for count in sorted({1, len(game.moves) // 2, len(game.moves)}):
        position = game.positions[count - 1]
        if (seat := rules.turn(position)) is None:
            continue
        past = [rules.view(before, seat) for before in game.positions[:count]]
        for go_on in (lambda: True, lambda: False):
            found, again = (advise(past, seat, dealt[seat], 5, random.Random(SEED), go_on) for _ in "12")
            require(found, "advise: expected at least one move, found none", advise)
            expect(found, again, "advise: the same moves for the same chance", advise)
        for one in found:
            require(str(one.reason), "advise: expected a reason for every move, found none", advise)
            written = as_json(rules.write_move(one.move))
            expect(
                one.move, rules.read_move(written), "read_move of advice that was written", rules.read_move
            )
            rules.apply(position, one.move)


Check: TypeAlias = Callable[[RandomGame], None]
CHECKS: tuple[Check, ...] = (
    manifest, opening, end, purity, turns, moves, pickles, positions, views, script, secret, advice,
    bad_input,
)  # fmt: skip
