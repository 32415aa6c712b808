"""Stored games looked back on, whichever the game."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar

from companion.app.fae import history as fae_history
from companion.app.fate import history as fate_history
from companion.app.record import Record, minutes, record
from companion.errors import CompanionError, StorageError
from companion.games import fae, fate
from companion.games.base import N_, Sentence, Table
from companion.storage import export
from companion.storage.failure import failure
from companion.storage.journal import StoredEvent, StoredGame
from ui.services import History

_T = TypeVar("_T")


class _Looks(NamedTuple):
    """How a game is looked back on: `result` and `course` add to what is known, `table` is of an index."""

    result: Callable[[History, Record], History]
    course: Callable[[History, Record], History]
    table: Callable[[Record, int], Table]


GAMES: Mapping[str, _Looks] = {
    fae.NAME: _Looks(fae_history.result, fae_history.replay, fae_history.table),
    fate.NAME: _Looks(fate_history.result, fate_history.replay, fate_history.table),
}


def summary(game: StoredGame, events: Sequence[StoredEvent]) -> History:
    """A game without its course; one that cannot be read says so in `problem`."""
    try:
        return _read(game, lambda: GAMES[game.name].result(_known(game, events), record(game, events)))
    except StorageError as error:
        sentences = error.params["sentences"]
        assert isinstance(sentences, tuple)
        problem: Sentence = sentences[0]
        return History(game.id, game.name, (), _when(game), 0, False, problem=problem)


def course(game: StoredGame, events: Sequence[StoredEvent]) -> History:
    """A game with its series and key moments. Raises StorageError `bad_record`."""
    return _read(game, lambda: GAMES[game.name].course(_known(game, events), record(game, events)))


def table(game: StoredGame, events: Sequence[StoredEvent], index: int) -> Table:
    """What lay on the table at an index of the series. Raises StorageError `bad_record`."""
    return _read(game, lambda: GAMES[game.name].table(record(game, events), index))


def _known(game: StoredGame, events: Sequence[StoredEvent]) -> History:
    played = minutes([game.created_s, *(event.at_s for event in events)])
    return History(game.id, game.name, export.players(game.setup), _when(game), played, False)


def _when(game: StoredGame) -> str:
    return datetime.fromtimestamp(game.created_s).strftime("%Y-%m-%d %H:%M")


def _read(game: StoredGame, read: Callable[[], _T]) -> _T:
    """What `read` makes of a game. A record may come from anywhere, so it may be wrong in any way."""
    if game.name not in GAMES:
        raise failure("bad_record", _STRANGE, id=game.id, expected=", ".join(GAMES), found=game.name)
    try:
        return read()
    except (CompanionError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise failure("bad_record", _WRONG, id=game.id, found=str(error) or type(error).__name__) from error


_STRANGE = N_("Stored game {id}: expected a game of {expected}, found {found}.")
_WRONG = N_("Stored game {id} cannot be read: {found}; delete it, or keep the journal for a later version.")
