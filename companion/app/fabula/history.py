"""Review of a stored duel: resistance of both players' bases by turn, and key moments."""

from collections.abc import Iterator
from dataclasses import replace

from companion.app.archive.history import PastGame
from companion.app.archive.judge import Judge
from companion.app.archive.record import Record
from companion.games import fabula
from companion.games.base import N_, Sentence
from companion.games.fabula import values
from companion.games.fabula.actions import Action, Adjust, Attack, Influence, Next, Pass, Play
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player, Position
from companion.session.fabula import own_decks, words
from companion.session.fabula.describe import describe
from ui.services import History, KeyMoment, ReplayStep, Where

SERIES = ("first", "second")
"""Remaining resistance of the bases: of the starting player, and of the other."""


def result(known: History, record: Record) -> History:
    """Add the outcome of the duel and everybody's deck to `known`."""
    winners = tuple(name for name in known.players if record.over and name == record.result)
    lists = record.setup.get("lists", {})
    roles = {name: title for name, cards in lists.items() if (title := own_decks.title(cards))}
    return replace(known, finished=record.over, winners=winners, roles=roles, secrets=record.secrets)


def timeline(known: History, record: Record) -> History:
    """Add series and key moments to `known`; an index is a number of turns."""
    played = _DuelReplay(record)
    series = {name: tuple(line) for name, line in zip(SERIES, played.series, strict=True)}
    return replace(result(known, record), series=series, moments=tuple(played.moments))


def replay(record: Record) -> list[ReplayStep]:
    """The start, and every action visible on the table."""
    return _DuelReplay(record).steps


class _DuelReplay:
    """Replays all actions."""

    def __init__(self, record: Record) -> None:
        self.series: tuple[list[float], list[float]] = ([], [])
        self.moments: list[KeyMoment] = []
        position = fabula.RULES.read_setup(record.setup)
        self._moves = 0
        self.steps = [ReplayStep(position, _values(position), moves=0)]
        for self._moves, written in enumerate(record.moves, 1):
            action = fabula.RULES.read_move(written)
            after = fabula.apply(position, action)
            self._note(position, action, after)
            position = after
        self.steps[-1] = self.steps[-1]._replace(position=position, moves=self._moves)  # such as a turn's end
        self._end_of_turn(position)
        if position.result:
            winner = position.sides[position.result.winner].name
            ended = Sentence(words.ENDS[position.result.reason], {"player": winner})
            self.moments.append(KeyMoment(len(self.series[0]) - 1, ended, len(self.steps) - 1, rank=0))

    def _note(self, before: Position, action: Action, after: Position) -> None:
        if after.turn_number != before.turn_number:
            self._end_of_turn(before)
        sentences = describe(action, before, after)
        if not sentences or (isinstance(action, Adjust) and not action.adjust):
            return
        changed = tuple(_changed(before, after))
        who = before.sides[fabula.decider(before)].name if not isinstance(action, Next | Pass) else ""
        where = Where((), changed)
        self.steps.append(ReplayStep(after, _values(after), who, sentences, where, self._moves))
        if isinstance(action, Attack | Influence):
            return
        for base in after.bases:
            old = next(other for other in before.bases if other.id == base.id)
            taken = base.controller != old.controller
            if taken or (base.destroyed and not old.destroyed):
                pattern = N_("{player} loses a base.")
                lost = Sentence(pattern, {"player": after.sides[old.controller].name})
                rank = 1 if base.centre else 2
                self.moments.append(
                    KeyMoment(len(self.series[0]), lost, len(self.steps) - 1, (base.id,), rank)
                )

    def _end_of_turn(self, position: Position) -> None:
        for seat, line in enumerate(self.series):
            line.append(float(_resists(position, seat)))


def _changed(before: Position, after: Position) -> Iterator[Id]:
    """Cards in play that differ from before."""
    old = {*before.battle, *before.bases}
    yield from (permanent.id for permanent in after.battle if permanent not in old)
    yield from (base.id for base in after.bases if base not in old)


def _values(position: Position) -> dict[str, float]:
    return {name: float(_resists(position, seat)) for seat, name in enumerate(SERIES)}


def _resists(position: Position, seat: Player) -> int:
    duel = Duel(position)
    return sum(
        values.resistance(duel, base.id)
        for base in position.bases
        if base.controller == seat and not base.destroyed
    )


def _stands(position: Position, *_: object) -> dict[str, float]:
    """Return what is left of everybody's centre; nothing of one that the rival controls."""
    duel, full = Duel(position), position.format.centre_resistance
    left = dict.fromkeys((side.name for side in position.sides), 1.0)
    for base in position.bases:
        if base.centre:
            mine = base.controller == base.owner and not base.destroyed
            left[position.sides[base.owner].name] = min(1.0, mine * values.resistance(duel, base.id) / full)
    if position.result:
        left[position.sides[1 - position.result.winner].name] = 0.0
    return left


def _counts(known: History, record: Record) -> dict[str, dict[str, int]]:
    """Cards played, allies sent to attack, and the most that one action took off the rival's centre."""
    found = {kind: dict.fromkeys(known.players, 0) for kind in ("cards", "attackers", "boldest")}
    position = fabula.RULES.read_setup(record.setup)
    for written in record.moves:
        action = fabula.RULES.read_move(written)
        after = fabula.apply(position, action)
        who = position.sides[fabula.decider(position)].name
        match action:
            case Play():
                found["cards"][who] += 1
            case Attack(attacks):
                found["attackers"][who] += len(attacks)
        old, new = _centres(position), _centres(after)
        for seat, side in enumerate(position.sides):
            taken = old[1 - seat] - new[1 - seat]
            found["boldest"][side.name] = max(found["boldest"][side.name], taken)
        position = after
    return found


def _centres(position: Position) -> tuple[int, ...]:
    """Return the resistance of both centres, by owner."""
    duel, left = Duel(position), [0, 0]
    for base in position.bases:
        if base.centre and not base.destroyed:
            left[base.owner] = values.resistance(duel, base.id)
    return tuple(left)


PAST = PastGame(result, timeline, replay, judge=Judge(stands=_stands, counts=_counts))
