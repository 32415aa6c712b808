"""A stored game of Fate looked back on: the town and the monsters, round by round, and key moments."""

from collections.abc import Iterator
from dataclasses import replace

from companion.app.history import PastGame
from companion.app.record import Record
from companion.games import fate
from companion.games.base import N_, Sentence, Table
from companion.games.fate.act_codec import read_acts
from companion.games.fate.acts import Act, Quest
from companion.games.fate.happenings import Happening, KnockedOut, Placed, Removed, Stone, Town
from companion.games.fate.monsters import LEGENDS
from companion.games.fate.position import GRIMHEIM, Hex
from companion.games.fate.script import read_setup
from companion.session.fate.words import name
from ui.services import History, Where

SERIES = ("town", "monsters", "killed")
"""Town pieces left, monsters on the board, monsters killed so far."""


def result(known: History, record: Record) -> History:
    """`known` with how the game ended: all win or all lose."""
    winners = known.players if record.over and record.result == "won" else ()
    return replace(known, finished=record.over, winners=winners)


def course(known: History, record: Record) -> History:
    """`known` with the course of the game: an index is a number of rounds, which the Rune Stone begins."""
    rounds = _Rounds(record)
    return replace(
        result(known, record),
        series={name: tuple(values) for name, values in rounds.series.items()},
        moments=tuple((index, sentence) for index, sentence, _ in rounds.moments),
        where=tuple(Where(spaces=places) for _, _, places in rounds.moments),
    )


def table(record: Record, index: int) -> Table:
    """What lay on the table when so many rounds were over."""
    tables = _Rounds(record).tables
    return tables[max(0, min(index, len(tables) - 1))]


class _Rounds:
    """All acts played again, noted at the end of every round."""

    def __init__(self, record: Record) -> None:
        self.series: dict[str, list[float]] = {name: [] for name in SERIES}
        self.moments: list[tuple[int, Sentence, tuple[Hex, ...]]] = []
        self.tables: list[Table] = []
        self._killed = self._lost = 0
        position = read_setup(record.setup)
        for act in read_acts(list(record.moves)):
            after, happenings = fate.apply(position, act)
            if any(isinstance(happening, Stone) for happening in happenings):
                self._note(position)
            self._killed += sum(isinstance(h, Removed) and h.why == "killed" for h in happenings)
            self._lost += sum(-h.pieces for h in happenings if isinstance(h, Town) and _lost(h))
            self.moments += [(len(self.tables), *told) for told in _told(position, act, happenings)]
            position = after
        self._note(position)
        if position.result:
            over = N_("Grimheim stands: you win.") if position.result == "won" else N_("Grimheim has fallen.")
            self.moments.append((len(self.tables) - 1, Sentence(over), ()))

    def _note(self, position: fate.Position) -> None:
        if self._lost:
            lost = Sentence(N_("Town pieces lost: {n}."), {"n": self._lost})
            self.moments.append((len(self.tables), lost, (GRIMHEIM,)))
            self._lost = 0
        self.tables.append(fate.table(position))
        for name_, value in zip(SERIES, (position.town, len(position.monsters), self._killed), strict=True):
            self.series[name_].append(float(value))


def _lost(town: Town) -> bool:
    return town.pieces < 0 and town.why != "correct"


def _told(
    before: fate.Position, act: Act, happenings: tuple[Happening, ...]
) -> Iterator[tuple[Sentence, tuple[Hex, ...]]]:
    """What is worth telling, and on which hexes it happened."""
    if isinstance(act, Quest):
        hero = before.heroes[before.turn]
        yield Sentence(N_("{hero} has done the quest."), {"hero": name(hero.id)}), (hero.hex,)
    for happening in happenings:
        match happening:
            case Placed(_, kind, _, place) if kind in LEGENDS:
                yield Sentence(N_("{who} appears."), {"who": name(kind)}), (place,)
            case Removed(_, kind, place, "killed") if kind in LEGENDS:
                yield Sentence(N_("{who} is defeated."), {"who": name(kind)}), (place,)
            case KnockedOut(who, source):
                yield Sentence(N_("{who} is knocked out."), {"who": name(who)}), (source,)


PAST = PastGame(result, course, table)
