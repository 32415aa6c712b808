"""The rows of a journal as values, verified by their checksums."""

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.errors import StorageError
from companion.games.base import N_
from companion.storage.failure import failure
from companion.storage.schema import UID_BYTES, checksum

Json = Mapping[str, Any]
"""A JSON object in Python."""
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
_UID = re.compile(f"[0-9a-f]{{{2 * UID_BYTES}}}")
_LATEST_S = 1e11
"""Latest valid Unix time in seconds, about the year 5000."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event; `number` counts from 1 in each game, `at_s` is Unix time, 0 if unknown."""

    number: int
    at_s: float
    kind: str
    payload: Json


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game.

    `name` is that of its rules, which may be missing; `setup` as in the script format.
    `created_s` is 0 if the date was unknown. `setup` is empty if the row is damaged. `uid` is random and
    never another game's, unlike `id`, which a restored journal may use again; "" if it is damaged.
    """

    id: int
    name: str
    created_s: float
    setup: Json
    events: int
    uid: str


Row = tuple[Any, ...]


class Rows(NamedTuple):
    """Database rows of a game: its own row, and its undamaged events from the first one on.

    `sound`: the game's row is undamaged; `whole`: everything is.
    """

    game: Row
    events: Sequence[Row]
    sound: bool
    whole: bool


def connect(name: str) -> sqlite3.Connection:
    """Open a connection for several threads, one at a time; damaged texts can be read too.

    Functions with side effects are forbidden, because a file from outside may define views and triggers.
    """
    db = sqlite3.connect(name, uri=True, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA trusted_schema = OFF")
    db.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    return db


def games(db: sqlite3.Connection, only: int | None = None) -> list[StoredGame]:
    """All games, the oldest first, or only one."""
    rows = db.execute(
        "SELECT id, name, created_s, setup, checksum, (SELECT count(*) FROM event WHERE game = id), uid "
        "FROM game WHERE ?1 IS NULL OR id = ?1 ORDER BY id",
        (only,),
    )
    return [_game(row[:5], *row[5:]) for row in rows]


def events(db: sqlite3.Connection, game_id: int) -> list[StoredEvent]:
    """The events of a game.

    Raises StorageError `game_spoiled` if a row is damaged, LookupError if there is no such game.
    """
    found = rows(db, game_id)
    if not found.whole:
        raise spoiled(game_id, found)
    return [
        StoredEvent(n, _time_s(at_s), kind, _object(payload)) for _, n, at_s, kind, payload, _ in found.events
    ]


def rows(db: sqlite3.Connection, game_id: int) -> Rows:
    """The undamaged rows of a game. Raises LookupError, sqlite3.Error."""
    written = "SELECT id, name, created_s, setup, checksum, last, uid FROM game WHERE id = ?"
    game = db.execute(written, (game_id,)).fetchone()
    if game is None:
        raise LookupError
    before, last = game[4:6]
    happened = db.execute(
        "SELECT game, number, at_s, kind, payload, checksum FROM event WHERE game = ? ORDER BY number",
        (game_id,),
    ).fetchall()
    good: list[Row] = []
    if checksum(*game[:4]) != before:
        return Rows(game, good, sound=False, whole=False)
    for event in happened:
        if event[1] != len(good) + 1 or checksum(before, *event[:5]) != event[5]:
            return Rows(game, good, sound=True, whole=False)
        good.append(event)
        before = event[5]
    return Rows(game, good, sound=True, whole=before == last)


def problems(db: sqlite3.Connection) -> Iterator[StorageError]:
    """Yield an error for every damaged game. Raises sqlite3.Error."""
    for (game_id,) in db.execute("SELECT id FROM game ORDER BY id").fetchall():
        found = rows(db, game_id)
        if not found.whole:
            yield spoiled(game_id, found)
    lone = "SELECT DISTINCT game FROM event WHERE game NOT IN (SELECT id FROM game)"
    for (game_id,) in db.execute(lone).fetchall():
        yield failure("game_spoiled", _LONE, game=game_id)


def spoiled(game_id: int, found: Rows) -> StorageError:
    """Make the error of a damaged game."""
    if found.sound:
        return failure(
            "game_spoiled", _EVENT, game=game_id, number=len(found.events) + 1, events=len(found.events)
        )
    return failure("game_spoiled", _SPOILED, game=game_id)


def _game(row: Row, happened: int, uid: object) -> StoredGame:
    number, name, created_s, setup, wanted = row
    sound = checksum(number, name, created_s, setup) == wanted
    return StoredGame(
        number,
        name if isinstance(name, str) and _NAME.fullmatch(name) else "?",
        _time_s(created_s),
        _object(setup) if sound else {},
        happened,
        uid if isinstance(uid, str) and _UID.fullmatch(uid) else "",
    )


def _time_s(stored: object) -> float:
    """Return a stored time; 0 for one that is unknown or that no calendar has."""
    return stored if isinstance(stored, float) and 0 <= stored < _LATEST_S else 0.0


def _object(text: object) -> Json:
    """Parse a JSON object.

    Anything else becomes an empty one, which is no valid set-up or event.
    """
    try:
        found = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


_EVENT = N_(
    "Stored game {game}: expected event {number} as it was written, found it changed or lost"
    " on the disk; intact events before it: {events}. `companion check` says what can be"
    " saved; other games go on."
)
_SPOILED = N_(
    "Stored game {game}: expected its set-up as it was written, found it changed on the disk. "
    "`companion check` says what can be saved; other games go on."
)
_LONE = N_("Expected a game {game}, found only events of it: its own row was changed or lost on the disk.")
