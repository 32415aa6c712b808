"""What a screen may show: one frozen picture of the game, without secrets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from companion.errors import CompanionError
from companion.games import fae
from companion.games.base import N_, Kind, Reason, Sentence, Space, Table
from companion.games.fae.board import RITUAL_CARDS, RitualCard
from companion.session.events import Ask, Status
from companion.session.fae.session import Choice, PutBack, Session
from companion.session.words import TROUBLE as TROUBLE
from companion.table.guide import GuideStep

Phase: TypeAlias = Literal["setup", "play", "ask", "choose", "illegal", "put_back", "finished"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of the log; `number` counts from 1, `before` is where it was made."""

    number: int
    player: str
    move: fae.Move
    rituals: tuple[fae.Ritual, ...]
    before: fae.Position | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything a screen shows. `game` is the number that messages to the inbox must carry.

    `position` is None and the rest empty before the set-up is known. `table` is what should lie on the table
    once all steps are done, `lying` what is thought to lie there now. `unclear` are spaces that can
    be seen, but not understood; to confirm says that the table is as it should be. `next_card` is the
    card of the next ritual. `more_steps` counts those after `step`. `undone` are
    moves that can be redone, the next first. `spirits` and
    `result` are there once the spirits were shown.
    """

    game: int
    phase: Phase
    message: Sentence
    players: tuple[str, ...]
    stored_as: int | None = None
    position: fae.Position | None = None
    table: Table = field(default_factory=dict)
    lying: Table = field(default_factory=dict)
    turn: str = ""
    status: Status = "playing"
    scores: Mapping[Kind, int] = field(default_factory=dict)
    ritual_cards: Mapping[str, int] = field(default_factory=dict)
    cards_left: int = len(RITUAL_CARDS)
    next_card: RitualCard | None = RITUAL_CARDS[0]
    log: tuple[Turn, ...] = ()
    undone: tuple[Turn, ...] = ()
    step: GuideStep | None = None
    more_steps: int = 0
    doubt: tuple[fae.Move, ...] = ()
    choose: tuple[int, ...] = ()
    illegal: Reason | None = None
    unclear: tuple[Space, ...] = ()
    can_undo: bool = False
    can_redo: bool = False
    spirits_dealt: bool = False
    spirits: Mapping[str, Kind] = field(default_factory=dict)
    result: Mapping[str, Any] | None = None
    problem: CompanionError | None = None


def snapshot(session: Session, game: int, problem: CompanionError | None = None) -> Snapshot:
    """The session as a screen may show it; `problem` is what the last message met."""
    line = session.line
    if line is None:
        return Snapshot(game, "setup", _message(session, "setup"), session.players, problem=problem)
    position = line.position
    end = session.end()
    phase = _phase(session)
    step, *more = session.steps or (None,)
    turns = tuple(
        Turn(number, session.players[before.turn], move, fae.rituals(before, move), before)
        for number, (move, before) in enumerate(zip(line.moves, line.positions, strict=False), 1)
    )
    return Snapshot(
        game,
        phase,
        _message(session, phase),
        session.players,
        stored_as=session.game_id,
        position=position,
        table=end.table,
        lying=session.lying,
        turn=session.players[position.turn],
        status=end.status,
        scores=end.scores,
        ritual_cards=dict(zip(session.players, position.ritual_cards, strict=True)),
        cards_left=len(RITUAL_CARDS) - position.cards_used,
        next_card=next(iter(RITUAL_CARDS[position.cards_used :]), None),
        log=turns[: line.at],
        undone=turns[line.at :],
        step=step,
        more_steps=len(more),
        doubt=session.waiting.moves if isinstance(session.waiting, Ask) else (),
        choose=session.waiting.spaces if isinstance(session.waiting, Choice) else (),
        illegal=session.illegal.reason if session.illegal else None,
        unclear=session.unclear,
        can_undo=line.at > 0,
        can_redo=line.at < len(line.moves),
        spirits_dealt=session.spirits is not None,
        spirits={session.players[player]: colour for player, colour in (session.revealed or {}).items()},
        result=end.result,
        problem=problem,
    )


def _phase(session: Session) -> Phase:
    match session.waiting:
        case PutBack():
            return "put_back"
        case Ask():
            return "ask"
        case Choice():
            return "choose"
    if session.illegal:
        return "illegal"
    assert session.line
    return "finished" if fae.finished(session.line.position) else "play"


UNCLEAR = N_("It is hard to see what stands here.")
PHASES: Mapping[Phase, str] = {
    "setup": N_("Set up the board: one druid on every space, every region with one of each colour."),
    "play": N_("{player}, it is your turn."),
    "ask": N_("Which move was it, {player}?"),
    "choose": N_("{player}, choose the order of the rituals."),
    "illegal": N_("This is not a legal move. Put the druids back."),
    "put_back": N_("Make the table look like the screen."),
    "finished": N_("The game is over."),
}


def _message(session: Session, phase: Phase) -> Sentence:
    """The one sentence that says what goes on."""
    if session.unclear:
        return Sentence(UNCLEAR)
    if session.trouble:
        return Sentence(TROUBLE[session.trouble])
    player = session.players[session.line.position.turn] if session.line else ""
    return Sentence(PHASES[phase], {"player": player} if "{player}" in PHASES[phase] else {})
