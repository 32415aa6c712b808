"""Review of stored games, independent of the game."""

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias, TypeVar

from companion.app.archive.judge import Judge
from companion.app.archive.record import Record, minutes, record
from companion.app.archive.review import Report, review
from companion.errors import CompanionError, RuleError, StorageError
from companion.games import registry
from companion.games.base import N_
from companion.session.thread import internal
from companion.storage import export
from companion.storage.failure import failure
from companion.storage.journal import StoredEvent, StoredGame
from ui.services import History, ReplayStep, Review

log = logging.getLogger(__name__)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class PastGame:
    """Review functions of one game.

    `result` adds the outcome to a `History`, `timeline` also series and key moments; `replay` returns
    all steps. All raise RuleError for an impossible record. `ended`: kinds of journal events after which a
    game is over. With a `judge` it can be said what decided a game.
    """

    result: Callable[[History, Record], History]
    timeline: Callable[[History, Record], History]
    replay: Callable[[Record], Sequence[ReplayStep]]
    ended: Collection[str] = ("end",)
    judge: Judge | None = None


FindPast: TypeAlias = Callable[[str], PastGame]
"""Returns the review functions of a game by its name."""


def summary(game: StoredGame, events: Sequence[StoredEvent], find: FindPast) -> History:
    """Summarise a game without its timeline; an unreadable one has its reason in `problem`."""

    def read(past: PastGame) -> History:
        kept = record(game, events, past.ended)
        return _with_turn(game, past.result(_known(game, events, kept), kept), past, kept)

    try:
        return _read(game, find, read)
    except CompanionError as error:
        return unreadable(game, error)


def _with_turn(game: StoredGame, known: History, past: PastGame, kept: Record) -> History:
    """Add who is next in a game that is not over, if it is anybody's turn."""
    steps = () if known.finished else past.replay(kept)
    turn = registry.rules(game.name).turn(steps[-1].position) if steps else None
    if turn is None or turn >= len(known.players):
        return known
    return replace(known, turn=known.players[turn])


def unreadable(game: StoredGame, error: CompanionError) -> History:
    """An entry for a game that cannot be read, with the reason only."""
    sentences = error.params["sentences"]
    assert isinstance(sentences, tuple)
    return History(game.id, game.name, (), local_time(game.created_s), 0, False, problem=sentences[0])


def timeline(game: StoredGame, events: Sequence[StoredEvent], find: FindPast) -> History:
    """Return a game with its series and key moments.

    Raises StorageError `not_installed`, `bad_record`; CompanionError `internal` for a bug in the rules.
    """

    def read(past: PastGame) -> History:
        kept = record(game, events, past.ended)
        return _with_turn(game, past.timeline(_known(game, events, kept), kept), past, kept)

    return _read(game, find, read)


def replay(game: StoredGame, events: Sequence[StoredEvent], find: FindPast) -> Sequence[ReplayStep]:
    """All steps of a game, with public information only. Raises as `timeline`."""
    steps = _read(game, find, lambda past: past.replay(record(game, events, past.ended)))
    view = registry.rules(game.name).view
    return [step._replace(position=view(step.position, None)) for step in steps]


def reviewed(game: StoredGame, events: Sequence[StoredEvent], find: FindPast, report: Report) -> Review:
    """Return what decided a finished game; takes many seconds. Raises as `timeline`."""

    def read(past: PastGame) -> Review:
        kept = record(game, events, past.ended)
        known = past.timeline(_known(game, events, kept), kept)
        if past.judge is None or not known.finished:
            return Review()
        counts = past.judge.counts(known, kept)
        return review(known, past.replay(kept), past.judge, registry.rules(game.name), counts, report)

    return _read(game, find, read)


def _read(game: StoredGame, find: FindPast, read: Callable[[PastGame], _T]) -> _T:
    """Apply `read` to the game's review functions.

    RuleError and StorageError mean a damaged record; any other exception is a bug.
    """
    export.installed(game)
    past = find(game.name)
    try:
        return read(past)
    except (RuleError, StorageError) as error:
        raise failure("bad_record", _WRONG, id=game.id, found=str(error)) from error
    except CompanionError:
        raise
    except Exception as error:
        log.exception("stored game %d (%s) cannot be looked back on", game.id, game.name)
        raise internal(error) from error


def _known(game: StoredGame, events: Sequence[StoredEvent], kept: Record) -> History:
    played = minutes([game.created_s, *(event.at_s for event in events)])
    bots = tuple(name for event in events if event.kind == "bots" for name in event.payload)
    return History(
        game.id,
        game.name,
        export.players(game),
        local_time(game.created_s),
        played,
        False,
        bots=bots,
        played=len(kept.moves),
    )


def local_time(at_s: float) -> str:
    """Local date and time of a Unix time; empty for 0, an unknown one, and for one that no calendar has."""
    try:
        return datetime.fromtimestamp(at_s).isoformat(" ", "minutes") if at_s else ""
    except (ValueError, OverflowError, OSError):  # a file system may state any number
        return ""


_WRONG = N_("Stored game {id} cannot be read: {found}; delete it, or keep the journal for a later version.")
