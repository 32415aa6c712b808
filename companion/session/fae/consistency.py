"""Pieces do not vanish or come from nowhere: what went must be seen where it came, what stood in clear view
must stand, and what was seen to come must belong there."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from companion.games.base import Game, Kind, Mistake, MoveT, PositionT, Space, Table
from companion.session.fae.evidence import cost
from companion.table.observation import CERTAIN_NATS, Evidence, Observation

GROUP = 2
"""So many pieces in clear view, some of them where the others were to come, do not vanish by accident."""
CROWD = 5
"""Among so many pieces of a space one may stand unseen behind the others."""
FEW = 3
"""Among so many what lies between them may look like one more."""
PLAIN_NATS = 0.75 * CERTAIN_NATS
"""What speaks for a piece as plainly is no shadow."""


def arrived(
    game: Game[PositionT, MoveT],
    position: PositionT,
    moves: Sequence[MoveT],
    observation: Observation,
) -> bool:
    """Whether of every move at least one piece was seen to come where the last of them left it, or a group
    there to go with it."""
    evidence = observation.evidence
    if evidence is None:
        return True
    ends: dict[Space, Collection[Kind]] = {}
    for move in moves:
        before = game.table(position)
        taken = {space for removed in game.removals(position, move) for space in removed}
        changed = game.changed(position, move)
        went = sum(map(evidence.gone, changed))
        for space, kinds in changed.items():
            ends.pop(space, None)
            more = Counter(kinds) - Counter(before.get(space, {}))
            went_too = space in taken and evidence.gone(space) > 0 and went >= GROUP
            if more and not went_too:
                ends[space] = more.keys()
        position = game.apply(position, move)
    return all(evidence.came(space, kinds) for space, kinds in ends.items())


def reached(mistake: Mistake, observation: Observation) -> bool:
    """Whether a piece was seen to come where a mistake took it."""
    kinds = mistake.changed.get(mistake.target, {})
    return observation.evidence is None or observation.evidence.came(mistake.target, kinds) > 0


def vanished(table: Table, observation: Observation) -> frozenset[Space]:
    """Spaces of which `table` says more than was read, though what stood there in clear view has gone and
    less may have come."""
    return _where(_lacks, table, observation)


def appeared(table: Table, observation: Observation) -> frozenset[Space]:
    """Spaces of which `table` says less than was read, where what is too much was seen to come."""
    return _where(_exceeds, table, observation)


def _where(
    odd: Callable[[Table, Observation, Evidence, Space], bool], table: Table, observation: Observation
) -> frozenset[Space]:
    evidence = observation.evidence
    if evidence is None:
        return frozenset()
    seen = observation.changed - observation.hidden
    return frozenset(space for space in seen if odd(table, observation, evidence, space))


def _lacks(table: Table, observation: Observation, evidence: Evidence, space: Space) -> bool:
    wanted, read = (each.get(space, {}) for each in (table, observation.table))
    there = sum(wanted.values())
    went = evidence.gone(space) - max(0, evidence.stood(space) - there)
    return CROWD > there > sum(read.values()) and went > evidence.came(space, wanted)


def _exceeds(table: Table, observation: Observation, evidence: Evidence, space: Space) -> bool:
    wanted, read = (Counter(each.get(space, {})) for each in (table, observation.table))
    more = read.total() > wanted.total() < FEW
    if not more or not evidence.came(space, (read - wanted).keys()):
        return False
    whole = {other: table.get(other, {}) for other in observation.changed - observation.hidden}
    return cost(observation, whole) - cost(observation, {**whole, space: read}) > PLAIN_NATS
