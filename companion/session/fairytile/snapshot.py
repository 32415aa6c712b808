"""Snapshot of Fairy Tile for a screen: immutable, without the players' pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from companion.games import fairytile
from companion.games.base import N_, Sentence, Table
from companion.games.fairytile.board import cell_text, read_cell
from companion.games.fairytile.position import Act, FinishTurn, Move, Position
from companion.games.fairytile.rules import no_adventure
from companion.games.fairytile.words import NAMES, PLACE_NAMES
from companion.session.fairytile import decisions, words
from companion.session.fairytile.describe import describe
from companion.session.snapshot import SnapshotSource
from companion.session.timeline import Step
from companion.session.view import Line, Mark, Prompt, Thing, Way
from companion.session.watched_snapshot import WatchedSnapshot
from companion.table.guide import GuideStep


@dataclass(frozen=True, slots=True)
class FairyLogEntry:
    """An act of the log; `number` counts from 1, `before`: position before the act."""

    number: int
    player: str
    act: Act
    before: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class FairySnapshot(WatchedSnapshot):
    """All that a screen shows.

    `position`: as the seat may see it. `with_magic`: a second adventure is possible. `stuck`: the next tile
    fits nowhere. `strange`: pieces beside the kingdom. `undone`:
    acts that can be redone, the next first.
    """

    position: Position
    with_magic: bool = False
    stuck: bool = False
    strange: Table = field(default_factory=dict)
    log: tuple[FairyLogEntry, ...] = ()
    undone: tuple[FairyLogEntry, ...] = ()

    def of(self, seat: int) -> str:
        """Return the name of a player."""
        return self.players[seat]

    @property
    def winner(self) -> str:
        """Player who has told a whole book; "" if nobody has, or all have given up."""
        return next(iter(self.winners), "")

    @property
    def winners(self) -> tuple[str, ...]:
        """The player who has told a whole book."""
        return () if self.position.winner is None else (self.players[self.position.winner],)

    @property
    def story(self) -> tuple[Line, ...]:
        """Lines about what happened, in order."""
        return tuple(
            Line(entry.number, text, _way(entry))
            for entry in self.log
            if not isinstance(entry.act, FinishTurn)
            for text in describe(entry.act, entry.player)
        )

    def name_of(self, thing: Thing) -> Sentence:
        """Return the name of a figure, a land, a tile or a spot."""
        if thing in NAMES:
            return Sentence(NAMES[str(thing)])
        if thing == decisions.STACK:
            return Sentence(N_("Next tile"))
        if spot := decisions.read_spot(thing):
            values = {"cell": cell_text(spot.at), "n": spot.turn}
            return Sentence(N_("Land {cell}, turned {n} of 6") if spot.turn else N_("Land {cell}"), values)
        cell = read_cell(str(thing))
        if cell is None:
            return Sentence(N_("Tile {tile}"), {"tile": str(thing)})
        land = self.position.kingdom.cells[cell]
        values = {"cell": cell_text(cell), "land": Sentence(PLACE_NAMES[land.terrain])}
        return Sentence(N_("Land {cell}: {land}"), values)

    def _asked(self) -> Iterator[Mark]:
        yield from (Mark(space, "ask") for space in self.strange)

    def _guide(self, step: GuideStep) -> Sentence:
        return words.guide(step)

    def _mend(self) -> Sentence:
        if self.strange and self.illegal and self.illegal.code in _PLACING:
            return Sentence(N_("The tile lies here now. Lay it on one of the small marks, or take it back."))
        return Sentence(N_("Please put it back as it was."))

    def _turn(self) -> Prompt:
        prompt = WatchedSnapshot._turn(self)
        if prompt.tone != "turn":
            return prompt
        if not self.position.done:
            return replace(prompt, detail=Sentence(N_("Touch a figure or the tile, or turn a page.")))
        if self.with_magic:
            more = N_("With the magic token you may go on a second adventure.")
            return replace(prompt, icon="ft-magic", detail=Sentence(more))
        return replace(prompt, detail=self._last())

    def _asked_to_move(self) -> Sentence:
        done = self.position.done
        pattern = GO if not done else TOLD if self.position.page_told_this_turn else THEN
        return Sentence(pattern, {"player": self.turn})

    def _last(self) -> Sentence | None:
        lines = [line for line in self.log if not isinstance(line.act, FinishTurn)]
        return describe(lines[-1].act, lines[-1].player)[0] if lines else None


def _way(entry: FairyLogEntry) -> Way:
    """Return the way of a figure."""
    if not isinstance(entry.act, Move):
        return ()
    return cell_text(entry.before.figure_cells[entry.act.figure]), cell_text(entry.act.to)


class FairySource(SnapshotSource[Step[Position], Act], Protocol):
    """The part of the session that the snapshot reads."""

    strange: Table

    @property
    def stuck(self) -> bool:
        """True if the next tile fits nowhere."""


def snapshot(session: FairySource, common: Mapping[str, Any], seat: int | None) -> FairySnapshot:
    """Return the snapshot of a seat; `common`: fields of a `WatchedSnapshot`."""
    timeline = session.timeline
    full = timeline.current.position
    position = fairytile.RULES.view(full, seat)
    turn = "" if session.over else session.players[position.turn]
    lines = tuple(
        FairyLogEntry(
            number, session.players[before.position.turn], act, fairytile.RULES.view(before.position, seat)
        )
        for number, (act, before) in enumerate(zip(timeline.moves, timeline.steps, strict=False), 1)
    )
    return FairySnapshot(
        **common,
        turn=turn,
        assumed_table=session.assumed_table,
        position=position,
        with_magic=bool(turn and full.done and not no_adventure(full)),
        stuck=bool(turn) and session.stuck,
        strange=session.strange,
        log=lines[: timeline.at],
        undone=lines[timeline.at :],
    )


GO, THEN = N_("{player}, go on an adventure."), N_("{player}, tell your page or end your turn.")
TOLD = N_("{player}, end your turn.")
_PLACING = ("too_few_edges", "river_mismatch", "overlap")
"""Reasons about the place of a tile."""
