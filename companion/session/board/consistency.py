"""Consistency of a hypothesis with a picture: pieces neither vanish nor come from nowhere.

A piece that left must be seen at its target, a piece in clear view must still be there, a piece that arrived
must belong there, and one that was taken off must not be seen where it stood.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from companion.games.base import Game, Kind, Mistake, MoveT, PositionT, Space, Table
from companion.session.board.evidence import negative_log_likelihood
from companion.session.board.interpreter_params import PARAMS
from companion.table.observation import Evidence, Observation


def arrived(
    game: Game[PositionT, MoveT],
    position: PositionT,
    moves: Sequence[MoveT],
    observation: Observation,
) -> bool:
    """Return whether each move has a piece that was seen to arrive at its final space.

    A group that was seen to leave a space cleared by a ritual counts, too. True without evidence.
    """
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
            went_too = space in taken and evidence.gone(space) > 0 and went >= PARAMS.group_size
            if more and not went_too:
                ends[space] = more.keys()
        position = game.apply(position, move)
    return all(evidence.came(space, kinds) for space, kinds in ends.items())


def reached(mistake: Mistake, observation: Observation) -> bool:
    """Return whether a piece was seen to arrive at the target of a mistake.

    True without evidence.
    """
    kinds = mistake.changed.get(mistake.target, {})
    return observation.evidence is None or observation.evidence.came(mistake.target, kinds) > 0


def vanished(table: Table, observation: Observation) -> frozenset[Space]:
    """Return spaces that lost clearly visible pieces of `table` without enough arrivals."""
    return _spaces_with(_lacks, table, observation)


def appeared(table: Table, observation: Observation) -> frozenset[Space]:
    """Return spaces with more pieces than in `table`, where the surplus was seen to arrive."""
    return _spaces_with(_exceeds, table, observation)


def remained(table: Table, observation: Observation) -> frozenset[Space]:
    """Return spaces that are bare in `table` where each piece is clearly seen that stood there before.

    Only pieces of kinds that the picture shows more of than `table` count: they were not moved elsewhere.
    """
    read, wanted = (sum(map(Counter, each.values()), Counter()) for each in (observation.table, table))
    more = (read - wanted).keys()
    spaces = _spaces_with(_remains, table, observation)
    return frozenset(space for space in spaces if more & observation.table[space].keys())


def _spaces_with(
    is_inconsistent: Callable[[Table, Observation, Evidence, Space], bool],
    table: Table,
    observation: Observation,
) -> frozenset[Space]:
    evidence = observation.evidence
    if evidence is None:
        return frozenset()
    seen = observation.changed - observation.hidden
    return frozenset(space for space in seen if is_inconsistent(table, observation, evidence, space))


def _lacks(table: Table, observation: Observation, evidence: Evidence, space: Space) -> bool:
    wanted, read = (each.get(space, {}) for each in (table, observation.table))
    there = sum(wanted.values())
    went = evidence.gone(space) - max(0, evidence.stood(space) - there)
    return PARAMS.crowd_size > there > sum(read.values()) and went > evidence.came(space, wanted)


def _exceeds(table: Table, observation: Observation, evidence: Evidence, space: Space) -> bool:
    wanted, read = (Counter(each.get(space, {})) for each in (table, observation.table))
    more = read.total() > wanted.total() < PARAMS.few_size
    if not more or not evidence.came(space, (read - wanted).keys()):
        return False
    whole = {other: table.get(other, {}) for other in observation.changed - observation.hidden}
    return (
        negative_log_likelihood(observation, whole)
        - negative_log_likelihood(observation, {**whole, space: read})
        > PARAMS.plain_nats
    )


def _remains(table: Table, observation: Observation, evidence: Evidence, space: Space) -> bool:
    read = sum(observation.table.get(space, {}).values())
    kept = read > 0 and read == evidence.stood(space) and not evidence.gone(space)
    return (
        kept
        and not table.get(space)
        and all(piece.nats > PARAMS.slip_nats for piece in evidence.pieces(space))
    )
