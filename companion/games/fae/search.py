"""Search for good moves of Fae for a seat: playouts with sampled spirits of the other players.

Sequential halving (Karnin, Koren and Somekh, 2013): all moves get the same number of trials, the better half
goes on, but never fewer than `FINALISTS`: these have had equally many trials and can be compared. (The trials
of a move that has just been dropped look luckier than those of the moves that had to go on.) The others'
spirits are sampled anew for every trial; a spirit is likelier if its player's rituals brought its colour more
points (determinisation, Bayes' rule with a soft-max likelihood). The search uses only the seat's knowledge:
the positions so far, which everybody has seen, and its own spirit.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise, permutations
from math import ceil, exp, log2
from typing import NamedTuple

from companion.games.base import Chance
from companion.games.fae.board import COLOURS, RITUAL_CARDS
from companion.games.fae.playouts import Playouts
from companion.games.fae.position import Move, Position
from companion.games.fae.rules import apply, isolated_by, legal

FINALISTS = 3
"""Number of moves that keep getting trial games until the end."""
_MOST = 64
"""Maximum number of moves that are tried, those with the best rituals first."""
_QUIET = 4
"""Divisor of the number of trials while no ritual is in reach: then trials say little."""
_TRUST = 0.15
"""Log odds for a spirit per point that its player's own rituals brought its colour."""
_FAR = 60
"""Margin in points that counts as much as a win."""


class MoveTrials(NamedTuple):
    """A move, the position after it, and its trial games; `won` of `trials` ended first, a tie as half.

    `worth` is the mean of the trials, win and margin together, `now` the immediate gain of its rituals.
    """

    move: Move
    after: Position
    now: float
    worth: float = 0.0
    won: float = 0.0
    trials: int = 0


def search(
    past: Sequence[Position],
    seat: int,
    spirit: str,
    trials: int,
    chance: Chance,
    go_on: Callable[[], bool] = lambda: True,
) -> list[MoveTrials]:
    """Return the legal moves of `past[-1]`, the best first, after about `trials` trial games.

    With 0 trials only the immediate gain of a move's rituals counts. `go_on` is called now and then; once it
    returns False, the search ends with the result so far.
    """
    p, mine = past[-1], COLOURS.index(spirit)
    worlds, weights = _worlds(past, seat, mine)
    fears = [0.0] * len(COLOURS)
    for world, weight in zip(worlds, weights, strict=True):
        for other, colour in enumerate(world):
            fears[colour] += weight / sum(weights) / (p.players - 1) if other != seat else 0
    every = [MoveTrials(move, after, _now(p, after, seat, mine, fears)) for move, after in choices(p)]
    found = sorted(chance.sample(every, len(every)), key=lambda tried: -tried.now)
    if len(found) > 1 and not p.cards_used and not found[0].now:
        trials //= _QUIET
    playouts, rest = Playouts(chance), found[_MOST:]
    left, rounds = found[:_MOST], ceil(log2(min(len(found), _MOST)))
    for _ in range(rounds):
        if not trials or not go_on():
            break
        each = max(1, trials // (rounds * len(left)))
        drawn = chance.choices(range(len(worlds)), weights=weights, k=each)
        left = [
            _tried(tried, [_trial(playouts, tried.after, worlds[i], seat) for i in drawn])
            if go_on()
            else tried
            for tried in left
        ]
        left.sort(key=lambda tried: -tried.worth)
        half = max(FINALISTS, (len(left) + 1) // 2)
        left, rest = left[:half], left[half:] + rest
    return left + rest


def gained(past: Sequence[Position]) -> list[list[int]]:
    """Return the points each player's own rituals brought every colour so far, by player and colour."""
    points = [[0] * len(COLOURS) for _ in past[-1].ritual_cards]
    for before, after in pairwise(past):
        for colour, (old, new) in enumerate(zip(before.scores, after.scores, strict=True)):
            points[before.turn][colour] += new - old
    return points


def _worlds(past: Sequence[Position], seat: int, mine: int) -> tuple[list[tuple[int, ...]], list[float]]:
    """Return every deal of spirits that fits the seat's knowledge, and its weight, not normalised."""
    brought = gained(past)
    others = [colour for colour in range(len(COLOURS)) if colour != mine]
    worlds, weights = [], []
    for held in permutations(others, past[-1].players - 1):
        world = (*held[:seat], mine, *held[seat:])
        missed = sum(max(points) - points[world[i]] for i, points in enumerate(brought) if i != seat)
        worlds.append(world)
        weights.append(exp(-_TRUST * missed))
    return worlds, weights


def choices(p: Position) -> list[tuple[Move, Position]]:
    """Return the legal moves with the positions after them.

    A move has several orders of rituals only if they make a difference.
    """
    found: list[tuple[Move, Position]] = []
    for move in legal(p):
        isolated = isolated_by(p, move.source, move.target)
        if len(isolated) < 2:
            found.append((move, apply(p, move)))
            continue
        ways: dict[Position, Move] = {}
        for order in permutations(isolated, min(len(isolated), len(RITUAL_CARDS) - p.cards_used)):
            ordered = move._replace(rituals=order)
            ways.setdefault(apply(p, ordered), ordered)
        found += [(ordered, after) for after, ordered in ways.items()]
    return found


def _now(p: Position, after: Position, seat: int, mine: int, fears: Sequence[float]) -> float:
    """Return the immediate gain of a move's rituals.

    It is the own points and cards, less the points that others may have got.
    """
    points = [new - old for old, new in zip(p.scores, after.scores, strict=True)]
    lost = sum(fear * n for fear, n in zip(fears, points, strict=True))
    return points[mine] + after.ritual_cards[seat] - p.ritual_cards[seat] - lost


def _trial(playouts: Playouts, p: Position, world: tuple[int, ...], seat: int) -> tuple[float, int]:
    """Play one trial game: won (a tie is half), and the margin in points."""
    totals, _ = playouts.play(p, world)
    ahead = totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
    return (1.0 if ahead > 0 else 0.0 if ahead else 0.5), ahead


def _tried(tried: MoveTrials, games: Sequence[tuple[float, int]]) -> MoveTrials:
    """Add trial games to a move's record."""
    trials = tried.trials + len(games)
    won = tried.won + sum(won for won, _ in games)
    worth = tried.worth * tried.trials + sum(won + max(-1.0, min(1.0, ahead / _FAR)) for won, ahead in games)
    return tried._replace(worth=worth / trials, won=won, trials=trials)
