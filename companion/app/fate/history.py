"""Review of a stored game of Fate: town and monsters by round, and key moments."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from companion.app.archive.history import PastGame
from companion.app.archive.judge import Judge
from companion.app.archive.record import Record
from companion.games import fate
from companion.games.base import N_, Sentence, counted
from companion.games.fate.act_codec import read_acts
from companion.games.fate.acts import Act, Attack, MonsterAttack, Quest, Walk
from companion.games.fate.forecast import coming_losses, is_rolled, next_walk
from companion.games.fate.happenings import (
    Damaged,
    Gained,
    Happening,
    KnockedOut,
    Moved,
    Placed,
    Removed,
    Stone,
    Town,
)
from companion.games.fate.monsters import LEGENDS
from companion.games.fate.places import placed
from companion.games.fate.position import GRIMHEIM, Hex
from companion.games.fate.script import read_setup
from companion.games.fate.track import TOWN_PIECES
from companion.session.fate.describe import describe
from companion.session.fate.words import name
from ui.services import History, KeyMoment, ReplayStep, Where

TURNS_AHEAD = 3
"""Number of monsters' turns that count as a danger."""
SERIES = ("town", "monsters", "killed")
"""Town pieces left, monsters on the board, monsters killed so far."""
RankedMoment: TypeAlias = tuple[Sentence, tuple[Hex, ...], int]
"""A sentence, the hexes where it happened, and its rank among the key moments."""


def result(known: History, record: Record) -> History:
    """Add the outcome to `known`: all players win or all lose."""
    winners = known.players if record.over and record.result == "won" else ()
    roles = {hero.player: hero.id for hero in read_setup(record.setup).heroes}
    return replace(known, finished=record.over, winners=winners, roles=roles)


def timeline(known: History, record: Record) -> History:
    """Add series and key moments to `known`.

    An index is a round, which begins with the Rune Stone.
    """
    played = _FateReplay(record)
    series = {name: tuple(values) for name, values in played.series.items()}
    return replace(result(known, record), series=series, moments=tuple(played.moments))


def replay(record: Record) -> list[ReplayStep]:
    """The start, and every action visible on the board."""
    return _FateReplay(record).steps


class _FateReplay:
    """Replays all actions: steps, and the series and key moments at the end of every round."""

    def __init__(self, record: Record) -> None:
        self.series: dict[str, list[float]] = {name: [] for name in SERIES}
        self.moments: list[KeyMoment] = []
        self._killed = self._lost = self._lost_at = self._rounds = 0
        position = read_setup(record.setup)
        self._moves = 0
        self.steps = [ReplayStep(position, self._values(position), moves=0)]
        for self._moves, act in enumerate(read_acts(list(record.moves)), 1):
            after, happenings = fate.apply(position, act)
            if any(isinstance(happening, Stone) for happening in happenings):
                self._note(position)
            self._killed += sum(isinstance(h, Removed) and h.why == "killed" for h in happenings)
            key_moments = list(_key_moments(position, act, happenings))
            if (seen := _seen(position, act, happenings)) or key_moments:
                self._step(position, act, after, happenings, seen or Where(), key_moments)
            self.moments += [
                KeyMoment(self._rounds, sentence, len(self.steps) - 1, places, rank)
                for sentence, places, rank in key_moments
            ]
            if lost := sum(-h.pieces for h in happenings if isinstance(h, Town) and _lost(h)):
                self._lost, self._lost_at = self._lost + lost, len(self.steps) - 1
            position = after
        self.steps[-1] = self.steps[-1]._replace(position=position, moves=self._moves)  # such as a turn's end
        self._note(position)
        if position.result:
            over = N_("Grimheim stands: you win.") if position.result == "won" else N_("Grimheim has fallen.")
            self.moments.append(KeyMoment(self._rounds - 1, Sentence(over), len(self.steps) - 1, rank=0))

    def _step(
        self,
        before: fate.Position,
        act: Act,
        after: fate.Position,
        happenings: tuple[Happening, ...],
        where: Where,
        key_moments: Sequence[RankedMoment],
    ) -> None:
        """Add one step to the replay."""
        who = before.heroes[before.turn].player if before.phase == "heroes" else ""
        places = dict.fromkeys((*where.spaces, *(place for _, spaces, _ in key_moments for place in spaces)))
        where = where._replace(spaces=tuple(places))
        said = _said(act, before, after, happenings)
        self.steps.append(ReplayStep(after, self._values(after), who, said, where, self._moves))

    def _values(self, position: fate.Position) -> dict[str, float]:
        counts = position.town, len(position.monsters), self._killed
        return dict(zip(SERIES, map(float, counts), strict=True))

    def _note(self, position: fate.Position) -> None:
        """Record the series at the end of a round."""
        if self._lost:
            lost = Sentence(N_("Houses lost: {n}."), {"n": self._lost})
            self.moments.append(KeyMoment(self._rounds, lost, self._lost_at, (GRIMHEIM,), 3))
            self._lost = 0
        for name_, value in self._values(position).items():
            self.series[name_].append(value)
        self._rounds += 1


def _seen(before: fate.Position, act: Act, happenings: Sequence[Happening]) -> Where | None:
    """Spaces of a visible change on the board; None if nothing was visible."""
    hexes = {hero.id: hero.hex for hero in before.heroes} | {m.id: m.hex for m in before.monsters}
    by_piece: dict[str, tuple[Hex, ...]] = {}
    for moved in (h for h in happenings if isinstance(h, Moved)):
        before_it = by_piece.get(moved.id, ())
        by_piece[moved.id] = (*before_it, *moved.path[bool(before_it) :])
    ways = tuple(way for way in by_piece.values() if len(way) > 1)
    places: list[Hex] = []
    if isinstance(act, Attack | MonsterAttack):
        places += [hexes[id] for id in _target(act) if id in hexes]
    for happening in happenings:
        match happening:
            case Placed(_, _, _, place) | Removed(_, _, place):
                places.append(place)
            case Damaged(id) if id in hexes:
                places.append(hexes[id])
            case KnockedOut(_, source):
                places.append(source)
            case Town():
                places.append(GRIMHEIM)
    new_round = any(isinstance(happening, Stone) for happening in happenings)
    return Where(ways, tuple(dict.fromkeys(places))) if ways or places or new_round else None


def _target(act: Attack | MonsterAttack) -> tuple[str, ...]:
    return (act.monster,) if isinstance(act, Attack) else (act.hero,) if act.hero else ()


def _said(
    act: Act, before: fate.Position, after: fate.Position, happenings: tuple[Happening, ...]
) -> tuple[Sentence, ...]:
    """The first sentence of an action, because the board shows the others; one for all monsters' moves."""
    if isinstance(act, Walk):
        return (_walked(after),)
    return tuple(map(placed, describe(act, before, happenings)[:1]))


def _walked(after: fate.Position) -> Sentence:
    """Return how many monsters are about to enter, after all have moved."""
    hero = after.heroes[0].id
    entering = () if after.result else next_walk(after._replace(phase="heroes"), hero).entering
    if not entering:
        return Sentence(N_("The monsters move."))
    return counted(
        "The monsters move: {n} will enter Grimheim next.",
        "The monsters move: {n} will enter Grimheim next.",
        len(entering),
    )


def _lost(town: Town) -> bool:
    return town.pieces < 0 and town.why != "correct"


def _key_moments(
    before: fate.Position, act: Act, happenings: tuple[Happening, ...]
) -> Iterator[RankedMoment]:
    """Notable events of an action."""
    if isinstance(act, Quest):
        hero = before.heroes[before.turn]
        yield Sentence(N_("{hero} has done the quest."), {"hero": name(hero.id)}), (hero.hex,), 5
    for happening in happenings:
        match happening:
            case Placed(_, kind, _, place) if kind in LEGENDS:
                yield Sentence(N_("{who} appears."), {"who": name(kind)}), (place,), 4
            case Removed(_, kind, place, "killed") if kind in LEGENDS:
                yield Sentence(N_("{who} is defeated."), {"who": name(kind)}), (place,), 1
            case KnockedOut(who, source):
                yield Sentence(N_("{who} is knocked out."), {"who": name(who)}), (source,), 2


def _stands(position: fate.Position, *_: object) -> dict[str, float]:
    """Return the share of Grimheim that the monsters on the board leave if no hero moves.

    It counts what they take in their next TURNS_AHEAD walks, each later one half as much.
    """
    losses = () if position.result else coming_losses(position, TURNS_AHEAD)
    left = position.town - sum(lost * 0.5**turn for turn, lost in enumerate(losses))
    return {"town": min(1.0, left / TOWN_PIECES[len(position.heroes) - 1])}


def _left(position: fate.Position) -> int:
    return position.town


def _counts(known: History, record: Record) -> dict[str, dict[str, int]]:
    """Monsters killed, damage dealt, gold earned, and hexes walked in the own turns."""
    found = {kind: dict.fromkeys(known.players, 0) for kind in ("killed", "hits", "gold", "walked")}
    position = read_setup(record.setup)
    for act in read_acts(list(record.moves)):
        after, happenings = fate.apply(position, act)
        if position.phase == "heroes":
            hero = position.heroes[position.turn]
            monsters = {monster.id for monster in position.monsters}
            for happening in happenings:
                match happening:
                    case Removed(why="killed"):
                        found["killed"][hero.player] += 1
                    case Damaged(id, amount) if id in monsters:
                        found["hits"][hero.player] += amount
                    case Gained(hero.id, gold) if gold > 0:
                        found["gold"][hero.player] += gold
                    case Moved(hero.id, path=path):
                        found["walked"][hero.player] += len(path) - 1
        position = after
    return found


def _told(position: fate.Position, act: Act, _: History) -> tuple[Sentence, ...]:
    return () if is_rolled(act) else describe(act, position, fate.apply(position, act)[1])


PAST = PastGame(result, timeline, replay, judge=Judge(stands=_stands, left=_left, counts=_counts, told=_told))
