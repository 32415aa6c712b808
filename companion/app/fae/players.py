"""The simulated players of Fae: random legal games, with the errors people make."""

import random
from collections.abc import Iterator, Mapping, Sequence

from companion.games import fae
from companion.games.base import Mistake
from companion.games.fae.autoplay import next_move
from companion.games.fae.setup import random_druids
from companion.table.guide import GuideStep

SLIPS = ("across_lake", "split_group", "empty_target", "not_adjacent", "too_many_druids")
"""The mistakes these players make, by their reason codes."""


def opening(seed: int, players: int = 2) -> fae.Position:
    """A set-up drawn by chance (E-002)."""
    return fae.start(random_druids(random.Random(seed)), players)


def acts(
    position: fae.Position, seed: int, *, mistakes: float = 0.05, names: Sequence[str] = ()
) -> Iterator[GuideStep]:
    """Play to the end; yield the movements at the table one by one.

    `mistakes` is the chance (0..1) that a player errs before a move, and then puts things right.
    Several rituals of one move are resolved by ascending space. `names` are the players'.
    """
    chance = random.Random(seed)
    while not fae.finished(position):
        player = names[position.turn] if names else str(position.turn)
        if chance.random() < mistakes:
            yield from _slip(position, chance, player)
        move = next_move(position, chance)
        yield GuideStep("move", move.source, move.target, fae.contents(position, move.source), player)
        for space, pieces in fae.removed(position, move).items():
            yield GuideStep("remove", space, pieces=pieces, player=player)
        position = fae.apply(position, move)


def _slip(position: fae.Position, chance: random.Random, player: str) -> Iterator[GuideStep]:
    """One of the usual mistakes and its correction; nothing when there is none of the kind drawn."""
    code = chance.choice(SLIPS)
    possible = [m for m in fae.mistakes(position) if m.reason.code == code]
    if possible:
        mistake = chance.choice(possible)
        moved = _moved(position, mistake)
        yield GuideStep("move", mistake.source, mistake.target, moved, player)
        yield GuideStep("move", mistake.target, mistake.source, moved, player)


def _moved(position: fae.Position, mistake: Mistake) -> Mapping[str, int]:
    before = fae.contents(position, int(mistake.source))
    left = mistake.changed[mistake.source]
    return {colour: n - left.get(colour, 0) for colour, n in before.items() if n > left.get(colour, 0)}
