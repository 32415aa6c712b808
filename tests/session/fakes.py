"""Tables, interpreters and games for the tests of the session."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations, product
from random import Random

from companion.games import fae
from companion.games.base import Reason, Space, Table
from companion.games.fae.board import COLOURS, REGIONS
from companion.session.base import SessionContext
from companion.session.fae.session import FaeInterpreter, FaeSession
from companion.session.messages import Message, Seen
from companion.storage.journal import Journal
from companion.table.observation import Observation, Trouble
from companion.table.tables import plus, surplus
from companion.table.verdict import Ask, Played, Settled, Verdict, Wrong

PLAYERS = ("Ana", "Bo")


def opening(seed: int = 0) -> fae.Position:
    random = Random(seed)
    druids: dict[int, str] = {}
    for spaces in REGIONS.values():
        druids.update(zip(spaces, random.sample(COLOURS, len(COLOURS)), strict=True))
    return fae.start(druids, len(PLAYERS))


def begun(
    interpreter: FaeInterpreter | None = None,
    *,
    position: fae.Position | None = None,
    journal: Journal | None = None,
    ritual_orders: Sequence[Sequence[int]] = (),
    interactive: bool = False,
    chance: Random | None = None,
) -> FaeSession:
    return FaeSession(
        PLAYERS,
        SessionContext(journal, chance or Random(), interactive=interactive),
        position=position,
        ritual_orders=ritual_orders,
        interpreter=interpreter or PerfectInterpreter(),
    )


def resumed(journal: Journal, game: int | None) -> FaeSession:
    assert game is not None
    return FaeSession.resume(game, SessionContext(journal), PerfectInterpreter())


def event_names(session: FaeSession, message: Message) -> list[str]:
    """Return the names of the events of a message, as `companion watch` prints them."""
    session.tell(message)
    return [event.as_json()["event"] for event in session.happened]


def observed(session: FaeSession, observation: Observation) -> list[str]:
    return event_names(session, Seen(1, observation))


def see(table: Table, frame: str = "0.jpg", trouble: Trouble | None = None) -> Observation:
    return Observation(frame, 0.0, {s: dict(n) for s, n in table.items() if n}, trouble=trouble)


class PerfectInterpreter:
    """Compares tables exactly; `leftovers` may still be there or be gone, space by space."""

    def shows(self, table: Table, leftovers: Table, observation: Observation) -> bool:
        return any(same(observation.table, plus(table, rest)) for rest in subsets(leftovers))

    def interpret(
        self,
        position: fae.Position,
        observation: Observation,
        leftovers: Table,
        doubted: Sequence[fae.Move] = (),
        disturbed: Collection[Space] = (),
    ) -> Verdict[fae.Move]:
        """One move, or one on top of a doubted one."""
        alone = self._since(position, leftovers, observation)
        if isinstance(alone, Settled) or (isinstance(alone, Played) and alone.move in doubted):
            return alone
        found = [
            Played(first, 1.0, on_top.leftovers, (on_top.move,))
            for first in doubted
            for left in [{**leftovers, **fae.removed(position, first)}]
            for on_top in [self._since(fae.apply(position, first), left, observation)]
            if isinstance(on_top, Played)
        ]
        return found[0] if len(found) == 1 else alone

    def _since(self, position: fae.Position, leftovers: Table, observation: Observation) -> Verdict[fae.Move]:
        table = fae.table(position)
        for rest in subsets(leftovers):
            if same(observation.table, plus(table, rest)):
                return Settled(1.0, rest)
        found: dict[fae.Move, dict[Space, Mapping[str, int]]] = {}
        for move in fae.legal(position):
            if observation.table.get(move.source):
                continue
            isolated = fae.isolated_by(position, move.source, move.target)
            for order in permutations(isolated) if len(isolated) > 1 else [()]:
                ordered = move._replace(rituals=order)
                after = fae.table(fae.apply(position, ordered))
                for rest in subsets({**leftovers, **fae.removed(position, ordered)}):
                    if same(observation.table, plus(after, rest)):
                        found[move] = rest
        if len(found) > 1:
            return Ask(tuple(found))
        for move, left in found.items():
            return Played(move, 1.0, left)
        differing = {*surplus(table, observation.table), *surplus(observation.table, table)}
        return Wrong(Reason("not_adjacent", tuple(sorted(differing, key=str))), None, None, 1.0)


class Scripted(PerfectInterpreter):
    """Answers with the next verdict of a list; without one as the perfect interpreter."""

    def __init__(self, *verdicts: object) -> None:
        self.verdicts = list(verdicts)

    def interpret(self, position, observation, leftovers, doubted=(), disturbed=()):  # type: ignore[no-untyped-def]  # as in the base
        if self.verdicts:
            return self.verdicts.pop(0)
        return super().interpret(position, observation, leftovers, doubted, disturbed)


def subsets(table: Table) -> Iterator[dict[Space, Mapping[str, int]]]:
    """Every choice of spaces, all of them first."""
    for kept in product((True, False), repeat=len(table)):
        yield {s: table[s] for s, keep in zip(table, kept, strict=True) if keep}


def same(table: Table, other: Table) -> bool:
    return bare(table) == bare(other)


def bare(table: Table) -> dict[Space, dict[str, int]]:
    return {space: dict(pieces) for space, pieces in table.items() if pieces}


def games(start: fae.Position, seed: int) -> Iterator[tuple[fae.Position, fae.Move]]:
    """A random game: each position with the move that is made in it, orders chosen."""
    random = Random(seed)
    position = start
    while moves := fae.legal(position):
        move = random.choice(moves)
        if fae.needs_order(position, move):
            isolated = fae.isolated_by(position, move.source, move.target)
            move = move._replace(rituals=tuple(random.sample(isolated, len(isolated))))
        yield position, move
        position = fae.apply(position, move)


def until(kind: str, *, disrupted: bool | None = None) -> tuple[fae.Position, fae.Move]:
    """A position of random games with a move that makes one ritual, or needs a choice that matters."""
    from companion.games.fae.ritual_orders import matters

    for seed in range(500):
        for position, move in games(opening(seed), seed):
            removed = bool(fae.removed(position, move))
            if disrupted is not None and removed != disrupted:
                continue
            if kind == "ritual" and len(fae.rituals(position, move)) == 1:
                return position, move
            if kind == "choice" and matters(position, move):
                return position, fae.Move(move.source, move.target)
    raise AssertionError("no such game")
