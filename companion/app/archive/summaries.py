"""Summaries of finished games, kept in a file beside the journal so that lists need not read events.

The file only saves time: one that is missing, damaged or of another version is made again. An entry counts as
long as the game's last checksum in the journal is the same, which covers all its events; so it never serves a
changed game or a game of another journal. Unfinished games are not in it, and thus no hidden secrets.
"""

import hashlib
import json
import logging
import threading
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from companion import __version__
from companion.app.archive.history import local_time
from companion.games import registry
from companion.storage import atomic
from ui.services import History

log = logging.getLogger(__name__)

_FIELDS = ("id", "game", "players", "minutes", "winners", "points", "roles", "secrets", "bots", "played")
"""Stored fields of a finished game, in the order in which `_decoded` reads them."""


class Summaries:
    """Finished games by id, each with the last checksum it had; read from a file by `load`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: dict[int, bytes] = {}
        self._loaded = False
        self._changed = False
        self._writing = threading.Lock()

    def load(self, games: Collection[int]) -> None:
        """Read the file, the first time, and leave out all but these games, as the others were deleted."""
        if not self._loaded:
            self._loaded = True
            with suppress(OSError, ValueError):
                head, _, body = self._path.read_bytes().partition(b"\n")
                if head == _head(body):
                    read = {int(line.split(b" ", 1)[0]): line for line in body.splitlines()}
                    self._lines = read | self._lines
        for game in self._lines.keys() - games:
            self.drop(game)

    def find(self, game: int, last: str) -> History | None:
        """Return the summary of a game whose last checksum is `last`, if there is one."""
        line = self._lines.get(game)
        start = _key(game, last)
        return _decoded(line[len(start) :]) if line and line.startswith(start) else None

    def add(self, known: History, created_s: float, last: str) -> None:
        """Add a finished game, unless its summary has values that JSON would change."""
        text = _encoded(known, created_s) if known.finished and last else b""
        if text and _decoded(text) == known:
            self._lines[known.id] = _key(known.id, last) + text
            self._changed = True

    def drop(self, game: int) -> bool:
        """Forget a game; return whether it was known."""
        known = self._lines.pop(game, None) is not None
        self._changed |= known
        return known

    def save(self) -> None:
        """Write the file if anything changed; on a thread if it should not delay the window."""
        with self._writing:
            if not self._changed:
                return
            self._changed = False
            body = b"\n".join(list(self._lines.values()))
            try:
                atomic.write(self._path, _head(body) + b"\n" + body)
            except OSError as error:
                log.warning("summaries of games are not kept: %s", error)


def _head(body: bytes) -> bytes:
    """Return the first line of a file: what may read it, and the checksum of the rest."""
    digest = hashlib.blake2b(body, digest_size=16).hexdigest()
    return json.dumps([__version__, _FIELDS, registry.registered(), digest]).encode()


def _key(game: int, last: str) -> bytes:
    return f"{game} {last} ".encode()


def _encoded(known: History, created_s: float) -> bytes:
    try:
        return json.dumps([created_s, *(getattr(known, name) for name in _FIELDS)]).encode()
    except (TypeError, ValueError):
        return b""


def _decoded(text: bytes) -> History:
    fields = json.loads(text)
    created_s, number, game, players, minutes, winners, points, roles, secrets, bots, played = fields
    when = local_time(created_s)  # as the clock of this place shows it today
    return History(
        number,
        game,
        tuple(players),
        when,
        minutes,
        True,
        tuple(winners),
        points=points,
        roles=roles,
        secrets=secrets,
        bots=tuple(bots),
        played=played,
    )
