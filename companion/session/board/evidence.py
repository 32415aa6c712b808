"""Likelihood of a table, given a picture."""

from collections.abc import Mapping, Sequence

from companion.games.base import Kind, Space
from companion.table.observation import CERTAIN_NATS, Observation, SeenPiece


def negative_log_likelihood(observation: Observation, wanted: Mapping[Space, Mapping[Kind, int]]) -> float:
    """Return the negative log likelihood of `wanted` relative to the reading, in nats.

    The result is 0 or more. Surplus pieces become missing ones if that loses fewer nats (a colour in bad
    light, a base near a border); otherwise they are dropped. Pieces still missing count as hidden. Greedy:
    the smallest loss first.
    """
    surplus: list[SeenPiece] = []
    quota: dict[tuple[Space, Kind], int] = {}
    missing: list[tuple[Space, Kind]] = []
    for space, counts in wanted.items():
        read = observation.table.get(space, {})
        for kind in {*read, *counts}:
            more = read.get(kind, 0) - counts.get(kind, 0)
            if more > 0:
                quota[space, kind] = more
                surplus += [piece for piece in _pieces(observation, space) if piece.kind == kind]
            else:
                missing += [(space, kind)] * -more
    total = 0.0
    hidden = {place: _addition(observation, *place) for place in set(missing)}
    swaps = sorted(
        (
            (piece.others[place] - piece.nats - hidden[place], number, place)
            for number, piece in enumerate(surplus)
            for place in set(missing)
            if place in piece.others
        ),
        key=lambda swap: swap[0],
    )
    gone: set[int] = set()
    for gain, number, place in swaps:
        piece = surplus[number]
        if gain < 0 and number not in gone and place in missing and quota[piece.space, piece.kind]:
            total += piece.others[place]
            gone.add(number)
            missing.remove(place)
            quota[piece.space, piece.kind] -= 1
    for number, piece in sorted(enumerate(surplus), key=lambda item: item[1].nats):
        if number not in gone and quota[piece.space, piece.kind]:
            total += piece.nats
            quota[piece.space, piece.kind] -= 1
    return total + sum(hidden[place] for place in missing)


def _pieces(observation: Observation, space: Space) -> Sequence[SeenPiece]:
    if observation.evidence is not None and space in observation.changed:
        return observation.evidence.pieces(space)
    return tuple(
        SeenPiece(space, kind, CERTAIN_NATS)
        for kind, count in observation.table.get(space, {}).items()
        for _ in range(count)
    )


def _addition(observation: Observation, space: Space, kind: Kind) -> float:
    if observation.evidence is None or space not in observation.changed:
        return CERTAIN_NATS
    return observation.evidence.addition(space, kind)
