"""Snapshot of Fae for a screen: immutable, without the others' spirits."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeAlias

from companion.games import fae
from companion.games.base import N_, Kind, Sentence, Space, Table, counted
from companion.games.fae.board import RITUAL_CARDS, SPACES, TERRAIN_OF, RitualCard
from companion.i18n import error_text
from companion.session.fae import words
from companion.session.fae.describe import describe, ritual
from companion.session.fae.events import End, InDoubt, Status
from companion.session.fae.pending import OrderDue, Pending, PutBack
from companion.session.fae.step import FaeStep
from companion.session.snapshot import SnapshotSource
from companion.session.view import Line, Mark, Prompt, Thing
from companion.session.watched_snapshot import WatchedSnapshot, which_move, with_trouble
from companion.table.guide import GuideStep

Phase: TypeAlias = Literal["setup", "play", "ask", "choose", "illegal", "put_back", "finished"]


@dataclass(frozen=True, slots=True)
class FaeLogEntry:
    """One move of the log; `number` counts from 1, `before`: position before the move."""

    number: int
    player: str
    move: fae.Move
    rituals: tuple[fae.Ritual, ...]
    before: fae.Position

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the story about the move."""
        told = describe(self.move, self.before, self.rituals, self.player)
        return tuple(Line(self.number, sentence, self.move[:2]) for sentence in told)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaeSnapshot(WatchedSnapshot):
    """All that a screen shows.

    `position`: None before the set-up is known; all other fields are empty then. `table`: expected table
    after all steps. `next_card`: card of the next ritual. `undone`: moves that can be redone, the next first.
    `revealed` and `result` are set after the spirits were shown.
    """

    phase: Phase
    position: fae.Position | None = None
    table: Table = field(default_factory=dict)
    status: Status = "playing"
    scores: Mapping[Kind, int] = field(default_factory=dict)
    ritual_cards: Mapping[str, int] = field(default_factory=dict)
    cards_left: int = len(RITUAL_CARDS)
    next_card: RitualCard | None = RITUAL_CARDS[0]
    log: tuple[FaeLogEntry, ...] = ()
    undone: tuple[FaeLogEntry, ...] = ()
    doubt: tuple[fae.Move, ...] = ()
    choose: tuple[int, ...] = ()
    result: Mapping[str, Any] | None = None

    @property
    def story(self) -> tuple[Line, ...]:
        """Lines about what happened, in order."""
        return tuple(line for entry in self.log for line in entry.lines)

    @property
    def secret_text(self) -> Sentence | None:
        """The spirit of the snapshot's seat."""
        if self.secret is None:
            return None
        return Sentence(SPIRIT, {"colour": Sentence(words.COLOURS[self.secret])})

    def name_of(self, thing: Thing) -> Sentence:
        """Return the number of a space, its land and its druids."""
        druids, land = self.table.get(thing, {}), Sentence(words.TERRAINS[TERRAIN_OF[int(thing)]])
        values = {"space": int(thing), "land": land, "druids": words.pieces(druids)}
        return Sentence(NAMED if druids else NAMED_EMPTY, values)

    def _last_spaces(self) -> Iterable[Space]:
        return self.log[-1].move[:2] if self.log else ()

    def _wrong_spaces(self) -> Iterable[Space]:
        if self.phase != "setup":
            return WatchedSnapshot._wrong_spaces(self)
        concerned = self.problem.params.get("spaces") if self.problem else None
        return [space for space in concerned if space in SPACES] if isinstance(concerned, tuple) else ()

    def _asked(self) -> Iterator[Mark]:
        yield from WatchedSnapshot._asked(self)
        yield from (Mark(space, "ask", "?") for space in self.choose)

    def _question(self) -> Prompt | None:
        if self.position is None:
            return self._set_up()
        player = {"player": self.turn}
        if self.choose:
            how = N_("Touch the marked spaces in that order.")
            return Prompt("ask", "ritual", Sentence(CHOOSE, player), Sentence(how))
        return which_move(self.turn, len(self.doubt)) if self.doubt else None

    def _set_up(self) -> Prompt:
        if not self.problem:
            return with_trouble(Prompt("do", "hand", Sentence(SET_UP)), self.trouble)
        first, *rest = error_text.sentences(self.problem)
        more = counted("And {n} more problem.", "And {n} more problems.", len(rest))
        return Prompt("wrong", "warn", first, more if rest else None)

    def _guide(self, step: GuideStep) -> Sentence:
        return words.guide(step)

    @property
    def winners(self) -> tuple[str, ...]:
        """Players with the most points, once the spirits were shown."""
        return tuple(self.result["winners"]) if self.result else ()

    def _mend(self) -> Sentence:
        if self.illegal and self.illegal.code == "unexplained":
            return Sentence(N_("Put the druids back, or touch the move that was made."))
        return self.by_hand or Sentence(N_("Please put the druids back."))

    def _clear_up(self) -> Sentence:
        return Sentence(N_("Stand the druids apart. If all is as shown, press the check mark."))

    def _turn(self) -> Prompt:
        prompt = WatchedSnapshot._turn(self)
        if not self.over or not self.result:
            return prompt
        totals = self.result["totals"]
        won = [words.won(player, totals[player]) for player in self.result["winners"]]
        pattern = " ".join(f"{{p{number}}}" for number in range(len(won)))
        return replace(prompt, detail=Sentence(pattern, {f"p{n}": one for n, one in enumerate(won)}))

    def _last(self) -> Sentence | None:
        turn = self.log[-1] if self.log else None
        return ritual(turn.player, turn.rituals[-1]) if turn and turn.rituals else None


class FaeSource(SnapshotSource[FaeStep, fae.Move], Protocol):
    """The part of the session that the snapshot reads."""

    waiting: Pending

    @property
    def wrong(self) -> bool:
        """True if the table must be put right before the game goes on."""

    def end(self) -> End:
        """Return the current scores, table and result."""


def snapshot(session: FaeSource, common: Mapping[str, Any], seat: int | None) -> FaeSnapshot:
    """Return the snapshot of a seat; `common`: fields of a `WatchedSnapshot`."""
    phase = _phase(session)
    if not session.begun:
        return FaeSnapshot(**common, phase=phase)
    timeline, end = session.timeline, session.end()
    position = fae.RULES.view(timeline.current.position, seat)
    turns = tuple(
        FaeLogEntry(number, session.players[before.position.turn], move, after.rituals, before.position)
        for number, (move, before, after) in enumerate(
            zip(timeline.moves, timeline.steps, timeline.steps[1:], strict=False), 1
        )
    )
    return FaeSnapshot(
        **common,
        phase=phase,
        turn="" if session.over else session.players[position.turn],
        assumed_table=session.assumed_table,
        position=position,
        table=end.table,
        status=end.status,
        scores=end.scores,
        ritual_cards=dict(zip(session.players, position.ritual_cards, strict=True)),
        cards_left=len(RITUAL_CARDS) - position.cards_used,
        next_card=next(iter(RITUAL_CARDS[position.cards_used :]), None),
        log=turns[: timeline.at],
        undone=turns[timeline.at :],
        doubt=session.waiting.moves if isinstance(session.waiting, InDoubt) else (),
        choose=session.waiting.spaces if isinstance(session.waiting, OrderDue) else (),
        result=end.result,
    )


def _phase(session: FaeSource) -> Phase:
    match session.waiting:
        case PutBack():
            return "put_back"
        case InDoubt():
            return "ask"
        case OrderDue():
            return "choose"
    if session.wrong:
        return "illegal"
    if not session.begun:
        return "setup"
    return "finished" if session.over else "play"


NAMED, NAMED_EMPTY = N_("Space {space}, {land}: {druids}"), N_("Space {space}, {land}")
SPIRIT = N_("{colour}: every ritual with this colour brings you points.")
SET_UP = N_("Set up the board: one druid on every space, every region with one of each colour.")
CHOOSE = N_("{player}, choose the order of the rituals.")
